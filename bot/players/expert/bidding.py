"""What to bid: the auction and the play are made up in many deals, once for each limit one could bid up to."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from bot.game.actions import PASS, Action, Bid
from bot.game.cards import Card, Suit, trumps
from bot.game.view import PlayerView
from bot.players.bits import bits_of
from bot.players.expert.deals import Deal, Deals, limit_of
from bot.players.expert.outlook import Stakes
from bot.players.normal import bidding as normal
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

_DEALS: Final = 80
_DRAWN: Final = 180
#: A suit is tried when it is within so many expected points of the best.
_CLOSE: Final = 5.0
#: The limit of a place that is out of the auction.
_OUT: Final = -1


class _Future(NamedTuple):
    """What one deal comes to: the points this side takes if this seat declares, or its partner; and theirs.

    ``limit`` is the bid up to which the stronger opponent would go, ``partner_limit`` partner's.
    """

    points: int
    partner_points: int
    their_points: int
    partner_limit: int
    limit: int


def call(view: PlayerView, rng: random.Random, other: Action | None = None) -> Decision:
    """A bid or a pass, compared with ``other``; never more than the lowest bid, for it says no more than it must."""
    usual = normal.call(view)
    low = min((one.amount for one in view.legal if isinstance(one, Bid)), default=None)
    if PASS not in view.legal or low is None:
        return usual
    auction = _Auction(view, low, rng)
    limit = auction.best_limit()
    percent = round(100 * auction.chance(low))
    if limit < low:
        return Decision(PASS, _why_pass(view, percent), auction.looked, auction.gain(PASS, other))
    tops = _tops(view, auction.suit)
    why = usual.why if isinstance(usual.action, Bid) and usual.why is not None else Why(Idea.BIDS_WORTH)
    if why.idea is Idea.BIDS_WORTH:
        why = Why(Idea.BIDS_WORTH, tops, percent)
    return Decision(Bid(low), why, auction.looked, auction.gain(Bid(low), other))


def _why_pass(view: PlayerView, percent: int) -> Why:
    if view.declarer is not None and view.seat is view.declarer.partner:
        return Why(Idea.LEAVES_IT_TO_PARTNER)
    return Why(Idea.BID_IS_HIGH if view.bid else Idea.HAND_IS_WEAK, number=percent)


def _tops(view: PlayerView, suit: Suit) -> tuple[Card, ...]:
    return tuple(card for card in trumps(suit)[:3] if card in view.hand)


class _Auction:
    """One decision in the auction, thought through in many deals. ``looked`` counts tricks."""

    def __init__(self, view: PlayerView, low: int, rng: random.Random) -> None:
        assert view.seat is not None
        self._view = view
        self._low = low
        self._seat = view.seat
        self._stakes = Stakes(view.rules, view.score, view.seat.side)
        self._out = {one.seat.place for one in view.calls if one.amount is None and not view.rules.passed_may_reenter}
        self.looked = 0
        deals = Deals(view).drawn(rng, _DEALS, _DRAWN)
        self.suit = best_suit(view, deals)
        self._futures = [self._future(deal) for deal in deals]

    def best_limit(self) -> int:
        """The bid up to which it is best to go; less than the lowest there is, to pass."""
        return max(range(self._low - 1, self._view.rules.total + 1), key=self._value)

    def gain(self, action: Action, other: Action | None) -> float:
        """How many points more than ``other`` a call is worth on the average."""
        return 0.0 if other is None else self._worth(action) - self._worth(other)

    def _worth(self, action: Action) -> float:
        """Of a bid: when this seat then goes up to the limit that is best."""
        if not isinstance(action, Bid):
            return self._value(self._low - 1) / len(self._futures)
        limits = range(action.amount, self._view.rules.total + 1)
        found = max(sum(self._if_bid(one, limit, action.amount) for one in self._futures) for limit in limits)
        return found / len(self._futures)

    def chance(self, bid: int) -> float:
        """The chance to make a bid."""
        return sum(one.points >= bid for one in self._futures) / len(self._futures)

    def _future(self, deal: Deal) -> _Future:
        place, declarer = self._seat.place, self._view.declarer
        partner, opponents = place ^ 2, (place + 1 & 3, place - 1 & 3)
        strong = max(opponents, key=lambda one: self._limit(deal, one))
        if declarer is not None and declarer.place in opponents and self._limit(deal, strong) <= self._view.bid:
            strong = declarer.place  # who has the bid plays it if nobody goes on
        ours, theirs = self._limit(deal, partner), self._limit(deal, strong)
        has_it = declarer is not None and declarer.side is self._seat.side
        # What nobody will ask about is not played: it would cost a third of the time.
        partner_may = has_it or (ours >= self._low and ours > theirs)
        they_may = theirs >= self._low or (declarer is not None and not has_it)
        return _Future(
            points=self._played(deal, place, self.suit),
            partner_points=self._played(deal, partner, deal.limit(partner)[1]) if partner_may else 0,
            their_points=self._played(deal, strong, deal.limit(strong)[1]) if they_may else 0,
            partner_limit=ours,
            limit=theirs,
        )

    def _limit(self, deal: Deal, place: int) -> int:
        return _OUT if place in self._out else deal.limit(place)[0]

    def _played(self, deal: Deal, declarer: int, suit: Suit) -> int:
        points, tricks = deal.points(declarer, suit)
        self.looked += tricks
        return points

    def _value(self, limit: int) -> float:
        if limit < self._low:
            return sum(self._if_passed(one) for one in self._futures)
        return sum(self._if_bid(one, limit, self._low) for one in self._futures)

    def _if_bid(self, one: _Future, limit: int, bid: int) -> float:
        """This seat bids and goes up to ``limit``, and partner leaves it alone."""
        if one.limit > limit:
            return self._stakes.value(self._seat.side.other, limit + 1, one.their_points)
        return self._stakes.value(self._seat.side, min(limit, max(bid, one.limit + 1)), one.points)

    def _if_passed(self, one: _Future) -> float:
        """The others go on without this seat; partner bids over an opponent, but not over this side's own bid."""
        low, declarer = self._low, self._view.declarer
        side, ours, theirs = self._seat.side, one.partner_limit, one.limit
        has_it = declarer is not None and declarer.side is side
        if not has_it and ours >= low and ours > theirs:
            return self._stakes.value(side, max(low, theirs + 1), one.partner_points)
        if theirs >= low and not (has_it and ours >= theirs):
            return self._stakes.value(side.other, max(low, min(ours + 1, theirs)), one.their_points)
        if declarer is None:
            return 0.0  # thrown in
        return self._stakes.value(declarer.side, self._view.bid, one.partner_points if has_it else one.their_points)


def best_suit(view: PlayerView, deals: list[Deal]) -> Suit:
    """The suit in which the view's seat declares best in these deals."""
    later = view.stock_size - 3 * view.rules.second_deal
    expected = {suit: limit_of(view.rules, bits_of(view.hand, suit), later)[1] for suit in Suit}
    most = max(expected.values())
    close = [suit for suit in Suit if expected[suit] >= most - _CLOSE]
    return close[0] if len(close) == 1 else max(close, key=lambda suit: suit_worth(view, deals, suit))


def suit_worth(view: PlayerView, deals: list[Deal], suit: Suit) -> float:
    """What it is worth on the average of these deals that the view's seat declares in a suit."""
    assert view.seat is not None
    place, side = view.seat.place, view.seat.side
    stakes = Stakes(view.rules, view.score, side)
    bid = view.bid if view.declarer is view.seat else max(view.bid + 1, view.rules.bid_min)
    return sum(stakes.value(side, bid, deal.points(place, suit)[0]) for deal in deals) / len(deals)
