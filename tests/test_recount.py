"""Counting games again, by `king-pedro check --rebuild` and at the first start after an update."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from typer.testing import CliRunner

from bot.cli import app
from bot.recount import MODEL, count_if_due
from db.engine import make_migration_engine, parse_url
from db.faults import FaultKind, StoreFault
from db.store import Store
from db.upgrade import MIGRATIONS
from tests.test_counting import a_table, play

COUNTED = ("results", "ratings", "rating_changes", "standings", "pairs")


def everything(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(file)) as connection:
        return {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in COUNTED}  # noqa: S608


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A store with three finished games, one of them not rated, an ended and a live one."""
    made = tmp_path / "games.db"
    store = await Store.open(f"sqlite+aiosqlite:///{made}", model=MODEL)
    for seed, sitting in ((1, 4), (2, 4), (3, 2)):
        await play(await a_table(store, seed, sitting=sitting))
    ended = await a_table(store)
    await ended.abandon("channel-gone")
    await play(table := await a_table(store, 5), until=lambda: table.seq > 5)
    await store.close()
    return made


def _to_the_version_before(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.downgrade(config, "0003")


async def test_games_from_before_ratings_are_counted_at_the_first_start(file: Path) -> None:
    """As they would have been, had they been rated when they ended."""
    counted = everything(file)
    url = f"sqlite+aiosqlite:///{file}"
    async with make_migration_engine(parse_url(url)).begin() as connection:
        await connection.run_sync(_to_the_version_before)
    store = await Store.open(url, model=MODEL)
    assert await store.counts_are_due()
    before = await store.boards.people(guild_id=7, period="all", by="wins", offset=0, limit=9, asker=11)
    assert (before.rows, before.own) == ((), None)
    await count_if_due(store)
    assert everything(file) == counted
    assert not await store.counts_are_due()
    await count_if_due(store)
    assert everything(file) == counted
    await store.close()


@pytest.fixture
def looked(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{file}")
    monkeypatch.chdir(file.parent)
    return file


def told(*arguments: str) -> tuple[int, str]:
    ran = CliRunner().invoke(app, ["check", *arguments])
    return ran.exit_code, ran.output


def test_a_sound_store_is_rebuilt_to_itself(looked: Path) -> None:
    before = everything(looked)
    code, said = told("--rebuild")
    assert code == 0, said
    assert "ok    boards: 3 finished games counted again" in said
    assert everything(looked) == before


def test_what_was_wrong_is_told_and_put_right(looked: Path) -> None:
    """A look alone changes nothing."""
    before = everything(looked)
    with closing(sqlite3.connect(looked)) as saboteur:
        saboteur.executescript("UPDATE ratings SET mu = mu + 1; DELETE FROM standings WHERE user_id = 11")
    spoiled = everything(looked)
    code, said = told()
    assert code == 1
    assert "WRONG standings: it should be that everybody's results are counted, each once, but not so 11" in said
    assert everything(looked) == spoiled
    code, said = told("--rebuild")
    assert code == 1
    assert "WRONG boards: ratings had 8 rows it should not have had and lacked 8; put right" in said
    assert "WRONG boards: standings had 0 rows it should not have had and lacked 8; put right" in said
    assert everything(looked) == before
    assert told("--rebuild")[0] == 0


def test_a_log_that_can_not_be_read_is_named(looked: Path) -> None:
    with closing(sqlite3.connect(looked)) as saboteur:
        saboteur.executescript("UPDATE games SET winner = CASE winner WHEN 'NS' THEN 'EW' ELSE 'NS' END WHERE id = 3")
    code, said = told("--rebuild")
    assert code == 1
    assert "boards: 1 game has no log this program can read" in said
    assert "stay as they were: 3" in said


async def test_a_store_in_use_is_not_counted_halfway(file: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{file}?timeout=0.05", model=MODEL)
    with closing(sqlite3.connect(file, isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFault) as fault:
            await store.count_again(lambda _: pytest.fail("nothing is read"))
    assert fault.value.kind is FaultKind.LOCKED
    await store.close()
