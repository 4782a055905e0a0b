"""A backup is the database of one moment, and putting it back gives that database, or changes nothing."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.backup import backup, restore
from db.copies import copy_file, first_difference, opened
from db.faults import FaultKind, StoreFault
from db.store import Store
from tests.db.givens import DEAL, NOON, a_live_game, a_lobby, entry
from tests.db.test_check import a_house_full

HOUSE = Path(__file__).parents[2]
NOW = datetime(2026, 12, 1, 4, 5, 6, tzinfo=UTC)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "monday.db"


async def refusal(work: object) -> StoreFault:
    with pytest.raises(StoreFault) as fault:
        await work  # type: ignore[misc]
    assert len(fault.value.detail.splitlines()) == 1
    return fault.value


def same(one: Path, other: Path) -> bool:
    with opened(one) as first, opened(other) as second:
        return first_difference(first, second) is None


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@asynccontextmanager
async def a_process_that_appends(file: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.appender", str(file), cwd=HOUSE, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    await child.stdout.readline()
    try:
        yield child
    finally:
        child.kill()
        await child.communicate()


async def acknowledged_by(child: asyncio.subprocess.Process) -> int:
    assert child.stdout is not None
    return int(await child.stdout.readline())


async def entries_of(file: Path) -> tuple[object, ...]:
    store = await Store.open(f"sqlite+aiosqlite:///{file}", migrate=False)
    (game,) = await store.games.unfinished()
    findings = [finding for finding in await store.check() if not finding.sound]
    await store.close()
    assert findings == []
    return game.entries


async def test_a_backup_equals_the_database(file: Path, file_url: str, file_store: Store, copy: Path) -> None:
    await a_house_full(file_store)
    contents = await backup(file_url, copy)
    assert same(file, copy)
    assert (contents.games, contents.entries, contents.size) == (4, 6, copy.stat().st_size)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    await a_lobby(file_store, channel_id=6)
    assert not same(file, copy)


async def test_backups_while_another_process_appends_are_each_one_moment(file: Path, copy: Path) -> None:
    """Everything acknowledged before it began is in it, nothing by half, in order; and the process is not held up."""
    url = f"sqlite+aiosqlite:///{file}"
    counts = []
    async with a_process_that_appends(file) as child:
        for _ in range(8):
            before = await acknowledged_by(child)
            await backup(url, copy, overwrite=True)
            found = await entries_of(copy)
            assert found == (DEAL, *(entry(seq) for seq in range(1, len(found))))
            assert len(found) > before
            counts.append(len(found))
    assert counts == sorted(set(counts)), "it went on between"


async def test_a_restored_backup_goes_on_and_the_database_before_it_is_kept(file: Path, copy: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    async with a_process_that_appends(file) as child:
        await backup(url, copy)
        assert (await refusal(restore(url, copy, NOW))).kind is FaultKind.LOCKED
        await acknowledged_by(child)
    later = await entries_of(file)
    restored = await restore(url, copy, NOW)
    assert restored.kept == file.with_name("king-pedro.db.before-restore-20261201T040506Z")
    assert same(file, copy)
    assert restored.contents.entries == len(await entries_of(file)) < len(later)
    assert await entries_of(restored.kept) == later
    assert sorted(path.name for path in file.parent.iterdir() if path.is_file()) == [file.name, restored.kept.name]
    store = await Store.open(url)
    (game,) = await store.games.unfinished()
    await store.games.append(game.id, [entry(len(game.entries))])
    await store.close()


async def test_a_database_behind_a_link_stays_there(file: Path, file_url: str, copy: Path, tmp_path: Path) -> None:
    await (await Store.open(file_url)).close()
    await backup(file_url, copy)
    link = tmp_path / "link.db"
    link.symlink_to(file)
    restored = await restore(f"sqlite+aiosqlite:///{link}", copy, NOW)
    assert link.is_symlink()
    assert restored.kept is not None
    assert restored.kept.parent == file.parent
    assert same(link, copy)


async def test_a_restore_needs_no_database_before_it(file: Path, file_url: str, copy: Path) -> None:
    store = await Store.open(file_url)
    await a_house_full(store)
    await backup(file_url, copy)
    await store.close()
    elsewhere = file.parent / "new" / "place.db"
    restored = await restore(f"sqlite+aiosqlite:///{elsewhere}", copy, NOW)
    assert restored.kept is None
    assert same(elsewhere, copy)


@pytest.mark.parametrize("readable", [True, False])
async def test_no_number_of_a_game_is_given_twice(file: Path, file_url: str, copy: Path, readable: bool) -> None:
    """Games begun since the backup are gone, but not their buttons."""
    store = await Store.open(file_url)
    await a_live_game(store)
    await backup(file_url, copy)
    given = [await a_lobby(store, channel_id=number) for number in range(5)]
    await store.close()
    if not readable:
        file.write_bytes(b"\xff" * 100 + file.read_bytes()[100:])
    await restore(file_url, copy, NOW)
    store = await Store.open(file_url)
    number = await a_lobby(store, channel_id=1)
    await store.close()
    assert number > max(given)
    assert not readable or number == max(given) + 1


@pytest.mark.parametrize("damage", ["header", "middle", "empty"])
async def test_a_damaged_database_is_kept_as_it_is_and_replaced(
    file: Path, file_url: str, copy: Path, damage: str
) -> None:
    """With its log: who knows what can be had from it."""
    store = await Store.open(file_url)
    await a_house_full(store)
    await backup(file_url, copy)
    await store.close()
    whole = file.read_bytes()
    spoilt = {
        "header": b"\xff" * 100 + whole[100:],
        "middle": whole[:100] + b"\xff" * 3000 + whole[3100:],
        "empty": b"",
    }[damage]
    file.write_bytes(spoilt)
    log = file.with_name(f"{file.name}-wal")
    if damage == "header":
        log.write_bytes(b"what was last played")
    restored = await restore(file_url, copy, NOW)
    assert same(file, copy)
    assert restored.kept is not None
    assert restored.kept.read_bytes() == spoilt
    if damage == "header":
        assert not log.exists()
        assert restored.kept.with_name(f"{restored.kept.name}-wal").read_bytes() == b"what was last played"


async def test_a_file_that_is_there_is_written_over_only_on_demand(
    file: Path, file_url: str, file_store: Store, copy: Path
) -> None:
    copy.write_bytes(b"last month")
    fault = await refusal(backup(file_url, copy))
    assert fault.kind is FaultKind.EXISTS
    assert "--force" in fault.detail
    assert copy.read_bytes() == b"last month"
    await backup(file_url, copy, overwrite=True)
    assert same(file, copy)


async def test_the_database_is_not_its_own_backup(file: Path, file_url: str, file_store: Store, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(file)
    for target in (file, link):
        assert (await refusal(backup(file_url, target, overwrite=True))).kind is FaultKind.EXISTS
        assert (await refusal(restore(file_url, target, NOW))).kind is FaultKind.EXISTS


async def test_a_backup_that_fails_leaves_the_one_before(
    file: Path, file_url: str, file_store: Store, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged database is no backup; nor is a copy that is not the same."""
    await a_house_full(file_store)
    await backup(file_url, copy)
    before = everything(copy.parent)
    monkeypatch.setattr("db.copies.first_difference", lambda *_: "entries")
    assert (await refusal(backup(file_url, copy, overwrite=True))).kind is FaultKind.DAMAGED
    monkeypatch.undo()
    await file_store.close()
    with closing(sqlite3.connect(file)) as saboteur:
        saboteur.execute("DELETE FROM games WHERE id = 3")
        saboteur.commit()
    assert (await refusal(backup(file_url, copy, overwrite=True))).kind is FaultKind.DAMAGED
    assert everything(copy.parent) == before


