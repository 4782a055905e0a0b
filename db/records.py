"""What the results of finished games say about one person.

Read in a few questions about the person's own games; somebody with ten thousand of them is somebody with few who play.
"""

from statistics import median
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.counting import EVERYWHERE
from db.engine import reading
from db.schema import contracts, entries, hints, people, rating_changes, results
from db.values import Level, Partner, PlayerStats, Skill

LEVELS: Final = (0, 30, 40, 50)
"""The lowest bids of the levels of contracts."""
COURSE: Final = 100
"""Rated games that the course of a rating goes back."""
_TIMED: Final = 20  # games whose decisions are timed: a few thousand
_SUMMED: Final = ("hands", "points_for", "points_against", "bids_made", "bids_set")


class Records:
    """Only people have results, and only a game that is finished gives them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def stats(self, user_id: int, guild_id: int | None) -> PlayerStats | None:
        """All about one person, in one server or everywhere; None when they finished no game."""
        own = and_(results.c.user_id == user_id, true() if guild_id is None else results.c.guild_id == guild_id)
        async with reading(self._engine) as connection:
            row = (await connection.execute(_totals(own))).mappings().one_or_none()
            if row is None:
                return None
            return PlayerStats(
                user_id,
                **row,
                best_partner=await _partner(connection, own, with_them=True, best=True),
                partner=await _partner(connection, own, with_them=True),
                opponent=await _partner(connection, own, with_them=False),
                **await _contracts(connection, own),
                hints=await _hints(connection, own, user_id),
                seconds=await _seconds(connection, own, user_id),
                skills=await _skills(connection, user_id, guild_id),
            )


def _totals(own: ColumnElement[bool]) -> Select[Any]:
    columns: list[ColumnElement[Any]] = [
        func.coalesce(people.c.name, "").label("name"),
        func.count().label("games"),
        func.sum(_one_if(results.c.won)).label("wins"),
        *(func.sum(results.c[name]).label(name) for name in _SUMMED),
        func.max(results.c.ended_at).label("last_played"),
    ]
    return (
        select(*columns)
        .select_from(results.outerjoin(people, people.c.user_id == results.c.user_id))
        .where(own)
        .group_by(people.c.name)
    )


def _one_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return case((condition, 1), else_=0)


async def _partner(
    connection: AsyncConnection, own: ColumnElement[bool], *, with_them: bool, best: bool = False
) -> Partner | None:
    """Whom most games were played with, or against; the best is who most were won with, in the fewest games."""
    others = results.alias("others")
    same_side = others.c.side == results.c.side
    together = and_(
        others.c.game_id == results.c.game_id,
        others.c.user_id != results.c.user_id,
        same_side if with_them else ~same_side,
    )
    games, wins = func.count(), func.sum(_one_if(results.c.won))
    question = (
        select(others.c.user_id, func.coalesce(people.c.name, "").label("name"), games, wins)
        .select_from(results.join(others, together).outerjoin(people, people.c.user_id == others.c.user_id))
        .where(own)
        .group_by(others.c.user_id, people.c.name)
        .limit(1)
    )
    if best:
        question = question.having(wins > 0).order_by(wins.desc(), games, others.c.user_id)
    else:
        question = question.order_by(games.desc(), wins.desc(), others.c.user_id)
    found = (await connection.execute(question)).one_or_none()
    return None if found is None else Partner(*found)


async def _contracts(connection: AsyncConnection, own: ColumnElement[bool]) -> dict[str, Any]:
    """The levels, and the averages of bid and take."""
    level = case(*((contracts.c.bid >= low, low) for low in reversed(LEVELS)))
    made = func.sum(_one_if(contracts.c.points >= contracts.c.bid))
    question = (
        select(level, func.count(), made, func.sum(contracts.c.bid), func.sum(contracts.c.points))
        .select_from(
            results.join(contracts, and_(contracts.c.game_id == results.c.game_id, contracts.c.seat == results.c.seat))
        )
        .where(own)
        .group_by(level)
        .order_by(level)
    )
    rows = (await connection.execute(question)).all()
    count = sum(row[1] for row in rows)
    return {
        "levels": tuple(Level(low, won, number - won) for low, number, won, _, _ in rows),
        "average_bid": sum(row[3] for row in rows) / count if count else None,
        "average_take": sum(row[4] for row in rows) / count if count else None,
    }


async def _hints(connection: AsyncConnection, own: ColumnElement[bool], user_id: int) -> int:
    joined = results.join(hints, and_(hints.c.game_id == results.c.game_id, hints.c.user_id == user_id))
    return await connection.scalar(select(func.count()).select_from(joined).where(own)) or 0


async def _seconds(connection: AsyncConnection, own: ColumnElement[bool], user_id: int) -> float | None:
    """From the entry before to the decision. Discards are left out: those before them are other people's."""
    newest = select(results.c.game_id).where(own).order_by(results.c.ended_at.desc()).limit(_TIMED)
    before = entries.alias("entry_before")
    follows = and_(before.c.game_id == entries.c.game_id, before.c.seq == entries.c.seq - 1)
    question = (
        select(before.c.at, entries.c.at)
        .select_from(entries.join(before, follows))
        .where(
            entries.c.game_id.in_(newest),
            entries.c.user_id == user_id,
            entries.c.by == "person",
            entries.c.action.not_like("discard%"),
        )
    )
    taken = [(after - earlier).total_seconds() for earlier, after in await connection.execute(question)]
    return median(taken) if taken else None


async def _skills(connection: AsyncConnection, user_id: int, guild_id: int | None) -> tuple[Skill, ...]:
    changes = rating_changes.c
    scope = EVERYWHERE if guild_id is None else guild_id
    question = (
        select(changes.mu, changes.sigma)
        .where(changes.guild_id == scope, changes.user_id == user_id)
        .order_by(changes.number.desc())
        .limit(COURSE)
    )
    return tuple((mu, sigma) for mu, sigma in reversed((await connection.execute(question)).all()))
