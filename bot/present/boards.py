"""The leaderboard, and what the finished games say about one person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.present.escape import safe_name
from bot.present.spec import Accent, Button, Control, Divider, Menu, MessageSpec, Option, Part, Row, Text
from bot.present.words import Words
from bot.rating import PROVISIONAL, is_provisional

SCOPES: Final = {"s": "server", "e": "everywhere"}
PERIODS: Final = {"a": "all-time", "q": "season", "m": "month", "w": "week"}
PAIRS: Final = "d"
ORDERS: Final = {
    "t": "rating", "w": "wins", "r": "win-rate", "b": "bids-made", "p": "points", PAIRS: "pairs",
}  # fmt: skip
PAGE_SIZE: Final = 10

#: Averages, on which nobody stands who has only just begun.
_AVERAGES: Final = ("win-rate", "points", "pairs")

#: Boards of earlier versions, in menus that are still about, and what has taken their place.
_FORMER_ORDERS: Final = {"g": "w"}

#: A page with more digits is nobody's: the store counts no further than 64 bits.
_MOST_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Which board is wanted: keys of SCOPES, PERIODS and ORDERS, and a page from 1."""

    scope: str = "s"
    period: str = "a"
    order: str = "w"
    page: int = 1

    @staticmethod
    def parse(argument: str) -> BoardQuery:
        """The query a control carries. Raises ValueError."""
        scope, period, order, page = argument.split(".")
        order = _FORMER_ORDERS.get(order, order)
        known = scope in SCOPES and period in PERIODS and order in ORDERS
        if not (known and page.isdecimal() and len(page) <= _MOST_DIGITS):
            raise ValueError(f"not a board: {argument[:40]!r}")
        return BoardQuery(scope, period, order, max(1, int(page)))

    def __str__(self) -> str:
        return f"{self.scope}.{self.period}.{self.order}.{self.page}"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A person on the board, or two on that of pairs, by id and name; ``rank`` from 1, equals share one.

    ``rating`` is None without one; ``rated`` counts the rated games.
    """

    rank: int
    people: tuple[tuple[int, str], ...]
    games: int
    wins: int
    bids_made: int = 0
    bids_set: int = 0
    hands: int = 0
    points: int = 0
    rating: int | None = None
    rated: int = 0

    def is_of(self, line: BoardLine | None) -> bool:
        """Whether the other is about the same people."""
        return line is not None and {one for one, _ in self.people} == {one for one, _ in line.people}


@dataclass(frozen=True, slots=True)
class Board:
    """A page of the board. ``total`` lines are on it in all; ``own`` is the asker's line, None where there is none.

    ``minimum`` games take who wants to stand on a board of averages; the asker has ``own_games``.
    """

    query: BoardQuery
    lines: tuple[BoardLine, ...]
    total: int
    asker_id: int
    own: BoardLine | None = None
    own_games: int = 0
    minimum: int = 0

    @property
    def pages(self) -> int:
        """How many pages there are, one at least."""
        return max(1, -(-self.total // PAGE_SIZE))


def board(words: Words, page: Board) -> MessageSpec:
    """Ten lines, the asker's own always, menus for which board, buttons for the pages."""
    order = ORDERS[page.query.order]
    parts: list[Part] = [Text("\n".join(_head(words, page)))]
    if page.lines:
        parts.append(Text("\n".join(_line(words, page, line) for line in page.lines)))
        if page.own is not None and not any(line.is_of(page.own) for line in page.lines):
            parts += [Divider(), Text(_line(words, page, page.own))]
    elif page.total:
        parts.append(Text(words("board.beyond")))
    else:
        parts.append(Text(words(f"board.empty.{order}", minimum=page.minimum)))
    notes = "\n".join(_notes(words, page, order))
    parts += [Text(notes)] if notes else []
    parts += _menus(words, page.query)
    if page.pages > 1:
        parts.append(Row(tuple(_page_buttons(words, page))))
    return MessageSpec(tuple(parts), Accent.PLAIN)


def _head(words: Words, page: Board) -> Iterator[str]:
    query = page.query
    yield words("board.title", scope=words(f"board.scope.{SCOPES[query.scope]}"))
    period, order = words(f"board.period.{PERIODS[query.period]}"), words(f"board.order.{ORDERS[query.order]}")
    key = "board.page" if page.pages > 1 else "board.page.one"
    yield words(key, period=period, order=order, page=query.page, pages=page.pages)


def _line(words: Words, page: Board, line: BoardLine) -> str:
    names = [(user_id, safe_name(name) or words("board.former")) for user_id, name in line.people]
    told = [words("board.you", name=name) if user_id == page.asker_id else name for user_id, name in names]
    is_own = any(user_id == page.asker_id for user_id, _ in names)
    who = told[0] if len(told) == 1 else words("board.pair", one=told[0], other=told[1])
    key = "board.line.own" if is_own else "board.line"
    return words(key, rank=f"{line.rank:>2}", name=who, figures=_figures(words, ORDERS[page.query.order], line))


def _figures(words: Words, order: str, line: BoardLine) -> str:
    return words(
        f"board.figures.{order}",
        wins=line.wins,
        games=line.games,
        rate=percentage(line.wins, line.games),
        made=line.bids_made,
        bids=line.bids_made + line.bids_set,
        points=f"{line.points / max(1, line.hands):.1f}",
        hands=words.count("board.hands", line.hands),
        rating=rating_text(words, line.rating or 0, provisional=is_provisional(line.rated)),
        rated=words.count("board.games", line.rated),
    )


def _notes(words: Words, page: Board, order: str) -> Iterator[str]:
    """Who is on the board, where that isn't everybody; what a mark means; why the asker is not on it."""
    if page.lines:
        if order in _AVERAGES:
            yield words("board.minimum.pairs" if order == "pairs" else "board.minimum", minimum=page.minimum)
        if order == "rating" and any(is_provisional(line.rated) for line in page.lines):
            yield words("board.provisional", rated=PROVISIONAL)
        if page.own is None and order in _AVERAGES and page.own_games:
            yield words(f"board.not-yet.{order}", games=words.count("board.games", page.own_games))
        elif page.own is None:
            yield words("board.not-yet.rating" if order == "rating" else "board.you-are-not")


def rating_text(words: Words, rating: int, *, provisional: bool) -> str:
    """``1240``, and ``1240?`` where there are only few rated games."""
    return words("rating.provisional" if provisional else "rating", rating=rating)


def percentage(part: int, whole: int) -> int:
    """A share in whole per cent, halves upward."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def _menus(words: Words, query: BoardQuery) -> Iterator[Row]:
    first = replace(query, page=1)
    scopes = {str(replace(first, scope=code)): f"board.scope.{name}" for code, name in SCOPES.items()}
    periods = {str(replace(first, period=code)): f"board.period.{name}" for code, name in PERIODS.items()}
    orders = {str(replace(first, order=code)): f"board.order.{name}" for code, name in ORDERS.items()}
    for subject, choices in (("scope", scopes), ("period", periods), ("order", orders)):
        options = tuple(Option(words(key), value, chosen=value == str(first)) for value, key in choices.items())
        yield Row((Menu(Control("board", argument=subject), options, words(f"board.menu.{subject}")),))


def _page_buttons(words: Words, page: Board) -> Iterator[Button]:
    here, last = page.query.page, page.pages
    previous, following = replace(page.query, page=min(here - 1, last)), replace(page.query, page=here + 1)
    yield Button(words("button.previous"), Control("board", argument=str(previous)), disabled=here <= 1)
    yield Button(words("button.following"), Control("board", argument=str(following)), disabled=here >= last)
