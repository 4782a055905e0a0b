"""Names from outside made safe to stand in our lines: no markdown, no mention, nothing invisible, never too wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

#: How many columns a name may take, by default; a wide letter takes two.
NAME_WIDTH: Final = 16

_MARKDOWN: Final = frozenset("\\*_~|`<>#[]()@:/-+=.")
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs nobody can see
_JOINERS: Final = frozenset("\u200c\u200d")  # Persian, Indic scripts and families of emoji need them
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Me"})
_MOST_MARKS: Final = 3
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def plain_name(name: str, width: int = NAME_WIDTH) -> str:
    """The name for a label, where no markdown is read; empty when there is nothing in it to see."""
    return _isolated(_shortened(_visible(name), width))


@lru_cache(maxsize=4096)
def safe_name(name: str, width: int = NAME_WIDTH) -> str:
    """The name for a text, its markdown and mentions escaped; empty when there is nothing in it to see."""
    short = _shortened(_visible(name), width)
    return _isolated("".join(f"\\{letter}" if letter in _MARKDOWN else letter for letter in short))


def columns(text: str) -> int:
    """How wide a text is, a narrow letter being one."""
    return sum(_columns(letter) for letter in text)


def _visible(name: str) -> str:
    kept = "".join(_kept(name))
    joined = "".join(letter for place, letter in enumerate(kept) if letter not in _JOINERS or _joins(kept, place))
    text = " ".join(joined.split())
    return text if any(unicodedata.category(letter) not in _MARKS for letter in text) else ""


def _kept(name: str) -> Iterator[str]:
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        if letter in _JOINERS:
            yield letter
        elif letter.isspace():
            marks = 0
            yield " "
        elif letter not in _BLANK and kind not in _INVISIBLE:
            marks = marks + 1 if kind in _MARKS else 0
            if marks <= _MOST_MARKS:
                yield letter


def _joins(text: str, place: int) -> bool:
    """Whether the joiner there stands between two letters that it could join."""
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return len(around) == 2 and not any(letter.isascii() or letter in _JOINERS for letter in around)


def _shortened(text: str, width: int) -> str:
    if columns(text) <= width:
        return text
    room, end = width - 1, 0
    for end, letter in enumerate(text):  # noqa: B007 (the place where there is no more room)
        room -= _columns(letter)
        if room < 0:
            break
    return text[:end].rstrip() + "…"


def _columns(letter: str) -> int:
    if letter in _JOINERS or unicodedata.category(letter) in _MARKS:
        return 0
    if "\ufdf0" <= letter <= "\ufdff":
        return 8  # whole phrases in one letter
    return 2 if ord(letter) > 0xFFFF or unicodedata.east_asian_width(letter) in "WF" else 1


def _isolated(text: str) -> str:
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return f"{_ISOLATE}{text}{_END_ISOLATE}"
    return text
