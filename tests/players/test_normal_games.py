"""The normal robot over whole games: legal, quiet about what it can't see, with reasons, and better than chance."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS
from bot.game.engine import apply, new_game
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import GameState
from bot.game.view import view
from bot.game.worlds import sample
from bot.players.duel import finish_hand, play_hand
from bot.players.match import duplicate
from bot.players.normal.robot import decide
from bot.players.random import decide as decide_by_lot
from bot.players.reasons import Idea
from bot.players.registry import PLAYERS
from tests.game.house_strategy import house_rules

ROBOTS = dict.fromkeys(SEATS, decide)
MIXED = dict(zip(SEATS, (decide, decide_by_lot, decide, decide_by_lot), strict=True))
PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


def pack(rng: random.Random) -> Deal:
    return Deal(tuple(rng.sample(DECK, len(DECK))))


@PRESET
def test_it_is_never_illegal_and_games_among_robots_end(rules: RuleSet) -> None:
    """``apply`` raises for an illegal action."""
    rng = random.Random(21)
    for number in range(12):
        state = new_game(rules, SEATS[number % 4])
        for _ in range(200):
            if state.winner is not None:
                break
            state = finish_hand(apply(state, None, pack(rng)), ROBOTS, rng)
        assert state.winner is not None


@PRESET
def test_it_is_never_illegal_at_a_table_where_anything_happens(rules: RuleSet) -> None:
    rng = random.Random(22)
    for number in range(150):
        play_hand(MIXED, rules, SEATS[number % 4], pack(rng).deck, rng)


@given(rules=house_rules(), seed=st.integers(0, 2**32))
def test_it_is_never_illegal_under_house_rules(rules: RuleSet, seed: int) -> None:
    rng = random.Random(seed)
    play_hand(ROBOTS, rules, SEATS[seed % 4], pack(rng).deck, rng)
    play_hand(MIXED, rules, SEATS[seed % 4], pack(rng).deck, rng)


@PRESET
def test_what_it_cannot_see_changes_nothing(rules: RuleSet) -> None:
    """Another world with the same view, the same chance: the same decision."""
    rng = random.Random(23)
    for number in range(6):
        state = apply(new_game(rules, SEATS[number]) if number < 4 else new_game(rules, SEATS[0]), None, pack(rng))
        while state.to_act:
            seat = state.to_act[0]
            other: GameState = sample(view(state, seat), rng)
            decision = decide(view(state, seat), random.Random(number))
            assert decide(view(other, seat), random.Random(number)) == decision
            assert decision.action in view(state, seat).legal
            assert decision.why is not None
            assert isinstance(decision.why.idea, Idea)
            assert set(decision.why.cards) <= {*view(state, seat).hand, *(p.top for p in view(state, seat).plays)}
            state = apply(state, seat, decision.action)


@PRESET
def test_it_beats_the_random_player_by_far(rules: RuleSet) -> None:
    """Two hundred deals, each played by both sides."""
    match = duplicate(decide, decide_by_lot, rules, 200, 1)
    assert match.difference > 25
    assert match.difference > 8 * match.standard_error


def test_it_has_a_name() -> None:
    assert PLAYERS["normal"] is decide


def test_it_has_nothing_to_decide_between_hands() -> None:
    state = new_game(PRESETS["canadian"], SEATS[0])
    with pytest.raises(ValueError, match="nothing to decide"):
        decide(view(state, SEATS[0]), random.Random(1))
