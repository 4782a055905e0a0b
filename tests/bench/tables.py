"""Live tables in one process: the memory they take, and the time until they answer again after a kill.

``python -m tests.bench.tables FILE NUMBER`` fills a database and goes on saving until it is killed.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from discord.utils import time_snowflake

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS
from bot.game.engine import RULES_VERSION, apply, legal_actions, new_game
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import Phase
from bot.saving import Move, saved_entries, saved_seats
from bot.seats import NOBODY, Occupant, Seating, with_occupant
from db.store import Store
from tests.bench.child import ROOT, Child
from tests.bench.games.king_pedro import any_action, any_call
from tests.bench.report import Effort, Report, Target

NAME: Final = "tables"
TABLES: Final = 2000
ENTRIES: Final = 100
_MEMORY: Final = 30.0  # MB for each thousand
_SECONDS: Final = 15.0
_STEPS: Final = {
    "restored": "the tables alone",
    "drawn": "every table's message drawn",
    "with panels": "and four open panels at each",
}


def measure(effort: Effort) -> Report:
    """A process that fills a database is killed in the middle of saving; two others bring its games back."""
    del effort  # memory is the same every time
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.db"
        _fill_until_killed(file)
        plain, traced = _held(file, "plain"), _held(file, "traced")
    return report(plain, traced)


def report(plain: dict[str, float], traced: dict[str, float]) -> Report:
    """What the two processes found, in bytes and seconds."""
    resident, allocated = (found["drawn"] - found["idle"] for found in (plain, traced))
    return Report(
        title=f"{TABLES:,} live tables of at least {ENTRIES} entries each, in the middle of a hand",
        columns=("MB above an idle bot", "resident", "allocated by Python"),
        rows=tuple(
            (label, *(f"{(found[step] - found['idle']) / 1e6:.1f}" for found in (plain, traced)))
            for step, label in _STEPS.items()
        ),
        targets=(
            Target(
                f"a thousand tables, drawn, take less than {_MEMORY:.0f} MB",
                f"{1000 * resident / TABLES / 1e6:.1f} MB resident, {1000 * allocated / TABLES / 1e6:.1f} MB allocated",
                met=max(resident, allocated) < _MEMORY * 1e6 * TABLES / 1000,
            ),
            Target(
                f"{TABLES:,} tables are back after a kill, and the first press answered, in less than {_SECONDS:.0f} s",
                f"{plain['restoring']:.2f} + {plain['answering']:.2f} s",
                met=plain["restoring"] + plain["answering"] < _SECONDS,
            ),
        ),
        notes=(
            f"The idle bot holds {plain['idle'] / 1e6:.0f} MB, on one server of two thousand channels.",
            f"Then {plain['edits']:.0f} messages are drawn anew in {plain['drawing']:.1f} s, the event loop busy for",
            f"{1000 * plain['busy']:.0f} ms at a time at most.",
        ),
    )


def _held(file: Path, how: str) -> dict[str, float]:
    with Child(Path(sys.executable), "tests.bench.holder", str(file)) as child:
        found = child.ask(how)
        if not found:
            raise RuntimeError(f"the tables were not brought back: {child.missing}")
        return found


def _fill_until_killed(file: Path) -> None:
    command = [sys.executable, "-m", __name__, str(file), str(TABLES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as filling:
        assert filling.stdout is not None
        filling.stdout.readline()
        filling.kill()


async def _fill(file: Path, tables: int) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    chance = random.Random(3)
    for number in range(tables):
        rules = chance.choice(list(PRESETS.values()))
        await _save(store, number, rules, _played(rules, chance))
    print(flush=True)
    while True:
        await store.games.save_message(1, time_snowflake(datetime.now(UTC)))


def _played(rules: RuleSet, chance: random.Random) -> list[Move]:
    """The beginning of a game of random players, dealt by North first, that ends in the middle of a hand."""
    state, moves = new_game(rules, SEATS[0]), list[Move]()
    while len(moves) < ENTRIES or state.phase is not Phase.PLAY:
        if state.phase is Phase.FINISHED:
            state, moves = new_game(rules, SEATS[0]), []
        if state.phase is Phase.DEAL:
            move = Move(None, Deal(tuple(chance.sample(DECK, len(DECK)))), "table")
        else:
            seat = state.to_act[0]
            legal = legal_actions(state, seat)
            action = any_call(legal, chance) if state.phase is Phase.AUCTION else any_action(legal, chance)
            move = Move(seat, action, "person", seat.place + 1)
        state = apply(state, move.seat, move.action)
        moves.append(move)
    return moves


def _seating(number: int) -> Seating:
    seating = NOBODY
    for seat in SEATS:
        user_id = 10 * number + seat.place + 1
        seating = with_occupant(seating, seat, Occupant(user_id, f"person {user_id}"))
    return seating


async def _save(store: Store, number: int, rules: RuleSet, moves: list[Move]) -> None:
    now = datetime.now(UTC)
    seats = saved_seats(_seating(number))
    game = await store.games.create(
        guild_id=1,
        channel_id=number + 1,
        host_id=10 * number + 1,
        rules=rules.to_json(),
        rules_version=RULES_VERSION,
        clock="slow",
        level="normal",
        created_at=now,
        seats=seats,
        message_id=time_snowflake(now) + number,  # young enough to be edited
    )
    entries = saved_entries(moves, 0, now.timestamp())
    await store.games.start(game, dealer=SEATS[0].value, seats=seats, started_at=now, entries=entries)


if __name__ == "__main__":
    asyncio.run(_fill(Path(sys.argv[1]), int(sys.argv[2])))
