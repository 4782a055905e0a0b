"""The one way to change the database: one connection, kept open, used by one change at a time.

A press waits for this. So statements are compiled once, and on SQLite they go to the driver directly: one hop to its
thread for each instead of SQLAlchemy's four, and a lone statement is a transaction by itself. PostgreSQL takes
SQLAlchemy's ordinary way.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self, cast

import aiosqlite
from sqlalchemy import Delete, Dialect, Insert, Update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.faults import FaultKind, StoreFault, faults_told

Clause = Insert | Update | Delete


class Statement:
    """A change of one table, compiled once; every value in it is a parameter.

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


class GuardFailed(Exception):
    """A guarded step changed nothing; never leaves this package."""


class Writer:
    """Runs changes, each durable when it returns; raises StoreFault when the database can't be written."""

    def __init__(self, engine: AsyncEngine, connection: AsyncConnection) -> None:
        self._engine = engine
        self._connection = connection
        self._turn = asyncio.Lock()
        self._driver: aiosqlite.Connection | None = None

    @classmethod
    async def open(cls, engine: AsyncEngine) -> Self:
        """Takes one connection out of the pool for good; raises StoreFault when it can't write."""
        with faults_told():
            # SQLite asks for its lock at once, so that no change fails halfway for want of it.
            connection = await engine.execution_options(begin="BEGIN IMMEDIATE").connect()
        writer = cls(engine, connection)
        try:
            async with writer.transaction():
                pass
        except BaseException:
            await connection.close()
            raise
        return writer

    async def close(self) -> None:
        """Waits for the change under way, then gives the connection back."""
        async with self._turn:
            self._driver = None
            await self._connection.close()

    @property
    def dialect(self) -> Dialect:
        """Which database this is."""
        return self._engine.dialect

    def prepare(self, clause: Clause, *columns: str) -> Statement:
        return Statement(clause, self.dialect, columns or None)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which everything happens or nothing does."""
        async with self._turn:
            self._refuse_when_closed()
            with faults_told():
                try:
                    async with self._connection.begin():
                        yield self._connection
                except BaseException:
                    # Cancelled or broken, the connection may have been replaced by a fresh one.
                    self._driver = None
                    raise

    async def run(self, *steps: Step) -> bool:
        """Runs all steps or none; False when a guard kept them from happening.

        Cancelled while it runs, the change may have happened or not; only the database knows.
        """
        if self.dialect.name != "sqlite":
            return await self._run_through_sqlalchemy(steps)
        async with self._turn:
            self._refuse_when_closed()
            with faults_told():
                driver = self._driver or await self._take_driver()
                if len(steps) == 1 and len(steps[0].rows) == 1:
                    return await _run_step(driver, steps[0])
                return await _run_in_transaction(driver, steps)

    async def _run_through_sqlalchemy(self, steps: Sequence[Step]) -> bool:
        try:
            async with self.transaction() as connection:
                await run_steps(connection, steps)
        except GuardFailed:
            return False
        return True

    async def _take_driver(self) -> aiosqlite.Connection:
        pooled = await self._connection.get_raw_connection()
        self._driver = cast(aiosqlite.Connection, pooled.driver_connection)
        return self._driver

    def _refuse_when_closed(self) -> None:
        if self._connection.closed:
            raise StoreFault(FaultKind.CLOSED, "the store is closed; open it again")


async def run_steps(connection: AsyncConnection, steps: Sequence[Step]) -> None:
    """Runs steps inside a transaction; raises GuardFailed."""
    for step in steps:
        clause = step.statement.clause
        if not step.guard:
            await connection.execute(clause, list(step.rows))
            continue
        for row in step.rows:
            if (await connection.execute(clause, row)).rowcount == 0:
                raise GuardFailed


async def _run_step(driver: aiosqlite.Connection, step: Step) -> bool:
    statement, rows = step.statement, step.rows
    if len(rows) == 1:
        cursor = await driver.execute(statement.text, statement.arguments(rows[0]))
    else:
        cursor = await driver.executemany(statement.text, [statement.arguments(row) for row in rows])
    return not step.guard or cursor.rowcount == len(rows)


async def _run_in_transaction(driver: aiosqlite.Connection, steps: Sequence[Step]) -> bool:
    done = False
    try:
        await driver.execute("BEGIN IMMEDIATE")
        for step in steps:
            if not await _run_step(driver, step):
                return False
        await driver.execute("COMMIT")
        done = True
    finally:
        if not done:
            # Does nothing where SQLite has undone everything already.
            await driver.rollback()
    return True
