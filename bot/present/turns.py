"""Whose turn it is, in one sentence: for everybody, and for the one who is to act."""

from __future__ import annotations

from bot.game.cards import SEATS, Seat
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.people import called, called_all
from bot.present.words import Words


def whose_turn(words: Words, view: PlayerView, info: TableInfo) -> str:
    """``Bob to bid``, ``Ana leads``; what the game waits for when nobody is to act."""
    match view.phase:
        case Phase.AUCTION | Phase.TRUMP:
            return words(f"turn.{view.phase.value}", who=called(words, info.seating, view.to_act[0]))
        case Phase.DISCARD:
            if len(view.to_act) == len(SEATS):
                return words("turn.discard.all")
            return words("turn.discard", who=called_all(words, info.seating, view.to_act))
        case Phase.PLAY:
            key = "turn.play" if view.plays else "turn.lead"
            return words(key, who=called(words, info.seating, view.to_act[0]))
        case Phase.FINISHED:
            return words("turn.finished")
        case _:
            return words("turn.deal")


def until(words: Words, moment: float | None) -> str:
    """A separator and a countdown that Discord keeps running; nothing where there is no such moment."""
    return "" if moment is None else words("until", when=countdown(moment))


def countdown(moment: float) -> str:
    """Discord's own live text for a moment in seconds since 1970: ``in 38 seconds``."""
    return f"<t:{int(moment)}:R>"


def is_to_act(view: PlayerView) -> bool:
    """Whether the game waits for the seat whose view this is."""
    return view.seat is not None and view.seat in view.to_act


def next_dealer(view: PlayerView) -> Seat:
    """Who deals after the hand on the table."""
    stays = not view.bid and view.rules.all_pass.value == "same-dealer"
    return view.dealer if stays else view.dealer.next
