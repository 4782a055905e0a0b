"""A player that is shown all cards and plays them as well as can be: the ceiling in a duel, never at a table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from bot.game.actions import Play
from bot.game.cards import SEATS, Seat, Suit
from bot.game.piles import PileChoice
from bot.game.play import legal_plays
from bot.game.rules import RuleSet
from bot.game.state import GameState, HandState, Phase
from bot.game.view import view
from bot.players.bits import PLAIN, Scale, bit_of, bits_of, burial, each, scale_of
from bot.players.normal.robot import decide as decide_normally
from bot.players.player import Decision
from bot.players.solver import Solver, Trick, kinds, packed


def decide(state: GameState, seat: Seat, rng: random.Random) -> Decision:
    """The best play of ``seat``, whose turn it is, if everybody plays his best; before the play, as normal does."""
    if state.phase is not Phase.PLAY:
        return decide_normally(view(state, seat), rng)
    solver = _solver(state.rules)
    looked = solver.looked
    values = values_of(state, solver)
    sign = -1 if seat.place & 1 else 1
    best = max(values, key=lambda play: sign * values[play])
    return Decision(best, looked=solver.looked - looked)


def values_of(state: GameState, solver: Solver) -> dict[Play, int]:
    """What North and South take from this trick on after each play, the two's points left out.

    Of the piles with one top only the cheapest is looked at.
    """
    hand = state.hand
    assert hand is not None
    assert hand.trump is not None
    legal = legal_plays(state.rules, hand, state.to_act[0])
    plays = [legal.with_top(top) for top in legal.tops()] if isinstance(legal, PileChoice) else list(legal)
    table = _OpenTable(solver, state.rules, hand, hand.trump)
    return {play: table.value(play) for play in plays if isinstance(play, Play)}


@lru_cache(maxsize=4)
def _solver(rules: RuleSet) -> Solver:
    return Solver(scale_of(rules))


class _OpenTable:
    """The trick on the table with every hand in bits."""

    def __init__(self, solver: Solver, rules: RuleSet, hand: HandState, trump: Suit) -> None:
        self._solver = solver
        self._rules, self._scale, self._trump = rules, scale_of(rules), trump
        self._hands = [bits_of(cards, trump) for cards in hand.hands]
        self._plain = [len(cards) - held.bit_count() for cards, held in zip(hand.hands, self._hands, strict=True)]
        self._trick = _trick(self._scale, hand, trump)

    def value(self, play: Play) -> int:
        """What North and South still take after this play of who is to act."""
        bit, buried = bit_of(play.top, self._trump), bits_of(play.buried, self._trump)
        return self._after(self._hands, packed(self._plain), self._trick, bit, buried)

    def _after(self, hands: list[int], plain: int, trick: Trick, bit: int, buried: int) -> int:
        place, *players = trick.players
        own, after = hands[place], list(hands)
        after[place] = own & ~(bit | buried)
        overtakes = bit > trick.highest
        following = Trick(
            players,
            bit if trick.led < 0 else trick.led,
            bit if overtakes else trick.highest,
            place if overtakes else trick.winner,
            trick.stake + self._scale.points[bit] + self._scale.worth[buried],
        )
        left = plain if buried else self._solver.less(plain, place, bit, own)
        if not any(after[other].bit_count() > self._rules.hand_size for other in players):
            return self._solver.rest_of_trick(after, left, following)
        best = max if not players[0] & 1 else min  # some pile is still to come, which the solver knows nothing of
        return best(self._after(after, left, following, *move) for move in self._moves(after, left, following))

    def _moves(self, hands: list[int], plain: int, trick: Trick) -> Iterator[tuple[int, int]]:
        place = trick.players[0]
        own = hands[place]
        if own.bit_count() > self._rules.hand_size:
            for top in each(own):
                buried = burial(self._scale, self._rules, own, top)
                if buried is not None:
                    yield top, buried
            return
        others = (hands[0] | hands[1] | hands[2] | hands[3]) ^ own | trick.highest
        for bit in kinds(self._scale.points, own, others):
            yield bit, 0
        if trick.led == PLAIN and plain >> 3 * place & 7:
            yield PLAIN, 0


def _trick(scale: Scale, hand: HandState, trump: Suit) -> Trick:
    """The trick as it stands, ``led`` below 0 when nothing is."""
    assert hand.turn is not None
    leader = hand.laid[0].seat if hand.laid else hand.turn
    trick = Trick([], -1, PLAIN, leader.place, 0)
    for seat, cards in hand.laid:
        bit = bit_of(cards[0], trump)
        trick.led = bit if trick.led < 0 else trick.led
        trick.stake += scale.worth[bits_of(cards, trump)]
        if bit > trick.highest:
            trick.highest, trick.winner = bit, seat.place
    laid = {seat for seat, _ in hand.laid}
    order = [SEATS[(leader.place + step) % len(SEATS)] for step in range(len(SEATS))]
    trick.players = [seat.place for seat in order if seat not in laid and hand.hand(seat)]
    return trick
