"""The project's own card faces: 52 cards, a back and four suits, drawn to be read 22 pixels high.

Everything is vector work in this file's own strokes and outlines, on a plate of 128 by 128 units: it needs no
font and no picture file. Each face becomes one Discord application emoji.
"""

import io
import math
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

VERSION: Final = "kp1"
"""Part of every emoji name. Raise it when a drawing changes, so that Discord is given the new one."""

RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHDC"
BACK_EMOJI_NAME: Final = f"{VERSION}_back"

Point = tuple[float, float]


class Arc(NamedTuple):
    """Part of an ellipse, from angle to angle in degrees clockwise; a `square` above 2 swells its corners."""

    x: float
    y: float
    radius_x: float
    radius_y: float
    start: float = 0
    end: float = 360
    square: float = 2


class Curve(NamedTuple):
    """A cubic Bézier curve."""

    start: Point
    leaving: Point
    arriving: Point
    end: Point


Path = tuple[Point | Arc | Curve, ...]

PLATE: Final = 128
CARD_WIDTH: Final = 112
CARD_CORNER: Final = 18.0
TILE_SIZE: Final = 124
TILE_CORNER: Final = 26.0
EDGE_WIDTH: Final = 4.0
BACK_MARGIN: Final = 12.0
CROWN_HEIGHT: Final = 70.0

SMOOTHING: Final = 8
SEGMENTS: Final = 40

PAPER: Final = "#ffffff"
EDGE: Final = "#8d949e"
BACK_FIELD: Final = "#27348b"
BACK_CROWN: Final = "#ffc83d"
# Orange beside red and green beside black, so that the two suits that share a left pedro stay a family.
# Every two of the four also stay apart for protan, deutan and tritan eyes: the tests measure it.
INK: Final = {"S": "#15171c", "H": "#be0f28", "D": "#de7400", "C": "#10966a"}

# As most people know cards: for who asked for it.
TWO_INK: Final = {**INK, "D": INK["H"], "C": INK["S"]}
_TWO: Final = "two_"

RANK_CORNER: Final = (11.0, 10.5)
RANK_HEIGHT: Final = 66.0
RANK_WIDTH: Final = 63.0
RANK_STROKE: Final = 13.0
SUIT_CENTRE: Final = (79.0, 94.5)
SUIT_HEIGHT: Final = 50.0
# The suit stands in front of the rank's lower right corner, with a seam of paper around it.
SUIT_SEAM: Final = 4.0
TILE_SUIT_HEIGHT: Final = 92.0

# Centre lines of the strokes, 100 units high.
STROKES: Final[dict[str, tuple[Path, ...]]] = {
    "A": (((0, 100), (33, 0), (66, 100)), ((11, 69), (55, 69))),
    "K": (((0, 0), (0, 100)), ((55, 0), (2, 60)), ((22, 40), (58, 100))),
    "Q": ((Arc(33, 49, 33, 49),), ((32, 66), (60, 102))),
    "J": (((10, 0), (48, 0), (48, 70), Arc(24, 72, 24, 28, 0, 170)),),
    "T": (((0, 18), (15, 0), (15, 100)), (Arc(72, 50, 25, 50, square=2.5),)),
    "9": ((Arc(30, 32, 30, 32, square=2.3),), ((10, 100), Arc(10, 32, 50, 68, 90, 0))),
    "8": ((Arc(30, 24, 26, 24, square=2.2),), (Arc(30, 74, 31, 26, square=2.2),)),
    "7": (((0, 0), (58, 0), (20, 100)),),
    "6": ((Arc(30, 68, 30, 32, square=2.3),), ((50, 0), Arc(50, 68, 50, 68, 270, 180))),
    "5": (((54, 0), (8, 0), (4, 45), Arc(26, 68, 33, 32, -128, 142)),),
    "4": (((64, 72), (0, 72), (44, 0), (44, 100)),),
    "3": ((Arc(25, 25, 28, 25, 215, 450),), (Arc(24, 73, 34, 27, -90, 145),)),
    "2": ((Arc(29, 29, 29, 29, 190, 385), (0, 100), (60, 100)),),
}