@pytest.mark.parametrize("target", ["no/such/folder/x.db", "backups", "file.db/x.db"])
async def test_a_backup_needs_a_folder(
    file_url: str, file_store: Store, tmp_path: Path, copy: Path, target: str
) -> None:
    (tmp_path / "file.db").write_bytes(b"")
    fault = await refusal(backup(file_url, tmp_path / target, overwrite=True))
    assert fault.kind is FaultKind.CANNOT_OPEN


async def test_there_must_be_something_to_copy(file_url: str, copy: Path) -> None:
    assert (await refusal(backup(file_url, copy))).kind is FaultKind.MISSING
    assert (await refusal(restore(file_url, copy, NOW))).kind is FaultKind.MISSING


@pytest.mark.parametrize("url", ["postgresql+asyncpg://somebody:secret@localhost/pedro"])
async def test_a_server_has_its_own_programs(url: str, copy: Path) -> None:
    fault = await refusal(backup(url, copy))
    assert "pg_dump" in fault.detail
    copy.write_bytes(b"")
    assert "pg_restore" in (await refusal(restore(url, copy, NOW))).detail


@pytest.mark.parametrize(
    ("spoiling", "kind"),
    [
        ("CREATE TABLE recipes (name); DROP TABLE alembic_version", FaultKind.NOT_OURS),
        ("UPDATE alembic_version SET version_num = '9999'", FaultKind.NEWER),
        ("DELETE FROM games WHERE id = 3", FaultKind.DAMAGED),
    ],
)
async def test_a_backup_that_will_not_do_changes_nothing(
    file: Path, file_url: str, copy: Path, tmp_path: Path, spoiling: str, kind: FaultKind
) -> None:
    store = await Store.open(file_url)
    await a_house_full(store)
    await backup(file_url, copy)
    await store.close()
    with closing(sqlite3.connect(copy)) as saboteur:
        saboteur.executescript(spoiling)
    before = everything(tmp_path)
    assert (await refusal(restore(file_url, copy, NOW))).kind is kind
    assert everything(tmp_path) == before


