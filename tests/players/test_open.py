"""The player that sees all cards: what it says a play is worth comes true when all play as it does."""

import random

import pytest

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS
from bot.game.engine import apply, new_game
from bot.game.rules import PRESETS, RuleSet
from bot.game.scoring import captures
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players.bits import scale_of
from bot.players.duel import Duel, pieces
from bot.players.entrant import OPEN, named
from bot.players.match import match_of
from bot.players.normal.robot import decide as decide_normally
from bot.players.open import decide, values_of
from bot.players.registry import LEVELS, PLAYERS
from bot.players.solver import Solver

PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


def to_play(rules: RuleSet, rng: random.Random) -> GameState:
    """The first lead of a hand that somebody bid on."""
    state = apply(new_game(rules, rng.choice(SEATS)), None, Deal(tuple(rng.sample(DECK, len(DECK)))))
    while state.phase not in (Phase.PLAY, Phase.DEAL):
        state = apply(state, state.to_act[0], decide_normally(view(state, state.to_act[0]), rng).action)
    return state if state.phase is Phase.PLAY else to_play(rules, rng)


def north_south_took(state: GameState) -> int:
    """The points of North and South's tricks so far, without the two's."""
    assert state.hand is not None
    taken = [one for one in captures(state.rules, state.hand) if one.side.value == "NS" and not one.thrown]
    return sum(one.points for one in taken if one.card.rank != "2")


@PRESET
def test_what_it_says_comes_true_when_all_play_as_it_does(rules: RuleSet) -> None:
    rng, solver = random.Random(41), Solver(scale_of(rules))
    for _ in range(15):
        state, said = to_play(rules, rng), None
        while state.phase is Phase.PLAY:
            seat = state.to_act[0]
            action = decide(state, seat, rng).action
            values = values_of(state, solver)
            best = (max if seat.side.value == "NS" else min)(values.values())
            assert any(play == action and value == best for play, value in values.items())
            assert state.hand is not None
            if all(len(held) <= rules.hand_size for held in state.hand.hands):  # piles have more than one way
                said = north_south_took(state) + best if said is None else said
                assert north_south_took(state) + best == said
            state = apply(state, seat, action)
        assert said in (None, north_south_took(state))


def test_it_beats_the_normal_robot_at_the_play_of_the_cards() -> None:
    match = match_of(pieces(Duel(named(OPEN), named("normal"), PRESETS["canadian"], 60, 1).play_only()))
    assert match.difference > 2 * match.standard_error


def test_it_is_no_player_that_people_can_meet() -> None:
    assert OPEN not in {*PLAYERS, *LEVELS}
    with pytest.raises(KeyError):
        PLAYERS[OPEN]


def test_before_the_play_it_does_what_the_normal_robot_does() -> None:
    rng = random.Random(5)
    state = apply(new_game(PRESETS["canadian"], SEATS[0]), None, Deal(tuple(rng.sample(DECK, len(DECK)))))
    while state.phase is not Phase.PLAY:
        seat = state.to_act[0]
        decision = decide(state, seat, random.Random(1))
        assert decision == decide_normally(view(state, seat), random.Random(1))
        state = apply(state, seat, decision.action)
