"""What is stored about one person: shown, and made a stranger's."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, bindparam, delete, func, literal_column, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.engine import reading
from db.schema import (
    entries,
    games,
    hints,
    pairs,
    people,
    rating_changes,
    ratings,
    results,
    seats,
    settings,
    standings,
)
from db.values import OPEN
from db.writer import Step, Writer

STAYING: Final[tuple[Column[Any], ...]] = (
    games.c.host_id,
    seats.c.user_id,
    seats.c.owner_id,
    entries.c.user_id,
    hints.c.user_id,
    results.c.user_id,
    ratings.c.user_id,
    rating_changes.c.user_id,
    standings.c.user_id,
    pairs.c.user_id,
    pairs.c.partner_id,
)
"""Every column that names a person in what stays: they get another number there."""

GOING: Final[tuple[Column[Any], ...]] = (people.c.user_id, settings.c.owner_id)
"""And in what goes with the person; of the settings only those of their scope."""

_GAME: Final = {games: games.c.id, entries: entries.c.game_id, hints: hints.c.game_id}
"""Tables without an index by person, which are gone through game by game."""


@dataclass(frozen=True, slots=True)
class Stored:
    """How much is stored about a person."""

    name: str | None
    """As last seen."""
    games: int
    """With a seat that was theirs at the end, or that a robot keeps for them."""
    results: int
    settings: int
    since: datetime | None
    """When the first of the games was opened."""

    def __bool__(self) -> bool:
        return self.name is not None or bool(self.games or self.results or self.settings)


_PEOPLE: Final = {column.name for column in (*STAYING, *GOING)}


class Privacy:
    """Reads and forgets people. The ids of servers and channels are no secrets of theirs."""

    def __init__(self, engine: AsyncEngine, writer: Writer) -> None:
        self._engine = engine
        self._writer = writer
        self._changes = {column: writer.prepare(_changed(column), column.name) for column in STAYING}
        nameless = update(seats).where(seats.c.user_id == bindparam("old", type_=seats.c.user_id.type))
        nameless_owner = update(seats).where(seats.c.owner_id == bindparam("old", type_=seats.c.user_id.type))
        self._nameless = [writer.prepare(one, "name") for one in (nameless, nameless_owner)]
        self._go = [writer.prepare(delete(column.table).where(_is_theirs(column))) for column in GOING]

    async def stored(self, user_id: int) -> Stored:
        """How much there is, in a few questions that have an index."""
        async with reading(self._engine) as connection:
            name = await connection.scalar(select(people.c.name).where(people.c.user_id == user_id))
            at_table = or_(seats.c.user_id == user_id, seats.c.owner_id == user_id)
            count, first = (
                await connection.execute(
                    select(func.count(), func.min(games.c.created_at)).select_from(seats.join(games)).where(at_table)
                )
            ).one()
            finished = await connection.scalar(select(func.count()).where(results.c.user_id == user_id))
            own = (settings.c.scope == "person") & (settings.c.owner_id == user_id)
            kept = await connection.scalar(select(func.count()).select_from(settings).where(own))
        return Stored(name, count, finished or 0, kept or 0, first)

    async def sits_at(self, user_id: int) -> int | None:
        """The channel of an open table that this person holds a seat of, or is the host of."""
        theirs = or_(seats.c.user_id == user_id, seats.c.owner_id == user_id, games.c.host_id == user_id)
        question = (
            select(games.c.channel_id).select_from(games.outerjoin(seats)).where(games.c.status.in_(OPEN), theirs)
        )
        async with reading(self._engine) as connection:
            return await connection.scalar(question.limit(1))

    async def about(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that names this person, by table; ids as text, times in ISO form, other people left out."""
        found: dict[str, list[dict[str, Any]]] = {}
        async with reading(self._engine) as connection:
            for column in (*STAYING, *GOING):
                table = column.table
                rows = await connection.execute(select(table).where(_is(column, user_id), *_scope(column)))
                told = [_told(row, user_id) for row in rows.mappings()]
                known = found.setdefault(table.name, [])
                known += [row for row in told if row not in known] if known else told
        return {name: rows for name, rows in found.items() if rows}

    async def forget(self, user_id: int) -> None:
        """Puts one number that leads nowhere in the person's place, and deletes their name and settings.

        All or nothing; on SQLite nothing of the id is left in the file or its log either.
        """
        stranger = -1 - secrets.randbelow(2**62)
        async with reading(self._engine) as connection:
            game_ids = await _games_of(connection, user_id)
        gone = {"old": user_id}
        steps = [Step(statement, [{"name": "", **gone}]) for statement in self._nameless]
        for column, statement in self._changes.items():
            row = {column.name: stranger, **gone}
            rows: Sequence[dict[str, int]] = [row]
            if column.table in _GAME:
                rows = [{**row, "game": game_id} for game_id in game_ids]
            if rows:
                steps.append(Step(statement, rows))
        steps += [Step(statement, [gone]) for statement in self._go]
        await self._writer.run(*steps)
        await self._writer.tidy()


def _is(column: Column[Any], user_id: int) -> ColumnElement[bool]:
    return column == user_id


def _scope(column: Column[Any]) -> list[ColumnElement[bool]]:
    return [settings.c.scope == "person"] if column is settings.c.owner_id else []


def _is_theirs(column: Column[Any]) -> ColumnElement[bool]:
    theirs = column == bindparam("old", type_=column.type)
    return theirs & (settings.c.scope == literal_column("'person'")) if column is settings.c.owner_id else theirs


def _changed(column: Column[Any]) -> Any:
    change = update(column.table).where(column == bindparam("old", type_=column.type))
    game = _GAME.get(column.table)
    return change if game is None else change.where(game == bindparam("game", type_=game.type))


async def _games_of(connection: AsyncConnection, user_id: int) -> list[int]:
    """Every game that names the person anywhere; the log is read from end to end."""
    named = (
        select(column.table.c.game_id).where(column == user_id) for column in STAYING if "game_id" in column.table.c
    )
    hosted = select(games.c.id).where(games.c.host_id == user_id)
    return sorted((await connection.execute(union(*named, hosted))).scalars())


def _told(row: Any, user_id: int) -> dict[str, Any]:
    """A row as JSON can say it; whoever else it names is not."""
    return {name: _said(name, value) for name, value in row.items() if name not in _PEOPLE or value in (user_id, None)}


def _said(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if name.endswith("_id") and value is not None else value
