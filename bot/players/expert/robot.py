"""The expert: it searches in the worlds that fit what its seat sees."""

from __future__ import annotations

import random

from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.players.expert.card_play import play
from bot.players.normal import robot as normal
from bot.players.player import Decision


def decide(view: PlayerView, rng: random.Random) -> Decision:
    """A legal action of the view's seat, whose turn it is. Raises ValueError when it has nothing to decide."""
    if view.phase is Phase.PLAY:
        return play(view, rng)
    return normal.decide(view, rng)
