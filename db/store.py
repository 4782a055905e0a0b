"""The store: open it once, close it last."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from db.boards import Boards
from db.checks import examine
from db.counts import Counts
from db.drivers import open_writer
from db.engine import database_file, make_engine, parse_url, reading, watch_questions
from db.faults import FaultKind, StoreFault, faults_told
from db.games import Games
from db.history import History
from db.privacy import Privacy
from db.records import Records
from db.recount import Recount, count_again, is_due
from db.settings import SettingsTable
from db.upgrade import require_current, upgrade
from db.values import Finding, Finish, RatingModel, SavedGame
from db.watch import Watch
from db.writer import Writer

LOG = logging.getLogger(__name__)


def utc_now() -> datetime:
    """The time, aware."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Place:
    """Which file it was that was opened under a name."""

    file: Path
    identity: tuple[int, int]

    @classmethod
    def of(cls, file: Path) -> Self:
        found = file.stat()
        return cls(file, (found.st_dev, found.st_ino))

    def expect_unchanged(self) -> None:
        """Raises StoreFault(MOVED)."""
        if not self.file.exists() or Place.of(self.file) != self:
            raise StoreFault(FaultKind.MOVED, f"{self.file} is another file than was opened; start the program again")


class Store:
    """The database, as tables of things one can ask for."""

    def __init__(
        self,
        engine: AsyncEngine,
        writer: Writer,
        now: Callable[[], datetime],
        model: RatingModel | None,
        place: Place | None = None,
    ) -> None:
        self._place = place
        self._engine = engine
        self._writer = writer
        self._counts = Counts(writer, model)
        self.games = Games(engine, writer, now, self._counts)
        self.records = Records(engine)
        self.history = History(engine)
        self.boards = Boards(engine)
        self.settings = SettingsTable(engine, writer)
        self.privacy = Privacy(engine, writer)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        migrate: bool = True,
        now: Callable[[], datetime] = utc_now,
        watch: Watch | None = None,
        model: RatingModel | None = None,
    ) -> Self:
        """Opens the database, made or brought up to date where needed; raises StoreFault.

        With `migrate=False` nothing is made or changed: StoreFault(MISSING or OLDER) says that a start would.
        `now` dates the names of people; `watch` is told how long things take and what fails. Without a `model` no
        rated game can be saved.
        """
        parsed = parse_url(url)
        place: Place | None = None
        if file := database_file(parsed):
            place = await asyncio.to_thread(_made if migrate else _required, file)
        await (upgrade(parsed) if migrate else require_current(parsed))
        watch = watch or Watch()
        engine = make_engine(parsed)
        watch_questions(engine, watch)
        try:
            store = cls(engine, await open_writer(engine, watch), now, model, place)
        except BaseException:
            await engine.dispose()
            raise
        try:
            await store.look()  # a restore may have exchanged the file meanwhile
        except BaseException:
            await store.close()
            raise
        LOG.info("store open: %s", parsed.render_as_string(hide_password=True))
        return store

    async def close(self) -> None:
        """Waits for the change under way; everything that was acknowledged is saved already."""
        await self._writer.close()
        await self._engine.dispose()

    async def look(self) -> None:
        """Raises StoreFault when the database takes no changes or answers no questions just now.

        MOVED is the worst: changes are saved where no later start will look for them.
        """
        if self._place is not None:
            await asyncio.to_thread(self._place.expect_unchanged)
        await self._writer.look()
        async with reading(self._engine) as connection:
            await connection.execute(select(1))

    async def counts_are_due(self) -> bool:
        """Whether results, boards and ratings must be counted again, because they are older than the program."""
        return await is_due(self._engine)

    async def count_again(self, finish_of: Callable[[SavedGame], Finish]) -> Recount:
        """Counts results, boards and ratings again from the log of all finished games; see `db.recount`."""
        return await count_again(self._engine, self._writer, self._counts, finish_of)

    async def check(self) -> tuple[Finding, ...]:
        """Looks at everything the database promises; a finding that is not `sound` says what is wrong."""
        async with reading(self._engine) as connection:
            return await examine(connection)


def _made(file: Path) -> Place:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreFault(
            FaultKind.CANNOT_OPEN, f"the folder {file.parent} can't be made; name another ({error})"
        ) from error
    _expect_writable(file)
    # Tried here, because a failure to open leaves a thread of aiosqlite behind that may shout later.
    with faults_told(), closing(sqlite3.connect(file)):
        return Place.of(file)


def _expect_writable(file: Path) -> None:
    """Asked before SQLite is: where it may only read, it leaves files behind that nobody may write afterwards."""
    for path in (file.parent, file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        if path.exists() and not _may_write(path) and path.exists():  # another program may make and remove it meanwhile
            raise StoreFault(FaultKind.READ_ONLY, f"{path} can't be written; change its permissions")


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _required(file: Path) -> Place:
    if not file.exists():
        raise StoreFault(FaultKind.MISSING, f"there is no {file} yet; the first start of the bot makes it")
    return Place.of(file)
