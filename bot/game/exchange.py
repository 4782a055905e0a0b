"""Between auction and play: the kitty, the second deal and the discard (R3.2, R5, R6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from bot.game.actions import Action, Discard
from bot.game.cards import Card, Seat, Suit, clockwise, in_order, strengths
from bot.game.rules import RuleSet, TrumpDiscard
from bot.game.state import HandState, with_cards
from bot.game.terms import Illegal, Reason


def take_kitty(rules: RuleSet, hand: HandState) -> HandState:
    """The declarer takes the kitty, the next ``kitty_size`` cards, into the hand (R3.1, R5.2)."""
    assert hand.declarer is not None
    kitty, stock = hand.stock[: rules.kitty_size], hand.stock[rules.kitty_size :]
    return hand._replace(
        hands=with_cards(hand.hands, hand.declarer, tuple(sorted(hand.hand(hand.declarer) + kitty))),
        drawn=with_cards(hand.drawn, hand.declarer, kitty),
        stock=stock,
    )


def deal_again(rules: RuleSet, hand: HandState) -> HandState:
    """Everybody gets the second packet, from the dealer's left (R3.2)."""
    hands, drawn, stock = hand.hands, hand.drawn, hand.stock
    for seat in clockwise(hand.dealer.next):
        packet, stock = stock[: rules.second_deal], stock[rules.second_deal :]
        hands = with_cards(hands, seat, in_order(hands[seat.place] + packet))
        drawn = with_cards(drawn, seat, drawn[seat.place] + packet)
    return hand._replace(hands=hands, drawn=drawn, stock=stock)


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """All discards one hand allows: ``forced`` and from ``low`` to ``high`` of ``options`` (R6.2 to R6.5).

    Stands for the list of them: has ``in``, a length and an iterator, and ``suggestion``.
    """

    forced: tuple[Card, ...]
    options: tuple[Card, ...]
    low: int
    high: int

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Discard) or len(set(action.cards)) != len(action.cards):
            return False
        chosen = set(action.cards).difference(self.forced)
        return (
            len(chosen) + len(self.forced) == len(action.cards)
            and self.low <= len(chosen) <= self.high
            and chosen.issubset(self.options)
        )

    def __len__(self) -> int:
        return sum(comb(len(self.options), count) for count in range(self.low, self.high + 1))

    def __iter__(self) -> Iterator[Action]:
        for count in range(self.low, self.high + 1):
            for chosen in combinations(self.options, count):
                yield Discard(self.forced + chosen)

    @property
    def suggestion(self) -> Discard:
        """The discard that throws as little as it may, lowest cards first."""
        return Discard(self.forced + self.options[: self.low])


def discard_choice(rules: RuleSet, cards: tuple[Card, ...], trump: Suit) -> DiscardChoice:
    """What a holder of ``cards``, in the pack's order, may throw when ``trump`` is trump.

    ``options`` are cheapest first, and plain ones in the pack's order.
    """
    strength = strengths(trump)
    plain = tuple([card for card in cards if card not in strength])
    over = len(cards) - len(plain) - rules.hand_size
    if over <= 0:
        count = len(cards) - rules.hand_size
        return DiscardChoice((), plain, count, count)
    held = sorted([card for card in cards if card in strength], key=strength.__getitem__)
    match rules.trump_discard:
        case TrumpDiscard.NEVER:
            return DiscardChoice(plain, (), 0, 0)
        case TrumpDiscard.SURPLUS:
            points = rules.card_points(trump)
            options = tuple(card for card in held if card not in points)
            return DiscardChoice(plain, options, 0, min(len(options), over))
        case TrumpDiscard.TO_SIX:
            points = rules.card_points(trump)
            cheapest = tuple(sorted(held, key=lambda card: (points.get(card, 0), strength[card])))
            return DiscardChoice(plain, cheapest, over, over)


def discard(rules: RuleSet, hand: HandState, seat: Seat, action: Discard) -> HandState:
    """The hand after one seat's discard (R6.1). Raises Illegal."""
    assert hand.trump is not None
    held = hand.hands[seat.place]
    kept = without(held, action.cards)
    choice = discard_choice(rules, held, hand.trump)
    if action not in choice:
        raise _refusal(rules, held, hand.trump, choice, action)
    discards = list(hand.discards)
    discards[seat.place] = in_order(action.cards)
    first, second, third, fourth = discards
    return hand._replace(hands=with_cards(hand.hands, seat, kept), discards=(first, second, third, fourth))


def without(held: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """``held`` less ``cards``. Raises Illegal unless these are different cards out of it."""
    gone = set(cards)
    kept = tuple([card for card in held if card not in gone])
    if len(kept) + len(cards) != len(held):
        raise _not_held(held, cards)
    return kept


def _not_held(held: tuple[Card, ...], cards: tuple[Card, ...]) -> Illegal:
    twice = in_order(card for card in set(cards) if cards.count(card) > 1)
    if twice:
        return Illegal(Reason.CARD_TWICE, cards=twice)
    return Illegal(Reason.CARD_NOT_HELD, cards=tuple(card for card in cards if card not in held))


def _refusal(rules: RuleSet, held: tuple[Card, ...], trump: Suit, choice: DiscardChoice, action: Discard) -> Illegal:
    strength = strengths(trump)
    low, high = len(choice.forced) + choice.low, len(choice.forced) + choice.high
    thrown_trumps = tuple(card for card in action.cards if card in strength)
    kept_plain = tuple(card for card in choice.forced if card not in action.cards)
    many = sum(1 for card in held if card in strength) > rules.hand_size
    if not many and thrown_trumps:
        return Illegal(Reason.TRUMP_KEPT, cards=thrown_trumps, low=low, high=high)
    if many and thrown_trumps and rules.trump_discard is TrumpDiscard.NEVER:
        return Illegal(Reason.NO_TRUMP_THROWN, cards=thrown_trumps, low=low, high=high)
    if kept_plain:
        to_six = rules.trump_discard is TrumpDiscard.TO_SIX
        reason = Reason.PLAIN_GOES_FIRST if to_six else Reason.PLAIN_MUST_GO
        return Illegal(reason, cards=kept_plain, low=low, high=high)
    scorers = tuple(card for card in thrown_trumps if card in rules.card_points(trump))
    if many and scorers and rules.trump_discard is TrumpDiscard.SURPLUS:
        return Illegal(Reason.SCORER_THROWN, cards=scorers, low=low, high=high)
    return Illegal(Reason.WRONG_DISCARD_COUNT, low=low, high=high)
