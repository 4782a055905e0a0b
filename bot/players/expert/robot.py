"""The expert: it searches in the worlds that fit what its seat sees."""

from __future__ import annotations

import random

from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.players.expert import bidding, exchange
from bot.players.expert.card_play import play
from bot.players.player import Decision


def decide(view: PlayerView, rng: random.Random) -> Decision:
    """A legal action of the view's seat, whose turn it is. Raises ValueError when it has nothing to decide."""
    match view.phase:
        case Phase.AUCTION:
            return bidding.call(view, rng)
        case Phase.TRUMP:
            return exchange.name_trump(view, rng)
        case Phase.DISCARD:
            return exchange.discard(view, rng)
        case Phase.PLAY:
            return play(view, rng)
        case Phase.DEAL | Phase.FINISHED:
            raise ValueError("there is nothing to decide")
