"""Who takes part in a duel: a player, two players put together, or one that is shown all cards."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import thread_time
from typing import Final, Protocol

from bot.game.cards import Seat
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players import open as open_cards
from bot.players.player import Decision, Player
from bot.players.registry import PLAYERS

#: Between the names of two players put together: the first decides until the first lead, the second plays the cards.
THEN: Final = "+"
#: The name of the player that sees all cards. Nobody meets it at a table.
OPEN: Final = "open"


class OpenPlayer(Protocol):
    """Decides for ``seat`` with the whole truth before it: only for measuring, never at a table."""

    def __call__(self, state: GameState, seat: Seat, rng: random.Random, /) -> Decision: ...


@dataclass(frozen=True, slots=True)
class SeesAll:
    """Marks a player that is given the whole state."""

    player: OpenPlayer


Mind = Player | SeesAll


@dataclass(frozen=True, slots=True)
class Entrant:
    """Plays under a name: ``before`` calls, names trumps and discards, ``play`` plays the cards."""

    name: str
    before: Mind
    play: Mind

    def decide(self, state: GameState, seat: Seat, rng: random.Random) -> tuple[Decision, float]:
        """The decision of ``seat``, whose turn it is, and the seconds of processor time it took."""
        mind = self.play if state.phase is Phase.PLAY else self.before
        if isinstance(mind, SeesAll):
            started = thread_time()
            decision = mind.player(state, seat, rng)
        else:
            seen = view(state, seat)
            started = thread_time()
            decision = mind(seen, rng)
        return decision, thread_time() - started


def entrant(name: str, mind: Mind) -> Entrant:
    """One player for everything."""
    return Entrant(name, mind, mind)


def then(before: Entrant, play: Entrant) -> Entrant:
    """``before`` until the first lead, ``play`` for the cards."""
    if before == play:
        return before
    return Entrant(f"{before.name}{THEN}{play.name}", before.before, play.play)


def names() -> tuple[str, ...]:
    """The players there are for a duel; any two can be put together."""
    return (*sorted(PLAYERS), OPEN)


def named(name: str) -> Entrant:
    """The entrant of a name such as ``expert`` or ``normal+expert``. Raises KeyError with the name that is unknown."""
    first, both, second = name.partition(THEN)
    if both:
        return then(named(first), named(second))
    return entrant(name, SeesAll(open_cards.decide) if name == OPEN else PLAYERS[name])
