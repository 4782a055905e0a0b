"""The disk and the process fail beneath the store: what was acknowledged is there, once, and nothing by half.

What is promised, and by whom: a change is acknowledged when SQLite's COMMIT is, which with a write-ahead log and
`synchronous = FULL` is after the log's frames are flushed to the disk. So a loss of power may tear what was not
acknowledged yet, and nothing before it, on a disk that does what it says when it is told to flush.
"""

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from db.faults import FaultKind, StoreFault
from db.store import Store
from db.values import SavedGame
from tests.db.givens import DEAL, a_live_game, entry

HOUSE = Path(__file__).parents[2]


async def started(file: Path, *arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.db.appender", str(file), *arguments),
        cwd=HOUSE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def lines_of(child: asyncio.subprocess.Process, number: int) -> list[str]:
    assert child.stdout is not None
    return [(await child.stdout.readline()).decode().strip() for _ in range(number)]


async def ended(child: asyncio.subprocess.Process, by: signal.Signals) -> list[str]:
    """What it still said."""
    child.send_signal(by)
    said, complaints = await child.communicate()
    assert complaints.decode().strip() in ("", "recovered: the database takes changes again")
    assert child.returncode == (-by if by is signal.SIGKILL else 0)
    return said.decode().split()


async def games_of(file: Path) -> list[SavedGame]:
    """All unfinished games; the database is sound."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    games = await store.games.unfinished()
    findings = await store.check()
    await store.close()
    assert [finding for finding in findings if not finding.sound] == []
    return games


def numbered(game: SavedGame) -> int:
    """How many entries there are; each is the one its number asks for."""
    assert game.entries == (DEAL, *(entry(seq) for seq in range(1, len(game.entries))))
    return len(game.entries)


# Torn logs


class Log(NamedTuple):
    """A write-ahead log: its bytes, where its frames end, and after which of them a change is whole."""

    content: bytes
    ends: tuple[int, ...]
    commits: frozenset[int]

    def changes_before(self, place: int) -> int:
        return sum(1 for end in self.ends if end <= place and end in self.commits)


def read_log(file: Path) -> Log:
    """By SQLite's description of the format: a head of 32 bytes, frames of 24 bytes and a page."""
    content = file.read_bytes()
    frame = 24 + int.from_bytes(content[8:12], "big")
    begins = [
        begin
        for begin in range(32, len(content) - frame + 1, frame)
        if content[begin + 8 : begin + 16] == content[16:24]
    ]
    commits = frozenset(begin + frame for begin in begins if content[begin + 4 : begin + 8] != b"\0\0\0\0")
    return Log(content, tuple(begin + frame for begin in begins), commits)


async def test_a_torn_log_loses_only_what_it_tore(file: Path, tmp_path: Path) -> None:
    """Cut, overwritten or with one bit changed, at each frame's end and within it: what lies before is there."""
    child = await started(file)
    acknowledged = int((await lines_of(child, 12))[-1])
    for line in await ended(child, signal.SIGKILL):
        acknowledged = int(line)
    log = read_log(file.with_name(f"{file.name}-wal"))
    assert len(log.commits) >= acknowledged + 2, "a lobby, its start, and each entry"

    torn = tmp_path / "torn"
    torn.mkdir()

    async def check(content: bytes, place: int) -> None:
        shutil.copy(file, torn / "torn.db")
        (torn / "torn.db-wal").write_bytes(content)
        games = await games_of(torn / "torn.db")
        changes = log.changes_before(place)
        if changes == 0:
            assert games == []
        elif changes == 1:
            assert [(game.status, game.entries) for game in games] == [("lobby", ())]
        else:
            assert [numbered(game) for game in games] == [changes - 1]

    for end in (32, *log.ends):
        await check(log.content[:end], end)
        if end == log.ends[-1]:
            assert log.changes_before(end) - 1 > acknowledged
            continue
        within = end + 24 + 2000
        await check(log.content[:within], end)
        await check(log.content[: end + 10] + os.urandom(len(log.content) - end - 10), end)
        await check(log.content[:within] + bytes([log.content[within] ^ 1]) + log.content[within + 1 :], end)


# A full disk


@pytest.mark.parametrize("room", [0, 9_000, 40_000, 300_000])
async def test_a_disk_without_room_takes_nothing_by_half_and_later_everything(file: Path, room: int) -> None:
    """A limit of the size of files stands for a full disk: writes fail in the middle of a page."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    await a_live_game(store)
    await store.close()
    child = await started(file, str(room))
    said: list[str] = []
    while said.count("broken") + said.count("full") < 3:
        said += await lines_of(child, 1)
    said += await lines_of(child, 20)
    said += await ended(child, signal.SIGTERM)
    acknowledged = [int(line) for line in said if line.isdigit()]
    assert acknowledged == list(range(1, len(acknowledged) + 1)), "each once, and in order"
    assert set(said) - {str(seq) for seq in acknowledged} <= {"broken", "full"}
    (game,) = await games_of(file)
    assert numbered(game) in (len(acknowledged) + 1, len(acknowledged) + 2)


# A process that is told to end


@pytest.mark.parametrize("lines", [1, 2, 3, 7, 20, 55])
async def test_told_to_end_during_a_save_it_ends_in_order(file: Path, lines: int) -> None:
    child = await started(file)
    said = [*await lines_of(child, lines), *await ended(child, signal.SIGTERM)]
    assert [path.name for path in file.parent.iterdir()] == [file.name], "the log is taken into the file"
    (game,) = await games_of(file)
    # The change under way when it was told may be there without having been acknowledged.
    assert numbered(game) in (int(said[-1]) + 1, int(said[-1]) + 2)


# A database that may not be written


@contextmanager
def nobody() -> Iterator[None]:
    """Root may write everything, so as root the test turns into somebody else for a while."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that anybody may come to; pytest's own are private."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.parametrize(("of_file", "of_folder"), [(0o444, 0o555), (0o444, 0o755), (0o644, 0o555), (0o000, 0o755)])
async def test_a_database_that_may_not_be_written_is_told_and_left_alone(
    open_folder: Path, of_file: int, of_folder: int
) -> None:
    file = open_folder / "king-pedro.db"
    url = f"sqlite+aiosqlite:///{file}"
    store = await Store.open(url)
    await a_live_game(store)
    await store.close()
    before = file.read_bytes()
    if os.geteuid() == 0:
        os.chown(file, 65534, 65534)
        os.chown(open_folder, 65534, 65534)
    file.chmod(of_file)
    open_folder.chmod(of_folder)
    try:
        with nobody(), pytest.raises(StoreFault) as fault:
            await Store.open(url)
    finally:
        open_folder.chmod(0o755)
    assert fault.value.kind is FaultKind.READ_ONLY
    assert fault.value.detail.endswith(" can't be written; change its permissions")
    assert [path.name for path in open_folder.iterdir()] == [file.name]
    assert file.read_bytes() == before
    file.chmod(0o644)
    with nobody():
        store = await Store.open(url)
        (game,) = await store.games.unfinished()
        await store.games.append(game.id, [entry(1)])
        await store.close()
