"""`check` finds each promise that is broken, and nothing in a sound database."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.store import Store
from tests.db.givens import ANN, BOB, CID, NOON, a_finished_game, a_live_game, a_lobby, entry, seat_of


async def a_house_full(store: Store) -> None:
    """Games 1 (finished), 2 (ended), 3 (live) and 4 (lobby)."""
    await a_finished_game(store, [ANN, BOB], [CID])
    ended = await a_live_game(store)
    await store.games.end(ended, "host", NOON)
    live = await a_live_game(store, seats=[seat_of("N", ANN)])
    await store.games.append(live, [entry(1), entry(2)])
    await a_lobby(store, channel_id=5)


async def test_a_sound_database(store: Store) -> None:
    await a_house_full(store)
    findings = await store.check()
    assert [finding for finding in findings if not finding.sound] == []
    assert {finding.detail for finding in findings if finding.subject == "games"} == {
        "1 lobby, 1 live, 1 finished, 1 ended"
    }


@pytest.mark.parametrize(
    ("subject", "spoiling", "culprit"),
    [
        ("revision", "UPDATE alembic_version SET version_num = '0000'", "0000"),
        ("references", "DELETE FROM games WHERE id = 3", "entries, seats"),
        ("channels", "DROP INDEX uq_games_open_channel; UPDATE games SET channel_id = 5", "5"),
        ("entries", "DELETE FROM entries WHERE game_id = 3 AND seq = 1", "3"),
        ("entries", "DELETE FROM entries WHERE game_id = 3 AND seq = 0", "3"),
        ("live games", "UPDATE games SET dealer = NULL WHERE id = 3", "3"),
        ("live games", "DELETE FROM entries WHERE game_id = 3", "3"),
        ("ends", "UPDATE games SET ended_at = NULL WHERE id = 2", "2"),
        ("ends", "UPDATE games SET ended_at = created_at WHERE id = 4", "4"),
        ("winners", "UPDATE games SET winner = NULL WHERE id = 1", "1"),
        ("winners", "UPDATE games SET winner = 'NS' WHERE id = 3", "3"),
        ("numbers", "UPDATE games SET number = NULL WHERE id = 1", "1"),
        ("standings", "DELETE FROM results WHERE user_id = 2", "2"),
        ("standings", "DELETE FROM standings WHERE user_id = 2 AND guild_id = 0 AND period = 'all'", "2"),
        ("standings", "UPDATE standings SET games = 2 WHERE user_id = 3 AND guild_id = 0 AND period = 'all'", "3"),
        ("foreign results", "UPDATE results SET ended_at = '2026-01-01 00:00:00.000000'", "1"),
        ("foreign results", "UPDATE games SET status = 'ended', winner = NULL, number = NULL WHERE id = 1", "1"),
    ],
)
async def test_a_broken_promise_is_found(
    file: Path, file_store: Store, subject: str, spoiling: str, culprit: str
) -> None:
    await a_house_full(file_store)
    with closing(sqlite3.connect(file)) as saboteur:
        saboteur.executescript(spoiling)
    unsound = [finding for finding in await file_store.check() if not finding.sound]
    assert [finding.subject for finding in unsound] == [subject]
    assert culprit in unsound[0].detail


async def test_many_culprits_are_counted(file: Path, file_store: Store) -> None:
    for number in range(9):
        await a_lobby(file_store, channel_id=number)
    with closing(sqlite3.connect(file)) as saboteur:
        saboteur.executescript("UPDATE games SET winner = 'NS'")
    (unsound,) = [finding for finding in await file_store.check() if not finding.sound]
    assert unsound.detail.endswith("1, 2, 3, 4, 5 and 4 more")


async def test_an_index_that_lost_its_rows_is_found(file: Path, file_store: Store) -> None:
    await a_house_full(file_store)
    with closing(sqlite3.connect(file)) as saboteur:
        saboteur.executescript(
            """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_master SET sql = replace(sql, 'bids_made', 'hands') WHERE name = 'ix_results_board';
            """
        )
    await file_store.close()
    damaged = await Store.open(f"sqlite+aiosqlite:///{file}")
    unsound = [finding for finding in await damaged.check() if not finding.sound]
    await damaged.close()
    assert [finding.subject for finding in unsound] == ["file"]
    assert "ix_results_board" in unsound[0].detail
