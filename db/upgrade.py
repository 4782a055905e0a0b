"""Bringing the database's tables to the form this program knows, or saying why that can't be."""

import asyncio
from enum import Enum, auto
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, inspect

from db.copies import copy_file
from db.engine import database_file, make_migration_engine
from db.faults import FaultKind, StoreFault, faults_told

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class Standing(Enum):
    """How the database's tables compare to the program's."""

    EMPTY = auto()
    BEHIND = auto()
    CURRENT = auto()


async def upgrade(url: URL, *, keep_copy: bool = True) -> None:
    """Runs the migrations that are missing, all of them or none; with `keep_copy` the file as it was stays beside it.

    Raises StoreFault, before anything is written: NEWER or NOT_OURS, or why the database can't be opened or copied.
    """
    standing = await standing_of(url)
    if standing is Standing.CURRENT:
        return
    if keep_copy and standing is Standing.BEHIND and (file := database_file(url)):
        # One name a revision: a migration that fails at every start must not fill the disk.
        await asyncio.to_thread(copy_file, file, file.with_name(f"{file.name}.before-{newest_revision()}"))
    engine = make_migration_engine(url).execution_options(begin="BEGIN IMMEDIATE")
    with faults_told():
        async with engine.begin() as connection:
            await connection.run_sync(_run_migrations)


async def require_current(url: URL) -> None:
    """Raises StoreFault(MISSING or OLDER) where `upgrade` would have something to do; writes nothing."""
    match await standing_of(url):
        case Standing.EMPTY:
            raise StoreFault(FaultKind.MISSING, "the database is empty; the first start of the bot makes it")
        case Standing.BEHIND:
            raise StoreFault(FaultKind.OLDER, "the database is older than this program; start the bot once")


def revision_of(connection: Connection) -> str | None:
    """The revision the database says it is at."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str | None:
    """The revision this program brings a database to."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


async def standing_of(url: URL) -> Standing:
    """How the database compares. Raises StoreFault: NEWER, NOT_OURS, or why it can't be opened."""
    with faults_told():
        async with make_migration_engine(url).begin() as connection:
            return await connection.run_sync(_standing)


def _standing(connection: Connection) -> Standing:
    tables = inspect(connection).get_table_names()
    if not tables:
        return Standing.EMPTY
    revision = revision_of(connection)
    if revision is None or "games" not in tables:
        if tables == ["alembic_version"] and revision is None:
            return Standing.EMPTY
        raise StoreFault(FaultKind.NOT_OURS, "the database belongs to another program; name another")
    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if revision not in known:
        raise StoreFault(
            FaultKind.NEWER,
            f"the database is at revision {revision}, newer than this program; run the newer program",
        )
    return Standing.CURRENT if revision == newest_revision() else Standing.BEHIND


def _run_migrations(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
