"""What a player is: somebody who sees a view and makes a decision, with its reason where there is one."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from bot.game.actions import Action
from bot.game.cards import Card
from bot.game.view import PlayerView


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player decided so: one of its own ideas, with the cards and the number the idea speaks of."""

    idea: Enum
    cards: tuple[Card, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """An action out of ``view.legal`` and the reason for it; None where there is none to give.

    ``looked`` counts the tricks a search looked at. ``gain`` is what the action is worth more than the one that it was
    compared with, in points, where it was compared with one.
    """

    action: Action
    why: Why | None = None
    looked: int = 0
    gain: float = 0.0


class Player(Protocol):
    """Decides for the seat of ``view``, whose turn it is; all chance comes from ``rng``."""

    def __call__(self, view: PlayerView, rng: random.Random, /) -> Decision: ...


@dataclass(frozen=True, slots=True)
class Searching:
    """A player that searches: a decision takes it so long that it belongs into another process."""

    player: Player

    def __call__(self, view: PlayerView, rng: random.Random, /) -> Decision:
        return self.player(view, rng)
