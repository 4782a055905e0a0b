"""The one way to change the database: one connection, kept open, used by one change at a time.

A press waits for this. So statements are compiled once, and on SQLite they go to the driver directly: one hop to its
thread for each instead of SQLAlchemy's four, and a lone statement is a transaction by itself.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, cast

import aiosqlite
from sqlalchemy import Delete, Dialect, Insert, Select, Update, delete, false, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.faults import FaultKind, StoreFault, faults_told
from db.schema import settings
from db.watch import Watch

LOG = logging.getLogger(__name__)

#: How often, and after how many seconds, the write-ahead log is tried to be emptied.
_TRIES: Final = 20
_MOMENT: Final = 0.1

Clause = Insert | Update | Delete | Select[Any]


class Statement:
    """A change of one table or a question, compiled once; every value in it is a parameter.

    An update sets the columns it is given here, an insert all columns.
    """

    def __init__(self, clause: Clause, dialect: Dialect, columns: Sequence[str] | None) -> None:
        self.clause = clause
        compiled = clause.compile(dialect=dialect, column_keys=columns)
        self.text = str(compiled)
        self._places: list[tuple[str, Callable[[Any], Any] | None]] = [
            (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup or ()
        ]

    def arguments(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values as the driver takes them, in the statement's order."""
        return tuple(convert(row[name]) if convert else row[name] for name, convert in self._places)


@dataclass(frozen=True, slots=True)
class Step:
    """A statement to run for each of the rows.

    With `guard`, a row for which it changes nothing means that the whole change must not happen.
    """

    statement: Statement
    rows: Sequence[Mapping[str, Any]]
    guard: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The transaction under way, for changes that depend on what they find."""

    run: Callable[[Step], Awaitable[int]]
    ask: Callable[[Step], Awaitable[list[tuple[Any, ...]]]]
    """The answer to a question with its one row of values: whole numbers, floats and texts as they are."""
    say: Callable[[str], Awaitable[list[tuple[Any, ...]]]]
    """One statement without values, in words that every database knows; and its answer, if it has one."""


class GuardFailed(Exception):
    """A guarded step changed nothing; never leaves this module."""


class Writer(ABC):
    """Runs changes, each durable when it returns; raises StoreFault when the database can't be written.

    Cancelled while it runs, a change may have happened or not; only the database knows. It never happens by half.
    """

    def __init__(self, connection: AsyncConnection, watch: Watch) -> None:
        self._connection = connection
        self._watch = watch
        self._turn = asyncio.Lock()
        self._fails = False
        # Where a file may not be written, SQLite begins a transaction all the same, for reading.
        self._nothing = Step(self.prepare(delete(settings).where(false())), [{}])

    @property
    def dialect(self) -> Dialect:
        """Which database this is."""
        return self._connection.dialect

    def prepare(self, clause: Clause, *columns: str) -> Statement:
        return Statement(clause, self.dialect, columns or None)

    async def run(self, *steps: Step, then: Callable[[Turn], Awaitable[None]] | None = None) -> bool:
        """Runs all steps or none, and with them what comes `then`; False when a guard kept them from happening."""
        async with self._in_turn():
            try:
                if then is None and len(steps) == 1 and len(steps[0].rows) == 1:
                    await self._run_alone(steps[0])
                    return True
                async with self._transaction():
                    for step in steps:
                        await self._run_step(step)
                    if then is not None:
                        await then(Turn(self._run_step, self._ask, self._say))
            except GuardFailed:
                return False
            return True

    async def insert(self, first: Step, rest: Callable[[int], Sequence[Step]]) -> int:
        """Runs a step that inserts one row, then those that need the id it was given; returns the id."""
        async with self._in_turn(), self._transaction():
            row_id = await self._run_step(first)
            for step in rest(row_id):
                await self._run_step(step)
        return row_id

    async def look(self) -> None:
        """Changes nothing, but raises StoreFault where no change could be made."""
        async with self._in_turn(), self._transaction():
            await self._run_step(self._nothing)

    async def tidy(self) -> None:
        """Leaves nothing of what was deleted or changed in the files, as far as they are the database's own."""
        async with self._in_turn():
            await self._tidy()

    async def close(self) -> None:
        """Waits for the change under way, then gives the connection back."""
        async with self._turn:
            await self._connection.close()

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        asked_at, must_wait = perf_counter(), self._turn.locked()
        async with self._turn:
            began_at = perf_counter()
            if must_wait:
                self._watch.store_waited(began_at - asked_at)
            if self._connection.closed:
                raise StoreFault(FaultKind.CLOSED, "the store is closed; open it again")
            with self._told():
                yield
            self._watch.store_worked("write", perf_counter() - began_at)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Drivers' exceptions become StoreFault; who watches is told of those, and the log when they are over."""
        try:
            with faults_told():
                yield
        except StoreFault as fault:
            if fault.kind is not FaultKind.REFUSED:  # what a constraint refuses is no fault of the database
                self._fails = True
                self._watch.store_failed(fault.kind)
            raise
        if self._fails:
            self._fails = False
            LOG.warning("recovered: the database takes changes again")

    @abstractmethod
    def _transaction(self) -> AbstractAsyncContextManager[None]: ...

    @abstractmethod
    async def _run_step(self, step: Step) -> int:
        """Returns the last id that was given to a row; raises GuardFailed."""

    @abstractmethod
    async def _ask(self, question: Step) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def _say(self, sentence: str) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def _tidy(self) -> None: ...

    async def _run_alone(self, step: Step) -> None:
        async with self._transaction():
            await self._run_step(step)


