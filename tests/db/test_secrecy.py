"""The store keeps every hand; none of it may reach a log line or an error."""

import logging
import traceback

import pytest

from db.faults import SeqTaken, StoreFault
from db.store import Store
from db.values import SavedEntry
from tests.db.givens import DECK, NOON, a_live_game, a_lobby, entry

SECRET = "play 3H 5D KS"


async def test_no_log_line_holds_a_card(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        store = await Store.open(url)
        game_id = await a_live_game(store)
        await store.games.append(game_id, [entry(1, SECRET)])
        await store.games.append(game_id, [entry(2, SECRET), entry(3, SECRET)])
        with pytest.raises(SeqTaken):
            await store.games.append(game_id, [entry(1, SECRET)])
        assert len(await store.games.unfinished()) == 1
        await store.close()
    assert [record for record in caplog.records if record.name.startswith("db.")] != []
    for record in caplog.records:
        line = logging.Formatter().format(record)
        assert SECRET not in line
        assert DECK not in line


async def test_no_error_holds_a_card(store: Store) -> None:
    game_id = await a_live_game(store)
    lobby = await a_lobby(store, channel_id=9)
    wrong = SavedEntry(1, "Q", SECRET, "person", 1, NOON)
    for change in (
        store.games.append(game_id, [wrong]),
        store.games.append(game_id, [wrong, entry(2)]),
        store.games.start(lobby, dealer="N", seats=(), started_at=NOON, entries=[entry(0), wrong]),
    ):
        with pytest.raises(StoreFault) as fault:
            await change
        told = "".join(traceback.format_exception(fault.value))
        assert "ck_entries_seat" in told
        assert SECRET not in told
