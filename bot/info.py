"""What is told about a table beside the view of the game: who sits there, the clock, who is ready."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.cards import Seat
from bot.game.rules import RuleSet
from bot.seats import Occupant, Seating


@dataclass(frozen=True, slots=True)
class LobbyInfo:
    """A table that waits for people. ``closes_at`` is in seconds since 1970."""

    game: int
    host_id: int
    host_name: str
    rules: RuleSet
    clock: str
    level: str
    seating: Seating
    closes_at: float


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table in play.

    ``seq`` is how many entries the game had when the seats to act were asked; controls carry it, so that one discard
    changes nobody else's. ``deadline`` (seconds since 1970) is when the clock decides for the seats to act, ``next_at``
    when the next hand is dealt without everybody's ``Next``; None where there is no such time. ``ready`` have pressed
    ``Next`` since the hand ended.
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

    def who(self, seat: Seat) -> Occupant:
        """The seat's occupant."""
        return self.seating[seat.place]
