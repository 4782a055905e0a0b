"""Opening: every way a database can be wrong gets one sentence, and a wrong one is left as it was."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from db.drivers import open_writer
from db.faults import FaultKind, StoreFault
from db.store import Store
from db.watch import Watch
from db.writer import Writer
from tests.db.givens import NOON, a_lobby


async def refusal(url: str, *, migrate: bool = True) -> StoreFault:
    with pytest.raises(StoreFault) as fault:
        await Store.open(url, migrate=migrate)
    assert len(fault.value.detail.splitlines()) == 1
    assert str(fault.value) == fault.value.detail
    return fault.value


def spoil(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(statement)
        connection.commit()


def write(file: Path, content: bytes) -> None:
    file.write_bytes(content)


def all_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def test_a_new_file_is_made_with_its_folders(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b c" / "king pedro.db"
    url = f"sqlite+aiosqlite:///{file}"
    store = await Store.open(url)
    game_id = await a_lobby(store)
    await store.close()
    assert file.exists()
    again = await Store.open(url)
    assert [game.id for game in await again.games.unfinished()] == [game_id]
    await again.close()


async def test_an_empty_file_is_a_new_database(file: Path, file_url: str) -> None:
    write(file, b"")
    await (await Store.open(file_url)).close()


async def test_closing_leaves_one_whole_file(file: Path, file_url: str) -> None:
    store = await Store.open(file_url)
    await a_lobby(store)
    await store.close()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


async def test_two_programs_may_use_it(file_url: str) -> None:
    first = await Store.open(file_url)
    second = await Store.open(file_url)
    game_id = await a_lobby(first)
    await second.games.end(game_id, "host", NOON)
    assert await first.games.unfinished() == []
    await first.close()
    assert await a_lobby(second) > game_id
    await second.close()


async def test_programs_that_make_it_at_once_make_one_database_or_say_it_is_locked(file_url: str) -> None:
    outcomes = await asyncio.gather(*(Store.open(file_url) for _ in range(4)), return_exceptions=True)
    for outcome in outcomes:
        if isinstance(outcome, Store):
            await outcome.close()
        else:
            assert isinstance(outcome, StoreFault)
            assert outcome.kind is FaultKind.LOCKED
    store = await Store.open(file_url)
    assert [finding for finding in await store.check() if not finding.sound] == []
    await store.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "data/king-pedro.db",
        "sqlite:///data/king-pedro.db",
        "mysql+aiomysql://somebody:secret@localhost/pedro",
        "postgresql://somebody:secret@localhost/pedro",
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///file:pedro?mode=memory&uri=true",
        "sqlite+aiosqlite://data/file.db",
        "sqlite+aiosqlite:///data/file.db?timeout=long",
        "nonsense+driver:///x",
    ],
)
async def test_a_url_that_will_not_do(url: str) -> None:
    fault = await refusal(url)
    assert fault.kind is FaultKind.BAD_URL
    assert "sqlite+aiosqlite:///data/king-pedro.db" in fault.detail
    assert "secret" not in fault.detail


async def test_a_file_that_is_no_database(file: Path, file_url: str) -> None:
    write(file, b"Dear diary, today I bid seven.\n" * 100)
    before = all_bytes(file.parent)
    assert (await refusal(file_url)).kind is FaultKind.NOT_A_DATABASE
    assert all_bytes(file.parent) == before


async def test_a_damaged_file(file: Path, file_url: str) -> None:
    store = await Store.open(file_url)
    await store.close()
    whole = all_bytes(file.parent)[file.name]
    write(file, whole[:100] + b"\xff" * 3000 + whole[3100:])
    assert (await refusal(file_url)).kind is FaultKind.DAMAGED


async def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    assert (await refusal(f"sqlite+aiosqlite:///{tmp_path}")).kind is FaultKind.CANNOT_OPEN


async def test_a_file_in_place_of_the_folder(file: Path) -> None:
    write(file, b"")
    fault = await refusal(f"sqlite+aiosqlite:///{file}/data/king-pedro.db")
    assert fault.kind is FaultKind.CANNOT_OPEN
    assert str(file) in fault.detail


async def test_a_newer_database_is_left_untouched(file: Path, file_url: str) -> None:
    await (await Store.open(file_url)).close()
    spoil(file, "PRAGMA journal_mode = DELETE")
    spoil(file, "UPDATE alembic_version SET version_num = '9999'")
    spoil(file, "ALTER TABLE games ADD COLUMN weather VARCHAR")
    before = all_bytes(file.parent)
    for migrate in (True, False):
        fault = await refusal(file_url, migrate=migrate)
        assert fault.kind is FaultKind.NEWER
        assert "9999" in fault.detail
        assert all_bytes(file.parent) == before


@pytest.mark.parametrize("statement", ["CREATE TABLE recipes (name)", "CREATE TABLE games (name)"])
async def test_another_programs_database_is_left_untouched(file: Path, file_url: str, statement: str) -> None:
    spoil(file, statement)
    before = all_bytes(file.parent)
    assert (await refusal(file_url)).kind is FaultKind.NOT_OURS
    assert all_bytes(file.parent) == before


async def test_a_locked_database(file: Path, file_url: str) -> None:
    await (await Store.open(file_url)).close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other_program:
        other_program.execute("PRAGMA locking_mode = EXCLUSIVE")
        other_program.execute("BEGIN EXCLUSIVE")
        assert (await refusal(file_url)).kind is FaultKind.LOCKED
    await (await Store.open(file_url)).close()


async def test_looking_makes_and_changes_nothing(file: Path, file_url: str) -> None:
    assert (await refusal(file_url, migrate=False)).kind is FaultKind.MISSING
    assert all_bytes(file.parent) == {}
    write(file, b"")
    assert (await refusal(file_url, migrate=False)).kind is FaultKind.MISSING
    assert all_bytes(file.parent) == {file.name: b""}
    await (await Store.open(file_url)).close()
    await (await Store.open(file_url, migrate=False)).close()


async def test_a_server_that_is_not_there_or_whose_driver_is_missing() -> None:
    fault = await refusal("postgresql+asyncpg://somebody:secret@127.0.0.1:1/pedro")
    if find_spec("asyncpg"):
        assert fault.kind is FaultKind.CANNOT_OPEN
    else:
        assert fault.kind is FaultKind.BAD_URL
        assert "asyncpg" in fault.detail
    assert "secret" not in fault.detail


@pytest.mark.parametrize("how", ["another", "none"])
async def test_a_file_that_is_moved_away_is_seen(file: Path, file_store: Store, how: str) -> None:
    """What is saved then is saved where no later start will look."""
    await file_store.look()
    file.rename(away := file.with_name("away.db"))
    if how == "another":
        shutil.copy(away, file)
    with pytest.raises(StoreFault) as fault:
        await file_store.look()
    assert fault.value.kind is FaultKind.MOVED
    away.replace(file)
    await file_store.look()


async def test_a_file_that_is_exchanged_during_the_start_is_seen(
    file: Path, file_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restore that ends between the start's first look at the file and its opening."""
    await (await Store.open(file_url)).close()
    shutil.copy(file, other := tmp_path / "other.db")

    async def slowly(engine: AsyncEngine, watch: Watch) -> Writer:
        writer = await open_writer(engine, watch)
        other.replace(file)
        return writer

    monkeypatch.setattr("db.store.open_writer", slowly)
    assert (await refusal(file_url)).kind is FaultKind.MOVED
    monkeypatch.undo()
    await (await Store.open(file_url)).close()
