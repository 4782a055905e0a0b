"""The leaderboard and people's statistics: from the store to the presenter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, cast

import discord

from bot.present.boards import (
    ORDERS,
    PAGE_SIZE,
    PERIODS,
    SCOPES,
    Board,
    BoardLine,
    BoardQuery,
    Stats,
    board,
)
from bot.present.boards import stats as stats_page
from bot.present.spec import MessageSpec
from bot.refusals import Refusal, Refused
from bot.wire.answer import Answer
from bot.wire.presses import Handler, Press
from db.values import BoardRow, Order, PlayerStats

_LAST_PAGE: Final = 1_000_000  # far more people than there are
_SCOPE_CODES: Final = {name: code for code, name in SCOPES.items()}
_PERIOD_CODES: Final = {name: code for code, name in PERIODS.items()}
_ORDER_CODES: Final = {name: code for code, name in ORDERS.items()}


async def leaderboard(answer: Answer, scope: str, period: str, order: str) -> None:
    """Shows the first page of a board, by the names of what is wanted."""
    query = BoardQuery(_SCOPE_CODES[scope], _PERIOD_CODES[period], _ORDER_CODES[order])
    await answer.show(await _board(answer, query))


async def stats(answer: Answer, member: discord.User | discord.Member) -> None:
    """Shows what somebody has played on this server."""
    found = await answer.desk.store.records.stats(member.id, answer.interaction.guild_id)
    await answer.show(stats_page(answer.words, _stats(member.display_name, found)))


async def _turn_page(press: Press) -> None:
    try:
        query = BoardQuery.parse(press.values[0] if press.values else press.control.argument)
    except ValueError:
        raise Refused(Refusal.OLD_CONTROL) from None
    if query.page > _LAST_PAGE:
        raise Refused(Refusal.OLD_CONTROL)
    await press.redraw(await _board(press, query))


async def _board(answer: Answer, query: BoardQuery) -> MessageSpec:
    records = answer.desk.store.records
    guild_id = answer.interaction.guild_id if SCOPES[query.scope] == "server" else None
    since = _since(PERIODS[query.period], answer.desk.house.now())
    order = cast("Order", ORDERS[query.order])
    start = (query.page - 1) * PAGE_SIZE
    page = await records.board(guild_id=guild_id, since=since, by=order, offset=start, limit=PAGE_SIZE)
    own = await records.own_row(answer.user_id, guild_id=guild_id, since=since, by=order)
    lines = tuple(_line(row) for row in page.rows)
    return board(answer.words, Board(query, lines, page.total, answer.user_id, _line(own) if own is not None else None))


def _since(period: str, now: float) -> datetime | None:
    today = datetime.fromtimestamp(now, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    match period:
        case "month":
            return today.replace(day=1)
        case "week":
            return today - timedelta(days=today.weekday())
        case _:
            return None


def _line(row: BoardRow) -> BoardLine:
    return BoardLine(row.rank, row.user_id, row.name, row.games, row.wins, row.bids_made, row.bids_set)


def _stats(name: str, found: PlayerStats | None) -> Stats:
    if found is None:
        return Stats(name)
    partner = found.best_partner
    return Stats(
        name=name,
        games=found.games,
        wins=found.wins,
        hands=found.hands,
        points_for=found.points_for,
        points_against=found.points_against,
        bids_made=found.bids_made,
        bids_set=found.bids_set,
        last_played=found.last_played,
        partner_name=partner.name if partner is not None else None,
        partner_games=partner.games if partner is not None else 0,
        partner_wins=partner.wins if partner is not None else 0,
    )


BOARD_CONTROLS: dict[str, Handler] = {"board": _turn_page}
