"""Tables to look at: who sits there, and states of games in which something is the case."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

from bot.game.cards import SEATS
from bot.game.engine import new_game
from bot.game.fair import Shuffle
from bot.game.rules import RuleSet
from bot.game.state import GameState, Phase
from bot.info import LobbyInfo, Proof, TableInfo
from bot.seats import Occupant, Seating
from bot.shuffles import told
from tests.game.random_play import play_game

NOW = 1_800_000_000.0
HOST = 101
WIDE = "\N{FULLWIDTH LATIN CAPITAL LETTER W}" * 32

FOUR_PEOPLE: Seating = (
    Occupant(101, "Ana"),
    Occupant(102, "Bob"),
    Occupant(103, "Carla"),
    Occupant(104, "Dmytro"),
)
ONE_AND_ROBOTS: Seating = (
    Occupant(101, "Ana"),
    Occupant(robot="normal"),
    Occupant(robot="normal"),
    Occupant(robot="normal"),
)
#: As long as Discord lets names be: wide letters, markdown, right to left; one is away, one has left.
LONG_NAMES: Seating = (
    Occupant(101, WIDE),
    Occupant(102, "*_~`|<@101>" * 3),
    Occupant(103, "\N{ARABIC LETTER MEEM}" * 32, robot="normal"),
    Occupant(robot="normal", owner_id=104, name=WIDE),
)
PROOF = told(Shuffle(bytes(range(32)), 1234567890123456789))
EVERY_SEATING = {"four people": FOUR_PEOPLE, "robots": ONE_AND_ROBOTS, "long names": LONG_NAMES}


def info_of(
    state: GameState,
    seating: Seating = FOUR_PEOPLE,
    *,
    game: int = 12,
    seq: int = 57,
    hints: bool = True,
    hinted: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> TableInfo:
    """The table beside a state: a clock runs while somebody is to act, and between hands the next one comes."""
    between = state.phase is Phase.DEAL and bool(state.results)
    return TableInfo(
        game=game,
        seq=seq,
        host_id=HOST,
        clock="normal",
        level="normal",
        seating=seating,
        deadline=NOW + 38 if state.to_act else None,
        next_at=NOW + 10 if between else None,
        ready=(SEATS[1],) if between else (),
        hints=hints,
        hinted=hinted,
        proof=PROOF if between or state.winner is not None else Proof(PROOF.commitment),
    )


def lobby_of(rules: RuleSet, seating: Seating) -> LobbyInfo:
    """A lobby with these people."""
    return LobbyInfo(12, HOST, "Ana", rules, "normal", "normal", seating, NOW + 900, proof=Proof(PROOF.commitment))


@cache
def some_states(rules: RuleSet, seed: int, *, wild: bool = False) -> tuple[GameState, ...]:
    """Every state of a random game, the same for the same seed."""
    steps = play_game(rules, random.Random(seed), wild=wild, most_hands=12)
    return (steps[0].before, *(step.after for step in steps))


def first_state(rules: RuleSet, found: Callable[[GameState], bool], *, wild: bool = False) -> GameState:
    """The first state of the first random game in which something is the case."""
    return next(state for state in _all_states(rules, wild=wild) if found(state))


def _all_states(rules: RuleSet, *, wild: bool) -> Iterator[GameState]:
    yield new_game(rules, SEATS[0])
    for seed in range(400):
        yield from some_states(rules, seed, wild=wild)