# Left halves of outlines, 100 units high; the right halves are their mirror images.
STEM: Final[Path] = (Curve((46, 50), (46, 84), (42, 94), (30, 100)),)
SHAPES: Final[dict[str, tuple[Path, ...]]] = {
    "S": (
        (
            Curve((50, 0), (38, 20), (0, 38), (0, 62)),
            Curve((0, 62), (0, 76), (10, 84), (23, 84)),
            Curve((23, 84), (34, 84), (42, 78), (48, 70)),
        ),
        STEM,
    ),
    "H": (
        (
            Curve((50, 22), (44, 8), (34, 3), (25, 3)),
            Curve((25, 3), (9, 3), (0, 15), (0, 30)),
            Curve((0, 30), (0, 57), (34, 76), (50, 98)),
        ),
    ),
    "D": (
        (
            Curve((50, 0), (40, 18), (26, 37), (8, 50)),
            Curve((8, 50), (26, 63), (40, 82), (50, 100)),
        ),
    ),
    "C": ((Arc(50, 23, 23, 23, 270, 90),), (Arc(22, 62, 22, 22),), ((42, 40), (42, 66)), STEM),
}
CROWN: Final[tuple[Path, ...]] = (
    (Arc(50, 13, 9, 9, 270, 115), (35, 52), Arc(8, 27, 9, 9, 20, -240), (17, 76)),
    ((17, 83), (17, 95)),
)


def emoji_name(card_text: str, *, two_colours: bool = False) -> str:
    """The emoji of a card given as rank and suit, `AS` or `TD`. Raises ValueError for anything else."""
    if len(card_text) != 2 or card_text[0] not in RANKS or card_text[1] not in SUITS:
        raise ValueError(f"not a card: {card_text!r}")
    return f"{VERSION}_{_look(card_text[1], two_colours)}{card_text}"


def suit_emoji_name(suit: str, *, two_colours: bool = False) -> str:
    """The emoji of a suit, one of C D H S. Raises ValueError for anything else."""
    if suit not in INK:
        raise ValueError(f"not a suit: {suit!r}")
    return f"{VERSION}_{_look(suit, two_colours)}suit_{suit}"


def _look(suit: str, two_colours: bool) -> str:
    return _TWO if two_colours and TWO_INK[suit] != INK[suit] else ""


def all_names() -> tuple[str, ...]:
    """The names of all 85 emojis: the cards by suit from the ace down, those in other colours, the suits, the back."""
    looks = [(suit, two_colours) for two_colours in (False, True) for suit in SUITS]
    cards = (emoji_name(rank + suit, two_colours=two_colours) for suit, two_colours in looks for rank in RANKS)
    suits = (suit_emoji_name(suit, two_colours=two_colours) for suit, two_colours in looks)
    return tuple(dict.fromkeys((*cards, *suits, BACK_EMOJI_NAME)))


