"""The way to the database file (or server): which URLs will do, and how a connection is set up."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from sqlalchemy import URL, Connection, NullPool, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, ExecutionContext
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from db.faults import FaultKind, StoreFault, faults_told
from db.watch import Watch

SQLITE_DRIVER: Final = "sqlite+aiosqlite"
POSTGRESQL_DRIVER: Final = "postgresql+asyncpg"
EXAMPLE_URL: Final = "sqlite+aiosqlite:///data/king-pedro.db"

PATIENCE: Final = 2.0
"""Seconds to wait for another program's lock; below the three that Discord gives for an answer."""

READERS: Final = 3


def parse_url(text: str) -> URL:
    """The URL of a database that would do; raises StoreFault(BAD_URL) with what would."""
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise _bad_url("that is not a database URL") from error
    if url.drivername == POSTGRESQL_DRIVER:
        return url
    if url.drivername != SQLITE_DRIVER:
        raise _bad_url(f"a database of the kind {url.drivername} won't do")
    if not url.database or url.database.startswith((":memory:", "file:")) or "uri" in url.query:
        raise _bad_url("the database must be a plain file that outlives the program")
    if url.host or url.username:
        raise _bad_url("a file's URL has three slashes, or four when its path begins with one")
    return url


def _bad_url(reason: str) -> StoreFault:
    return StoreFault(FaultKind.BAD_URL, f"{reason}; write it like {EXAMPLE_URL}")


def database_file(url: URL) -> Path | None:
    """The database's file; None for a server."""
    return Path(url.database) if url.drivername == SQLITE_DRIVER and url.database else None


def make_engine(url: URL) -> AsyncEngine:
    """The engine for play: full durability, a write-ahead log, foreign keys held, no traces of what is deleted."""
    engine = _bare_engine(url, pool_size=1 + READERS, max_overflow=0, pool_timeout=PATIENCE)
    if url.drivername == SQLITE_DRIVER:
        event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


def make_migration_engine(url: URL) -> AsyncEngine:
    """An engine that leaves the file's mode alone, and lets a migration rebuild a table others refer to."""
    return _bare_engine(url, poolclass=NullPool)


def _bare_engine(url: URL, **options: Any) -> AsyncEngine:
    # At its debug level this logger prints every statement's values, cards among them.
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)
    if url.drivername == POSTGRESQL_DRIVER:
        # A reader's few queries have to see one and the same moment, as they do in SQLite.
        options["isolation_level"] = "REPEATABLE READ"
    elif "timeout" not in url.query:
        options["connect_args"] = {"timeout": PATIENCE}
    try:
        engine = create_async_engine(url, hide_parameters=True, **options)
    except ModuleNotFoundError as error:
        raise StoreFault(FaultKind.BAD_URL, f"{url.drivername} needs the package {error.name}; install it") from error
    except (ArgumentError, ValueError) as error:
        raise _bad_url(f"the database's URL won't do ({str(error).splitlines()[0]})") from error
    if url.drivername == SQLITE_DRIVER:
        event.listen(engine.sync_engine, "connect", _leave_transactions_to_us)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _leave_transactions_to_us(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # Left alone, Python's sqlite3 begins no transaction for a SELECT or for a change of the schema.
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _set_pragmas(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def watch_questions(engine: AsyncEngine, watch: Watch) -> None:
    """Tells how long the database takes for each question."""

    def asked(
        _connection: Connection, _cursor: Any, _statement: str, _values: Any, context: ExecutionContext, _many: bool
    ) -> None:
        context.asked_at = perf_counter()  # type: ignore[attr-defined]

    def answered(
        _connection: Connection, _cursor: Any, _statement: str, _values: Any, context: ExecutionContext, _many: bool
    ) -> None:
        if not (context.isinsert or context.isupdate or getattr(context, "isdelete", False)):
            watch.store_worked("read", perf_counter() - context.asked_at)  # type: ignore[attr-defined]

    event.listen(engine.sync_engine, "before_cursor_execute", asked)
    event.listen(engine.sync_engine, "after_cursor_execute", answered)


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection whose queries all see one moment; drivers' exceptions become StoreFault."""
    with faults_told():
        async with engine.begin() as connection:
            yield connection
