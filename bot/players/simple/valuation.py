"""What a hand is worth with a suit as trumps: how likely each number of points is for its side as declarers.

Each scoring trump comes home with a chance of its own, read off a few features of the hand. The numbers were fitted
(logistic regression) to 48,000 hands that the robot played as declarer against itself, a third of each preset.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.game.cards import DECK, Card, Suit, trumps
from bot.game.rules import RuleSet
from bot.game.view import PlayerView


class _Odds(NamedTuple):
    """Logarithmic odds that a scorer comes home: for a hand of six trumps, and what each feature adds."""

    six: float
    each_trump: float
    ace: float
    king: float
    queen: float

    def chance(self, length: float, tops: tuple[bool, bool, bool]) -> float:
        """The chance, 0 to 1, for a hand that is likely to have ``length`` trumps."""
        ace, king, queen = tops
        odds = self.six + self.each_trump * (length - 6) + self.ace * ace + self.king * king + self.queen * queen
        return 1 / (1 + exp(-odds))


#: By rank, the scorers in the hand, and those that are elsewhere. The ace and the two never get lost.
_HELD: Final = MappingProxyType(
    {
        "K": _Odds(4.63, 0.84, 4.09, 0.0, -0.2),
        "5": _Odds(1.52, 0.87, 0.44, 0.06, 0.28),
        "J": _Odds(1.38, 0.31, 0.51, 0.09, 0.86),
    }
)
_ELSEWHERE: Final = MappingProxyType(
    {
        "A": _Odds(-0.5, -0.03, 0.0, 0.0, -0.05),
        "K": _Odds(-0.27, 0.03, -0.07, 0.0, -0.04),
        "5": _Odds(0.0, 0.15, 0.85, 0.46, 0.26),
        "J": _Odds(-0.55, 0.03, 0.76, 0.48, 0.4),
        "2": _Odds(-0.41, -0.02, -0.03, -0.11, -0.02),
    }
)
_MIDDLE: Final = "J"  # the row of every other scorer: jack, ten, nine


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand is worth in one suit. ``chances[b]`` is the chance that its side takes b points or more."""

    suit: Suit
    held: tuple[Card, ...]
    chances: tuple[float, ...]

    @property
    def points(self) -> float:
        """The points to be expected."""
        return sum(self.chances[1:])

    def chance(self, bid: int) -> float:
        """The chance to make a bid."""
        return self.chances[bid] if bid < len(self.chances) else 0.0


def worths(view: PlayerView) -> tuple[Worth, ...]:
    """The worth of the view's hand in each suit, before trumps are named; best first."""
    return tuple(sorted((worth(view, suit) for suit in Suit), key=lambda one: -one.points))


def worth(view: PlayerView, suit: Suit) -> Worth:
    """The worth of the view's hand with ``suit`` as trumps, its seat being the declarer."""
    to_come = view.stock_size - 3 * view.rules.second_deal  # the kitty, and the own part of a second deal
    held = tuple(card for card in trumps(suit) if card in view.hand)
    length = len(held) + to_come * (len(trumps(suit)) - len(held)) / (len(DECK) - len(view.hand))
    return Worth(suit, held, chances(view.rules, suit, held, length))


def chances(rules: RuleSet, suit: Suit, held: Collection[Card], length: float) -> tuple[float, ...]:
    """The chance of at least 0, 1, … points for a declarer with these trumps and likely ``length`` in all."""
    order = trumps(suit)
    tops = (order[0] in held, order[1] in held, order[2] in held)
    spread = [1.0] + [0.0] * rules.total
    for card, points in rules.card_points(suit).items():
        home = _home(card, suit, card in held, length, tops)
        spread = [
            kept * (1 - home) + (spread[total - points] * home if total >= points else 0.0)
            for total, kept in enumerate(spread)
        ]
    return tuple(reversed(list(accumulate(reversed(spread)))))


def _home(card: Card, suit: Suit, held: bool, length: float, tops: tuple[bool, bool, bool]) -> float:
    table: Mapping[str, _Odds] = _HELD if held else _ELSEWHERE
    if held and card.rank in ("A", "2"):
        return 1.0
    return table.get(card.rank, table[_MIDDLE]).chance(length, tops)
