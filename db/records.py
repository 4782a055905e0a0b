"""What the results of finished games say about one person."""

from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    case,
    func,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine import reading
from db.schema import people, results
from db.values import Partner, PlayerStats

_SUMMED: Final = ("hands", "points_for", "points_against", "bids_made", "bids_set")


class Records:
    """Who won how often. Only people have results, and only a game that is finished gives them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def stats(self, user_id: int, guild_id: int | None) -> PlayerStats | None:
        """All about one person, in one server or everywhere; None when they finished no game."""
        played = _played(guild_id)
        totals = (
            select(
                func.coalesce(people.c.name, "").label("name"),
                func.count().label("games"),
                func.sum(_one_if(results.c.won)).label("wins"),
                *(func.sum(results.c[name]).label(name) for name in _SUMMED),
                func.max(results.c.ended_at).label("last_played"),
            )
            .select_from(results.outerjoin(people, people.c.user_id == results.c.user_id))
            .where(played, results.c.user_id == user_id)
            .group_by(people.c.name)
        )
        async with reading(self._engine) as connection:
            row = (await connection.execute(totals)).mappings().one_or_none()
            if row is None:
                return None
            partner = (await connection.execute(_best_partner(user_id, played))).one_or_none()
        best_partner = None if partner is None else Partner(*partner)
        return PlayerStats(user_id, **row, best_partner=best_partner)


def _played(guild_id: int | None) -> ColumnElement[bool]:
    return true() if guild_id is None else results.c.guild_id == guild_id


def _one_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return case((condition, 1), else_=0)


def _best_partner(user_id: int, played: ColumnElement[bool]) -> Select[Any]:
    partners = results.alias("partners")
    name = func.coalesce(people.c.name, "").label("name")
    wins = func.sum(_one_if(results.c.won))
    return (
        select(partners.c.user_id, name, func.count(), wins)
        .select_from(
            results.join(
                partners,
                and_(
                    partners.c.game_id == results.c.game_id,
                    partners.c.side == results.c.side,
                    partners.c.user_id != results.c.user_id,
                ),
            ).outerjoin(people, people.c.user_id == partners.c.user_id)
        )
        .where(played, results.c.user_id == user_id)
        .group_by(partners.c.user_id, people.c.name)
        .having(wins > 0)
        .order_by(wins.desc(), func.count(), partners.c.user_id)
        .limit(1)
    )
