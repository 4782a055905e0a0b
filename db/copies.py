"""Copying a database file while others use it, and saying where two files differ. SQLite only, and not ours alone."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Final

from db.faults import FaultKind, StoreFault, faults_told

#: Seconds to wait for a program that is changing the file's form, such as a migration.
_PATIENCE: Final = 5.0

_DEFINITIONS: Final = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
_TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def copy_file(source: Path, target: Path) -> None:
    """Copies the database as it is at one moment, whoever writes meanwhile; `target` is replaced when all is well.

    The copy is one whole file, on the disk, and compared with what was copied. Raises StoreFault; then `target` is
    as it was.
    """
    with faults_told():
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{target.name}.", suffix=".part")
        os.close(handle)
        part = Path(name)
        try:
            part.chmod(source.stat().st_mode & 0o777)
            _copy(source, part)
            _flush(part)
            part.replace(target)
            _flush(target.parent)
        finally:
            part.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    with opened(source) as original, opened(part) as copy:
        original.execute("BEGIN")  # the copy and what it is compared with are of one moment, which begins by a look
        original.execute("SELECT count(*) FROM sqlite_master").fetchone()
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
        expect_sound(copy)
        if (table := first_difference(original, copy)) is not None:
            raise StoreFault(FaultKind.DAMAGED, f"the copy's table {table} is not the original's; look at the disk")


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A plain connection to a file that is there; it begins no transaction by itself."""
    uri = f"{file.resolve().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)) as connection:
        yield connection


def expect_sound(connection: sqlite3.Connection) -> None:
    """Looks at every page and every reference. Raises StoreFault(DAMAGED)."""
    said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said != "ok":
        raise StoreFault(FaultKind.DAMAGED, f"the database is damaged; put a backup in its place ({said})")
    if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise StoreFault(FaultKind.DAMAGED, f"the table {broken[0]} has rows whose game is not there")


def first_difference(one: sqlite3.Connection, other: sqlite3.Connection) -> str | None:
    """The first table that is not the same row by row in both; None when all are."""
    if list(one.execute(_DEFINITIONS)) != list(other.execute(_DEFINITIONS)):
        return "sqlite_master"
    for (table,) in one.execute(_TABLES).fetchall():
        rows = f'SELECT * FROM "{table}" ORDER BY {_key(one, table)}'  # noqa: S608 - names out of the file itself
        if any(here != there for here, there in zip_longest(one.execute(rows), other.execute(rows))):
            return str(table)
    return None


def _key(connection: sqlite3.Connection, table: str) -> str:
    columns = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    key = sorted((column[5], column[1]) for column in columns if column[5])
    return ", ".join(f'"{name}"' for _, name in key) or "rowid"


def _flush(path: Path) -> None:
    """Has the disk take what was written: of a folder, which files are in it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
