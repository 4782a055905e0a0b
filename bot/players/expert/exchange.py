"""Naming trumps and throwing, each tried in many deals."""

from __future__ import annotations

import random
from typing import Final

from bot.game.actions import Action, Discard, NameTrump
from bot.game.cards import Card, strengths, trumps
from bot.game.exchange import DiscardChoice
from bot.game.view import PlayerView
from bot.players.bits import bits_of
from bot.players.expert.bidding import best_suit, suit_worth
from bot.players.expert.deals import Deals
from bot.players.expert.outlook import Stakes
from bot.players.normal import robot as normal
from bot.players.normal.throwing import loss
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

_DEALS: Final = 60
_DRAWN: Final = 120


def name_trump(view: PlayerView, rng: random.Random, other: Action | None = None) -> Decision:
    """The suit that does best at this bid, compared with ``other``."""
    assert view.seat is not None
    deals = Deals(view).drawn(rng, _DEALS, _DRAWN)
    suit = best_suit(view, deals)
    played = [deal.points(view.seat.place, suit) for deal in deals]
    held = tuple(card for card in trumps(suit) if card in view.hand)
    why = Why(Idea.BEST_SUIT, held, round(sum(points for points, _ in played) / len(played)))
    gain = 0.0
    if isinstance(other, NameTrump) and other.suit is not suit:
        gain = suit_worth(view, deals, suit) - suit_worth(view, deals, other.suit)
    return Decision(NameTrump(suit), why, sum(tricks for _, tricks in played), gain)


def discard(view: PlayerView, rng: random.Random, other: Action | None = None) -> Decision:
    """Plain cards as they come; where trumps may go or stay (R6.4), as many go as turns out best.

    There it is compared with ``other``; which plain cards go makes no difference.
    """
    choice = view.legal
    assert isinstance(choice, DiscardChoice)
    assert view.trump is not None
    if choice.low == choice.high or choice.options[0] not in strengths(view.trump):
        return normal.decide(view, rng)
    search = _Throwing(view, rng)
    ways = [search.cheapest(choice, count) for count in range(choice.low, choice.high + 1)]
    gone = max(ways, key=search.value)
    gain = 0.0
    if isinstance(other, Discard):
        instead = tuple(card for card in other.cards if card in choice.options)
        gain = (search.value(gone) - search.value(instead)) / _DEALS
    if not gone:
        return Decision(Discard(choice.forced), Why(Idea.KEEPS_EVERY_TRUMP), search.looked, gain)
    return Decision(Discard((*choice.forced, *gone)), Why(Idea.THROWS_WEAKEST, gone, 0), search.looked, gain)


class _Throwing:
    """What becomes of throwing some trumps. ``looked`` counts tricks."""

    def __init__(self, view: PlayerView, rng: random.Random) -> None:
        assert view.seat is not None
        assert view.declarer is not None
        assert view.trump is not None
        self._view, self._seat, self._declarer, self._trump = view, view.seat, view.declarer, view.trump
        self._deals = Deals(view).drawn(rng, _DEALS, _DRAWN)
        self._stakes = Stakes(view.rules, view.score, view.seat.side)
        self.looked = 0

    def cheapest(self, choice: DiscardChoice, count: int) -> tuple[Card, ...]:
        """So many of the trumps that may go, those worth least."""
        strength, points = strengths(self._trump), self._view.rules.card_points(self._trump)
        return tuple(sorted(choice.options, key=lambda card: loss(strength[card], points.get(card, 0)))[:count])

    def value(self, gone: tuple[Card, ...]) -> float:
        """What it is worth to throw these, over all deals."""
        instead, value = (self._seat.place, bits_of(gone, self._trump)), 0.0
        for deal in self._deals:
            points, tricks = deal.points(self._declarer.place, self._trump, instead)
            value += self._stakes.value(self._declarer.side, self._view.bid, points)
            self.looked += tricks
        return value
