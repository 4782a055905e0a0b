"""The random player: it knows no game, but lets everything happen that the rules allow."""

from __future__ import annotations

import random

from bot.game.actions import Action
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.view import PlayerView
from bot.players.player import Decision


def decide(view: PlayerView, rng: random.Random) -> Decision:
    """Any legal action."""
    legal = view.legal
    actions: tuple[Action, ...] = legal if isinstance(legal, tuple) else (legal.suggestion,)
    assert isinstance(legal, tuple | DiscardChoice | PileChoice)
    return Decision(rng.choice(actions))
