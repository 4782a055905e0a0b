"""The score hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.game.cards import Seat
from bot.game.state import HandResult, SidePoints
from bot.present.words import Words

MOST_LINES: Final = 20


def score_line(words: Words, score: SidePoints) -> str:
    """Both scores, in bold."""
    return words("score", ns=score_text(words, score.ns), ew=score_text(words, score.ew))


def score_text(words: Words, score: int) -> str:
    """A score; below nothing with a real minus sign."""
    return words("score.minus", number=-score) if score < 0 else str(score)


def change_text(words: Words, change: int) -> str:
    """``+38``, ``−31``."""
    return words("score.minus", number=-change) if change < 0 else words("score.plus", number=change)


def course(words: Words, results: Sequence[HandResult], most: int = MOST_LINES) -> str:
    """A small table, a line a hand; the oldest hands are left out where there are more than ``most``."""
    lines = [words("sheet.head")]
    left_out = max(0, len(results) - most)
    if left_out:
        lines.append(words.count("sheet.earlier", left_out))
    lines += [_line(words, number, result) for number, result in list(enumerate(results, 1))[left_out:]]
    return "```\n" + "\n".join(lines) + "\n```"


def _line(words: Words, number: int, result: HandResult) -> str:
    ns, ew = score_text(words, result.score.ns).rjust(4), score_text(words, result.score.ew).rjust(4)
    if result.declarer is None:
        return words("sheet.thrown-in", number=f"{number:>2}", ns=ns, ew=ew)
    return words(
        "sheet.made" if result.made else "sheet.set",
        number=f"{number:>2}",
        seat=_letter(words, result.declarer),
        bid=f"{result.bid:>2}",
        ns=ns,
        ew=ew,
    )


def _letter(words: Words, seat: Seat) -> str:
    return words(f"seat.{seat.value}.letter")
