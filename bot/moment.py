"""One moment of a game that is over, as a page shows it, and the ways to others."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from bot.game.actions import Action
from bot.game.cards import Seat
from bot.game.state import HandResult
from bot.game.view import PlayerView
from bot.info import TableInfo

if TYPE_CHECKING:
    from bot.players.player import Decision

#: What of a game is looked at beside a seat's own view: what everybody saw, or all four hands.
TABLE: Final = "table"
OPEN: Final = "open"


class Step(Enum):
    """A way to another moment of the game."""

    HAND_BACK = "hand-back"  # the deal of this hand, or of the one before it
    TRICK_BACK = "trick-back"
    BACK = "back"
    ON = "on"
    TRICK_ON = "trick-on"
    HAND_ON = "hand-on"


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a game that is over.

    ``position`` counts the entries after the first deal, ``last`` is that of the end. ``sight`` is what is looked at:
    TABLE, OPEN, or the letter of ``own``, the reader's seat. ``seen`` is what everybody saw, ``hands`` the views of the
    seats whose cards are looked at. ``by`` made the entry: person, robot, clock or table. ``number`` counts hands from
    1, ``deals`` are their positions, ``results`` what those came to that were played to their end. ``is_cut`` says that
    the game was ended here, without a result.
    """

    info: TableInfo
    position: int
    last: int
    sight: str
    own: Seat | None
    seen: PlayerView
    hands: tuple[PlayerView, ...]
    by: str
    number: int
    deals: tuple[int, ...]
    results: tuple[HandResult, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A decision that the expert would have made otherwise: what the seat saw then, what it did, what it should have.

    ``position`` is that of the moment before it, ``hand`` counts from 1.
    """

    position: int
    hand: int
    seen: PlayerView
    done: Action
    advice: Decision


@dataclass(frozen=True, slots=True)
class Review:
    """What the expert thinks of one person's decisions in a game, of which ``looked_at`` could be looked at.

    ``points`` are those that cost something, the dearest first.
    """

    game: int
    seat: Seat
    looked_at: int
    points: tuple[TurningPoint, ...]

    def at(self, position: int) -> TurningPoint | None:
        """The turning point of this moment."""
        return next((point for point in self.points if point.position == position), None)
