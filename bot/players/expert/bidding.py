"""What to bid: the auction and the play are made up in many deals, once for each limit one could bid up to."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from bot.game.actions import PASS, Bid
from bot.game.cards import SEATS, Side, Suit
from bot.game.view import PlayerView
from bot.players.bits import bits_of
from bot.players.expert.deals import Deal, Deals, limit_of, opponents
from bot.players.expert.outlook import Stakes
from bot.players.normal import bidding as normal
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

DEALS: Final = 48
_DRAWN: Final = 120
#: A suit is tried when it is within so many expected points of the best.
_CLOSE: Final = 5.0


class _Future(NamedTuple):
    """One deal: what this seat's side takes as declarer, and who else would declare with what limit and outcome."""

    points: int
    limit: int  # of the stronger opponent
    their_points: int
    partner_limit: int
    partner_points: int


def call(view: PlayerView, rng: random.Random) -> Decision:
    """A bid or a pass."""
    usual = normal.call(view)
    low = min((one.amount for one in view.legal if isinstance(one, Bid)), default=0)
    if PASS not in view.legal or not low:
        return usual
    search = _Auction(view, low, rng)
    limit = search.best_limit()
    why = usual.why
    if limit < low:
        return usual if usual.action == PASS else Decision(PASS, _why_pass(view, search, low), search.looked)
    if isinstance(usual.action, Bid) and why is not None and why.idea is not Idea.BIDS_WORTH:
        return Decision(Bid(low), why, search.looked)
    return Decision(Bid(low), Why(Idea.BIDS_WORTH, (), round(100 * search.chance(low))), search.looked)


def _why_pass(view: PlayerView, search: _Auction, low: int) -> Why:
    if view.declarer is not None and view.declarer.side is search.side:
        return Why(Idea.LEAVES_IT_TO_PARTNER)
    return Why(Idea.BID_IS_HIGH if view.bid else Idea.HAND_IS_WEAK, number=round(100 * search.chance(low)))


class _Auction:
    """One decision in the auction. ``looked`` counts tricks."""

    def __init__(self, view: PlayerView, low: int, rng: random.Random) -> None:
        assert view.seat is not None
        self._view, self._low, self._place, self.side = view, low, view.seat.place, view.seat.side
        self._stakes = Stakes(view.rules, view.score, self.side)
        self.looked = 0
        deals = Deals(view).drawn(rng, DEALS, _DRAWN)
        suit = best_suit(view, deals)
        self._out = {one.seat.place for one in view.calls if one.amount is None and not view.rules.passed_may_reenter}
        self._futures = [self._future(deal, suit) for deal in deals]

    def _future(self, deal: Deal, suit: Suit) -> _Future:
        places = [place for place in opponents(self.side) if place not in self._out]
        declarer = self._view.declarer
        limits = {place: deal.limit(place) for place in (*opponents(self.side), self._place ^ 2)}
        strong = max(places, key=lambda place: limits[place][0], default=None)
        if declarer is not None and declarer.side is not self.side:
            strong = declarer.place if strong is None or limits[strong][0] <= self._view.bid else strong
        partner = self._place ^ 2
        theirs = 0 if strong is None else self._played(deal, strong, limits[strong][1])
        partner_in = partner not in self._out or (declarer is not None and declarer.place == partner)
        return _Future(
            self._played(deal, self._place, suit),
            -1 if strong is None else limits[strong][0],
            theirs,
            limits[partner][0] if partner_in else -1,
            self._played(deal, partner, limits[partner][1]) if partner_in else 0,
        )

    def _played(self, deal: Deal, declarer: int, suit: Suit) -> int:
        points, tricks = deal.points(declarer, suit)
        self.looked += tricks
        return points

    def best_limit(self) -> int:
        """The bid up to which it is best to go; below the lowest there is, to pass."""
        total = self._view.rules.total
        limits = [self._low - 1, *range(self._low, total + 1)]
        return max(limits, key=self._value)

    def chance(self, bid: int) -> float:
        """The chance to make a bid."""
        return sum(one.points >= bid for one in self._futures) / len(self._futures)

    def _value(self, limit: int) -> float:
        return sum(self._outcome(one, limit) for one in self._futures)

    def _outcome(self, one: _Future, limit: int) -> float:
        low, bid, declarer = self._low, self._view.bid, self._view.declarer
        if limit >= low:
            if one.limit <= limit:
                return self._stakes.value(self.side, max(low, min(limit, one.limit + 1)), one.points)
            return self._stakes.value(self.side.other, min(limit + 1, self._view.rules.total), one.their_points)
        partner_has_it = declarer is not None and declarer.side is self.side
        ours, theirs = one.partner_limit, one.limit
        if ours >= low and ours > theirs and not partner_has_it:
            return self._stakes.value(self.side, max(low, theirs + 1), one.partner_points)
        if theirs >= low and (theirs > ours or not partner_has_it):
            return self._stakes.value(self.side.other, max(low, min(ours + 1, theirs)), one.their_points)
        if declarer is None:
            return 0.0
        points = one.partner_points if partner_has_it else one.their_points
        return self._stakes.value(declarer.side, bid, points)


def best_suit(view: PlayerView, deals: list[Deal]) -> Suit:
    """The suit in which the view's seat declares best in these deals."""
    assert view.seat is not None
    place = view.seat.place
    expected = {suit: limit_of(view.rules, bits_of(view.hand, suit), _later(view))[1] for suit in Suit}
    most = max(expected.values())
    close = [suit for suit in Suit if expected[suit] >= most - _CLOSE]
    if len(close) == 1:
        return close[0]
    side, some = view.seat.side, deals[: len(deals) // 2]
    stakes = Stakes(view.rules, view.score, side)
    bid = view.bid if view.declarer is view.seat else max(view.bid + 1, view.rules.bid_min)

    def worth(suit: Suit) -> float:
        return sum(stakes.value(side, bid, deal.points(place, suit)[0]) for deal in some)

    return max(close, key=worth)


def _later(view: PlayerView) -> int:
    return view.stock_size - 3 * view.rules.second_deal


assert [seat.side for seat in SEATS] == [Side.NS, Side.EW, Side.NS, Side.EW]
