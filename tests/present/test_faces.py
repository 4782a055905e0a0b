"""The card faces: names Discord takes, and drawings that nobody mixes up 22 pixels high."""

import io
import re
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from bot.present import faces

NAMES = faces.all_names()
CARDS = [rank + suit for suit in faces.SUITS for rank in faces.RANKS]
TEXT_HEIGHT = 22
THEMES = {"dark": "#313338", "light": "#ffffff", "pressable": "#5865f2"}
EMOJI_LIMIT = 256 * 1024
GOLDEN = Path(__file__).with_name(f"faces_{faces.VERSION}.png")

# Machado, Oliveira and Fernandes (2009), complete loss of one kind of cone, on linear light.
EYES = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image.Image]:
    return {name: Image.open(io.BytesIO(faces.draw(name))) for name in NAMES}


@pytest.fixture(scope="module")
def small(pictures: dict[str, Image.Image]) -> dict[str, Image.Image]:
    """Every face as high as Discord shows it in text, on white."""
    return {name: in_text(picture, "#ffffff") for name, picture in pictures.items()}


def in_text(picture: Image.Image, background: str) -> Image.Image:
    reduced = picture.resize((TEXT_HEIGHT, TEXT_HEIGHT), Image.Resampling.BICUBIC)
    shown = Image.new("RGB", reduced.size, background)
    shown.paste(reduced, mask=reduced.getchannel("A"))
    return shown


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean absolute difference over all pixels and channels, 0 to 255."""
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)


def without_colour(picture: Image.Image, suit: str) -> Image.Image:
    """How much of each pixel is ink, 0 to 255, whatever the ink's colour."""
    red, green, blue = picture.split()
    darkest = ImageChops.darker(ImageChops.darker(red, green), blue)
    full = 255 - min(ImageColor.getrgb(faces.INK[suit]))
    return ImageChops.invert(darkest).point([min(255, round(255 * value / full)) for value in range(256)])


