"""Changes that wait at once share a transaction, and each happens or not by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db import together
from db.faults import FaultKind, SeqTaken, StoreConflict, StoreFault
from db.store import Store
from tests.db.givens import a_live_game, entry


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A line for each commit that changes shared."""
    made: list[int] = []
    plain = together.commit

    def commit(connection: sqlite3.Connection) -> None:
        made.append(1)
        plain(connection)

    monkeypatch.setattr(together, "commit", commit)
    return made


async def test_changes_that_wait_share_a_transaction(file_store: Store, commits: list[int]) -> None:
    games = [await a_live_game(file_store, channel_id=number) for number in range(20)]
    commits.clear()
    await asyncio.gather(*(file_store.games.append(game, [entry(1)]) for game in games))
    assert len(commits) <= 2
    for game in games:
        saved = await file_store.games.load(game)
        assert saved is not None
        assert len(saved.entries) == 2


async def test_what_is_refused_is_refused_alone(file_store: Store, commits: list[int]) -> None:
    """By a guard or by a constraint, in the middle of others."""
    game = await a_live_game(file_store)
    commits.clear()
    outcomes = await asyncio.gather(
        file_store.games.append(game, [entry(1)]),
        file_store.games.append(game, [entry(1)]),
        file_store.games.save_message(999, 1),
        file_store.settings.put("guild", 1, "clock", "fast"),
        file_store.settings.put("server", 1, "clock", "fast"),  # type: ignore[arg-type]
        file_store.games.append(game, [entry(2)]),
        return_exceptions=True,
    )
    kinds = [type(outcome) for outcome in outcomes]
    assert kinds == [tuple, SeqTaken, StoreConflict, type(None), StoreFault, tuple]
    assert len(commits) <= 2
    assert await file_store.settings.all("guild", 1) == {"clock": "fast"}
    saved = await file_store.games.load(game)
    assert saved is not None
    assert len(saved.entries) == 3


async def test_a_fault_of_the_database_is_everybodys(file: Path, file_store: Store) -> None:
    """Nothing of what shared the transaction has happened, and all are told."""
    games = [await a_live_game(file_store, channel_id=number) for number in range(3)]
    with closing(sqlite3.connect(file, isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        appending = (file_store.games.append(game, [entry(1)]) for game in games)
        outcomes = await asyncio.gather(*appending, return_exceptions=True)
        other_program.execute("ROLLBACK")
    assert {outcome.kind for outcome in outcomes if isinstance(outcome, StoreFault)} == {FaultKind.LOCKED}
    assert len([outcome for outcome in outcomes if isinstance(outcome, StoreFault)]) == 3
    await asyncio.gather(*(file_store.games.append(game, [entry(1)]) for game in games))


async def test_who_waits_when_the_store_closes_is_answered(file_store: Store) -> None:
    games = [await a_live_game(file_store, channel_id=number) for number in range(5)]
    appending = [asyncio.ensure_future(file_store.games.append(game, [entry(1)])) for game in games]
    await asyncio.sleep(0)
    await file_store.close()
    assert await asyncio.gather(*appending) == [()] * 5
    with pytest.raises(StoreFault) as fault:
        await file_store.games.append(games[0], [entry(2)])
    assert fault.value.kind is FaultKind.CLOSED


async def test_values_that_will_not_do_are_one_changes_fault(file_store: Store) -> None:
    game = await a_live_game(file_store)
    outcomes = await asyncio.gather(
        file_store.games.append(game, [entry(1)]),
        file_store.settings.put("guild", 1, "clock", {1, 2}),
        return_exceptions=True,
    )
    assert outcomes[0] == ()
    assert isinstance(outcomes[1], Exception)
