"""`king-pedro backup` and `restore` as people call them: real processes, their output and exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from db.store import Store
from tests.db.givens import a_live_game, entry
from tests.test_cli import king_pedro


@pytest.fixture
async def url(tmp_path: Path) -> str:
    url = f"sqlite+aiosqlite:///{tmp_path}/games.db"
    store = await Store.open(url)
    game_id = await a_live_game(store)
    await store.games.append(game_id, [entry(1)])
    await store.close()
    return url


def test_a_backup_and_its_way_back(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    ran = king_pedro("backup", str(copy), DATABASE_URL=url)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode() == f"{copy} is a copy of the database, compared with it: 1 game, 2 actions, 0.1 MB.\n"

    again = king_pedro("backup", str(copy), DATABASE_URL=url)
    assert (again.returncode, again.stdout) == (2, b"")
    assert again.stderr.decode() == (
        f"No backup was made: {copy} is there already; name another file, or say --force.\n"
    )
    assert king_pedro("backup", "--force", str(copy), DATABASE_URL=url).returncode == 0

    ran = king_pedro("restore", str(copy), DATABASE_URL=url)
    assert (ran.returncode, ran.stderr) == (0, b"")
    said = ran.stdout.decode()
    kept = re.search(r"The one before is kept as (.+)\.\n", said)
    assert said.startswith(f"{copy} is the database now: 1 game, 2 actions, 0.1 MB. ")
    assert kept is not None
    assert Path(kept[1]).is_file()


async def test_while_a_bot_uses_the_database_nothing_is_restored(url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    store = await Store.open(url)
    assert king_pedro("backup", str(copy), DATABASE_URL=url).returncode == 0
    ran = king_pedro("restore", str(copy), DATABASE_URL=url)
    await store.close()
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode() == f"Nothing was restored: {tmp_path}/games.db is in use; end the bot first.\n"


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_can_not_be_copied_is_told_in_one_sentence(command: str, tmp_path: Path) -> None:
    for url in (f"sqlite+aiosqlite:///{tmp_path}/none.db", "mysql://x", "sqlite+aiosqlite:///:memory:"):
        ran = king_pedro(command, str(tmp_path / "copy.db"), DATABASE_URL=url)
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert re.fullmatch(r"[^\n]+\.\n", ran.stderr.decode())
