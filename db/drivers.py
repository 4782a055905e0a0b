"""The writer for each database there may be."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, cast

import aiosqlite
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.faults import faults_told
from db.together import GuardFailed, run_together
from db.watch import Watch
from db.writer import Step, Waiting, Writer

LOG = logging.getLogger(__name__)

#: How often, and after how many seconds, the write-ahead log is tried to be emptied.
_TRIES: Final = 20
_MOMENT: Final = 0.1


class SqliteWriter(Writer):
    """Speaks to the driver itself.

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

    async def _run_together(self, changes: Sequence[Waiting]) -> list[Exception | None]:
        # The driver has no public way to run several statements in one call of its thread.
        driver: Any = self._driver
        calls = [change.calls for change in changes]
        outcomes: list[Exception | None] = await driver._execute(run_together, driver._conn, calls)  # noqa: SLF001
        return outcomes

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

    async def _tidy(self) -> None:
        """Old pages lie in the write-ahead log until it is emptied, which has to wait for readers."""
        for _ in range(_TRIES):
            ((busy, *_sizes),) = await self._say("PRAGMA wal_checkpoint(TRUNCATE)")
            if not busy:
                return
            await asyncio.sleep(_MOMENT)
        LOG.warning("the write-ahead log could not be emptied; it is at the next start")


class PostgresqlWriter(Writer):
    """Takes SQLAlchemy's ordinary way: a transaction for each change."""

    async def _run_together(self, changes: Sequence[Waiting]) -> list[Exception | None]:
        return [await self._run_one(change.steps) for change in changes]

    async def _run_one(self, steps: Sequence[Step]) -> Exception | None:
        try:
            async with self._transaction():
                for step in steps:
                    await self._run_step(step)
        except (GuardFailed, DBAPIError) as refused:
            return refused
        return None

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
