"""What can go wrong with the store, as types; drivers' exceptions don't leave this package."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class FaultKind(StrEnum):
    """Why the database can't be used."""

    BAD_URL = "bad-url"
    CANNOT_OPEN = "cannot-open"
    MISSING = "missing"
    READ_ONLY = "read-only"
    NOT_A_DATABASE = "not-a-database"
    NOT_OURS = "not-ours"
    NEWER = "newer-than-program"
    OLDER = "older-than-program"
    LOCKED = "locked"
    FULL = "full"
    DAMAGED = "damaged"
    REFUSED = "refused"
    CLOSED = "closed"
    EXISTS = "exists"
    MOVED = "moved"
    BROKEN = "broken"


class StoreError(Exception):
    """Anything the store refuses or can't do; nothing was written."""


class StoreFault(StoreError):
    """The database itself can't do it. `detail` is one sentence for the person who runs the bot."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class ChannelTaken(StoreError):
    """The channel has a lobby or a live game already."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"the channel has game {game_id} already")
        self.game_id = game_id


class SeqTaken(StoreError):
    """The game has an entry of this number already."""

    def __init__(self, game_id: int, seq: int) -> None:
        super().__init__(f"game {game_id} has entry {seq} already")
        self.game_id = game_id
        self.seq = seq


class SeqGap(StoreError):
    """The entry would leave a gap; `expected` is the number that comes next."""

    def __init__(self, game_id: int, seq: int, expected: int) -> None:
        super().__init__(f"game {game_id} expects entry {expected}, not {seq}")
        self.game_id = game_id
        self.seq = seq
        self.expected = expected


class StoreConflict(StoreError):
    """The game is not in the state the change needs; `status` is None when there is no such game."""

    def __init__(self, game_id: int, status: str | None) -> None:
        super().__init__(f"game {game_id} is {status or 'unknown'}")
        self.game_id = game_id
        self.status = status


# By the names the sqlite3 module gives SQLite's primary result codes.
_SQLITE_KINDS = {
    "SQLITE_BUSY": (FaultKind.LOCKED, "another program is using the database; end it, or try again"),
    "SQLITE_LOCKED": (FaultKind.LOCKED, "the database is in use; try again"),
    "SQLITE_FULL": (FaultKind.FULL, "there is no room left for the database; free some and try again"),
    "SQLITE_READONLY": (FaultKind.READ_ONLY, "the database can't be written; change its permissions"),
    "SQLITE_PERM": (FaultKind.READ_ONLY, "the database can't be written; change its permissions"),
    "SQLITE_NOTADB": (
        FaultKind.NOT_A_DATABASE,
        "the file is not an SQLite database; move it away or name another",
    ),
    "SQLITE_CORRUPT": (FaultKind.DAMAGED, "the database is damaged; put a backup in its place"),
    # Also what is over a quota or over the size a file may have: only a disk without a free block is SQLITE_FULL.
    "SQLITE_IOERR": (FaultKind.BROKEN, "the disk is full or fails; look at it and try again"),
    "SQLITE_CANTOPEN": (
        FaultKind.CANNOT_OPEN,
        "the database can't be opened; check its path and its permissions",
    ),
}
# By PostgreSQL's five-character codes, or by how they begin.
_POSTGRESQL_KINDS = {
    "40001": (FaultKind.LOCKED, "somebody else changed the same rows; try again"),
    "40P01": (FaultKind.LOCKED, "somebody else holds the same rows; try again"),
    "55P03": (FaultKind.LOCKED, "somebody else holds the same rows; try again"),
    "53100": (FaultKind.FULL, "there is no room left for the database; free some and try again"),
    "25006": (FaultKind.READ_ONLY, "the database can't be written; change its permissions"),
    "42501": (FaultKind.READ_ONLY, "the database's user lacks permissions; grant them"),
    "28": (FaultKind.CANNOT_OPEN, "the database refused the user or the password; check both"),
    "3D000": (FaultKind.CANNOT_OPEN, "the server has no such database; create it first"),
    "08": (FaultKind.CANNOT_OPEN, "the database's server can't be reached; check its address"),
    "57P": (FaultKind.CANNOT_OPEN, "the database's server is not ready; try again"),
}


def fault_from(error: BaseException) -> StoreFault:
    """The fault a driver's exception stands for."""
    cause = error.orig if isinstance(error, StatementError) and error.orig is not None else error
    # Only the first line: what follows may quote the refused row, and with it somebody's cards.
    said = next(iter(str(cause).splitlines()), type(cause).__name__)
    kind, advice = _kind_and_advice(error, cause)
    return StoreFault(kind, f"{advice} ({said})")


def _kind_and_advice(error: BaseException, cause: BaseException) -> tuple[FaultKind, str]:
    # An extended code begins with its primary one: SQLITE_BUSY_SNAPSHOT is a SQLITE_BUSY.
    sqlite_name = "_".join((getattr(cause, "sqlite_errorname", None) or "").split("_")[:2])
    if sqlite_name in _SQLITE_KINDS:
        return _SQLITE_KINDS[sqlite_name]
    postgresql_code = getattr(cause, "sqlstate", None) or ""
    for length in (5, 3, 2):
        if postgresql_code[:length] in _POSTGRESQL_KINDS:
            return _POSTGRESQL_KINDS[postgresql_code[:length]]
    match error:
        case IntegrityError() | sqlite3.IntegrityError():
            return FaultKind.REFUSED, "the database refused the values"
        case PoolTimeout():
            return FaultKind.LOCKED, "too many questions wait for the database; try again"
        case OSError(errno=errno.ENOSPC | errno.EDQUOT):
            return FaultKind.FULL, "there is no room left for the database; free some and try again"
        case OSError(filename=str(filename)):
            return FaultKind.CANNOT_OPEN, f"{filename} can't be used; check its folder and its permissions"
        case OSError():
            return FaultKind.CANNOT_OPEN, "the database's server can't be reached; check its address"
        case _:
            return FaultKind.BROKEN, "the database failed"


@contextmanager
def faults_told() -> Iterator[None]:
    """Turns what drivers raise into `StoreFault`; a value of the wrong kind stays a ValueError.

    What the driver raised is not passed on, as its text may quote a row, and with it somebody's cards.
    """
    try:
        yield
    except StatementError as error:
        if isinstance(error.orig, ValueError):
            raise error.orig from None
        raise fault_from(error) from None
    except (PoolTimeout, sqlite3.Error, OSError) as error:
        raise fault_from(error) from None
