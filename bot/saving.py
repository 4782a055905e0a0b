"""Between the table's values and the store's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from bot.game.actions import Action, parse_action
from bot.game.cards import SEATS, Seat
from bot.players.registry import known_level
from bot.seats import NOBODY, Occupant, Seating, with_occupant
from db.values import SavedEntry, SavedSeat


def moment(seconds: float) -> datetime:
    """Seconds since 1970 as the store's aware time."""
    return datetime.fromtimestamp(seconds, UTC)


def saved_seats(seating: Seating) -> tuple[SavedSeat, ...]:
    """The seats that somebody holds."""
    return tuple(
        SavedSeat(seat.value, who.user_id, who.name, who.robot, who.owner_id, who.strikes, who.auto_pass)
        for seat, who in zip(SEATS, seating, strict=True)
        if not who.is_free
    )


def seating_of(seats: Iterable[SavedSeat]) -> Seating:
    """The seating of stored seats."""
    seating = NOBODY
    for one in seats:
        robot = None if one.robot is None else known_level(one.robot)
        occupant = Occupant(one.user_id, one.name, robot, one.owner_id, one.strikes, one.auto_pass)
        seating = with_occupant(seating, Seat(one.seat), occupant)
    return seating


def saved_options(*, hints: bool, rated: bool = True) -> dict[str, Any]:
    """What a table is played with beside its rules, as it is stored."""
    return {"hints": hints, "rated": rated}


def hints_of(options: Mapping[str, Any]) -> bool:
    """Whether the stored options let the table have hints; they do unless they say no."""
    return options.get("hints") is not False


def is_rated(options: Mapping[str, Any]) -> bool:
    """Whether the game changes ratings; it does unless the stored options say no."""
    return options.get("rated") is not False


class Move(NamedTuple):
    """An accepted action and who made it: ``by`` is person, robot, clock or table.

    ``user_id`` is who sits there, or left the seat to the robot; None where the table moved.
    """

    seat: Seat | None
    action: Action
    by: str
    user_id: int | None = None


def saved_entries(moves: Sequence[Move], first: int, now: float) -> list[SavedEntry]:
    """The store's entries of moves made at one moment, numbered from ``first``."""
    at = moment(now)
    return [
        SavedEntry(seq, seat.value if seat else None, str(action), by, user_id, at)
        for seq, (seat, action, by, user_id) in enumerate(moves, first)
    ]


def moves_of(entries: Iterable[SavedEntry]) -> Iterable[tuple[Seat | None, Action]]:
    """The engine's moves of stored entries. Raises ValueError."""
    for entry in entries:
        yield (Seat(entry.seat) if entry.seat else None), parse_action(entry.action)
