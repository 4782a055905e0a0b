"""Counting the boards again: each game's end is read out of its log, by the rules that ran the table."""

from __future__ import annotations

import logging
from typing import Final

from bot import rating
from bot.account import Account
from bot.game.cards import Seat
from bot.game.engine import RULES_VERSION, new_game, replay
from bot.game.rules import rules_from_json
from bot.saving import moves_of
from db.store import Store
from db.values import Finish, RatingModel, SavedGame

LOG = logging.getLogger(__name__)

MODEL: Final = RatingModel(rating.NEWCOMER, rating.after, rating.shown)


def finish_of(saved: SavedGame) -> Finish:
    """What a finished game came to. Raises ValueError when its log does not say."""
    if saved.rules_version != RULES_VERSION or saved.dealer is None or saved.ended_at is None:
        raise ValueError("not a game of these rules")
    state = replay(new_game(rules_from_json(saved.rules), Seat(saved.dealer)), moves_of(saved.entries))
    if state.winner is None or state.winner.value != saved.winner:
        raise ValueError("not the end that is stored")
    return Account.of(saved).finish(state, saved.guild_id, saved.ended_at)


async def count_if_due(store: Store) -> None:
    """Counts all games again where a newer program counts otherwise or more. Raises StoreFault."""
    if not await store.counts_are_due():
        return
    LOG.warning("counting all finished games again, for ratings and boards; this takes a few milliseconds each")
    recount = await store.count_again(finish_of)
    LOG.warning("counted: %d games, %d of them not readable", recount.games, len(recount.unreadable))
