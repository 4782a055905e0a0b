"""A backup while the bot runs, and putting one back while it does not."""

import asyncio
import os
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from db.copies import copy_file, expect_sound, opened
from db.engine import SQLITE_DRIVER, database_file, parse_url
from db.faults import FaultKind, StoreFault, faults_told
from db.upgrade import Standing, standing_of, upgrade

#: How many numbers of games are left out where nobody can say which were given since the backup.
_LEFT_OUT: Final = 10_000

#: What SQLite may keep beside a database.
_BESIDE: Final = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Contents:
    """How much is in a copy."""

    games: int
    entries: int
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put in place, and where the database before it is now; None where there was none."""

    contents: Contents
    kept: Path | None


async def backup(url: str, target: Path, *, overwrite: bool = False) -> Contents:
    """Copies the database into `target`, consistent and compared with the original, whoever plays meanwhile.

    Raises StoreFault; then `target` is as it was.
    """
    file = _file_of(url, "pg_dump")
    if not file.exists():
        raise StoreFault(FaultKind.MISSING, f"there is no {file} yet; the first start of the bot makes it")
    _expect_free(target, file, overwrite=overwrite)
    await _expect_ours(file)
    await asyncio.to_thread(copy_file, file, target)
    return await asyncio.to_thread(_contents, target)


async def restore(url: str, source: Path, now: datetime) -> Restored:
    """Puts a backup in the database's place, brought up to date; the database before it is kept beside it.

    `now` names the kept file. Raises StoreFault, then the database is as it was: LOCKED as long as any program uses
    it, or what is wrong with the backup.
    """
    file = _file_of(url, "pg_restore").resolve()  # what a link leads to is exchanged, not the link
    _expect_another(source, file)
    await _expect_ours(source)
    fresh = file.with_name(f"{file.name}.restoring")
    try:
        await asyncio.to_thread(copy_file, source, fresh)
        await upgrade(_url_of(fresh), keep_copy=False)
        contents = await asyncio.to_thread(_contents, fresh)
        kept = file.with_name(f"{file.name}.before-restore-{now:%Y%m%dT%H%M%SZ}") if file.exists() else None
        await asyncio.to_thread(_exchange, file, fresh, kept)
    finally:
        fresh.unlink(missing_ok=True)
    return Restored(contents, kept)


def _file_of(url: str, instead: str) -> Path:
    file = database_file(parse_url(url))
    if file is None:
        raise StoreFault(FaultKind.BAD_URL, f"the database is a server's; use its own program, {instead}")
    return file


def _expect_free(target: Path, file: Path, *, overwrite: bool) -> None:
    if target.is_dir() or not target.parent.is_dir():
        raise StoreFault(FaultKind.CANNOT_OPEN, f"{target} can't be a file; name one in a folder that is there")
    if target.exists() and target.samefile(file):
        raise StoreFault(FaultKind.EXISTS, f"{target} is the database itself; name another file")
    if target.exists() and not overwrite:
        raise StoreFault(FaultKind.EXISTS, f"{target} is there already; name another file, or say --force")


def _expect_another(source: Path, file: Path) -> None:
    if not source.is_file():
        raise StoreFault(FaultKind.MISSING, f"there is no file {source}")
    if file.exists() and source.samefile(file):
        raise StoreFault(FaultKind.EXISTS, f"{source} is the database itself; name a backup")
    with faults_told():
        file.parent.mkdir(parents=True, exist_ok=True)


def _url_of(file: Path) -> URL:
    return URL.create(SQLITE_DRIVER, database=str(file))


async def _expect_ours(file: Path) -> None:
    if await standing_of(_url_of(file)) is Standing.EMPTY:
        raise StoreFault(FaultKind.NOT_OURS, f"{file} is an empty database, and no game was ever in it")


def _contents(file: Path) -> Contents:
    with faults_told(), opened(file) as connection:
        expect_sound(connection)
        games, entries = connection.execute(
            "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM entries)"
        ).fetchone()
        return Contents(games, entries, file.stat().st_size)


def _exchange(file: Path, fresh: Path, kept: Path | None) -> None:
    """At every moment there is a whole database in the place: the one before, or the fresh one."""
    with faults_told():
        if kept is None:
            _number_on(fresh, None)
            fresh.replace(file)
            return
        with opened(file) as connection:
            _expect_unused(connection, file)
            _number_on(fresh, _last_number(connection))
            for ending in _BESIDE:  # only where the database could not be read, and so its log not taken in
                with suppress(FileNotFoundError):
                    file.with_name(file.name + ending).rename(kept.with_name(kept.name + ending))
            _keep(file, kept)
            fresh.replace(file)


def _last_number(connection: sqlite3.Connection) -> int | None:
    """The newest game's number; None where the database can't say."""
    try:
        found = connection.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'").fetchone()
    except sqlite3.DatabaseError:
        return None
    return found[0] or 0


def _number_on(fresh: Path, last: int | None) -> None:
    """New games get numbers no game has had: buttons of those that were played since the backup are still there."""
    with opened(fresh) as connection:
        own = _last_number(connection) or 0
        number = own + _LEFT_OUT if last is None else max(own, last)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', ?)", (number,))
        connection.execute("COMMIT")


def _keep(file: Path, kept: Path) -> None:
    try:
        os.link(file, kept)
    except FileExistsError:
        raise
    except OSError:  # a file system that gives a file one name only: for a moment there is none in the place
        file.rename(kept)


def _expect_unused(connection: sqlite3.Connection, file: Path) -> None:
    """Takes the log into the file and holds its lock, which fails as long as any other program has it open."""
    try:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreFault(FaultKind.LOCKED, f"{file} is in use; end the bot first") from None
        if not error.sqlite_errorname.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise  # a damaged one is what a backup is put in the place of