@pytest.mark.parametrize("content", [b"Dear diary", b""])
async def test_what_is_no_backup_at_all_changes_nothing(
    file: Path, file_url: str, copy: Path, tmp_path: Path, content: bytes
) -> None:
    await (await Store.open(file_url)).close()
    copy.write_bytes(content)
    before = everything(tmp_path)
    await refusal(restore(file_url, copy, NOW))
    assert everything(tmp_path) == before


async def test_a_copy_keeps_hands_from_those_who_may_not_read_the_database(
    file: Path, file_store: Store, copy: Path
) -> None:
    file.chmod(0o600)
    await asyncio.to_thread(copy_file, file, copy)
    assert copy.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET action = 'play KS' WHERE game_id = 3 AND seq = 2",
        "DELETE FROM results WHERE user_id = 1",
        "UPDATE games SET message_id = 1 WHERE id = 4",
        "CREATE INDEX one_more ON games (host_id)",
        "UPDATE people SET name = NULL WHERE user_id = 99; INSERT INTO people VALUES (99, '', '2026-01-01')",
    ],
)
async def test_any_difference_is_found(file: Path, file_store: Store, copy: Path, change: str) -> None:
    await a_house_full(file_store)
    await asyncio.to_thread(copy_file, file, copy)
    assert same(file, copy)
    with closing(sqlite3.connect(copy)) as other:
        other.executescript(change)
    assert not same(file, copy)
    assert not same(copy, file)


async def test_two_backups_at_once_do_not_meet(file: Path, file_url: str, file_store: Store, copy: Path) -> None:
    await a_live_game(file_store)
    await asyncio.gather(*(backup(file_url, copy, overwrite=True) for _ in range(4)))
    assert same(file, copy)
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    await file_store.games.end(1, "host", NOON)
