"""What `king-pedro check` looks at in the database."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import CompoundSelect, Select, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.counting import EVERYWHERE
from db.schema import entries, games, results, standings
from db.upgrade import newest_revision, revision_of
from db.values import ENDED, FINISHED, LIVE, LOBBY, OPEN, Finding

SHOWN: Final = 5
"""Culprits named before the rest is only counted."""


class Promise(NamedTuple):
    """A sentence about the database, and the question for those who break it."""

    subject: str
    sentence: str
    culprits: Select[Any] | CompoundSelect[Any]


_OPEN = games.c.status.in_(OPEN)
_HAS_ENTRIES = exists().where(entries.c.game_id == games.c.id)
_STANDING = standings.c.guild_id == EVERYWHERE, standings.c.period == "all"
_COUNTED = select(standings.c.games).where(*_STANDING, standings.c.user_id == results.c.user_id).scalar_subquery()

_PROMISES: Final = (
    Promise(
        "channels",
        "no channel has two open games",
        select(games.c.channel_id).where(_OPEN).group_by(games.c.channel_id).having(func.count() > 1),
    ),
    Promise(
        "entries",
        "every game's entries are numbered from 0 without a gap",
        select(entries.c.game_id)
        .group_by(entries.c.game_id)
        .having(or_(func.min(entries.c.seq) != 0, func.count() != func.max(entries.c.seq) + 1)),
    ),
    Promise(
        "live games",
        "every live game has a dealer, a beginning and a first entry",
        select(games.c.id).where(
            games.c.status == LIVE,
            or_(games.c.dealer.is_(None), games.c.started_at.is_(None), ~_HAS_ENTRIES),
        ),
    ),
    Promise(
        "ends",
        "exactly the games that are over say when they ended",
        select(games.c.id).where(
            or_(and_(_OPEN, games.c.ended_at.is_not(None)), and_(~_OPEN, games.c.ended_at.is_(None)))
        ),
    ),
    Promise(
        "winners",
        "exactly the finished games have a winner",
        select(games.c.id).where(
            or_(
                and_(games.c.status == FINISHED, games.c.winner.is_(None)),
                and_(games.c.status != FINISHED, games.c.winner.is_not(None)),
            )
        ),
    ),
    Promise(
        "numbers",
        "exactly the finished games have a number",
        select(games.c.id).where((games.c.status == FINISHED) != games.c.number.is_not(None)),
    ),
    Promise(
        "standings",
        "everybody's results are counted, each once",
        select(results.c.user_id)
        .group_by(results.c.user_id)
        .having(func.count() != func.coalesce(_COUNTED, 0))
        .union_all(
            select(standings.c.user_id).where(*_STANDING, ~exists().where(results.c.user_id == standings.c.user_id))
        ),
    ),
    Promise(
        "foreign results",
        "only finished games have results, and both say when it ended",
        select(results.c.game_id)
        .distinct()
        .join(games)
        .where(or_(games.c.status != FINISHED, games.c.ended_at != results.c.ended_at)),
    ),
)


async def examine(connection: AsyncConnection) -> tuple[Finding, ...]:
    """One finding for each promise of the database."""
    findings = [await _revision(connection), await _size(connection)]
    if connection.dialect.name == "sqlite":
        findings += [await _file(connection), await _references(connection), await _durability(connection)]
    findings += [await _kept(connection, promise) for promise in _PROMISES]
    return tuple(findings)


async def _kept(connection: AsyncConnection, promise: Promise) -> Finding:
    culprits = list(await connection.scalars(promise.culprits))
    told = promise.sentence
    if culprits:
        told = f"it should be that {told}, but not so {_listed(culprits)}"
    return Finding(promise.subject, not culprits, told)


async def _revision(connection: AsyncConnection) -> Finding:
    found = await connection.run_sync(revision_of)
    newest = newest_revision()
    return Finding("revision", found == newest, f"the database is at {found}, this program at {newest}")


async def _size(connection: AsyncConnection) -> Finding:
    question = select(games.c.status, func.count()).group_by(games.c.status)
    counts = {row[0]: row[1] for row in await connection.execute(question)}
    told = ", ".join(f"{counts.get(status, 0)} {status}" for status in (LOBBY, LIVE, FINISHED, ENDED))
    return Finding("games", True, told)


async def _file(connection: AsyncConnection) -> Finding:
    said = list((await connection.exec_driver_sql("PRAGMA integrity_check")).scalars())
    return Finding("file", said == ["ok"], _listed(said))


async def _references(connection: AsyncConnection) -> Finding:
    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
    tables = sorted({str(row[0]) for row in broken})
    return Finding("references", not broken, _listed(tables) if broken else "every row's game is there")


async def _durability(connection: AsyncConnection) -> Finding:
    log = (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar_one()
    level = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one()
    return Finding("durability", log == "wal" and level == 2, f"journal_mode {log}, synchronous {level}")


def _listed(things: Sequence[object]) -> str:
    more = f" and {len(things) - SHOWN} more" if len(things) > SHOWN else ""
    return ", ".join(str(thing) for thing in things[:SHOWN]) + more
