"""What bids there are and what they mean, all of it from the point table."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.game.cards import Card, Suit, strengths
from bot.game.rules import AllPass, RuleSet
from bot.game.view import PlayerView
from bot.present.words import Words

PEDROS: Final = ("5", "off5")
MOST_STEPS: Final = 6


class Worth(NamedTuple):
    """What a hand would hold with ``suit`` as trump: how many trumps, and their points."""

    suit: Suit
    trumps: int
    points: int


class Step(NamedTuple):
    """A bid that means something: everything worth as much as ``key`` and more, of which this is card ``nth``."""

    amount: int
    key: str
    nth: int


def lowest_bid(view: PlayerView) -> int:
    """The least the next bid may be (R4.2, R4.6)."""
    if view.bid:
        return view.bid + 1
    if dealer_must_bid(view):
        assert view.rules.dealer_forced_bid is not None
        return view.rules.dealer_forced_bid
    return view.rules.bid_min


def dealer_must_bid(view: PlayerView) -> bool:
    """Whether it is a dealer's turn who may not pass (R4.6)."""
    return view.rules.all_pass is AllPass.DEALER_FORCED and not view.bid and len(view.calls) == 3


def worths(rules: RuleSet, cards: tuple[Card, ...]) -> tuple[Worth, ...]:
    """What the cards are worth in each suit, the best first."""
    found = []
    for suit in Suit:
        strength, points = strengths(suit), rules.card_points(suit)
        found.append(Worth(suit, sum(card in strength for card in cards), sum(points.get(card, 0) for card in cards)))
    return tuple(sorted(found, key=lambda worth: (-worth.points, -worth.trumps, worth.suit.value)))


def steps(rules: RuleSet) -> tuple[Step, ...]:
    """The bids that need one more of the cards worth most: the King, a pedro more, both, and everything.

    Cards worth the least are not counted one by one: a bid that needs them all is the bid for everything. There are
    MOST_STEPS at most.
    """
    by_worth = sorted(rules.points, key=lambda pair: -pair[1])
    least = by_worth[-1][1]
    found: list[Step] = []
    amount = 0
    for key, worth in by_worth:
        if worth > least and len(found) < MOST_STEPS - 1:
            amount += worth
            kind = "pedro" if key in PEDROS else key
            found.append(Step(amount, kind, 1 + sum(step.key == kind for step in found)))
    if amount < rules.total:
        found.append(Step(rules.total, "all", 1))
    return tuple(found)


def step_label(words: Words, step: Step, first: bool) -> str:
    """``30 King``, ``35 +pedro``, ``40 +both``, ``44 all``."""
    if step.key == "all":
        return words("step.all", amount=step.amount)
    card = words(f"step.pedro.{step.nth}") if step.key == "pedro" else card_name(words, step.key)
    return words("step.first" if first else "step.more", amount=step.amount, card=card)


def card_name(words: Words, key: str) -> str:
    """The card of a key of the point table: ``King``, ``pedro``."""
    return words("step.pedro.1" if key in PEDROS else f"step.{key}")
