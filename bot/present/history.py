"""Somebody's games that are over, a page of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.game.cards import Side
from bot.game.rules import RuleSet
from bot.present.escape import plain_name, safe_name
from bot.present.names import side_name
from bot.present.people import team
from bot.present.rules_line import rules_name
from bot.present.spec import LONGEST_OPTION, Accent, Button, Control, Menu, MessageSpec, Option, Part, Row, Text
from bot.present.words import Words
from bot.seats import Seating

GAMES_A_PAGE: Final = 8


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A game that is over; ``ended_at`` in seconds since 1970.

    ``winner`` is None for one that was ended without a result, ``rules`` for one whose rules are not known any more,
    ``side`` where the person had left.
    """

    game: int
    ended_at: int
    seating: Seating
    winner: Side | None
    side: Side | None
    rules: RuleSet | None


@dataclass(frozen=True, slots=True)
class History:
    """A page, from 1, of what one person has played on a server; ``total`` games in all."""

    user_id: int
    name: str
    page: int
    total: int
    lines: tuple[HistoryLine, ...]

    @property
    def pages(self) -> int:
        """How many pages there are, one at least."""
        return max(1, -(-self.total // GAMES_A_PAGE))


def history(words: Words, page: History) -> MessageSpec:
    """Two lines a game, a menu that opens one, buttons for the pages."""
    name = safe_name(page.name) or words("nameless.player")
    if not page.total:
        return MessageSpec((Text(words("history.empty", name=name)),))
    head = words("history.title", name=name)
    count = words("history.page", total=page.total, page=page.page, pages=page.pages)
    parts: list[Part] = [Text(f"{head}\n{count}")]
    if page.lines:
        parts.append(Text("\n".join(_line(words, line) for line in page.lines)))
        options = tuple(_option(words, line) for line in page.lines)
        parts.append(Row((Menu(Control("history-open"), options, words("history.menu")),)))
    else:
        parts.append(Text(words("history.beyond")))
    if page.pages > 1:
        parts.append(Row(tuple(_page_buttons(words, page))))
    return MessageSpec(tuple(parts), Accent.PLAIN)


def _line(words: Words, line: HistoryLine) -> str:
    if line.winner is None:
        mark = words("history.mark.ended")
    else:
        mark = words("history.mark.won" if line.side is line.winner else "history.mark.lost")
    return words(
        "history.line",
        game=line.game,
        mark=mark,
        when=f"<t:{line.ended_at}:d>",
        ns=team(words, line.seating, Side.NS),
        against=words("history.against"),
        ew=team(words, line.seating, Side.EW),
        result=_result(words, line),
        rules=rules_name(words, line.rules) if line.rules is not None else words("history.unknown-rules"),
    )


def _result(words: Words, line: HistoryLine) -> str:
    if line.winner is None:
        return words("history.ended")
    if line.side is None:
        return words("history.left", side=side_name(words, line.winner))
    return words("history.won" if line.side is line.winner else "history.lost", side=side_name(words, line.side))


def _option(words: Words, line: HistoryLine) -> Option:
    return Option(words("history.option", game=line.game), str(line.game), _names(words, line)[:LONGEST_OPTION])


def _page_buttons(words: Words, page: History) -> Iterator[Button]:
    who, here, last = str(page.user_id), page.page, page.pages
    before = Control("history", seq=max(1, min(here - 1, last)), argument=who)
    yield Button(words("button.previous"), before, disabled=here <= 1)
    yield Button(words("button.following"), Control("history", seq=here + 1, argument=who), disabled=here >= last)


def offered(words: Words, line: HistoryLine) -> str:
    """A game as a line of autocomplete, which reads no markdown."""
    names = _names(words, line)
    return words("history.offer", game=line.game, result=_result(words, line), names=names)


def _names(words: Words, line: HistoryLine) -> str:
    return " · ".join(plain_name(who.name) or words("history.robot") for who in line.seating)
