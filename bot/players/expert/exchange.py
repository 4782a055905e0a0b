"""Naming trumps and throwing, each tried in many deals."""

from __future__ import annotations

import random
from typing import Final

from bot.game.actions import NameTrump
from bot.game.cards import trumps
from bot.game.view import PlayerView
from bot.players.expert.bidding import best_suit
from bot.players.expert.deals import Deals
from bot.players.normal import robot as normal
from bot.players.player import Decision, Why
from bot.players.reasons import Idea

_DEALS: Final = 60
_DRAWN: Final = 120


def name_trump(view: PlayerView, rng: random.Random) -> Decision:
    """The suit that does best at this bid."""
    assert view.seat is not None
    deals = Deals(view).drawn(rng, _DEALS, _DRAWN)
    suit = best_suit(view, deals)
    points = [deal.points(view.seat.place, suit)[0] for deal in deals[: _DEALS // 2]]
    held = tuple(card for card in trumps(suit) if card in view.hand)
    return Decision(NameTrump(suit), Why(Idea.BEST_SUIT, held, round(sum(points) / len(points))))


def discard(view: PlayerView, rng: random.Random) -> Decision:
    """Plain cards as they come; where trumps may go or stay, as many go as turns out best."""
    return normal.decide(view, rng)
