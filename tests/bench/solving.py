"""What it costs to work out the rest of a hand with all cards open, against the number of trumps left."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, strengths
from bot.game.engine import apply, new_game
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players.bits import scale_of
from bot.players.open import values_of
from bot.players.registry import PLAYERS
from bot.players.solver import Solver
from tests.bench.report import Effort, Report
from tests.bench.robots import RULES, SEED

NAME: Final = "solving"
_DEALS: Final = 5  # times as many as robots play: a deal takes a fraction of a second


class Solved(NamedTuple):
    """A position at the begin of a trick: trumps left in all hands, milliseconds, tricks that were looked at."""

    trumps: int
    time: float
    looked: int


def measure(effort: Effort) -> Report:
    """Every lead of some deals that normal robots play, each valued by a solver that knows nothing yet."""
    by_trumps: dict[int, list[Solved]] = defaultdict(list)
    for state in leads(_DEALS * effort.deals):
        solved = solve(state)
        by_trumps[solved.trumps].append(solved)
    return Report(
        title="Solving a hand with all cards open: every lead's value, by a solver that knows nothing yet",
        columns=("trumps left", "positions", "ms, median", "ms, 99th", "tricks looked at, median", "most"),
        rows=tuple(_row(trumps, by_trumps[trumps]) for trumps in sorted(by_trumps, reverse=True)),
        notes=("Leads of the normal robot's hands, under both presets; processor time.",),
    )


def leads(deals: int) -> Iterator[GameState]:
    """The states at the begin of each trick of so many deals under each preset."""
    rng, player = random.Random(SEED), PLAYERS["normal"]
    for rules in RULES:
        for number in range(deals):
            state = apply(new_game(rules, SEATS[number % 4]), None, Deal(tuple(rng.sample(DECK, len(DECK)))))
            while state.to_act:
                assert state.hand is not None
                if state.phase is Phase.PLAY and not state.hand.laid:
                    yield state
                seat = state.to_act[0]
                state = apply(state, seat, player(view(state, seat), rng).action)


def solve(state: GameState) -> Solved:
    """What it costs to value every lead."""
    assert state.hand is not None
    assert state.hand.trump is not None
    strength = strengths(state.hand.trump)
    trumps = sum(card in strength for held in state.hand.hands for card in held)
    solver = Solver(scale_of(state.rules))
    started = process_time()
    values_of(state, solver)
    return Solved(trumps, 1000 * (process_time() - started), solver.looked)


def _row(trumps: int, solved: list[Solved]) -> tuple[str, ...]:
    times = sorted(one.time for one in solved)
    looked = [one.looked for one in solved]
    most = times[-(-99 * len(times) // 100) - 1]
    return (
        str(trumps),
        str(len(solved)),
        f"{median(times):.2f}",
        f"{most:.2f}",
        f"{median(looked):,.0f}",
        f"{max(looked):,}",
    )
