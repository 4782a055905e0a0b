"""What a hand is worth with a suit as trumps: how likely each number of points is for its side as declarers.

Each scoring trump comes home with a chance of its own, read off a few features of the hand. The numbers were fitted
(logistic regression) to 60,000 hands that the robot played as declarer against itself, a third of each preset.
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
        "K": _Odds(3.24, 0.63, 5.14, 0.0, -0.19),
        "5": _Odds(1.24, 0.78, 0.69, -0.07, 0.26),
        "J": _Odds(1.12, 0.27, 0.94, -0.11, 0.76),
    }
)
_ELSEWHERE: Final = MappingProxyType(
    {
        "A": _Odds(-0.49, -0.03, 0.0, -0.06, 0.03),
        "K": _Odds(-0.34, -0.02, -0.07, 0.0, -0.01),
        "5": _Odds(-0.02, 0.18, 0.97, 0.44, 0.35),
        "J": _Odds(-0.6, 0.01, 0.82, 0.38, 0.44),
        "2": _Odds(-0.43, -0.02, -0.07, -0.07, -0.03),
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
    spread = [1.0]
    for card, points in sorted(rules.card_points(suit).items(), key=lambda item: item[1]):  # short lists while small
        home = _home(card, card in held, length, tops)
        without, by = [chance * (1 - home) for chance in spread], [chance * home for chance in spread]
        nothing = [0.0] * points
        spread = [lost + won for lost, won in zip(without + nothing, nothing + by, strict=True)]
    return tuple(accumulate(reversed(spread)))[::-1]


def _home(card: Card, held: bool, length: float, tops: tuple[bool, bool, bool]) -> float:
    table: Mapping[str, _Odds] = _HELD if held else _ELSEWHERE
    if held and card.rank in ("A", "2"):
        return 1.0
    return table.get(card.rank, table[_MIDDLE]).chance(length, tops)