def draw(name: str) -> bytes:
    """The PNG of an emoji, 128 by 128 pixels. Raises ValueError for a name that is not in `all_names()`."""
    if name not in all_names():
        raise ValueError(f"not a face: {name!r}")
    subject, ink = name.removeprefix(f"{VERSION}_"), INK
    if subject.startswith(_TWO):
        subject, ink = subject.removeprefix(_TWO), TWO_INK
    if name == BACK_EMOJI_NAME:
        picture = _draw_back()
    elif subject.startswith("suit_"):
        picture = _draw_suit(subject[-1], ink)
    else:
        picture = draw_card(subject, PLATE, ink)
    plate = Image.new("RGBA", (PLATE, PLATE))
    plate.paste(picture, ((PLATE - picture.width) // 2, (PLATE - picture.height) // 2))
    encoded = io.BytesIO()
    plate.save(encoded, "PNG", optimize=True)
    return encoded.getvalue()


def draw_card(card_text: str, height: int, ink: Mapping[str, str] = INK) -> Image.Image:
    """A card without margins, RGBA, `height` (1 or more) pixels high. Raises ValueError for what is not a card."""
    emoji_name(card_text)
    rank, suit = card_text[0], card_text[1]
    pen = _Pen(CARD_WIDTH, PLATE, height)
    pen.panel(CARD_CORNER)
    pen.rank(rank, ink[suit])
    pen.shape(SHAPES[suit], SUIT_CENTRE, SUIT_HEIGHT, ink[suit], seam=SUIT_SEAM)
    return pen.finish()


def _draw_suit(suit: str, ink: Mapping[str, str]) -> Image.Image:
    pen = _Pen(TILE_SIZE, TILE_SIZE, TILE_SIZE)
    pen.panel(TILE_CORNER)
    pen.shape(SHAPES[suit], (TILE_SIZE / 2, TILE_SIZE / 2), TILE_SUIT_HEIGHT, ink[suit])
    return pen.finish()


def _draw_back() -> Image.Image:
    pen = _Pen(CARD_WIDTH, PLATE, PLATE)
    pen.panel(CARD_CORNER)
    pen.rounded(BACK_MARGIN, CARD_CORNER - BACK_MARGIN / 2, BACK_FIELD)
    pen.shape(CROWN, (CARD_WIDTH / 2, PLATE / 2), CROWN_HEIGHT, BACK_CROWN)
    return pen.finish()


class _Pen:
    """Draws in plate units on a picture larger than wanted, and makes it small and smooth at the end."""

    def __init__(self, width: int, height: int, pixel_height: int) -> None:
        """A clear sheet of `width` by `height` units that becomes `pixel_height` pixels high."""
        pixel_width = round(width * pixel_height / height)
        self.scale = pixel_height * SMOOTHING / height
        self.picture = Image.new("RGBA", (pixel_width * SMOOTHING, pixel_height * SMOOTHING))
        self.canvas = ImageDraw.Draw(self.picture)

    def finish(self) -> Image.Image:
        return self.picture.reduce(SMOOTHING)

    def panel(self, corner: float) -> None:
        """White paper over the whole sheet with a thin edge, grey so that it shows on light themes too."""
        self.rounded(0, corner, EDGE)
        self.rounded(EDGE_WIDTH, corner - EDGE_WIDTH, PAPER)

    def rounded(self, margin: float, corner: float, colour: str) -> None:
        """A rounded rectangle that leaves `margin` units free on every side."""
        first = margin * self.scale
        right, bottom = self.picture.width - first - 1, self.picture.height - first - 1
        self.canvas.rounded_rectangle((first, first, right, bottom), corner * self.scale, fill=colour)

    def rank(self, rank: str, colour: str) -> None:
        """A rank in the upper left corner, narrowed where it would be wider than its room."""
        strokes = [list(_points(path)) for path in STROKES[rank]]
        left = min(x for stroke in strokes for x, _ in stroke)
        right = max(x for stroke in strokes for x, _ in stroke)
        tall = (RANK_HEIGHT - RANK_STROKE) / 100
        wide = min(tall, (RANK_WIDTH - RANK_STROKE) / (right - left))
        start_x, start_y = RANK_CORNER[0] + RANK_STROKE / 2, RANK_CORNER[1] + RANK_STROKE / 2
        for stroke in strokes:
            self._line([(start_x + (x - left) * wide, start_y + y * tall) for x, y in stroke], RANK_STROKE, colour)

    def shape(self, outlines: tuple[Path, ...], centre: Point, height: float, colour: str, *, seam: float = 0) -> None:
        """A suit or the crown; `seam` units of paper around it cut it free of what lies behind."""
        placed = [
            [(centre[0] + (x - 50) * height / 100, centre[1] + (y - 50) * height / 100) for x, y in _mirrored(half)]
            for half in outlines
        ]
        if seam:
            for outline in placed:
                self._line([*outline, outline[0]], 2 * seam, PAPER)
        for outline in placed:
            self.canvas.polygon(self._scaled(outline), fill=colour)

    def _line(self, points: list[Point], width: float, colour: str) -> None:
        scaled = self._scaled(points)
        self.canvas.line(scaled, fill=colour, width=round(width * self.scale))
        for point in scaled:
            self.canvas.circle(point, width * self.scale / 2, fill=colour)

    def _scaled(self, points: list[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]


def _mirrored(half: Path) -> list[Point]:
    left = list(_points(half))
    return left + [(100 - x, y) for x, y in reversed(left)]


def _points(path: Path) -> Iterator[Point]:
    for part in path:
        match part:
            case Arc():
                yield from _along_arc(part)
            case Curve():
                yield from _along_curve(part)
            case _:
                yield part


def _along_arc(arc: Arc) -> Iterator[Point]:
    for step in range(SEGMENTS + 1):
        angle = math.radians(arc.start + (arc.end - arc.start) * step / SEGMENTS)
        across, down = (
            math.copysign(abs(part) ** (2 / arc.square), part) for part in (math.cos(angle), math.sin(angle))
        )
        yield arc.x + arc.radius_x * across, arc.y + arc.radius_y * down


def _along_curve(curve: Curve) -> Iterator[Point]:
    for step in range(SEGMENTS + 1):
        t = step / SEGMENTS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        yield (
            sum(weight * x for weight, (x, _) in zip(weights, curve, strict=True)),
            sum(weight * y for weight, (_, y) in zip(weights, curve, strict=True)),
        )
