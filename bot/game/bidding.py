"""The auction: R4."""

from __future__ import annotations

from functools import lru_cache

from bot.game.actions import PASS, Action, Bid, Pass
from bot.game.cards import Seat
from bot.game.rules import AllPass, RuleSet
from bot.game.state import Call, HandState
from bot.game.terms import Illegal, Reason


def lowest_bid(rules: RuleSet, hand: HandState) -> int:
    """The least that the seat to act may bid (R4.2, R4.6)."""
    if hand.bid:
        return hand.bid + 1
    if dealer_is_forced(rules, hand):
        assert rules.dealer_forced_bid is not None
        return rules.dealer_forced_bid
    return rules.bid_min


def dealer_is_forced(rules: RuleSet, hand: HandState) -> bool:
    """Whether the seat to act is a dealer who may not pass (R4.6)."""
    return not hand.bid and len(hand.calls) == 3 and rules.all_pass is AllPass.DEALER_FORCED


def legal_calls(rules: RuleSet, hand: HandState) -> tuple[Action, ...]:
    """Every bid from the lowest up, then the pass where there is one."""
    return _calls(lowest_bid(rules, hand), rules.total, not dealer_is_forced(rules, hand))


@lru_cache(maxsize=1024)
def _calls(low: int, high: int, may_pass: bool) -> tuple[Action, ...]:
    bids: tuple[Action, ...] = tuple(Bid(amount) for amount in range(low, high + 1))
    return (*bids, PASS) if may_pass else bids


def call(rules: RuleSet, hand: HandState, seat: Seat, action: Bid | Pass) -> HandState:
    """The hand after a call; the auction is over when ``turn`` is None (R4.2 to R4.6). Raises Illegal."""
    low = lowest_bid(rules, hand)
    if isinstance(action, Pass):
        if dealer_is_forced(rules, hand):
            raise Illegal(Reason.DEALER_MUST_BID, low=low, high=rules.total)
        return _after(rules, hand, (*hand.calls, Call(seat, None)), hand.bid, hand.declarer)
    if action.amount < low:
        raise Illegal(Reason.BID_TOO_LOW, low=low, high=rules.total)
    if action.amount > rules.total:
        raise Illegal(Reason.BID_TOO_HIGH, low=low, high=rules.total)
    return _after(rules, hand, (*hand.calls, Call(seat, action.amount)), action.amount, seat)


def _after(rules: RuleSet, hand: HandState, calls: tuple[Call, ...], bid: int, declarer: Seat | None) -> HandState:
    turn = None if _is_over(rules, calls, bid) else _next_to_call(rules, calls)
    return hand.after_call(calls, bid, declarer, turn)


def _is_over(rules: RuleSet, calls: tuple[Call, ...], bid: int) -> bool:
    if not bid:
        return len(calls) == 4  # R4.5, R4.6
    if bid == rules.total:
        return True  # R4.2
    if rules.passed_may_reenter:
        return len(calls) > 3 and [last.amount for last in calls[-3:]] == [None, None, None]  # R4.3
    return len([past for past in calls if past.amount is None]) == 3  # R4.4


def _next_to_call(rules: RuleSet, calls: tuple[Call, ...]) -> Seat:
    following = calls[-1].seat.next
    if not rules.passed_may_reenter:
        out = [past.seat for past in calls if past.amount is None]
        while following in out:
            following = following.next
    return following
