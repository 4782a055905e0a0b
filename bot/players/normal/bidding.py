"""What to bid: each call is weighed by what it is likely to bring, the end of the game included."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.game.actions import PASS, Bid, NameTrump
from bot.game.cards import Card, Side, Suit, strengths, trumps
from bot.game.rules import RuleSet
from bot.game.view import PlayerView
from bot.players.normal.valuation import Worth, chances, worths
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

#: No bid is made that is less likely than this to be made, or than the second where the game would be lost otherwise.
_LEAST_CHANCE: Final = 0.45
_LAST_CHANCE: Final = 0.25
#: A bid goes up as far as that costs no more of its chance than this: the bids between say the same.
_FREE: Final = 0.03
#: How many points more a bid over partner's must bring.
_OVER_PARTNER: Final = 6.0
#: What winning or losing the game counts, in points.
_GAME: Final = 120.0
#: The trumps a bidder who is not seen is likely to have.
_LENGTH: Final = 6.0


def call(view: PlayerView) -> Decision:
    """A bid or a pass."""
    low = min((one.amount for one in view.legal if isinstance(one, Bid)), default=0)
    best = max(worths(view), key=lambda one: _gain(view, one, low))
    percent = round(100 * best.chance(low))
    if PASS not in view.legal:
        return Decision(Bid(low), Why(Idea.DEALER_MUST))
    passing = _gain_of_passing(view)
    if view.declarer is not None and view.declarer.side is _side(view):
        if _gain(view, best, low) < passing + _OVER_PARTNER or not _is_fit(view, best, low):
            return Decision(PASS, Why(Idea.LEAVES_IT_TO_PARTNER))
    elif _gain(view, best, low) <= passing or not _is_fit(view, best, low):
        return Decision(PASS, Why(Idea.BID_IS_HIGH if view.bid else Idea.HAND_IS_WEAK, number=percent))
    amount = _as_far_as_free(view, best, low, passing)
    return Decision(Bid(amount), _why_bid(view, best, amount))


def _is_fit(view: PlayerView, worth: Worth, bid: int) -> bool:
    """Whether the bid is likely enough, and the hand has a top trump to stand on where the king is needed (K1)."""
    least = _LAST_CHANCE if _they_would_win(view) else _LEAST_CHANCE
    return worth.chance(bid) >= least and (bid <= _without_king(view.rules) or bool(_tops(worth)))


def _they_would_win(view: PlayerView) -> bool:
    """Whether the other side has the bid and wins the game with it."""
    if view.declarer is None or view.declarer.side is _side(view):
        return False
    return view.score.of(view.declarer.side) + view.bid >= view.rules.target


def _as_far_as_free(view: PlayerView, worth: Worth, low: int, passing: float) -> int:
    amount, least = low, worth.chance(low) - _FREE
    while amount < view.rules.total and worth.chance(amount + 1) >= least and _is_fit(view, worth, amount + 1):
        amount += 1
    while amount > low and _gain(view, worth, amount) <= passing:
        amount -= 1
    return amount


def _why_bid(view: PlayerView, worth: Worth, amount: int) -> Why:
    side, tops = _side(view), _tops(worth)
    missing = view.rules.target - view.score.of(side)
    if worth.points >= missing:
        return Why(Idea.BIDS_TO_WIN, tops, missing)
    if _they_would_win(view):
        return Why(Idea.KEEPS_THEM_OUT, tops)
    return Why(Idea.BIDS_WORTH, tops, round(100 * worth.chance(amount)))


def _gain(view: PlayerView, worth: Worth, bid: int) -> float:
    """What declaring at ``bid`` is likely to bring this side."""
    return _outcome(view, _side(view), bid, worth.chances)


def _gain_of_passing(view: PlayerView) -> float:
    """What it is likely to bring to leave it as it stands.

    Where nobody has bid, partner may still, and an opponent just as well, on the king; after three passes nobody can.
    """
    side = _side(view)
    if view.declarer is None:
        if len(view.calls) == 3:
            return 0.0
        bid = max(view.rules.bid_min, view.rules.total - _without_king(view.rules))
        at_least = _unseen_chances(view.rules, bid)
        return (_outcome(view, side, bid, at_least) - _outcome(view, side.other, bid, at_least)) / 2
    gain = _outcome(view, view.declarer.side, view.bid, _unseen_chances(view.rules, view.bid))
    return gain if view.declarer.side is side else -gain


def _outcome(view: PlayerView, side: Side, bid: int, at_least: tuple[float, ...]) -> float:
    """What a contract of ``side`` is likely to bring it beyond the other side, in points (R9.2, R10)."""
    rules = view.rules
    score = view.score.of(side)
    gain = 0.0
    for points, chance in enumerate(at_least):
        exactly = chance - (at_least[points + 1] if points < rules.total else 0.0)
        made = points >= bid
        here = points if made else -bid
        value = float(here - (rules.total - points))
        if made and score + points >= rules.target:
            value += _GAME
        elif rules.losing_score is not None and score + here <= rules.losing_score:
            value -= _GAME
        gain += exactly * value
    return gain


@lru_cache(maxsize=256)
def _unseen_chances(rules: RuleSet, bid: int) -> tuple[float, ...]:
    """How a bidder's side is likely to do whose hand is not seen: a bid that needs the king says it is held."""
    order = trumps(Suit.SPADES)
    points = rules.card_points(Suit.SPADES)
    held = [max(points, key=points.__getitem__)] if bid > _without_king(rules) else [order[0]]
    return chances(rules, Suit.SPADES, held, _LENGTH)


@lru_cache(maxsize=64)
def _without_king(rules: RuleSet) -> int:
    """The most points there are without the dearest trump: of 44 they are 14."""
    return rules.total - max(points for _, points in rules.points)


def _tops(worth: Worth) -> tuple[Card, ...]:
    """The ace, king and queen of the suit among its trumps."""
    return tuple(card for card in worth.held if strengths(worth.suit)[card] >= 12)


def _side(view: PlayerView) -> Side:
    assert view.seat is not None
    return view.seat.side


def name_trump(view: PlayerView) -> Decision:
    """The suit in which the contract is likely to bring most."""
    best = max(worths(view), key=lambda one: _gain(view, one, view.bid))
    return Decision(NameTrump(best.suit), Why(Idea.BEST_SUIT, best.held, round(best.points)))
