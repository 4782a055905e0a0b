"""What one seat knows: built field by field from what it may know, with no field that could hold another hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bot.game.cards import SEATS, Card, Seat, Side, Suit, trumps
from bot.game.engine import Legal, legal_actions
from bot.game.rules import RuleSet
from bot.game.scoring import Capture, captures
from bot.game.state import NO_POINTS, Call, GameState, HandResult, HandState, Laid, Phase, SidePoints


class SeenPlay(NamedTuple):
    """A play as a seat sees it: the top card and how many lie under it.

    ``buried`` holds those cards only for who played them, and for everybody once the hand is over (R7.4).
    """

    seat: Seat
    top: Card
    under: int
    buried: tuple[Card, ...]


class SeenTrick(NamedTuple):
    """A finished trick as a seat sees it."""

    plays: tuple[SeenPlay, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The game as ``seat`` sees it, or as everybody does where ``seat`` is None.

    ``number`` counts hands from 1 (0 before the first deal). Tuples of four go by ``Seat.place``. ``sizes`` are
    cards in hand; during the discard they stay what they were before it, and ``thrown``, how many cards each seat
    threw, is None until all have answered, because discards are simultaneous (R6.1). ``drawn``, ``discarded`` and
    ``laid_down`` (on going up, R8.1) are the seat's own. ``taken`` counts the points in the tricks whose cards this
    seat can see. ``captures`` is empty until the hand is over.
    """

    seat: Seat | None
    rules: RuleSet
    phase: Phase
    number: int
    dealer: Seat
    score: SidePoints
    results: tuple[HandResult, ...]
    winner: Side | None
    to_act: tuple[Seat, ...]
    hand: tuple[Card, ...]
    sizes: tuple[int, int, int, int]
    stock_size: int
    calls: tuple[Call, ...]
    bid: int
    declarer: Seat | None
    trump: Suit | None
    drawn: tuple[Card, ...]
    discarded: tuple[Card, ...] | None
    laid_down: tuple[Card, ...]
    answered: tuple[Seat, ...]
    thrown: tuple[int, int, int, int] | None
    tricks: tuple[SeenTrick, ...]
    plays: tuple[SeenPlay, ...]
    up: tuple[Seat, ...]
    taken: SidePoints
    captures: tuple[Capture, ...]
    legal: Legal

    @property
    def hand_is_over(self) -> bool:
        """Whether a hand lies finished on the table."""
        return self.number > 0 and self.phase in (Phase.DEAL, Phase.FINISHED)


def view(state: GameState, seat: Seat | None) -> PlayerView:
    """What ``seat`` may know of this game, or what everybody may where it is None."""
    hand = state.hand
    if hand is None:
        return PlayerView(
            seat, state.rules, state.phase, 0, state.dealer, state.score, (), None, (), (), (0, 0, 0, 0), 0, (), 0,
            None, None, (), None, (), (), None, (), (), (), NO_POINTS, (), (),
        )  # fmt: skip
    over = state.phase in (Phase.DEAL, Phase.FINISHED)
    waiting = state.phase is Phase.DISCARD
    tricks = tuple(SeenTrick(_seen(trick.laid, seat, over), trick.winner) for trick in hand.tricks)
    return PlayerView(
        seat=seat,
        rules=state.rules,
        phase=state.phase,
        number=len(state.results) + (0 if over else 1),
        dealer=hand.dealer,
        score=state.score,
        results=state.results,
        winner=state.winner,
        to_act=state.to_act,
        hand=() if seat is None else hand.hand(seat),
        sizes=_sizes(hand, waiting),
        stock_size=len(hand.stock),
        calls=hand.calls,
        bid=hand.bid,
        declarer=hand.declarer,
        trump=hand.trump,
        drawn=() if seat is None else hand.drawn[seat.place],
        discarded=None if seat is None else hand.discards[seat.place],
        laid_down=() if seat is None else hand.thrown_in[seat.place],
        answered=tuple(one for one in SEATS if hand.discards[one.place] is not None),
        thrown=_thrown(hand),
        tricks=tricks,
        plays=_seen(hand.laid, seat, over),
        up=hand.up(),
        taken=_taken(state.rules, hand.trump, tricks),
        captures=captures(state.rules, hand) if over and hand.trump is not None else (),
        legal=() if seat is None else legal_actions(state, seat),
    )


def _seen(laid: tuple[Laid, ...], seat: Seat | None, over: bool) -> tuple[SeenPlay, ...]:
    return tuple(
        SeenPlay(who, cards[0], len(cards) - 1, cards[1:] if over or who is seat else ()) for who, cards in laid
    )


def _sizes(hand: HandState, waiting: bool) -> tuple[int, int, int, int]:
    north, east, south, west = (
        len(cards) + (len(thrown or ()) if waiting else 0)
        for cards, thrown in zip(hand.hands, hand.discards, strict=True)
    )
    return (north, east, south, west)


def _thrown(hand: HandState) -> tuple[int, int, int, int] | None:
    north, east, south, west = hand.discards
    if north is None or east is None or south is None or west is None:
        return None
    return (len(north), len(east), len(south), len(west))


def _taken(rules: RuleSet, trump: Suit | None, tricks: tuple[SeenTrick, ...]) -> SidePoints:
    taken = NO_POINTS
    if trump is None:
        return taken
    points, two = rules.card_points(trump), trumps(trump)[-1]
    for trick in tricks:
        for play in trick.plays:
            for card in (play.top, *play.buried):
                if card in points:
                    side = play.seat.side if card is two else trick.winner.side
                    taken = taken.plus(side, points[card])
    return taken
