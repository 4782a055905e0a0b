"""Stores on real files; on a PostgreSQL server too, when KING_PEDRO_TEST_POSTGRESQL names an empty database there."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.recount import MODEL
from db.engine import make_migration_engine, parse_url
from db.store import Store

POSTGRESQL = os.environ.get("KING_PEDRO_TEST_POSTGRESQL", "")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "king-pedro.db"


@pytest.fixture
def file_url(file: Path) -> str:
    # Where a test holds a lock, the wait for it should be short.
    return f"sqlite+aiosqlite:///{file}?timeout=0.05"


@pytest.fixture(params=["sqlite", "postgresql"] if POSTGRESQL else ["sqlite"])
async def url(request: pytest.FixtureRequest, file: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{file}"
    async with make_migration_engine(parse_url(POSTGRESQL)).begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    return POSTGRESQL


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, model=MODEL)
    yield opened
    await opened.close()


@pytest.fixture
async def file_store(file_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(file_url, model=MODEL)
    yield opened
    await opened.close()
