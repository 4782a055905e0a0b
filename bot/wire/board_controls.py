"""The leaderboard: from the store to the presenter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypedDict, cast

from bot.present.boards import (
    ORDERS,
    PAGE_SIZE,
    PAIRS,
    PERIODS,
    SCOPES,
    Board,
    BoardLine,
    BoardQuery,
    board,
)
from bot.present.spec import MessageSpec
from bot.refusals import Refusal, Refused
from bot.saving import moment
from bot.wire.answer import Answer
from bot.wire.presses import Handler, Press
from db.periods import Period, period_of
from db.schema import MINIMUM_GAMES
from db.values import BoardPage, BoardRow, Order, PairRow, Row

_LAST_PAGE: Final = 1_000_000  # far more people than there are
_SCOPE_CODES: Final = {name: code for code, name in SCOPES.items()}
_PERIOD_CODES: Final = {name: code for code, name in PERIODS.items()}
_ORDER_CODES: Final = {name: code for code, name in ORDERS.items()}


async def leaderboard(answer: Answer, scope: str, period: str, order: str | None) -> None:
    """Shows the first page of a board, by the names of what is wanted.

    Without an order it is by rating, where anybody has one, else by wins.
    """
    if order is None:
        guild_id = answer.interaction.guild_id if scope == "server" else None
        order = "rating" if await answer.desk.store.boards.anybody_rated(guild_id) else "wins"
    query = BoardQuery(_SCOPE_CODES[scope], _PERIOD_CODES[period], _ORDER_CODES[order])
    await answer.show(await _board(answer, query))


async def _turn_page(press: Press) -> None:
    try:
        query = BoardQuery.parse(press.values[0] if press.values else press.control.argument)
    except ValueError:
        raise Refused(Refusal.OLD_CONTROL) from None
    if query.page > _LAST_PAGE:
        raise Refused(Refusal.OLD_CONTROL)
    await press.redraw(await _board(press, query))


async def _board(answer: Answer, query: BoardQuery) -> MessageSpec:
    where = _Where(
        guild_id=answer.interaction.guild_id if SCOPES[query.scope] == "server" else None,
        period=period_of(cast("Period", PERIODS[query.period]), moment(answer.desk.house.now())),
        offset=(query.page - 1) * PAGE_SIZE,
        limit=PAGE_SIZE,
        asker=answer.user_id,
    )
    boards = answer.desk.store.boards
    if query.order == PAIRS:
        pairs = await boards.pairs(**where)
        return _page(answer, query, pairs, _line_of_pair)
    return _page(answer, query, await boards.people(**where, by=cast("Order", ORDERS[query.order])), _line)


class _Where(TypedDict):
    guild_id: int | None
    period: str
    offset: int
    limit: int
    asker: int


def _page(answer: Answer, query: BoardQuery, found: BoardPage[Row], line: Callable[[Row], BoardLine]) -> MessageSpec:
    own = line(found.own) if found.own is not None else None
    lines = tuple(line(row) for row in found.rows)
    return board(
        answer.words, Board(query, lines, found.total, answer.user_id, own, found.own_games, minimum=MINIMUM_GAMES)
    )


def _line(row: BoardRow) -> BoardLine:
    return BoardLine(
        row.rank, ((row.user_id, row.name),), row.games, row.wins, row.bids_made, row.bids_set, row.hands,
        row.points_for, row.rating, row.rated,
    )  # fmt: skip


def _line_of_pair(row: PairRow) -> BoardLine:
    people = (row.user_id, row.name), (row.partner_id, row.partner_name)
    return BoardLine(row.rank, people, row.games, row.wins)


BOARD_CONTROLS: dict[str, Handler] = {"board": _turn_page}
