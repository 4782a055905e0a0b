"""The expert's view of a game that is over: which of a person's decisions cost most, by what the person could know."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final

from bot.game.cards import Seat
from bot.game.view import PlayerView, view
from bot.house import House
from bot.moment import Review, TurningPoint
from bot.players.expert.robot import Critic
from bot.players.player import Searching
from bot.pool import NoThought
from bot.replay import Replay

#: Points a decision must cost on the average to be told of: less is within what the search may err by.
WORTH_TELLING: Final = 1.5
#: So many searches in a row without an answer end a review: the robots at the tables have too much to do.
PATIENCE: Final = 5


class TooBusy(Exception):
    """There is no process for a review just now."""


def decisions(replay: Replay, user_id: int) -> Iterator[tuple[int, Seat, PlayerView]]:
    """The person's own decisions that were any: the position of the moment before, the seat, and what it saw."""
    for seq, entry in enumerate(replay.game.entries):
        if entry.user_id == user_id and entry.by == "person" and entry.seat is not None and seq:
            seat = Seat(entry.seat)
            seen = view(replay.states[seq - 1], seat)
            if len(seen.legal) > 1:
                yield seq - 1, seat, seen


async def review(house: House, replay: Replay, user_id: int, tell: Callable[[int], None]) -> Review:
    """Asks the expert about each decision, one question at a time; ``tell`` hears how many are done.

    Chance comes from game and moment, so that asking again says the same. Raises TooBusy.
    """
    found: list[TurningPoint] = []
    looked_at, failed = 0, 0
    seat = replay.seat_of(user_id)
    assert seat is not None
    for done, (position, at, seen) in enumerate(decisions(replay, user_id), 1):
        _, action = replay.moves[position + 1]
        rng = random.Random(f"{replay.game.id} {position} {at.value}")
        try:
            advice = await house.compute(Searching(Critic(action)), seen, rng)
        except NoThought:
            failed += 1
            if failed == PATIENCE:
                raise TooBusy from None
        else:
            failed, looked_at = 0, looked_at + 1
            if advice.gain >= WORTH_TELLING and advice.action != action:
                found.append(TurningPoint(position, replay.hand_at(position), seen, action, advice))
        tell(done)
    found.sort(key=lambda point: -point.advice.gain)
    return Review(replay.game.id, seat, looked_at, tuple(found))
