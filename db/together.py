"""Several changes in one transaction of SQLite, each by itself: one wait for the disk, and one call of its thread."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

_BEGIN: Final = "BEGIN IMMEDIATE"
_MARK: Final = "SAVEPOINT change"
_KEEP: Final = "RELEASE change"
_UNDO: Final = "ROLLBACK TO change"


class GuardFailed(Exception):
    """A guarded statement changed nothing; never leaves the store."""


class Call(NamedTuple):
    """A statement for the driver, with the values of each row; see `db.writer.Step` for the guard."""

    text: str
    rows: Sequence[tuple[Any, ...]]
    guard: bool


def run_together(connection: sqlite3.Connection, changes: Sequence[Sequence[Call]]) -> list[Exception | None]:
    """Runs the changes and commits; gives for each what kept it from happening, or None.

    What a guard or a constraint refuses undoes that change alone. Raises whatever else goes wrong, and then none has
    happened.
    """
    connection.execute(_BEGIN)  # the lock at once, so that no change fails halfway for want of it
    try:
        outcomes = [_attempt(connection, calls) for calls in changes]
        commit(connection)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes


def commit(connection: sqlite3.Connection) -> None:
    """Makes everything durable."""
    connection.execute("COMMIT")


def _attempt(connection: sqlite3.Connection, calls: Sequence[Call]) -> Exception | None:
    connection.execute(_MARK)
    try:
        for call in calls:
            _run(connection, call)
    except (GuardFailed, sqlite3.IntegrityError) as refused:
        if not connection.in_transaction:  # a trigger may take all of it back
            raise
        connection.execute(_UNDO)
        connection.execute(_KEEP)
        return refused
    connection.execute(_KEEP)
    return None


def _run(connection: sqlite3.Connection, call: Call) -> None:
    if len(call.rows) == 1:
        cursor = connection.execute(call.text, call.rows[0])
    else:
        cursor = connection.executemany(call.text, call.rows)
    if call.guard and cursor.rowcount < len(call.rows):
        raise GuardFailed