class SqliteWriter(Writer):
    """Speaks to the driver itself, whose statements each are a transaction where none was begun.

    Its thread takes calls in order, so a rollback is sure to come after a call that was cancelled.
    """

    def __init__(self, connection: AsyncConnection, watch: Watch, driver: aiosqlite.Connection) -> None:
        super().__init__(connection, watch)
        self._driver = driver

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        done = False
        try:
            # The lock at once, so that no change fails halfway for want of it.
            await self._driver.execute("BEGIN IMMEDIATE")
            yield
            await self._driver.execute("COMMIT")
            done = True
        finally:
            if not done:
                await self._driver.rollback()

    async def _run_step(self, step: Step) -> int:
        statement, rows = step.statement, step.rows
        if len(rows) == 1:
            cursor = await self._driver.execute(statement.text, statement.arguments(rows[0]))
        else:
            cursor = await self._driver.executemany(statement.text, [statement.arguments(row) for row in rows])
        if step.guard and cursor.rowcount < len(rows):
            raise GuardFailed
        return cursor.lastrowid or 0

    async def _ask(self, question: Step) -> list[tuple[Any, ...]]:
        (row,) = question.rows
        cursor = await self._driver.execute(question.statement.text, question.statement.arguments(row))
        return [tuple(found) for found in await cursor.fetchall()]

    async def _say(self, sentence: str) -> list[tuple[Any, ...]]:
        return [tuple(found) for found in await self._driver.execute_fetchall(sentence)]

    async def _run_alone(self, step: Step) -> None:
        await self._run_step(step)

    async def _tidy(self) -> None:
        """Old pages lie in the write-ahead log until it is emptied, which has to wait for readers."""
        for _ in range(_TRIES):
            ((busy, *_sizes),) = await self._say("PRAGMA wal_checkpoint(TRUNCATE)")
            if not busy:
                return
            await asyncio.sleep(_MOMENT)
        LOG.warning("the write-ahead log could not be emptied; it is at the next start")


class PostgresqlWriter(Writer):
    """Takes SQLAlchemy's ordinary way."""

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        async with self._connection.begin():
            yield

    async def _run_step(self, step: Step) -> int:
        row_id = 0
        for row in step.rows:
            result = await self._connection.execute(step.statement.clause, row)
            if step.guard and result.rowcount == 0:
                raise GuardFailed
            if result.is_insert and result.inserted_primary_key:
                row_id = result.inserted_primary_key[0]
        return row_id

    async def _ask(self, question: Step) -> list[tuple[Any, ...]]:
        (row,) = question.rows
        return [tuple(found) for found in await self._connection.execute(question.statement.clause, row)]

    async def _say(self, sentence: str) -> list[tuple[Any, ...]]:
        answer = await self._connection.execute(text(sentence))
        return [tuple(found) for found in answer] if answer.returns_rows else []

    async def _tidy(self) -> None:
        """A server sees to it by itself, in its own time."""


async def open_writer(engine: AsyncEngine, watch: Watch) -> Writer:
    """Takes one connection out of the pool for good; raises StoreFault when it can't write."""
    with faults_told():
        connection = await engine.connect()
        try:
            writer = await _writer_on(connection, watch)
            await writer.look()
        except BaseException:
            await connection.close()
            raise
        return writer


async def _writer_on(connection: AsyncConnection, watch: Watch) -> Writer:
    if connection.dialect.name != "sqlite":
        return PostgresqlWriter(connection, watch)
    pooled = await connection.get_raw_connection()
    return SqliteWriter(connection, watch, cast(aiosqlite.Connection, pooled.driver_connection))
