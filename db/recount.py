"""Counting all finished games again, from their log: the same rows as before, or what was wrong with those."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.counting import Additions, additions
from db.counts import Counts
from db.engine import reading
from db.saved import load_games
from db.schema import games, results, settings
from db.values import Finish, SavedGame, SavedResult, Skill
from db.writer import Turn, Writer

DUE: Final = "count-again"
"""The bot's own setting that says so; a migration leaves it."""

_AT_ONCE: Final = 50  # games
_COUNTED: Final = tuple(one.name for one in fields(Additions))


@dataclass(slots=True)
class Recount:
    """What came of it. Everything stands as it was counted now."""

    games: int = 0
    unreadable: list[int] = field(default_factory=list)
    """Games whose log this program can't read: their results stay as they were, and they are not rated."""
    differences: dict[str, tuple[int, int]] = field(default_factory=dict)
    """For each table that was not so: rows it had and should not, rows it should have had; a wrong one is both."""


async def is_due(engine: AsyncEngine) -> bool:
    """Whether the counts are older than the program."""
    question = select(settings.c.name).where(settings.c.scope == "bot", settings.c.name == DUE)
    async with reading(engine) as connection:
        return await connection.scalar(question) is not None


async def count_again(
    engine: AsyncEngine, writer: Writer, counts: Counts, finish_of: Callable[[SavedGame], Finish]
) -> Recount:
    """Counts every finished game again in one transaction, in the order in which they were saved.

    `finish_of` reads a game's end out of its log, and raises ValueError where it can't. Meanwhile nothing else can be
    saved.
    """
    recount = Recount()

    async def work(turn: Turn) -> None:
        for table in _COUNTED:
            await turn.say(f"CREATE TEMPORARY TABLE was_{table} AS SELECT * FROM {table}")  # noqa: S608 - our names
            await turn.say(f"DELETE FROM {table}")  # noqa: S608
        async with reading(engine) as connection:  # which sees the tables as they were
            await _count(connection, turn, counts, finish_of, recount)
        for table in _COUNTED:
            gone, new = await _lacking(turn, table, f"was_{table}"), await _lacking(turn, f"was_{table}", table)
            if gone or new:
                recount.differences[table] = gone, new
            await turn.say(f"DROP TABLE was_{table}")
        await turn.say(f"DELETE FROM settings WHERE scope = 'bot' AND name = '{DUE}'")  # noqa: S608

    await writer.run(then=work)
    return recount


async def _lacking(turn: Turn, table: str, other: str) -> int:
    """How many rows of the other table this one lacks."""
    ((number,),) = await turn.say(
        f"SELECT count(*) FROM (SELECT * FROM {other} EXCEPT SELECT * FROM {table}) AS lacking"  # noqa: S608 - our names
    )
    return int(number)


async def _count(
    connection: AsyncConnection,
    turn: Turn,
    counts: Counts,
    finish_of: Callable[[SavedGame], Finish],
    recount: Recount,
) -> None:
    known: dict[tuple[int, int], tuple[Skill, int]] = {}
    last = await connection.scalar(select(func.max(games.c.number))) or 0
    for first in range(1, last + 1, _AT_ONCE):
        these = games.c.number.between(first, first + _AT_ONCE - 1)
        batch = Additions()
        for game in sorted(await load_games(connection, these), key=lambda game: game.number or 0):
            try:
                finish = finish_of(game)
            except ValueError:
                recount.unreadable.append(game.id)
                finish = await _as_it_was(connection, game)
            added = additions(game.id, game.number or 0, finish, known, counts.model)
            known |= {
                (row["guild_id"], row["user_id"]): ((row["mu"], row["sigma"]), row["games"]) for row in added.ratings
            }
            batch.extend(added)
            recount.games += 1
        await counts.write(turn, batch)


async def _as_it_was(connection: AsyncConnection, game: SavedGame) -> Finish:
    columns = [results.c[one.name] for one in fields(SavedResult)]
    stored = await connection.execute(select(*columns).where(results.c.game_id == game.id))
    assert game.winner is not None
    assert game.ended_at is not None
    return Finish(game.winner, game.ended_at, tuple(SavedResult(*row) for row in stored))
