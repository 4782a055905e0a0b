"""The hints that were given at a table: the newest of each seat, and who had how many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.game.cards import SEATS, Seat
from bot.players.player import Decision
from bot.seats import Occupant, Seating
from db.values import SavedHint


@dataclass(frozen=True, slots=True)
class Hint:
    """What the strongest robot would do at the question ``seq``, and why."""

    seq: int
    decision: Decision


class GivenHints:
    """A table's. They are counted from what is stored; what they said is forgotten with the process."""

    __slots__ = ("_newest", "_receivers")

    def __init__(self, saved: Iterable[SavedHint] = ()) -> None:
        self._receivers = {(hint.seq, Seat(hint.seat)): hint.user_id for hint in saved}
        self._newest: dict[Seat, Hint] = {}

    def note(self, seat: Seat, hint: Hint, user_id: int) -> None:
        """A person was given a hint; a question counts once."""
        self._receivers[hint.seq, seat] = user_id
        self._newest[seat] = hint

    def of(self, seat: Seat, seq: int) -> Decision | None:
        """What the seat was told about this question."""
        hint = self._newest.get(seat)
        return hint.decision if hint is not None and hint.seq == seq else None

    def counts(self, seating: Seating) -> tuple[int, int, int, int]:
        """How many hints each seat's person was given there; who left the seat to a robot still counts."""
        north, east, south, west = (self._count(seat, who) for seat, who in zip(SEATS, seating, strict=True))
        return (north, east, south, west)

    def _count(self, seat: Seat, who: Occupant) -> int:
        person = who.owner_id if who.user_id is None else who.user_id
        return sum(at is seat and one == person for (_, at), one in self._receivers.items())
