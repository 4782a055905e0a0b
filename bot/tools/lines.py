"""The lines of a file of records, read without ever holding more than one, however long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from bot.present.words import Words
from bot.tools.unusable import Unusable

#: Bytes. The longest game that ``simulate --legal`` can write, 500 hands of it, stays under this.
LONGEST_LINE: Final = 8_000_000
STANDARD_INPUT: Final = "-"
_CHUNK: Final = 1 << 16


class Line(NamedTuple):
    """One line that is not blank; ``number`` counts from 1. ``text`` is None for a line that is too long to read.

    ``text`` is without the line's end, and ``whole`` is False for a last line that has none.
    """

    number: int
    text: bytes | None
    whole: bool


def lines(source: BinaryIO) -> Iterator[Line]:
    """Every line that is not blank."""
    number = 0
    while text := source.readline(LONGEST_LINE + 1):
        number += 1
        whole = text.endswith(b"\n")
        if not whole and len(text) > LONGEST_LINE:
            yield Line(number, None, _skip(source))
        elif not text.isspace():
            yield Line(number, text.rstrip(b"\r\n"), whole)


def _skip(source: BinaryIO) -> bool:
    """Reads on to the end of the line; whether it has one."""
    while rest := source.readline(_CHUNK):
        if rest.endswith(b"\n"):
            return True
    return False


@contextmanager
def opened(words: Words, file: str) -> Iterator[BinaryIO]:
    """A file's bytes; ``-`` is standard input. Raises Unusable when it can't be read."""
    if file == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    try:
        source = Path(file).open("rb")  # noqa: SIM115 - closed below; only opening it is to be refused like this
    except (OSError, ValueError) as error:
        raise Unusable(words("records.unreadable", file=file, why=_why(error))) from None
    with source:
        yield source


def _why(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
