"""What was acknowledged is on the disk; what failed, whatever way, is not."""

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from db.drivers import SqliteWriter
from db.engine import reading
from db.faults import ChannelTaken, FaultKind, StoreError, StoreFault
from db.store import Store
from db.values import Finish, SavedGame
from tests.db.givens import ANN, BOB, DEAL, NOON, a_live_game, a_lobby, entry, result, robot_in, seat_of

HOUSE = Path(__file__).parents[2]
SEATS = [seat_of("N", ANN), seat_of("S", BOB)]
FINISH = Finish("NS", NOON, (result(ANN, "N", won=True), result(BOB, "S", won=True)))


async def loaded(store: Store, game_id: int) -> SavedGame:
    game = await store.games.load(game_id)
    assert game is not None
    return game


async def test_a_killed_process_loses_nothing_it_acknowledged(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    acknowledged = 0
    for lines_before_the_kill in (1, 40, 97, 3):
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.db.appender", str(file), cwd=HOUSE, stdout=asyncio.subprocess.PIPE
        )
        assert child.stdout is not None
        for _ in range(lines_before_the_kill):
            acknowledged = int(await child.stdout.readline())
        child.kill()
        for line in (await child.stdout.read()).split():
            acknowledged = int(line)
        await child.wait()

        store = await Store.open(url)
        (game,) = await store.games.unfinished()
        findings = await store.check()
        await store.close()
        assert len(game.entries) > acknowledged
        assert game.entries == (DEAL, *(entry(seq) for seq in range(1, len(game.entries))))
        assert [finding for finding in findings if not finding.sound] == []


