"""The normal robot: it bids what its hand is worth and plays by the standard ideas, from what its seat sees."""

from __future__ import annotations

import random

from bot.game.actions import Play
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.players.normal import bidding, card_play, throwing
from bot.players.normal.position import position
from bot.players.player import Decision


def decide(view: PlayerView, rng: random.Random) -> Decision:
    """A legal action of the view's seat, whose turn it is. Raises ValueError when it has nothing to decide."""
    match view.phase:
        case Phase.AUCTION:
            return bidding.call(view)
        case Phase.TRUMP:
            return bidding.name_trump(view)
        case Phase.DISCARD:
            return _discard(view, rng)
        case Phase.PLAY:
            return _play(view)
        case Phase.DEAL | Phase.FINISHED:
            raise ValueError("there is nothing to decide")


def _discard(view: PlayerView, rng: random.Random) -> Decision:
    assert isinstance(view.legal, DiscardChoice)
    assert view.trump is not None
    return throwing.discard(view.legal, view.rules, view.trump, rng)


def _play(view: PlayerView) -> Decision:
    where = position(view)
    if isinstance(view.legal, PileChoice):
        top, why = card_play.choose(where, view.legal.tops())
        return Decision(view.legal.with_top(top), why)
    cards = tuple(action.top for action in view.legal if isinstance(action, Play))
    card, why = card_play.choose(where, cards)
    return Decision(Play((card,)), why)
