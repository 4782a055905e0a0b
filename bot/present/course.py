"""The picture of how a rating went: a line on a dark card, which shows on light and dark Discord alike."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFont

#: In pixels of the finished picture, which is drawn larger and made small and smooth.
WIDTH: Final = 800
HEIGHT: Final = 320
_SMOOTHING: Final = 2
_LEFT, _RIGHT, _TOP, _BOTTOM = 74, 84, 24, 44  # room for the numbers around the line
_CORNER: Final = 16
_CARD: Final = "#20242b"
_GRID: Final = "#48505c"
_NUMBERS: Final = "#d6dae0"
_LINE: Final = "#57d38c"
_POINT: Final = "#ffffff"
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES: Final = 5
_LEAST_SPAN: Final = 40  # points from bottom to top: a few points more or less are no mountain


def course_picture(ratings: Sequence[int]) -> bytes:
    """The PNG of ratings, the oldest first; a number at the end, and below how many games there are. Needs one."""
    step = next((one for one in _STEPS if _span(ratings) <= one * _MOST_LINES), 2000)
    low = min(ratings) // step * step
    high = max(-(-max(ratings) // step) * step, low + -(-_LEAST_SPAN // step) * step)
    pen = _Pen(low, high, len(ratings))
    for height in range(low, high + 1, step):
        pen.level(height)
    pen.line(ratings)
    pen.games(len(ratings))
    return pen.finish()


def _span(ratings: Sequence[int]) -> int:
    return max(max(ratings) - min(ratings), _LEAST_SPAN)


class _Pen:
    """Draws on a picture larger than wanted."""

    def __init__(self, low: int, high: int, games: int) -> None:
        self._low, self._high, self._games = low, high, games
        self._picture = Image.new("RGBA", (WIDTH * _SMOOTHING, HEIGHT * _SMOOTHING))
        self._canvas = ImageDraw.Draw(self._picture)
        self._small = ImageFont.load_default(22 * _SMOOTHING)
        self._large = ImageFont.load_default(28 * _SMOOTHING)
        box = (0, 0, self._picture.width - 1, self._picture.height - 1)
        self._canvas.rounded_rectangle(box, _CORNER * _SMOOTHING, fill=_CARD)

    def level(self, rating: int) -> None:
        """A thin line across, with its number at the left."""
        y = self._y(rating)
        ends = [(_LEFT * _SMOOTHING, y), ((WIDTH - _RIGHT) * _SMOOTHING, y)]
        self._canvas.line(ends, fill=_GRID, width=_SMOOTHING)
        self._canvas.text(((_LEFT - 10) * _SMOOTHING, y), str(rating), _NUMBERS, self._small, anchor="rm")

    def line(self, ratings: Sequence[int]) -> None:
        """The course, and its end with the number."""
        points = [(self._x(number), self._y(rating)) for number, rating in enumerate(ratings)]
        self._canvas.line(points, fill=_LINE, width=4 * _SMOOTHING, joint="curve")
        x, y = points[-1]
        self._canvas.circle((x, y), 7 * _SMOOTHING, fill=_POINT, outline=_LINE, width=3 * _SMOOTHING)
        self._canvas.text((x + 14 * _SMOOTHING, y), str(ratings[-1]), _POINT, self._large, anchor="lm")

    def games(self, games: int) -> None:
        """The numbers of the first and the last game, below."""
        y = (HEIGHT - _BOTTOM / 2) * _SMOOTHING
        for number in {0, games - 1}:
            self._canvas.text((self._x(number), y), str(number + 1), _NUMBERS, self._small, anchor="mm")

    def finish(self) -> bytes:
        """The PNG."""
        encoded = io.BytesIO()
        self._picture.reduce(_SMOOTHING).save(encoded, "PNG", optimize=True)
        return encoded.getvalue()

    def _x(self, number: int) -> float:
        across = number / (self._games - 1) if self._games > 1 else 0.5
        return (_LEFT + across * (WIDTH - _LEFT - _RIGHT)) * _SMOOTHING

    def _y(self, rating: int) -> float:
        up = (rating - self._low) / (self._high - self._low)
        return (HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM)) * _SMOOTHING
