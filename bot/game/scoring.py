"""What a hand comes to, and who has won: R9 and R10."""

from __future__ import annotations

from typing import NamedTuple

from bot.game.cards import SEATS, Card, Seat, Side, strengths, trumps
from bot.game.rules import RuleSet
from bot.game.state import HandResult, HandState, SidePoints


class Capture(NamedTuple):
    """A scoring trump and the side it counts for. ``seat`` played or threw it."""

    card: Card
    seat: Seat
    side: Side
    points: int
    buried: bool
    thrown: bool


def captures(rules: RuleSet, hand: HandState) -> tuple[Capture, ...]:
    """Every scoring trump that has been played or thrown, highest first (R6.5, R7.6, R9.1)."""
    assert hand.trump is not None
    points, two = rules.card_points(hand.trump), trumps(hand.trump)[-1]
    found = []
    for trick in hand.tricks:
        for seat, cards in trick.laid:
            for card in cards:
                if card in points:
                    side = seat.side if card is two else trick.winner.side
                    found.append(Capture(card, seat, side, points[card], card is not cards[0], False))
    for seat in SEATS:
        thrown = [card for card in hand.discards[seat.place] or () if card in points]
        found += [Capture(card, seat, seat.side.other, points[card], False, True) for card in thrown]
    strength = strengths(hand.trump)
    found.sort(key=lambda capture: strength[capture.card], reverse=True)
    return tuple(found)


def side_points(taken: tuple[Capture, ...]) -> SidePoints:
    """The points of these captures by side."""
    ns = sum([capture.points for capture in taken if capture.side is Side.NS])
    ew = sum([capture.points for capture in taken if capture.side is Side.EW])
    return SidePoints(ns, ew)


def result_of(rules: RuleSet, hand: HandState, score: SidePoints) -> HandResult:
    """The result of a finished hand, ``score`` being the one before it (R9.2)."""
    points = side_points(captures(rules, hand))
    assert points.ns + points.ew == rules.total, "R9.3"
    assert hand.declarer is not None
    scored = HandResult(hand.dealer, hand.declarer, hand.bid, hand.trump, points, score)
    delta = scored.delta
    return scored._replace(score=SidePoints(score.ns + delta.ns, score.ew + delta.ew))


def winner_after(rules: RuleSet, result: HandResult) -> Side | None:
    """The side that has won the game with this hand, if one has (R10)."""
    if result.made:
        assert result.declarer is not None
        side = result.declarer.side
        if result.score.of(side) >= rules.target:
            return side
    if rules.losing_score is not None:
        for side in Side:
            if result.score.of(side) <= rules.losing_score:
                return side.other
    return None
