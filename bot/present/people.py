"""What the people and robots around the table are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.game.cards import Seat, Side
from bot.present.escape import NAME_WIDTH, plain_name, safe_name
from bot.present.names import listed, seat_name
from bot.present.words import Words
from bot.seats import Seating

#: The level of a robot that nobody chose another one for.
_USUAL: Final = "normal"


def called(words: Words, seating: Seating, seat: Seat, width: int = NAME_WIDTH) -> str:
    """Who decides for a seat, to stand in a text: a person's name, or ``Robot East``."""
    who = seating[seat.place]
    if who.user_id is None:
        return words(f"robot.{seat.value}") if who.robot is not None else seat_name(words, seat)
    return safe_name(who.name, width) or _nameless(words, who.user_id, seat)


def _nameless(words: Words, user_id: int, seat: Seat) -> str:
    """Who has no name to show; whoever was forgotten has a number below zero."""
    return words("nameless.former") if user_id < 0 else words(f"nameless.{seat.value}")


def person(words: Words, seating: Seating, seat: Seat) -> str:
    """The seat's person, also one who left it to a robot."""
    return safe_name(seating[seat.place].name) or called(words, seating, seat)


def called_on_label(words: Words, seating: Seating, seat: Seat) -> str:
    """The same for a button, which reads no markdown."""
    who = seating[seat.place]
    if who.user_id is None:
        return called(words, seating, seat)
    return plain_name(who.name) or _nameless(words, who.user_id, seat)


def called_all(words: Words, seating: Seating, seats: Iterable[Seat]) -> str:
    """``Ana, Bob and Carla``."""
    return listed(words, [called(words, seating, seat) for seat in seats])


def team(words: Words, seating: Seating, side: Side) -> str:
    """The two of a side: ``Ana and Carla``."""
    return called_all(words, seating, [seat for seat in Seat if seat.side is side])


def placed(words: Words, seating: Seating, seat: Seat, *, levels: bool) -> str:
    """The name in bold with the seat behind it: ``**Ana** North``; a robot's name has its seat already.

    With ``levels`` a robot that is not like most has its level there.
    """
    name, who = called(words, seating, seat), seating[seat.place]
    if who.user_id is None:
        tells = levels and who.robot not in (None, _USUAL)
        return f"**{name}** {words(f'level.{who.robot}')}" if tells else f"**{name}**"
    return f"**{name}** {seat_name(words, seat)}"


def mention(words: Words, seating: Seating, seat: Seat) -> str:
    """The mention that notifies the seat's person, or the robot's name."""
    user_id = seating[seat.place].user_id
    return called(words, seating, seat) if user_id is None else f"<@{user_id}>"
