"""The easy robot: now and then it sees what there is to see, and otherwise it does what beginners do."""

from __future__ import annotations

import random
from typing import Final

from bot.game.actions import Play
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.players.easy import bidding, card_play
from bot.players.normal import robot as normal
from bot.players.normal.position import position
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

#: How often a decision is as good as the normal robot's.
_SEES_IT: Final = 0.3


def decide(view: PlayerView, rng: random.Random) -> Decision:
    """A legal action of the view's seat, whose turn it is. Raises ValueError when it has nothing to decide."""
    if view.phase is not Phase.DISCARD and rng.random() < _SEES_IT:
        return normal.decide(view, rng)
    match view.phase:
        case Phase.AUCTION:
            return bidding.call(view)
        case Phase.TRUMP:
            return bidding.name_trump(view)
        case Phase.DISCARD:
            return _discard(view)
        case Phase.PLAY:
            return _play(view)
        case Phase.DEAL | Phase.FINISHED:
            raise ValueError("there is nothing to decide")


def _discard(view: PlayerView) -> Decision:
    """As little as may be: a beginner keeps every trump. Where trumps must go, the cheapest do (R6.5)."""
    assert isinstance(view.legal, DiscardChoice)
    return Decision(view.legal.suggestion, Why(Idea.NO_CHOICE))


def _play(view: PlayerView) -> Decision:
    where = position(view)
    if isinstance(view.legal, PileChoice):
        top, why = card_play.choose(where, view.legal.tops())
        return Decision(view.legal.with_top(top), why)
    cards = tuple(action.top for action in view.legal if isinstance(action, Play))
    card, why = card_play.choose(where, cards)
    return Decision(Play((card,)), why)
