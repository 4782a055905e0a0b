"""The hand played on bits, beside the engine and the normal robot."""

import random

import pytest

from bot.game.actions import Deal, Play
from bot.game.cards import DECK, SEATS, Side
from bot.game.engine import apply, new_game
from bot.game.exchange import DiscardChoice
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players.bits import bit_of, bits_of, scale_of
from bot.players.expert.playout import Move, Playout, Terms
from bot.players.normal.endgame import outlook
from bot.players.normal.position import position
from bot.players.normal.robot import decide
from bot.players.random import decide as decide_by_lot


def first_lead(rules: RuleSet, number: int) -> GameState | None:
    """A hand of the normal robot's up to the first lead; None when nobody bid."""
    chance = random.Random(number)
    state = apply(new_game(rules, SEATS[number % 4]), None, Deal(tuple(chance.sample(DECK, len(DECK)))))
    while state.phase not in (Phase.PLAY, Phase.DEAL):
        seat = state.to_act[0]
        seen = view(state, seat)
        if isinstance(seen.legal, DiscardChoice) and number % 2:
            state = apply(state, seat, seen.legal.suggestion)  # keeps every trump, also where some may go
        else:
            state = apply(state, seat, decide(seen, chance).action)
    return state if state.phase is Phase.PLAY else None


def playout_of(state: GameState) -> Playout:
    hand = state.hand
    assert hand is not None
    assert hand.trump is not None
    assert hand.declarer is not None
    assert hand.turn is not None
    hands = [bits_of(cards, hand.trump) for cards in hand.hands]
    thrown = [bits_of(cards or (), hand.trump) for cards in hand.discards]
    kept_more = tuple(len(cards) > state.rules.hand_size for cards in hand.hands)
    terms = Terms(state.rules, scale_of(state.rules), hand.declarer.place, kept_more)
    return Playout(terms, hands, thrown, hand.turn.place)


def move_of(state: GameState, play: Play) -> Move:
    assert state.hand is not None
    assert state.hand.trump is not None
    return Move(bit_of(play.top, state.hand.trump), bits_of(play.buried, state.hand.trump))


@pytest.mark.parametrize("by_lot", [False, True])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_it_follows_the_engine_and_plays_as_normal_does(rules: RuleSet, by_lot: bool) -> None:
    """The same seat to act at every play, the same moves where normal has not worked out the end, the same points."""
    moves = piles = 0
    for number in range(60):
        state, chance = first_lead(rules, number), random.Random(number)
        if state is None:
            continue
        playout = playout_of(state)
        while state.phase is Phase.PLAY:
            seat = state.to_act[0]
            seen = view(state, seat)
            assert playout.place == seat.place
            usual = decide(seen, chance).action
            assert isinstance(usual, Play)
            if outlook(position(seen)) is None:
                assert playout.might_play(bit_of(usual.top, seen.trump)) if seen.trump else False
                assert playout.likely_move() == move_of(state, usual)
                moves += 1
                piles += len(usual.cards) > 1
            chosen = decide_by_lot(seen, chance).action if by_lot else usual
            assert isinstance(chosen, Play)
            playout.lay(move_of(state, chosen))
            state = apply(state, seat, chosen)
        assert playout.finish() == state.results[-1].points.of(Side.NS)
    assert moves > 400
    assert piles > 5
