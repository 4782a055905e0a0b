"""Pages of boards, out of standings and pairs. Each board has an index, read backwards; nothing is sorted here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Table, and_, func, literal_column, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.counting import EVERYWHERE
from db.engine import reading
from db.schema import MINIMUM_GAMES, pairs, people, standings
from db.values import BoardPage, BoardRow, Order, PairRow


@dataclass(frozen=True, slots=True)
class Measure:
    """What a board is sorted by, and who is on it: in the words of its index, so that this is used."""

    column: Column[Any]
    condition: ColumnElement[bool]


def _enough(table: Table) -> ColumnElement[bool]:
    return table.c.games >= literal_column(str(MINIMUM_GAMES))


_MEASURES: Final[Mapping[Order, Measure]] = MappingProxyType(
    {
        "rating": Measure(standings.c.rating, standings.c.rating.is_not(None)),
        "wins": Measure(standings.c.wins, true()),
        "win-rate": Measure(standings.c.win_rate, _enough(standings)),
        "bids-made": Measure(standings.c.bids_made, true()),
        "points": Measure(standings.c.points_a_hand, _enough(standings)),
    }
)
_ONCE: Final = pairs.c.user_id < pairs.c.partner_id
_PAIRS: Final = Measure(pairs.c.win_rate, and_(_enough(pairs), _ONCE))

_partners = people.alias("partners")


class Boards:
    """Who is best at what, in one server or everywhere, in one period (`db.periods`).

    The order is total, so that pages neither repeat nor skip anybody: the measure, then wins, then the person's id,
    the largest first.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def people(
        self, *, guild_id: int | None, period: str, by: Order, offset: int, limit: int, asker: int
    ) -> BoardPage[BoardRow]:
        """A slice of a board of people; averages are for who has finished MINIMUM_GAMES."""
        board, measure = _board(standings, guild_id, period), _MEASURES[by]
        columns = (standings.c[name] for name in ("games", "wins", "bids_made", "bids_set", "hands", "points_for"))
        told = (
            select(standings.c.user_id, _name(people), *columns, standings.c.rating)
            .add_columns(func.coalesce(standings.c.rated, literal_column("0")))
            .add_columns(measure.column.label("measure"), measure.condition.label("is_on"))
            .outerjoin_from(standings, people, people.c.user_id == standings.c.user_id)
        )
        async with reading(self._engine) as connection:
            total, place = await _place(connection, board, measure, offset, limit)
            them = standings.c.user_id.in_([asker, *(user_id for *_, user_id in place)])
            found = {row.user_id: row for row in await connection.execute(told.where(board, them))}
            mine = found.get(asker)
            own = mine.measure if mine is not None and mine.is_on else None
            ranks, own_rank = await _ranks(connection, board, measure, offset, place, own)
        return BoardPage(
            tuple(BoardRow(rank, *found[user_id][:-2]) for rank, (*_, user_id) in zip(ranks, place, strict=True)),
            total,
            BoardRow(own_rank, *mine[:-2]) if mine is not None and own is not None else None,
            mine.games if mine is not None else 0,
        )

    async def pairs(
        self, *, guild_id: int | None, period: str, offset: int, limit: int, asker: int
    ) -> BoardPage[PairRow]:
        """A slice of the board of pairs by win rate; the asker's own is their best."""
        board = _board(pairs, guild_id, period)
        told = (
            select(pairs.c.user_id, _name(people), pairs.c.partner_id, _name(_partners), pairs.c.games, pairs.c.wins)
            .add_columns(pairs.c.win_rate)
            .outerjoin_from(pairs, people, people.c.user_id == pairs.c.user_id)
            .outerjoin(_partners, _partners.c.user_id == pairs.c.partner_id)
        )
        own = and_(board, pairs.c.user_id == asker)
        best = told.where(own, _enough(pairs)).order_by(
            pairs.c.win_rate.desc(), pairs.c.wins.desc(), pairs.c.partner_id.desc()
        )
        async with reading(self._engine) as connection:
            total, place = await _place(connection, board, _PAIRS, offset, limit)
            them = (column.in_([row[number] for row in place]) for number, column in enumerate(_ids(pairs), -2))
            found = {(row[0], row[2]): row for row in await connection.execute(told.where(board, *them))}
            mine = (await connection.execute(best.limit(1))).one_or_none()
            most = await connection.scalar(select(func.max(pairs.c.games)).where(own))
            own_rate = mine.win_rate if mine is not None else None
            ranks, own_rank = await _ranks(connection, board, _PAIRS, offset, place, own_rate)
        return BoardPage(
            tuple(PairRow(rank, *found[one, other][:-1]) for rank, (*_, one, other) in zip(ranks, place, strict=True)),
            total,
            PairRow(own_rank, *mine[:-1]) if mine is not None else None,
            most or 0,
        )

    async def anybody_rated(self, guild_id: int | None) -> bool:
        """Whether the board by rating, of all time, has anybody on it."""
        question = select(standings.c.user_id).where(_board(standings, guild_id, "all"), _MEASURES["rating"].condition)
        async with reading(self._engine) as connection:
            return await connection.scalar(question.limit(1)) is not None


