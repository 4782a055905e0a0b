"""The exact solver and the player that sees all cards, beside every line of play the engine allows."""

import random

import pytest

from bot.game.actions import Deal, Play
from bot.game.cards import DECK, SEATS, Side
from bot.game.engine import apply, legal_actions, new_game
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players import open as open_cards
from bot.players.bits import bits_of, each, scale_of
from bot.players.normal.robot import decide
from bot.players.random import decide as decide_by_lot
from bot.players.solver import Solver, packed


def minimax(state: GameState) -> int:
    """The points North and South end with, everybody playing his best with open cards."""
    if state.phase is not Phase.PLAY:
        return state.results[-1].points.ns
    (turn,) = state.to_act
    ends = [minimax(apply(state, turn, action)) for action in legal_actions(state, turn)]
    return max(ends) if turn.side is Side.NS else min(ends)


def endings(rules: RuleSet, number: int, cards: int) -> list[GameState]:
    """Every state of one hand, played by lot, with at most so many cards in all hands together."""
    chance = random.Random(number)
    state = apply(new_game(rules, SEATS[number % 4]), None, Deal(tuple(chance.sample(DECK, len(DECK)))))
    found = []
    while state.phase not in (Phase.DEAL, Phase.FINISHED):
        assert state.hand is not None
        if state.phase is Phase.PLAY and sum(map(len, state.hand.hands)) <= cards:
            found.append(state)
        seat = state.to_act[0]
        player = decide_by_lot if state.phase is Phase.PLAY else decide
        state = apply(state, seat, player(view(state, seat), chance).action)
    return found


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_its_plays_are_the_best_there_are(rules: RuleSet) -> None:
    """Thousands of small endings, from the middle of tricks too: after its play the best is still to be had."""
    looked = 0
    for number in range(250):
        for state in endings(rules, number, 9):
            seat = state.to_act[0]
            chosen = open_cards.decide(state, seat, random.Random(1)).action
            assert isinstance(chosen, Play)
            assert minimax(apply(state, seat, chosen)) == minimax(state)
            looked += 1
    assert looked > 1000


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_its_value_is_minimax(rules: RuleSet) -> None:
    """Between tricks: what North and South have and still take, whatever window it is asked with."""
    solver, chance = Solver(scale_of(rules)), random.Random(7)
    for number in range(150):
        for state in endings(rules, number, 9):
            hand = state.hand
            assert hand is not None
            if hand.laid or hand.trump is None or hand.turn is None:
                continue
            hands = [bits_of(cards, hand.trump) for cards in hand.hands]
            plain = packed([len(cards) - held.bit_count() for cards, held in zip(hand.hands, hands, strict=True)])
            value = solver.led(list(hands), plain, hand.turn.place)
            assert value == minimax(state) - _had_before(rules, state)
            low = chance.randint(-1, 40)
            bound = solver.led(list(hands), plain, hand.turn.place, low, low + 1)
            assert (bound > low) == (value > low)


def _had_before(rules: RuleSet, state: GameState) -> int:
    """North's and South's points that the solver leaves out: those in their tricks, and the two's wherever it is."""
    hand, scale = state.hand, scale_of(rules)
    assert hand is not None
    assert hand.trump is not None
    points = sum(
        scale.worth[bits_of(cards, hand.trump)]
        for trick in hand.tricks
        if trick.winner.side is Side.NS
        for _, cards in trick.laid
    )
    holds = [held for seat in SEATS if seat.side is Side.NS for held in (hand.hand(seat),)]
    played = [cards for trick in hand.tricks for seat, cards in trick.laid if seat.side is Side.NS]
    has_two = any(bits_of(cards, hand.trump) & 1 for cards in (*holds, *played))
    return points + (scale.two_points if has_two else 0)


def test_bits_are_given_lowest_first() -> None:
    assert [*each(0b1010010)] == [0b10, 0b10000, 0b1000000]