async def test_every_connection_has_full_durability(file: Path, file_store: Store) -> None:
    async with reading(file_store._engine) as first, reading(file_store._engine) as second:
        for connection in (first, second, file_store._writer._connection):
            driver = (await connection.get_raw_connection()).driver_connection
            assert isinstance(driver, aiosqlite.Connection)
            settings = [
                list(await driver.execute_fetchall(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
            assert settings == [[("wal",)], [(2,)], [(1,)]]
    with closing(sqlite3.connect(file)) as other_program:
        assert other_program.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_an_append_is_seen_by_another_program_when_it_returns(file: Path, file_store: Store) -> None:
    game_id = await a_live_game(file_store)
    with closing(sqlite3.connect(file)) as other_program:
        for seq in range(1, 4):
            await file_store.games.append(game_id, [entry(seq)])
            assert other_program.execute("SELECT max(seq) FROM entries").fetchone() == (seq,)


@pytest.mark.parametrize("table", ["results", "seats", "games", "entries", "people"])
async def test_a_last_action_and_its_result_are_one(file: Path, file_store: Store, table: str) -> None:
    game_id = await a_live_game(file_store, seats=[robot_in("N")])
    before = await loaded(file_store, game_id)
    with closing(sqlite3.connect(file)) as saboteur:
        for change in ("INSERT", "UPDATE"):
            saboteur.execute(
                f"CREATE TRIGGER fail_{change} AFTER {change} ON {table} BEGIN SELECT RAISE(ABORT, 'injected'); END"
            )
        saboteur.commit()
        with pytest.raises(StoreFault, match="injected"):
            await file_store.games.append(game_id, [entry(1), entry(2)], seats=SEATS, finish=FINISH)
        assert await loaded(file_store, game_id) == before
        assert await file_store.records.stats(ANN[0], None) is None

        for change in ("INSERT", "UPDATE"):
            saboteur.execute(f"DROP TRIGGER fail_{change}")
        saboteur.commit()
    await file_store.games.append(game_id, [entry(1), entry(2)], seats=SEATS, finish=FINISH)
    after = await loaded(file_store, game_id)
    assert (after.status, len(after.entries), after.seats) == ("finished", 3, tuple(SEATS))


def changes_of(store: Store, game_id: int) -> list[Callable[[], Awaitable[object]]]:
    games = store.games
    return [
        lambda: games.append(game_id, [entry(1)]),
        lambda: games.append(game_id, [entry(1), entry(2)], seats=SEATS),
        lambda: games.append(game_id, [entry(1)], finish=FINISH),
        lambda: games.save_seats(game_id, SEATS),
        lambda: games.save_message(game_id, 1),
        lambda: games.end(game_id, "host", NOON),
        lambda: a_lobby(store, channel_id=1),
        lambda: store.settings.put("guild", 1, "rules", "canadian"),
    ]


async def test_a_locked_database_is_told_and_nothing_is_half_done(file: Path, file_store: Store) -> None:
    game_id = await a_live_game(file_store)
    before = await loaded(file_store, game_id)
    with closing(sqlite3.connect(file, isolation_level=None)) as other_program:
        for change in [file_store.look, *changes_of(file_store, game_id)]:
            other_program.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFault) as fault:
                await change()
            assert fault.value.kind is FaultKind.LOCKED
            # Reading goes on meanwhile.
            assert await file_store.games.unfinished() == [before]
            other_program.execute("ROLLBACK")
    await file_store.games.append(game_id, [entry(1)])
    assert len((await loaded(file_store, game_id)).entries) == 2


async def test_a_full_disk_is_told_and_nothing_is_half_done(file_store: Store) -> None:
    game_id = await a_live_game(file_store)
    assert isinstance(file_store._writer, SqliteWriter)
    writing = file_store._writer._driver
    ((pages,),) = await writing.execute_fetchall("PRAGMA page_count")
    await writing.execute_fetchall(f"PRAGMA max_page_count = {pages}")
    long = "play AS " * 2000
    for added in ([entry(1, long)], [entry(1), entry(2, long)]):
        with pytest.raises(StoreFault) as fault:
            await file_store.games.append(game_id, added)
        assert fault.value.kind is FaultKind.FULL
        assert (await loaded(file_store, game_id)).entries == (DEAL,)
    await writing.execute_fetchall("PRAGMA max_page_count = 100000")
    await file_store.games.append(game_id, [entry(1, long)])


async def test_a_database_that_may_not_be_written_is_told(file_store: Store) -> None:
    game_id = await a_live_game(file_store)
    assert isinstance(file_store._writer, SqliteWriter)
    await file_store.look()
    await file_store._writer._driver.execute_fetchall("PRAGMA query_only = ON")
    for change in [file_store.look, *changes_of(file_store, game_id)]:
        with pytest.raises(StoreFault) as fault:
            await change()
        assert fault.value.kind is FaultKind.READ_ONLY


@pytest.mark.parametrize("turns", range(1, 30))
async def test_a_cancelled_change_happened_wholly_or_not_at_all(store: Store, turns: int) -> None:
    game_id = await a_live_game(store)
    for change in changes_of(store, game_id)[:2]:
        before = len((await loaded(store, game_id)).entries)
        task = asyncio.ensure_future(change())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        game = await loaded(store, game_id)
        # SQLite may still be at it; the next change waits for its turn, and then all is settled.
        await store.games.save_message(game_id, turns)
        game = await loaded(store, game_id)
        added = len(game.entries) - before
        assert (added, game.seats) in [(0, ()), (1, ()), (2, tuple(SEATS)), (1, tuple(SEATS))]
        await store.games.append(game_id, [entry(len(game.entries))])
        async with store._engine.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM entries WHERE seq > 0")


@pytest.mark.parametrize("turns", range(1, 30))
async def test_a_cancelled_lobby_is_there_or_not(store: Store, turns: int) -> None:
    task = asyncio.ensure_future(a_lobby(store, seats=SEATS))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    try:
        game_id = await a_lobby(store, seats=SEATS)
    except ChannelTaken as taken:
        game_id = taken.game_id
    assert [(game.id, game.seats) for game in await store.games.unfinished()] == [(game_id, tuple(SEATS))]
    await store.games.start(game_id, dealer="N", seats=SEATS, started_at=NOON, entries=[DEAL])


async def test_many_tables_write_at_once(store: Store) -> None:
    ids = await asyncio.gather(*(a_live_game(store, channel_id=number) for number in range(20)))
    await asyncio.gather(
        *(store.games.append(game_id, [entry(1)]) for game_id in ids),
        *(store.games.save_seats(game_id, SEATS) for game_id in ids),
        *(store.boards.people(guild_id=None, period="all", by="wins", offset=0, limit=9, asker=1) for _ in ids),
    )
    await asyncio.gather(*(store.games.append(game_id, [entry(2), entry(3)]) for game_id in ids))
    games = await store.games.unfinished()
    assert {game.id for game in games} == set(ids)
    assert {len(game.entries) for game in games} == {4}
    assert {game.seats for game in games} == {tuple(SEATS)}


async def test_the_same_entry_from_two_presses_at_once_is_saved_once(store: Store) -> None:
    game_id = await a_live_game(store)
    outcomes = await asyncio.gather(
        *(store.games.append(game_id, [entry(1, f"bid {bid}")]) for bid in range(7, 15)),
        *(store.games.append(game_id, [entry(1), entry(2)]) for _ in range(3)),
        return_exceptions=True,
    )
    assert outcomes.count(()) == 1
    assert all(isinstance(outcome, StoreError) for outcome in outcomes if outcome != ())
    assert (await loaded(store, game_id)).entries == (DEAL, entry(1, "bid 7"))


async def test_a_reader_sees_one_moment(store: Store) -> None:
    game_id = await a_live_game(store)
    count = "SELECT count(*) FROM entries"
    async with reading(store._engine) as connection:
        assert (await connection.exec_driver_sql(count)).scalar_one() == 1
        await store.games.append(game_id, [entry(1)])
        assert (await connection.exec_driver_sql(count)).scalar_one() == 1
    async with reading(store._engine) as connection:
        assert (await connection.exec_driver_sql(count)).scalar_one() == 2


async def test_a_closed_store_says_so(store: Store) -> None:
    game_id = await a_live_game(store)
    await store.close()
    for change in [store.look, *changes_of(store, game_id)]:
        with pytest.raises(StoreFault) as fault:
            await change()
        assert fault.value.kind is FaultKind.CLOSED
