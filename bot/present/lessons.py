"""What somebody who never played needs to know just now: a small line or two, in the first hand only."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.piles import PileChoice
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.bids import card_name
from bot.present.people import called
from bot.present.turns import is_to_act
from bot.present.words import Words


def lessons(words: Words, view: PlayerView, info: TableInfo) -> Iterator[str]:
    """The lines for a seat that is to act in the first hand."""
    if view.number != 1 or view.seat is None or not is_to_act(view):
        return
    rules = view.rules
    match view.phase:
        case Phase.AUCTION:
            key, worth = max(rules.points, key=lambda pair: pair[1])
            partner = called(words, info.seating, view.seat.partner)
            yield words("learn.auction", partner=partner, total=rules.total, card=card_name(words, key), worth=worth)
        case Phase.TRUMP:
            yield words("learn.trump")
        case Phase.DISCARD:
            yield words("learn.discard", size=rules.hand_size)
        case Phase.PLAY if isinstance(view.legal, PileChoice):
            yield words("learn.pile", size=rules.hand_size, left=rules.hand_size - 1)
        case Phase.PLAY:
            yield words("learn.play")
        case _:
            pass
