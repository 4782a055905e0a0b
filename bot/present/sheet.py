"""The score hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.game.cards import Seat
from bot.game.state import HandResult
from bot.present.words import Words

MOST_LINES: Final = 20


def course(words: Words, results: Sequence[HandResult], most: int = MOST_LINES) -> str:
    """A small table, a line a hand; the oldest hands are left out where there are more than ``most``."""
    lines = [words("sheet.head")]
    left_out = max(0, len(results) - most)
    if left_out:
        lines.append(words.count("sheet.earlier", left_out))
    lines += [_line(words, number, result) for number, result in list(enumerate(results, 1))[left_out:]]
    return "```\n" + "\n".join(lines) + "\n```"


def _line(words: Words, number: int, result: HandResult) -> str:
    if result.declarer is None:
        return words("sheet.thrown-in", number=f"{number:>2}", ns=f"{result.score.ns:>4}", ew=f"{result.score.ew:>4}")
    return words(
        "sheet.made" if result.made else "sheet.set",
        number=f"{number:>2}",
        seat=_letter(words, result.declarer),
        bid=f"{result.bid:>2}",
        ns=f"{result.score.ns:>4}",
        ew=f"{result.score.ew:>4}",
    )


def _letter(words: Words, seat: Seat) -> str:
    return words(f"seat.{seat.value}.letter")
