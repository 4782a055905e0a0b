"""The expert: it searches in the worlds that fit what its seat sees."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bot.game.actions import Action
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.players.expert import bidding, exchange
from bot.players.expert.card_play import play
from bot.players.player import Decision


def decide(view: PlayerView, rng: random.Random, other: Action | None = None) -> Decision:
    """A legal action of the view's seat, whose turn it is, with its gain on the legal ``other``, where there is one.

    Raises ValueError when the seat has nothing to decide.
    """
    match view.phase:
        case Phase.AUCTION:
            return bidding.call(view, rng, other)
        case Phase.TRUMP:
            return exchange.name_trump(view, rng, other)
        case Phase.DISCARD:
            return exchange.discard(view, rng, other)
        case Phase.PLAY:
            return play(view, rng, other)
        case Phase.DEAL | Phase.FINISHED:
            raise ValueError("there is nothing to decide")


@dataclass(frozen=True, slots=True)
class Critic:
    """A player that does what the expert would, and says what that gains on what was ``done``."""

    done: Action

    def __call__(self, view: PlayerView, rng: random.Random, /) -> Decision:
        return decide(view, rng, self.done)
