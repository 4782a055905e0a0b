"""The revisions lead to exactly the tables the program knows, wholly or not at all."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from db import upgrade
from db.backup import backup, restore
from db.engine import make_migration_engine, parse_url
from db.faults import FaultKind, StoreFault
from db.schema import metadata
from db.store import Store
from tests.db.givens import NOON, a_live_game, a_lobby

HOUSE = Path(__file__).parents[2]


THEIRS = ("alembic_version", "sqlite_sequence")


def definitions(file: Path) -> dict[str, list[str]]:
    """The words of every definition; their order may differ, as constraints are written in another one."""
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {
        name: sorted(sql.replace('"', "").replace(",", " ").split()) for name, table, sql in rows if table not in THEIRS
    }


async def test_the_revisions_lead_to_the_schema(store: Store, url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with make_migration_engine(parse_url(url)).begin() as connection:
        assert await connection.run_sync(differences) == []


async def test_checks_and_partial_indexes_are_the_same_too(file: Path, file_store: Store, tmp_path: Path) -> None:
    direct = tmp_path / "direct.db"
    engine = create_engine(f"sqlite:///{direct}")
    metadata.create_all(engine)
    engine.dispose()
    assert definitions(file) == definitions(direct)
    assert {"UNIQUE", "WHERE", "'live')"} <= set(definitions(file)["uq_games_open_channel"])


def test_revisions_are_one_line_of_numbers() -> None:
    revisions = [script.revision for script in ScriptDirectory(str(upgrade.MIGRATIONS)).walk_revisions()]
    assert sorted(revisions, reverse=True) == revisions
    assert revisions[-1] == "0001"


NEWEST = str(upgrade.newest_revision())
NEXT = f"{int(NEWEST) + 1:04}"

TOMORROW = """
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.create_table("weather", sa.Column("day", sa.Integer(), primary_key=True))
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("weather", sa.String(), server_default="sun"))
        batch.alter_column("clock", new_column_name="hourglass")
    {last_words}
"""


@pytest.fixture
def tomorrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where one more revision can be written, beside the true ones."""
    migrations = tmp_path / "100% tomorrow" / "migrations"
    versions = migrations / "versions"
    versions.mkdir(parents=True)
    true_ones = [f"versions/{file.name}" for file in (upgrade.MIGRATIONS / "versions").glob("*_*.py")]
    for name in ("env.py", "script.py.mako", *true_ones):
        (migrations / name).write_text((upgrade.MIGRATIONS / name).read_text())
    monkeypatch.setattr(upgrade, "MIGRATIONS", migrations)
    return versions / f"weather_{NEXT}.py"


def write_next(file: Path, last_words: str = "pass") -> None:
    file.write_text(TOMORROW.format(revision=NEXT, before=NEWEST, last_words=last_words))


async def a_database_of_today(file_url: str) -> int:
    store = await Store.open(file_url)
    game_id = await a_lobby(store)
    await store.close()
    return game_id


