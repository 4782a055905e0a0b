"""What is told about a table beside the view of the game: who sits there, the clock, who is ready."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.cards import Seat
from bot.game.rules import RuleSet
from bot.seats import Occupant, Seating


@dataclass(frozen=True, slots=True)
class Proof:
    """What a hand's deal follows from, as far as people may know it: all of it when the hand was played.

    ``commitment`` and ``secret`` are hexadecimal; ``message`` is the first one that showed the commitment.
    """

    commitment: str
    secret: str | None = None
    message: int | None = None


@dataclass(frozen=True, slots=True)
class LobbyInfo:
    """A table that waits for people. ``closes_at`` is in seconds since 1970.

    ``hints`` says whether the game will have any; it is the host's choice where ``may_have_hints``. ``proof`` is the
    first hand's.
    """

    game: int
    host_id: int
    host_name: str
    rules: RuleSet
    clock: str
    level: str
    seating: Seating
    closes_at: float
    hints: bool = True
    may_have_hints: bool = True
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class RatingNews:
    """A person's rating after a game; ``name`` may be empty, ``change`` is None where the win did not count."""

    seat: Seat
    name: str
    rating: int
    change: int | None
    provisional: bool


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table in play.

    ``seq`` is how many entries the game had when the seats to act were asked; controls carry it, so that one discard
    changes nobody else's. ``deadline`` (seconds since 1970) is when the clock decides for the seats to act, ``next_at``
    when the next hand is dealt without everybody's ``Next``; None where there is no such time. ``ready`` have pressed
    ``Next`` since the hand ended. ``hints`` says whether there are any to be had, ``hinted`` how many each seat's
    person has had. ``ratings`` are what a finished game did, for the person each seat counts for. ``proof`` is of the
    deal of the hand that is shown.
    """

    game: int
    seq: int
    host_id: int
    clock: str
    level: str
    seating: Seating
    deadline: float | None = None
    next_at: float | None = None
    ready: tuple[Seat, ...] = ()
    hints: bool = True
    hinted: tuple[int, int, int, int] = (0, 0, 0, 0)
    ratings: tuple[RatingNews, ...] = ()
    proof: Proof | None = None

    def who(self, seat: Seat) -> Occupant:
        """The seat's occupant."""
        return self.seating[seat.place]
