"""A thousand live tables in one process: the memory they take, and the time to bring them back."""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import time
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Seat
from bot.game.engine import RULES_VERSION, apply, new_game
from bot.game.rules import CANADIAN
from bot.game.state import Phase
from bot.game.view import view
from bot.house import House
from bot.manager import GameManager
from bot.players.registry import PLAYERS
from bot.saving import Move, saved_entries, saved_seats
from bot.seats import NOBODY, Occupant, Seating, with_occupant
from db.store import Store
from tests.bench.report import Effort, Report, Target

NAME: Final = "tables"
TABLES: Final = 1000
_ENTRIES: Final = 100
_MEMORY: Final = 30.0  # MB
_SECONDS: Final = 10.0


class _NoScreen:
    def changed(self) -> None: ...

    def call(self) -> None: ...

    def is_watching(self, user_id: int) -> bool:
        return True


def measure(effort: Effort) -> Report:
    """Fills a database with live games in the middle of a hand, and brings them back."""
    del effort
    with tempfile.TemporaryDirectory() as folder:
        megabytes, seconds = asyncio.run(_measure(Path(folder)))
    return Report(
        title=f"{TABLES} live tables with {_ENTRIES} entries each, brought back from a database",
        columns=("", "MB above an idle bot", "seconds to bring back"),
        rows=(("all tables", f"{megabytes:.1f}", f"{seconds:.1f}"),),
        targets=(
            Target(f"{TABLES} tables take less than {_MEMORY:.0f} MB", f"{megabytes:.1f} MB", megabytes < _MEMORY),
            Target(f"{TABLES} tables are back within {_SECONDS:.0f} s", f"{seconds:.1f} s", seconds < _SECONDS),
        ),
        notes=("Memory as Python allocates it (tracemalloc), measured in a second restore; time without that.",),
    )


async def _measure(folder: Path) -> tuple[float, float]:
    store = await Store.open(f"sqlite+aiosqlite:///{folder}/bench.db")
    moves = _played()
    for number in range(TABLES):
        await _save(store, number, moves)
    started = time.perf_counter()
    await _restored(store)
    seconds = time.perf_counter() - started
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    manager = await _restored(store)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(manager) == TABLES
    await manager.close()
    await store.close()
    return (after - before) / 1e6, seconds


async def _restored(store: Store) -> GameManager:
    async def compute(function: Any, *arguments: Any) -> Any:
        return function(*arguments)

    house = House(store.games, asyncio.sleep, compute, time.time)
    manager = GameManager(house, lambda table: _NoScreen())
    await manager.restore()
    for table in manager:
        if table.driver is not None:
            table.driver.stop()
    return manager


def _seating() -> Seating:
    seating = NOBODY
    for number, seat in enumerate(SEATS):
        seating = with_occupant(seating, seat, Occupant(number + 1, f"person {number}"))
    return seating


def _played() -> list[Move]:
    """The first entries of a game between robots, ending in the middle of a hand."""
    chance, decide = random.Random(3), PLAYERS["simple"]
    state, moves = new_game(CANADIAN, Seat.NORTH), list[Move]()
    while len(moves) < _ENTRIES or state.phase is not Phase.PLAY:
        if state.phase is Phase.DEAL:
            deal = Deal(tuple(chance.sample(DECK, len(DECK))))
            state = apply(state, None, deal)
            moves.append(Move(None, deal, "table"))
            continue
        seat = state.to_act[0]
        action = decide(view(state, seat), chance).action
        state = apply(state, seat, action)
        moves.append(Move(seat, action, "person", 1))
    return moves


async def _save(store: Store, number: int, moves: list[Move]) -> None:
    now = datetime.now(UTC)
    game = await store.games.create(
        guild_id=1,
        channel_id=number + 1,
        host_id=1,
        rules=CANADIAN.to_json(),
        rules_version=RULES_VERSION,
        clock="none",
        level="simple",
        created_at=now,
        seats=saved_seats(_seating()),
    )
    entries = saved_entries(moves, 0, time.time())
    await store.games.start(game, dealer="N", seats=saved_seats(_seating()), started_at=now, entries=entries)
