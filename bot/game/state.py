"""The whole truth about a game, as values that never change. Only the engine and the table hold it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.game.cards import SEATS, Card, Seat, Side, Suit
from bot.game.rules import RuleSet


class Phase(Enum):
    """What the game waits for."""

    DEAL = "deal"  # a shuffled pack; a finished hand may still lie on the table
    AUCTION = "auction"
    TRUMP = "trump"
    DISCARD = "discard"
    PLAY = "play"
    FINISHED = "finished"

    __hash__ = object.__hash__


class Call(NamedTuple):
    """A bid, or a pass where ``amount`` is None."""

    seat: Seat
    amount: int | None


class Laid(NamedTuple):
    """What one seat played to a trick; ``cards`` has the top card first, the rest of a pile behind (R7.4)."""

    seat: Seat
    cards: tuple[Card, ...]


class Trick(NamedTuple):
    """A finished trick."""

    laid: tuple[Laid, ...]
    winner: Seat

    @property
    def leader(self) -> Seat:
        """Who led."""
        return self.laid[0].seat


Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
Discards = tuple[tuple[Card, ...] | None, tuple[Card, ...] | None, tuple[Card, ...] | None, tuple[Card, ...] | None]
NO_CARDS: Hands = ((), (), (), ())


def with_cards(hands: Hands, seat: Seat, cards: tuple[Card, ...]) -> Hands:
    """``hands`` with those of one seat replaced."""
    made = list(hands)
    made[seat.place] = cards
    north, east, south, west = made
    return (north, east, south, west)


NOT_YET: Discards = (None, None, None, None)


class HandState(NamedTuple):
    """One hand, from the deal to its score. Tuples of four go by ``Seat.place``.

    ``stock`` is what is still to be dealt (the kitty, or the second deal), ``drawn`` what each seat got from it.
    ``thrown_in`` is what a seat laid down when it went up (R8.1). ``turn`` is None when nobody is to act, and during
    the discard, when everybody who has not answered is.
    """

    dealer: Seat
    deck: tuple[Card, ...]
    hands: Hands
    stock: tuple[Card, ...]
    drawn: Hands
    calls: tuple[Call, ...] = ()
    turn: Seat | None = None
    bid: int = 0
    declarer: Seat | None = None
    trump: Suit | None = None
    discards: Discards = NOT_YET
    thrown_in: Hands = NO_CARDS
    tricks: tuple[Trick, ...] = ()
    laid: tuple[Laid, ...] = ()

    # The two that follow do what _replace would, in half the time: nearly every action ends in one of them.

    def after_call(self, calls: tuple[Call, ...], bid: int, declarer: Seat | None, turn: Seat | None) -> HandState:
        """This hand with another call made."""
        return HandState(
            self.dealer, self.deck, self.hands, self.stock, self.drawn, calls, turn, bid, declarer, self.trump,
            self.discards, self.thrown_in, self.tricks, self.laid,
        )  # fmt: skip

    def after_play(
        self, hands: Hands, thrown_in: Hands, tricks: tuple[Trick, ...], laid: tuple[Laid, ...], turn: Seat | None
    ) -> HandState:
        """This hand with another card played."""
        return HandState(
            self.dealer, self.deck, hands, self.stock, self.drawn, self.calls, turn, self.bid, self.declarer,
            self.trump, self.discards, thrown_in, tricks, laid,
        )  # fmt: skip

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards ``seat`` holds, in the pack's order."""
        return self.hands[seat.place]

    def up(self) -> tuple[Seat, ...]:
        """Who is up (R8.1), clockwise from North; nobody before the last discard."""
        if self.trump is None or None in self.discards:
            return ()
        return tuple(seat for seat in SEATS if not self.hands[seat.place])


class SidePoints(NamedTuple):
    """A number of points for each side."""

    ns: int
    ew: int

    def of(self, side: Side) -> int:
        """The points of one side."""
        return self.ns if side is Side.NS else self.ew

    def plus(self, side: Side, points: int) -> SidePoints:
        """These points with ``points`` more for one side."""
        return SidePoints(self.ns + points, self.ew) if side is Side.NS else SidePoints(self.ns, self.ew + points)


NO_POINTS = SidePoints(0, 0)


class HandResult(NamedTuple):
    """What a finished hand came to (R9). A hand thrown in has no declarer, no points and the score from before."""

    dealer: Seat
    declarer: Seat | None
    bid: int
    trump: Suit | None
    points: SidePoints
    score: SidePoints

    @property
    def made(self) -> bool:
        """Whether the contract was made (R9.2)."""
        return self.declarer is not None and self.points.of(self.declarer.side) >= self.bid

    @property
    def delta(self) -> SidePoints:
        """What each side's score changed by (R9.2)."""
        if self.declarer is None or self.made:
            return self.points
        side = self.declarer.side
        return NO_POINTS.plus(side, -self.bid).plus(side.other, self.points.of(side.other))


class GameState(NamedTuple):
    """A game: its rules, who deals, the score, and the hand on the table.

    ``dealer`` deals the hand on the table, or the next one in phase DEAL; ``hand`` stays the finished hand until the
    next deal. ``results`` has one entry a finished hand.
    """

    rules: RuleSet
    phase: Phase
    dealer: Seat
    score: SidePoints
    hand: HandState | None
    results: tuple[HandResult, ...]
    winner: Side | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats whose decision the game waits for: one, or several during the discard (R6.1)."""
        hand = self.hand
        if hand is None:
            return ()
        if hand.turn is not None:
            return (hand.turn,)
        if self.phase is Phase.DISCARD:
            return tuple([seat for seat in SEATS if hand.discards[seat.place] is None])
        return ()

    def with_hand(self, hand: HandState) -> GameState:
        """This game with ``hand`` on the table."""
        return GameState(self.rules, self.phase, self.dealer, self.score, hand, self.results, self.winner)
