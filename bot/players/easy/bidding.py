"""How a beginner bids: on a king, covered or not, and on length; good hands without a king are passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.game.actions import PASS, Bid, NameTrump
from bot.game.cards import Card, Suit, trumps
from bot.game.rules import RuleSet
from bot.game.view import PlayerView
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

#: A king and so many trumps in all look good enough.
_WITH_KING: Final = 3
#: So many trumps look good enough without one.
_LONG: Final = 6
#: With so many, even for a bid that nobody makes without the king.
_VERY_LONG: Final = 8
#: The points a beginner is sure that partner will bring.
_FROM_PARTNER: Final = 5


@dataclass(frozen=True, slots=True)
class Favourite:
    """The suit a beginner likes best, the hand's trumps in it, high to low, and the dearest of them all if held."""

    suit: Suit
    held: tuple[Card, ...]
    king: Card | None


def call(view: PlayerView) -> Decision:
    """The lowest bid, or a pass."""
    low = min((one.amount for one in view.legal if isinstance(one, Bid)), default=0)
    liked = favourite(view)
    if PASS not in view.legal:
        return Decision(Bid(low), Why(Idea.DEALER_MUST))
    assert view.seat is not None
    if view.declarer is view.seat.partner:
        return Decision(PASS, Why(Idea.LEAVES_IT_TO_PARTNER))
    if low <= _limit(view.rules, liked):
        if liked.king is not None:
            return Decision(Bid(low), Why(Idea.HAS_KING, (liked.king,)))
        return Decision(Bid(low), Why(Idea.COUNTS_TRUMPS, number=len(liked.held)))
    return Decision(PASS, Why(Idea.WANTS_KING if liked.king is None else Idea.WANTS_MORE))


def name_trump(view: PlayerView) -> Decision:
    """The suit with a king, or else the longest, strong or not."""
    liked = favourite(view)
    return Decision(NameTrump(liked.suit), Why(Idea.LONGEST_SUIT, liked.held))


def favourite(view: PlayerView) -> Favourite:
    """Any suit with a king and enough beside it before all others; then length, then points."""
    return max((_holding(view, suit) for suit in Suit), key=lambda one: _liking(view.rules, one))


def _holding(view: PlayerView, suit: Suit) -> Favourite:
    held = tuple(card for card in trumps(suit) if card in view.hand)
    points = view.rules.card_points(suit)
    dearest = max(points, key=points.__getitem__)
    return Favourite(suit, held, dearest if dearest in held else None)


def _liking(rules: RuleSet, one: Favourite) -> tuple[bool, int, int]:
    return (one.king is not None and len(one.held) >= _WITH_KING, len(one.held), _points(rules, one))


def _limit(rules: RuleSet, liked: Favourite) -> int:
    """How far a beginner goes: with a king the points in the hand and some, as if none could be lost."""
    if liked.king is not None and len(liked.held) >= _WITH_KING:
        return max(_points(rules, liked) + _FROM_PARTNER, rules.bid_min)
    if len(liked.held) >= _VERY_LONG:
        return max(2 * len(liked.held), rules.bid_min)
    return 2 * len(liked.held) if len(liked.held) >= _LONG else 0


def _points(rules: RuleSet, one: Favourite) -> int:
    points = rules.card_points(one.suit)
    return sum(points.get(card, 0) for card in one.held)
