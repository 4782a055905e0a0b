"""Trumps as bits: a set of them is a number, its lowest bit the two and its highest, the fourteenth, the ace.

Searches look at hundreds of thousands of plays, and on numbers these take a tenth of the time. A plain card is 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.game.cards import Card, Suit, strengths, trumps
from bot.game.rules import PileRule, RuleSet

TRUMPS: Final = 14
ALL: Final = (1 << TRUMPS) - 1
TWO: Final = 1
PLAIN: Final = 0


class Scale:
    """What trumps are worth under one table of points, whatever the suit.

    ``points`` is a trump's worth by its bit, ``worth`` that of a whole set by its number; both leave out the two's,
    which goes to who plays it (R9.1) and is ``two_points``. ``scorers`` has the two too. ``cheapest`` is the order in
    which trumps are buried: what scores nothing, lowest first; the two; the scorers, cheapest first. ``total`` is all
    points.
    """

    def __init__(self, points: tuple[int, ...]) -> None:
        self.two_points = points[0]
        self.total = sum(points)
        self.points = {1 << place: worth for place, worth in enumerate(points)} | {PLAIN: 0, TWO: 0}
        self.worth = [0] * (1 << TRUMPS)
        for held in range(1, 1 << TRUMPS):
            low = held & -held
            self.worth[held] = self.worth[held ^ low] + self.points[low]
        self.scorers = sum(1 << place for place, worth in enumerate(points) if worth)
        self.king = 1 << max(range(TRUMPS), key=points.__getitem__)
        self.cheapest = tuple(
            sorted(each(ALL), key=lambda bit: (bit & self.scorers != 0, bit != TWO, self.points[bit], bit))
        )


@lru_cache(maxsize=16)
def scale_of(rules: RuleSet) -> Scale:
    """The scale of a rule set."""
    points = rules.card_points(Suit.SPADES)
    return Scale(tuple(points.get(card, 0) for card in reversed(trumps(Suit.SPADES))))


def bit_of(card: Card, trump: Suit) -> int:
    """The bit of a trump, 0 for a plain card."""
    strength = strengths(trump).get(card, 0)
    return 1 << strength >> 1


def bits_of(cards: Iterable[Card], trump: Suit) -> int:
    """The trumps among these cards."""
    strength = strengths(trump)
    return sum([1 << strength[card] >> 1 for card in cards if card in strength])


def each(held: int) -> Iterator[int]:
    """The bits of a set, lowest first."""
    while held:
        low = held & -held
        yield low
        held ^= low


def burial(scale: Scale, rules: RuleSet, own: int, top: int) -> int | None:
    """What the cheapest pile from the hand ``own`` buries under ``top``; None where no pile has this top (R7.5)."""
    under = own.bit_count() - rules.hand_size
    worthless = (own & ~scale.scorers).bit_count()
    buried, left = 0, under
    for bit in scale.cheapest:
        if not left:
            break
        if own & bit and bit != top:
            buried |= bit
            left -= 1
    scorers = (buried & scale.scorers).bit_count()
    if rules.pile is PileRule.SCORER_ON_TOP:
        must = max(0, under - worthless)
        if scorers != must or (must and scale.worth[buried] != scale.worth[_first_scorers(scale, own, must)]):
            return None
        return buried
    fewest = under + 1 - worthless
    return buried if scorers + (top & scale.scorers != 0) <= max(1, fewest) else None


def _first_scorers(scale: Scale, own: int, count: int) -> int:
    scorers = [bit for bit in scale.cheapest if bit & own & scale.scorers]
    return sum(scorers[:count])
