"""Moves nobody is asked for: they are always legal, and they never take a choice that matters."""

from __future__ import annotations

import random

import pytest

from bot.game.actions import PASS, Bid, Deal
from bot.game.cards import DECK, Seat
from bot.game.engine import apply, legal_actions, new_game
from bot.game.rules import PRESETS, RuleSet, house
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.pace import LONG_AUCTION, ROBOT_PAUSE, ROBOT_PAUSE_IN_LONG_AUCTION, forced_move, robot_pause
from bot.players.registry import PLAYERS
from bot.seats import NOBODY, Occupant, Seating, with_occupant


def _deal(state: GameState, chance: random.Random) -> GameState:
    return apply(state, None, Deal(tuple(chance.sample(DECK, 52))))


def _outcomes(state: GameState) -> set[tuple[int, int]]:
    """The points of the hand under every way to play it on."""
    if state.phase is not Phase.PLAY:
        return {state.results[-1].points}
    seat = state.to_act[0]
    return set().union(*(_outcomes(apply(state, seat, action)) for action in legal_actions(state, seat)))


def test_robots_that_go_up_point_by_point_do_not_keep_people_waiting() -> None:
    """The first calls of an auction can be followed, and so can every card."""
    state = _deal(new_game(PRESETS["canadian"], Seat.NORTH), random.Random(1))
    pauses = []
    for bid in range(7, 20):
        pauses.append(robot_pause(state))
        state = apply(state, state.to_act[0], Bid(bid))
    assert pauses == [ROBOT_PAUSE] * LONG_AUCTION + [ROBOT_PAUSE_IN_LONG_AUCTION] * 5
    while state.phase is Phase.AUCTION:
        state = apply(state, state.to_act[0], PASS)
    assert robot_pause(state) == ROBOT_PAUSE


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_forced_move_is_legal_and_changes_no_outcome(rules: RuleSet) -> None:
    """K7: once one side alone has trumps the rest is settled, whatever is played."""
    chance, decide, forced, settled = random.Random(3), PLAYERS["normal"], 0, 0
    state = new_game(rules, Seat.NORTH)
    for _ in range(3000):
        if state.phase is Phase.DEAL:
            state = _deal(state, chance)
        if state.phase is Phase.FINISHED:
            state = new_game(rules, Seat.NORTH)
            continue
        move = forced_move(state, NOBODY)
        if move is None:
            seat = state.to_act[0]
            state = apply(state, seat, decide(view(state, seat), chance).action)
            continue
        seat, action = move
        forced += 1
        legal = legal_actions(state, seat)
        assert action in legal
        if len(legal) > 1 and sum(map(len, state.hand.hands if state.hand else ())) <= 6:
            settled += 1
            assert len(_outcomes(state)) == 1
        state = apply(state, seat, action)
    assert forced > 100
    assert settled > 5


def test_who_passed_for_the_hand_passes_and_nobody_else() -> None:
    seating: Seating = with_occupant(NOBODY, Seat.SOUTH, Occupant(1, "Ana", auto_pass=True))
    state = _deal(new_game(PRESETS["canadian"], Seat.NORTH), random.Random(1))
    assert state.to_act == (Seat.EAST,)
    assert forced_move(state, seating) is None
    state = apply(state, Seat.EAST, PASS)
    assert forced_move(state, seating) == (Seat.SOUTH, PASS)


def test_k13_a_forced_dealer_is_asked_even_after_passing_for_the_hand() -> None:
    rules = house(PRESETS["canadian"], all_pass="dealer-forced")
    seating = with_occupant(NOBODY, Seat.NORTH, Occupant(1, "Ana", auto_pass=True))
    state = _deal(new_game(rules, Seat.NORTH), random.Random(1))
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        state = apply(state, seat, PASS)
    assert state.to_act == (Seat.NORTH,)
    assert forced_move(state, seating) is None
