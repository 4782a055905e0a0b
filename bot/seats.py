"""Who sits where: pure changes to a seating of four."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.game.cards import SEATS, Seat
from bot.refusals import Refusal, Refused


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who decides for a seat, and whose it is.

    ``user_id`` is the person sitting there, None for an empty seat or a robot's own. ``robot`` is the level of the
    robot that decides just now, None where the person does; with both the person is away and the robot keeps the
    seat. ``owner_id`` is the person who left this seat to a robot and may come back. ``strikes`` counts decisions in
    a row that the clock made. ``auto_pass`` passes for the rest of this auction.
    """

    user_id: int | None = None
    name: str = ""
    robot: str | None = None
    owner_id: int | None = None
    strikes: int = 0
    auto_pass: bool = False

    @property
    def is_present(self) -> bool:
        """Whether a person decides here."""
        return self.user_id is not None and self.robot is None

    @property
    def is_away(self) -> bool:
        """Whether a robot keeps the seat for the person who sits there."""
        return self.user_id is not None and self.robot is not None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there and no robot plays it: a lobby's empty seat."""
        return self.user_id is None and self.robot is None


Seating = tuple[Occupant, Occupant, Occupant, Occupant]
EMPTY: Final = Occupant()
NOBODY: Final[Seating] = (EMPTY, EMPTY, EMPTY, EMPTY)


def seat_of(seating: Seating, user_id: int) -> Seat | None:
    """The seat this person sits on."""
    return next((seat for seat in SEATS if seating[seat.place].user_id == user_id), None)


def former_seat_of(seating: Seating, user_id: int) -> Seat | None:
    """The seat this person left to a robot."""
    return next((seat for seat in SEATS if seating[seat.place].owner_id == user_id), None)


def people(seating: Seating) -> tuple[Occupant, ...]:
    """The seats' people, clockwise from North."""
    return tuple(one for one in seating if one.user_id is not None)


def with_occupant(seating: Seating, seat: Seat, occupant: Occupant) -> Seating:
    """The seating with one seat changed."""
    made = list(seating)
    made[seat.place] = occupant
    north, east, south, west = made
    return (north, east, south, west)


def sit(seating: Seating, seat: Seat, user_id: int, name: str) -> Seating:
    """The person on this seat, and off the one they had before."""
    before = seat_of(seating, user_id)
    if before is not None:
        seating = with_occupant(seating, before, EMPTY)
    return with_occupant(seating, seat, Occupant(user_id, name))


def robot_on(seating: Seating, seat: Seat, robot: str | None) -> Seating:
    """A robot of this level on a lobby's seat until a person takes it; None: the seat is free. Raises Refused."""
    who = seating[seat.place]
    if who.user_id is not None:
        raise Refused(Refusal.SEAT_TAKEN, seat=seat, name=who.name)
    return with_occupant(seating, seat, EMPTY if robot is None else Occupant(robot=robot))


def filled(seating: Seating, robot: str) -> Seating:
    """Every free seat given to a robot."""
    north, east, south, west = (Occupant(robot=robot) if one.is_free else one for one in seating)
    return (north, east, south, west)


def left_to_robot(seating: Seating, seat: Seat, robot: str) -> Seating:
    """The seat's person gone, a robot in the place, and the way back kept."""
    who = seating[seat.place]
    return with_occupant(seating, seat, Occupant(name=who.name, robot=robot, owner_id=who.user_id))


def away(seating: Seating, seat: Seat, robot: str) -> Seating:
    """A robot keeps the seat until its person is back."""
    return with_occupant(seating, seat, replace(seating[seat.place], robot=robot, auto_pass=False))


def back(seating: Seating, seat: Seat) -> Seating:
    """The seat's person decides again."""
    return with_occupant(seating, seat, replace(seating[seat.place], robot=None, strikes=0))


def choose(seating: Seating, user_id: int, wanted: Seat | None) -> Seat:
    """The seat a person gets in a lobby: the wanted one, else their own, else the first that no person has.

    A robot gives way, but those seats come last. Raises Refused.
    """
    if wanted is not None:
        holder = seating[wanted.place]
        if holder.user_id not in (None, user_id):
            raise Refused(Refusal.SEAT_TAKEN, seat=wanted, name=holder.name)
        return wanted
    open_to_people = [seat for seat in SEATS if seating[seat.place].user_id is None]
    free = sorted(open_to_people, key=lambda seat: not seating[seat.place].is_free)
    seat = seat_of(seating, user_id) or next(iter(free), None)
    if seat is None:
        raise Refused(Refusal.TABLE_FULL)
    return seat


def choose_late(seating: Seating, user_id: int, wanted: Seat | None, *, between_hands: bool) -> Seat:
    """The seat a person gets in a running game: their own at once, a robot's between hands. Raises Refused."""
    own = seat_of(seating, user_id)
    if own is not None:
        if wanted not in (None, own):
            raise Refused(Refusal.ALREADY_SEATED, seat=own)
        return own
    former = former_seat_of(seating, user_id)
    robots = [seat for seat in SEATS if seating[seat.place].user_id is None]
    seat = wanted or former or next(iter(robots), None)
    if seat is None:
        raise Refused(Refusal.TABLE_FULL)
    if seat not in robots:
        raise Refused(Refusal.SEAT_TAKEN, seat=seat, name=seating[seat.place].name)
    if seat is not former and not between_hands:
        raise Refused(Refusal.BETWEEN_HANDS_ONLY, seat=seat)
    return seat
