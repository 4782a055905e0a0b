"""What to throw before play."""

from __future__ import annotations

import random
from typing import Final

from bot.game.actions import Discard
from bot.game.cards import Suit, strengths
from bot.game.exchange import DiscardChoice
from bot.game.rules import RuleSet
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

#: What a trump's power is worth in points when it costs points to keep another instead: the queen's is high.
_POWER: Final = {14: 9.0, 13: 6.0, 12: 4.0, 11: 2.5, 10: 1.5, 9: 1.0}
_LOW_POWER: Final = 0.05


def discard(choice: DiscardChoice, rules: RuleSet, trump: Suit, rng: random.Random) -> Decision:
    """Plain cards by lot, for they are all alike; of trumps those that are worth least, down to a full hand.

    Trumps that score nothing and may go (R6.4) do go: a pile would take them in the first trick anyway, and show how
    many there were.
    """
    strength, points = strengths(trump), rules.card_points(trump)
    if not choice.options or choice.options[0] not in strength:
        return Decision(Discard(choice.forced + tuple(rng.sample(choice.options, choice.low))), Why(Idea.NO_CHOICE))
    cheapest = sorted(choice.options, key=lambda card: loss(strength[card], points.get(card, 0)))[: choice.high]
    given = sum(points.get(card, 0) for card in cheapest)
    return Decision(Discard((*choice.forced, *cheapest)), Why(Idea.THROWS_WEAKEST, tuple(cheapest), given))


def loss(height: int, points: int) -> float:
    """What throwing a trump costs: its points go to the other side, and its power is gone (R6.5)."""
    return 2 * points + _POWER.get(height, height * _LOW_POWER)