def rows_of(file: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(question).fetchall()


async def test_an_older_database_is_brought_up_to_date_with_its_games(
    file: Path, file_url: str, tomorrow: Path
) -> None:
    game_id = await a_database_of_today(file_url)
    write_next(tomorrow)
    with pytest.raises(StoreFault) as fault:
        await Store.open(file_url, migrate=False)
    assert fault.value.kind is FaultKind.OLDER
    store = await Store.open(file_url)
    assert {finding.subject for finding in await store.check() if not finding.sound} == set()
    await store.close()
    assert rows_of(file, "SELECT id, hourglass, weather FROM games") == [(game_id, "normal", "sun")]
    assert rows_of(file, "SELECT version_num FROM alembic_version") == [(NEXT,)]


async def test_a_database_of_the_first_revision_comes_along(file: Path, file_url: str, tomorrow: Path) -> None:
    for script in tomorrow.parent.glob("*_*.py"):
        if script.name != "schema_0001.py":
            script.unlink()
    game_id = await a_live_game(store := await Store.open(file_url))
    await store.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(upgrade, "MIGRATIONS", Path(upgrade.__file__).parent / "migrations")
        store = await Store.open(file_url)
        loaded = await store.games.load(game_id)
        await store.close()
    assert loaded is not None
    assert (loaded.status, loaded.hints, len(loaded.entries)) == ("live", (), 1)
    assert rows_of(file, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


async def test_a_migration_that_fails_leaves_everything_as_it_was(file: Path, file_url: str, tomorrow: Path) -> None:
    await a_database_of_today(file_url)
    before = definitions(file)
    write_next(tomorrow, last_words='op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(StoreFault) as fault:
        await Store.open(file_url)
    assert fault.value.kind is FaultKind.BROKEN
    assert "nowhere" in fault.value.detail
    assert definitions(file) == before
    assert rows_of(file, "SELECT version_num FROM alembic_version") == [(NEWEST,)]


async def test_an_upgrade_waits_its_turn_or_says_the_database_is_locked(
    file: Path, file_url: str, tomorrow: Path
) -> None:
    await a_database_of_today(file_url)
    write_next(tomorrow)
    with closing(sqlite3.connect(file, isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFault) as fault:
            await Store.open(file_url)
        assert fault.value.kind is FaultKind.LOCKED
    await (await Store.open(file_url)).close()


async def test_developers_have_alembics_own_commands(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"

    async def alembic(*arguments: str) -> tuple[int | None, str]:
        ini = str(upgrade.MIGRATIONS / "alembic.ini")
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "alembic", "-c", ini, *arguments),
            cwd=file.parent,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        return process.returncode, said.decode()

    assert (await alembic("-x", f"url={url}", "upgrade", "head"))[0] == 0
    code, said = await alembic("-x", f"url={url}", "check")
    assert (code, said.strip()) == (0, "No new upgrade operations detected.")
    await (await Store.open(url, migrate=False)).close()
    assert (await alembic("-x", f"url={url}", "downgrade", "base"))[0] == 0
    assert definitions(file) == {}
    code, said = await alembic("upgrade", "head")
    assert code != 0
    assert "-x url=" in said


async def test_the_file_as_it_was_stays_beside_a_migrated_one(file: Path, file_url: str, tomorrow: Path) -> None:
    game_id = await a_database_of_today(file_url)
    before = definitions(file)
    write_next(tomorrow)
    await (await Store.open(file_url)).close()
    kept = file.with_name(f"king-pedro.db.before-{NEXT}")
    assert definitions(kept) == before != definitions(file)
    assert rows_of(kept, "SELECT id, clock FROM games") == [(game_id, "normal")]


async def test_without_room_for_that_copy_nothing_is_migrated(
    file: Path, file_url: str, tomorrow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await a_database_of_today(file_url)
    before = definitions(file)
    write_next(tomorrow)

    def full(*_: object) -> None:
        raise StoreFault(FaultKind.FULL, "there is no room left")

    monkeypatch.setattr(upgrade, "copy_file", full)
    with pytest.raises(StoreFault) as fault:
        await Store.open(file_url)
    assert fault.value.kind is FaultKind.FULL
    assert definitions(file) == before


async def test_a_backup_of_an_older_program_is_brought_up_to_date(
    file: Path, file_url: str, tomorrow: Path, tmp_path: Path
) -> None:
    """Or, where that fails, not put in place; the backup itself stays as it was."""
    game_id = await a_database_of_today(file_url)
    copy = tmp_path / "copy.db"
    await backup(file_url, copy)
    await backup(file_url, again := tmp_path / "again.db")
    write_next(tomorrow)
    await (await Store.open(file_url)).close()
    now = definitions(file)
    await restore(file_url, copy, NOON)
    assert definitions(file) == now
    assert rows_of(file, "SELECT id, hourglass, weather FROM games") == [(game_id, "normal", "sun")]
    assert "weather" not in definitions(copy)

    write_next(tomorrow, last_words='op.execute("INSERT INTO nowhere VALUES (1)")')
    files = sorted(tmp_path.iterdir())
    with pytest.raises(StoreFault, match="nowhere"):
        await restore(file_url, again, NOON)
    assert sorted(tmp_path.iterdir()) == files
    assert definitions(file) == now


async def test_the_way_back_after_an_update(file: Path, file_url: str, tomorrow: Path) -> None:
    """The program before puts back the file that was kept, over a database it does not know."""
    game_id = await a_database_of_today(file_url)
    write_next(tomorrow)
    await (await Store.open(file_url)).close()
    tomorrow.unlink()
    with pytest.raises(StoreFault) as fault:
        await Store.open(file_url)
    assert fault.value.kind is FaultKind.NEWER
    restored = await restore(file_url, file.with_name(f"king-pedro.db.before-{NEXT}"), NOON)
    assert restored.kept is not None
    assert rows_of(restored.kept, "SELECT weather FROM games") == [("sun",)]
    store = await Store.open(file_url)
    assert [game.id for game in await store.games.unfinished()] == [game_id]
    await store.close()


UPGRADING = """
import asyncio, sys
from pathlib import Path
from db import upgrade
from db.store import Store

upgrade.MIGRATIONS = Path(sys.argv[2])
asyncio.run(Store.open(sys.argv[1]))
"""


@pytest.mark.parametrize("when", ["first", "last"])
async def test_a_process_killed_in_a_migration_leaves_everything_as_it_was(
    file: Path, file_url: str, tomorrow: Path, when: str
) -> None:
    game_id = await a_database_of_today(file_url)
    before = definitions(file)
    kill = "import os; os.kill(os.getpid(), 9)"
    write_next(tomorrow, last_words=kill)
    if when == "first":
        tomorrow.write_text(tomorrow.read_text().replace("    with op", f"    {kill}\n    with op"))
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", UPGRADING, file_url, str(tomorrow.parent.parent), cwd=HOUSE
    )
    assert await child.wait() == -9
    assert definitions(file) == before
    assert rows_of(file, "SELECT id, clock FROM games") == [(game_id, "normal")]
    write_next(tomorrow)
    await (await Store.open(file_url)).close()
    assert rows_of(file, "SELECT version_num FROM alembic_version") == [(NEXT,)]
