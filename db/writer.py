"""The one way to change the database: one connection, kept open, used by one transaction at a time.

A press waits for this. So statements are compiled once, and on SQLite changes that wait for their turn share the next
transaction, which is one call of the driver's thread and one wait for the disk however many they are.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from sqlalchemy import Delete, Dialect, Insert, Select, Update, delete, false
from sqlalchemy.ext.asyncio import AsyncConnection

from db.faults import FaultKind, StoreFault, faults_told
from db.schema import settings
from db.together import Call, GuardFailed
from db.watch import Watch

LOG = logging.getLogger(__name__)

#: So many changes share a transaction at most.
_TOGETHER: Final = 64

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

    def call(self) -> Call:
        """As the driver takes it."""
        return Call(self.statement.text, [self.statement.arguments(row) for row in self.rows], self.guard)


@dataclass(frozen=True, slots=True)
class Turn:
    """The transaction under way, for changes that depend on what they find."""

    run: Callable[[Step], Awaitable[int]]
    ask: Callable[[Step], Awaitable[list[tuple[Any, ...]]]]
    """The answer to a question with its one row of values: whole numbers, floats and texts as they are."""
    say: Callable[[str], Awaitable[list[tuple[Any, ...]]]]
    """One statement without values, in words that every database knows; and its answer, if it has one."""


@dataclass(slots=True, eq=False)
class Waiting:
    """A change that waits for its turn; `done` says whether it happened."""

    steps: Sequence[Step]
    calls: Sequence[Call]
    done: asyncio.Future[bool]
    since: float = field(default_factory=perf_counter)


class Writer(ABC):
    """Runs changes, each durable when it returns; raises StoreFault when the database can't be written.

    Cancelled while it runs, a change may have happened or not; only the database knows. It never happens by half.
    """

    def __init__(self, connection: AsyncConnection, watch: Watch) -> None:
        self._connection = connection
        self._watch = watch
        self._turn = asyncio.Lock()
        self._waiting: list[Waiting] = []
        self._worker: asyncio.Task[None] | None = None
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
        if then is None:
            return await self._queue(steps)
        async with self._in_turn():
            try:
                async with self._transaction():
                    for step in steps:
                        await self._run_step(step)
                    await then(Turn(self._run_step, self._ask, self._say))
            except GuardFailed:
                return False
            return True

    async def _queue(self, steps: Sequence[Step]) -> bool:
        calls = [step.call() for step in steps]  # here, so that values that won't do are this change's fault alone
        change = Waiting(steps, calls, asyncio.get_running_loop().create_future())
        self._waiting.append(change)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work_off(), name="store-writer")
        return await change.done

    async def _work_off(self) -> None:
        """Runs what waits, as much of it together as there is, until nothing does."""
        try:
            while self._waiting:
                async with self._taken_turn(self._waiting[0].since):
                    batch, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
                    for change, outcome in zip(batch, await self._outcomes(batch), strict=True):
                        if not change.done.done():  # who waited may have been cancelled
                            _tell(change.done, outcome)
        except StoreFault as fault:  # closed
            self._refuse(fault)
        finally:
            self._worker = None

    def _refuse(self, fault: StoreFault) -> None:
        waiting, self._waiting = self._waiting, []
        for change in waiting:
            if not change.done.done():
                change.done.set_exception(fault)

    async def _outcomes(self, batch: Sequence[Waiting]) -> list[Exception | None]:
        """What kept each change from happening; a fault of the database is one for all, and is told once."""
        try:
            with self._told():
                outcomes = await self._run_together(batch)
        except Exception as fault:  # noqa: BLE001 - whatever it is, who waits is told
            return [fault] * len(batch)
        return [_in_our_words(outcome) for outcome in outcomes]

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
        """Waits for the changes under way, then gives the connection back."""
        if self._worker is not None:
            await asyncio.wait({self._worker})
        async with self._turn:
            await self._connection.close()

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        async with self._taken_turn(perf_counter() if self._turn.locked() else None):
            with self._told():
                yield

    @asynccontextmanager
    async def _taken_turn(self, since: float | None) -> AsyncIterator[None]:
        """The connection, for which somebody has waited since then; None: nobody had to."""
        async with self._turn:
            began_at = perf_counter()
            if since is not None:
                self._watch.store_waited(began_at - since)
            if self._connection.closed:
                raise StoreFault(FaultKind.CLOSED, "the store is closed; open it again")
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
    async def _run_together(self, changes: Sequence[Waiting]) -> list[Exception | None]:
        """Runs changes that have nothing to do with each other; gives what kept each from happening.

        That is GuardFailed or the driver's refusal. Raises what keeps all of them from happening.
        """

    @abstractmethod
    async def _run_step(self, step: Step) -> int:
        """Returns the last id that was given to a row; raises GuardFailed."""

    @abstractmethod
    async def _ask(self, question: Step) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def _say(self, sentence: str) -> list[tuple[Any, ...]]: ...

    @abstractmethod
    async def _tidy(self) -> None: ...


def _in_our_words(refused: Exception | None) -> Exception | None:
    """A guard stays one; what a driver refuses becomes a StoreFault."""
    if refused is None or isinstance(refused, GuardFailed):
        return refused
    try:
        with faults_told():
            raise refused
    except StoreFault as fault:
        return fault


def _tell(done: asyncio.Future[bool], outcome: Exception | None) -> None:
    if outcome is None or isinstance(outcome, GuardFailed):
        done.set_result(outcome is None)
    else:
        done.set_exception(outcome)
