"""What a table is given from outside: the store, the time, and work done elsewhere."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol

from bot.game.view import PlayerView
from bot.metrics import Metrics
from bot.players.player import Decision, Player
from bot.shuffles import Dealing, FairDealing
from db.games import Games

Sleep = Callable[[float], Awaitable[None]]
Compute = Callable[[Player, PlayerView, random.Random], Awaitable[Decision]]


def _everywhere(_guild_id: int | None) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class House:
    """The surroundings of every table.

    ``sleep`` takes seconds; ``compute`` has a player decide off the event loop, and raises what that raises, or
    NoThought: ``bot.thinking`` is the way to it. ``now`` gives seconds since 1970. ``chance`` draws the first dealer
    and is the robots': the system's, unless a test wants a known game; ``dealing`` makes the packs. ``allows_hints``
    says whether a server's tables may have hints, ``rates`` whether games that begin there change ratings.
    """

    games: Games
    sleep: Sleep
    compute: Compute
    now: Callable[[], float]
    chance: random.Random = field(default_factory=random.SystemRandom)
    dealing: Dealing = field(default_factory=FairDealing)
    allows_hints: Callable[[int | None], bool] = _everywhere
    rates: Callable[[int | None], bool] = _everywhere
    metrics: Metrics = field(default_factory=Metrics)


class Screen(Protocol):
    """What shows a table to people; none of these waits, and none fails."""

    def changed(self) -> None:
        """The table is not what it was: draw it anew, soon."""

    def call(self) -> None:
        """Tell those whose turn it is that the table waits for them."""

    def is_watching(self, user_id: int) -> bool:
        """Whether this person has an open panel, and so sees that it is their turn."""


class Driver(Protocol):
    """What acts for a table when no person does: robots, the clock, the next deal."""

    def wake(self) -> None:
        """The table changed: look again at what is due."""

    def stop(self) -> None:
        """Do nothing any more."""