Place = Sequence[Sequence[Any]]
"""A page's rows as its index has them: the measure, then wins and ids."""


def _board(table: Table, guild_id: int | None, period: str) -> ColumnElement[bool]:
    return and_(table.c.guild_id == (EVERYWHERE if guild_id is None else guild_id), table.c.period == period)


def _name(table: Any) -> ColumnElement[str]:
    return func.coalesce(table.c.name, "")


def _ids(table: Table) -> list[Column[Any]]:
    return [column for column in table.primary_key if column.name not in ("guild_id", "period")]


def _order(measure: Measure) -> list[Column[Any]]:
    """What decides between any two rows, after the measure wins and the ids."""
    table = measure.column.table
    return list(dict.fromkeys((measure.column, table.c.wins, *_ids(table))))


async def _place(
    connection: AsyncConnection, board: ColumnElement[bool], measure: Measure, offset: int, limit: int
) -> tuple[int, Place]:
    """How many are on the board, and the rows of a page; the index is read from the end that is nearer."""
    count = select(func.count()).where(board, measure.condition)
    total = await connection.scalar(count) or 0
    here = max(0, min(limit, total - offset))
    question = select(*_order(measure)).where(board, measure.condition).limit(here)
    if offset <= total // 2:
        forward = question.order_by(*(column.desc() for column in _order(measure))).offset(offset)
        return total, (await connection.execute(forward)).all()
    backward = question.order_by(*_order(measure)).offset(max(0, total - offset - here))
    return total, (await connection.execute(backward)).all()[::-1]


async def _ranks(
    connection: AsyncConnection, board: ColumnElement[bool], measure: Measure, offset: int, place: Place, own: Any
) -> tuple[list[int], int]:
    """The rank of each row of the page, and that of a row with `own` for a measure; 0 where that is None.

    Equals share a rank, and the next counts them all.
    """
    on_it = select(func.count()).where(board, measure.condition)
    counts = [on_it.where(measure.column > own)] if own is not None else []
    if place:  # only the page's first row may have equals on the page before
        value, *rest = place[0]
        counts.append(on_it.where(measure.column == value, tuple_(*_order(measure)[1:]) > tuple_(*rest)))
    if not counts:
        return [], 0
    found = (await connection.execute(select(*(count.scalar_subquery() for count in counts)))).one()
    ranks = [offset + 1 - found[-1]] if place else []
    for number, (before, following) in enumerate(pairwise(row[0] for row in place), offset + 2):
        ranks.append(ranks[-1] if following == before else number)
    return ranks, 1 + found[0] if own is not None else 0
