"""Moves nobody needs to be asked for: what keeps a game of four hundred decisions quick. Pure."""

from __future__ import annotations

from typing import Final

from bot.game.actions import PASS, Action
from bot.game.bidding import dealer_is_forced
from bot.game.cards import Seat
from bot.game.engine import legal_actions
from bot.game.state import GameState, Phase
from bot.seats import Seating

#: Seconds a person has for a decision, by the clock's name; None: no clock.
CLOCKS: Final[dict[str, int | None]] = {"fast": 20, "normal": 60, "slow": 300, "daily": 86_400, "none": None}

#: Seconds a person has at least where nobody but robots waits for them.
ALONE: Final = 300

#: Seconds a robot waits before it acts, so that people can follow.
ROBOT_PAUSE: Final = 1.2
#: … and in an auction that goes up point by point, after so many calls.
LONG_AUCTION: Final = 8
ROBOT_PAUSE_IN_LONG_AUCTION: Final = 0.3
#: Seconds until people without an open panel are called.
CALL_PAUSE: Final = 1.5
#: Seconds until people with an open panel are called where no clock runs: they seem to have forgotten the game.
FORGOTTEN: Final = 15 * 60
#: Seconds a finished hand's summary stands before the next deal, unless everybody has pressed Next.
SUMMARY_PAUSE: Final = 10
#: Seconds a lobby waits to be started.
LOBBY_PATIENCE: Final = 15 * 60
#: So many decisions in a row by the clock, and a robot keeps the seat.
MOST_STRIKES: Final = 2


def robot_pause(state: GameState | None) -> float:
    """Seconds a robot waits now."""
    if state is None or state.phase is not Phase.AUCTION or state.hand is None:
        return ROBOT_PAUSE
    return ROBOT_PAUSE if len(state.hand.calls) < LONG_AUCTION else ROBOT_PAUSE_IN_LONG_AUCTION


def forced_move(state: GameState, seating: Seating) -> tuple[Seat, Action] | None:
    """The move that is played without asking, if there is one.

    A pass by who passed for the whole auction; a last card; and every card once only one side still holds trumps,
    for then all tricks are that side's whatever it plays (R8.1, R9.1).
    """
    hand = state.hand
    if hand is None or hand.turn is None:
        return None
    seat = hand.turn
    if state.phase is Phase.AUCTION and seating[seat.place].auto_pass and not dealer_is_forced(state.rules, hand):
        return seat, PASS
    if state.phase is Phase.PLAY and (len(hand.hand(seat)) == 1 or _only_one_side_plays(state)):
        legal = legal_actions(state, seat)
        return seat, legal[-1] if isinstance(legal, tuple) else legal.suggestion
    return None


def _only_one_side_plays(state: GameState) -> bool:
    hand = state.hand
    assert hand is not None
    laid = {one.seat.side for one in hand.laid}  # what lies in the trick may still be taken by either side
    return len(laid | {seat.side for seat in Seat if hand.hand(seat)}) == 1