def test_there_are_52_cards_four_suits_and_a_back_and_half_of_them_in_other_colours() -> None:
    assert len(NAMES) == len(set(NAMES)) == 57 + 28
    assert {faces.emoji_name(card, two_colours=True) for card in CARDS} < set(NAMES)
    assert {faces.emoji_name(card) for card in CARDS} < set(NAMES)
    assert {faces.suit_emoji_name(suit) for suit in "CDHS"} < set(NAMES)
    assert faces.BACK_EMOJI_NAME in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_discord_takes_every_name(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", name)
    assert name.startswith(f"{faces.VERSION}_")


@pytest.mark.parametrize("text", ["", "A", "10S", "1S", "as", "AX", "SA", "AS ", "AKS"])
def test_what_is_no_card_has_no_face(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        faces.emoji_name(text)
    with pytest.raises(ValueError, match="not a card"):
        faces.draw_card(text, 100)


@pytest.mark.parametrize("text", ["", "s", "SH", "AS"])
def test_what_is_no_suit_has_no_face(text: str) -> None:
    with pytest.raises(ValueError, match="not a suit"):
        faces.suit_emoji_name(text)


@pytest.mark.parametrize("name", ["", "AS", "kp0_AS", f"{faces.VERSION}_", f"{faces.VERSION}_suit_X"])
def test_an_unknown_name_is_not_drawn(name: str) -> None:
    with pytest.raises(ValueError, match="not a face"):
        faces.draw(name)


@pytest.mark.parametrize("name", NAMES)
def test_discord_takes_every_picture(name: str) -> None:
    encoded = faces.draw(name)
    assert len(encoded) < EMOJI_LIMIT / 8
    picture = Image.open(io.BytesIO(encoded))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (128, 128))
    alpha = picture.getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    assert alpha.getpixel((64, 64)) == 255


@pytest.mark.parametrize("name", NAMES)
def test_a_face_is_drawn_the_same_every_time(name: str) -> None:
    assert faces.draw(name) == faces.draw(name)


@pytest.mark.parametrize("two_colours", [False, True])
def test_no_two_faces_look_alike_in_text(two_colours: bool, small: dict[str, Image.Image]) -> None:
    seen = [faces.emoji_name(card, two_colours=two_colours) for card in CARDS]
    seen += [faces.suit_emoji_name(suit, two_colours=two_colours) for suit in faces.SUITS]
    least = 3.5 if two_colours else 4  # black suits of one rank differ by their shape alone, and the words beside
    for one, other in combinations((*seen, faces.BACK_EMOJI_NAME), 2):
        assert difference(small[one], small[other]) > least, (one, other)


def test_no_two_cards_look_alike_without_colour(small: dict[str, Image.Image]) -> None:
    shapes = {card: without_colour(small[faces.emoji_name(card)], card[1]) for card in CARDS}
    for one, other in combinations(CARDS, 2):
        least = 4 if one[0] == other[0] else 7
        assert difference(shapes[one], shapes[other]) > least, (one, other)


def test_no_two_suits_look_alike_without_colour(small: dict[str, Image.Image]) -> None:
    shapes = {suit: without_colour(small[faces.suit_emoji_name(suit)], suit) for suit in faces.SUITS}
    for one, other in combinations(faces.SUITS, 2):
        assert difference(shapes[one], shapes[other]) > 12, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_face_stands_out_from_every_theme(pictures: dict[str, Image.Image], name: str, theme: str) -> None:
    shown = in_text(pictures[name], THEMES[theme])
    nothing = Image.new("RGB", shown.size, THEMES[theme])
    assert difference(shown, nothing) > 25
    outline = shown.crop((TEXT_HEIGHT // 2, 0, TEXT_HEIGHT // 2 + 1, 1))
    assert difference(outline, nothing.crop((0, 0, 1, 1))) > 40


def tristimulus(colour: str, eyes: str = "usual") -> tuple[float, float, float]:
    """A colour in CIE XYZ (white has Y = 1), as those eyes see it."""
    light = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in ImageColor.getrgb(colour))
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * value for weight, value in zip(row, light, strict=True)))) for row in EYES[eyes]
    )
    return (
        0.4124 * red + 0.3576 * green + 0.1805 * blue,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        0.0193 * red + 0.1192 * green + 0.9505 * blue,
    )


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour in CIE L*a*b* (D65) as those eyes see it; two colours 2.3 apart are just told apart."""
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (part / white for part, white in zip(tristimulus(colour, eyes), (0.9505, 1, 1.089), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("suit", faces.SUITS)
def test_ink_stands_out_from_paper(suit: str) -> None:
    """WCAG 2.2, 1.4.11: at least 3 to 1 for what a picture says."""
    luminance = tristimulus(faces.INK[suit])[1]
    assert 1.05 / (luminance + 0.05) >= 3


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_inks_look_alike_to_any_eyes(eyes: str) -> None:
    for one, other in combinations(faces.SUITS, 2):
        apart = zip(seen(faces.INK[one], eyes), seen(faces.INK[other], eyes), strict=True)
        assert sum((a - b) ** 2 for a, b in apart) ** 0.5 > 20, (one, other)


@pytest.mark.parametrize("height", [16, 128, 333])
def test_a_card_is_drawn_at_any_height(height: int) -> None:
    card = faces.draw_card("TD", height)
    assert card.size == (round(height * 112 / 128), height)
    assert card.mode == "RGBA"


def test_a_changed_drawing_has_a_new_version(pictures: dict[str, Image.Image], rewrite_golden: bool) -> None:
    """Discord knows an emoji by its name alone: a new drawing under an old name would never be uploaded."""
    size = 2 * TEXT_HEIGHT
    sheet = Image.new("RGBA", (13 * size, -(-len(NAMES) // 13) * size))
    for place, name in enumerate(NAMES):
        reduced = pictures[name].resize((size, size), Image.Resampling.BICUBIC)
        sheet.paste(reduced, (place % 13 * size, place // 13 * size))
    if rewrite_golden:
        sheet.save(GOLDEN)
    assert GOLDEN.exists(), "a new version: look at the faces, then keep them with --rewrite-golden"
    with Image.open(GOLDEN) as kept:
        for place, name in enumerate(NAMES):
            left, top = place % 13 * size, place // 13 * size
            spot = (left, top, left + size, top + size)
            assert difference(sheet.crop(spot), kept.crop(spot)) < 0.5, f"{name} changed: raise faces.VERSION"
