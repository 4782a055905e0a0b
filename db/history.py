"""Games that are over: whose they were, and which was the last."""

from sqlalchemy import ColumnElement, Select, Subquery, func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import reading
from db.saved import load_seats
from db.schema import games, people, results, seats
from db.values import OPEN, HistoryPage, PastGame


class History:
    """A game is somebody's who sat there when it ended, or whose seat a robot held then."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, user_id: int, guild_id: int, *, offset: int, limit: int) -> HistoryPage:
        """A slice of the person's games in one server, newest first: played to their end, or ended in play."""
        theirs = _games_of(user_id)
        over = (games.c.id.in_(select(theirs.c.game_id)), games.c.guild_id == guild_id, _is_over())
        page = (
            select(games.c.id, games.c.status, games.c.rules, games.c.ended_at, games.c.winner, results.c.side)
            .outerjoin(results, (results.c.game_id == games.c.id) & (results.c.user_id == user_id))
            .where(*over)
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .offset(offset)
            .limit(limit)
        )
        async with reading(self._engine) as connection:
            rows = (await connection.execute(page)).all()
            total = await connection.scalar(select(func.count()).select_from(games).where(*over))
            name = await connection.scalar(select(people.c.name).where(people.c.user_id == user_id))
            taken = await load_seats(connection, games.c.id.in_([row.id for row in rows])) if rows else {}
        found = (
            PastGame(row.id, row.status, row.rules, row.ended_at, row.winner, tuple(taken.get(row.id, ())), row.side)
            for row in rows
        )
        return HistoryPage(name or "", tuple(found), total or 0)

    async def last_in(self, channel_id: int) -> int | None:
        """The newest game of a channel that is over; None where there is none."""
        newest = (
            select(games.c.id)
            .where(games.c.channel_id == channel_id, _is_over())
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(1)
        )
        async with reading(self._engine) as connection:
            return await _first(connection, newest)


async def _first(connection: AsyncConnection, question: Select[tuple[int]]) -> int | None:
    found: int | None = await connection.scalar(question)
    return found


def _is_over() -> ColumnElement[bool]:
    """A lobby that nobody started is no game."""
    return games.c.status.not_in(OPEN) & games.c.dealer.is_not(None)


def _games_of(user_id: int) -> Subquery:
    """Each question by an index of its own; together they would look through all seats."""
    sits, left, counts = (
        select(table.c.game_id).where(column == user_id)
        for table, column in ((seats, seats.c.user_id), (seats, seats.c.owner_id), (results, results.c.user_id))
    )
    return union(sits, left, counts).subquery("theirs")
