"""Boards and statistics, out of the results of finished games."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Float,
    Select,
    Subquery,
    and_,
    case,
    cast,
    func,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from db.engine import reading
from db.schema import people, results
from db.values import BoardPage, BoardRow, Order, Partner, PlayerStats

MINIMUM_GAMES: Final = 5
"""Games somebody must have finished to be ranked by win rate."""
_SUMMED: Final = ("hands", "points_for", "points_against", "bids_made", "bids_set")


class Records:
    """Who won how often. Only people have results, and only a game that is finished gives them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def board(
        self,
        *,
        guild_id: int | None,
        since: datetime | None,
        by: Order,
        offset: int,
        limit: int,
        minimum_games: int = MINIMUM_GAMES,
    ) -> BoardPage:
        """A slice of the board of one server, or of everywhere when `guild_id` is None.

        `since` leaves out games that ended before. `minimum_games` counts for the win rate only. The order is
        total, so that pages neither repeat nor skip anybody: the measure, then wins, then the person's id.
        """
        ranked = _ranked(guild_id, since, by, minimum_games)
        page = _named(ranked).order_by(ranked.c.rank, ranked.c.wins.desc(), ranked.c.user_id)
        async with reading(self._engine) as connection:
            rows = (await connection.execute(page.offset(offset).limit(limit))).all()
            total = await connection.scalar(select(func.count()).select_from(ranked))
        return BoardPage(tuple(BoardRow(*row) for row in rows), total or 0)

    async def own_row(
        self,
        user_id: int,
        *,
        guild_id: int | None,
        since: datetime | None,
        by: Order,
        minimum_games: int = MINIMUM_GAMES,
    ) -> BoardRow | None:
        """The person's row on the same board; None when they are not on it."""
        ranked = _ranked(guild_id, since, by, minimum_games)
        async with reading(self._engine) as connection:
            row = (await connection.execute(_named(ranked).where(ranked.c.user_id == user_id))).one_or_none()
        return None if row is None else BoardRow(*row)

    async def stats(self, user_id: int, guild_id: int | None) -> PlayerStats | None:
        """All about one person, in one server or everywhere; None when they finished no game."""
        played = _played(guild_id, None)
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


def _played(guild_id: int | None, since: datetime | None) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [true()]
    if guild_id is not None:
        conditions.append(results.c.guild_id == guild_id)
    if since is not None:
        conditions.append(results.c.ended_at >= since)
    return and_(*conditions)


def _one_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return case((condition, 1), else_=0)


def _ranked(guild_id: int | None, since: datetime | None, by: Order, minimum_games: int) -> Subquery:
    tally = (
        select(
            results.c.user_id,
            func.count().label("games"),
            func.sum(_one_if(results.c.won)).label("wins"),
            func.sum(results.c.bids_made).label("bids_made"),
            func.sum(results.c.bids_set).label("bids_set"),
        )
        .where(_played(guild_id, since))
        .group_by(results.c.user_id)
        .subquery("tally")
    )
    # The quotients of equal fractions are the same float, so equals stay equal.
    measures = {
        "wins": tally.c.wins,
        "win-rate": cast(tally.c.wins, Float) / tally.c.games,
        "games": tally.c.games,
        "bids-made": tally.c.bids_made,
    }
    ranked = select(func.rank().over(order_by=measures[by].desc()).label("rank"), tally)
    if by == "win-rate":
        ranked = ranked.where(tally.c.games >= minimum_games)
    return ranked.subquery("ranked")


def _named(ranked: Subquery) -> Select[Any]:
    name = func.coalesce(people.c.name, "").label("name")
    columns = ranked.c
    return select(
        columns.rank, columns.user_id, name, columns.games, columns.wins, columns.bids_made, columns.bids_set
    ).outerjoin_from(ranked, people, people.c.user_id == columns.user_id)


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
