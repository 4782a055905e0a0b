"""The picture of a rating's course: there for any course, the same for the same, and the line where it should be."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from bot.present.course import HEIGHT, WIDTH, course_picture

LINE = ImageColor.getrgb("#57d38c")


def heights(ratings: list[int]) -> list[float]:
    """How far from the top the line is, from left to right, where the end's mark does not hide it."""
    with Image.open(io.BytesIO(course_picture(ratings))) as opened:
        picture = opened.convert("RGB")
    found = []
    for x in range(80, WIDTH - 100, 20):
        column = [y for y in range(HEIGHT) if picture.getpixel((x, y)) == LINE]
        if column:
            found.append(sum(column) / len(column))
    return found


@settings(max_examples=20)
@given(st.lists(st.integers(-200, 4000), min_size=1, max_size=100))
def test_any_course_is_a_picture(ratings: list[int]) -> None:
    made = course_picture(ratings)
    assert made == course_picture(ratings)
    with Image.open(io.BytesIO(made)) as picture:
        assert picture.format == "PNG"
        assert picture.size == (WIDTH, HEIGHT)
    assert len(made) < 60_000


def test_the_line_goes_as_the_rating_does() -> None:
    rising, falling = heights(list(range(1000, 1400, 20))), heights(list(range(1400, 1000, -20)))
    assert len(rising) > 20
    assert rising == sorted(rising, reverse=True)
    assert falling == sorted(falling)
    level = heights([1000] * 10)
    assert max(level) - min(level) <= 1


def test_a_few_points_are_no_mountain() -> None:
    course = heights([1000, 1004, 1001, 1003, 1000])
    assert max(course) - min(course) < HEIGHT / 6
