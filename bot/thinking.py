"""A robot's decision, whatever happens: its own, else the normal robot's, else anything the rules allow."""

from __future__ import annotations

import logging
import random

from bot.game.actions import Action
from bot.game.view import PlayerView
from bot.house import House
from bot.players.player import Decision, Player
from bot.players.registry import PLAYERS, known_level
from bot.players.worker import failure
from bot.pool import NoThought

LOG = logging.getLogger(__name__)


async def think(house: House, level: str, seen: PlayerView, seed: float | str) -> Decision:
    """What a robot of this level does at the seat of ``seen``, whose turn it is; always one of ``seen.legal``."""
    return await robots_decision(house, level, seen, seed) or Decision(anything(seen))


async def robots_decision(house: House, level: str, seen: PlayerView, seed: float | str) -> Decision | None:
    """The decision of a robot of this level, else of the normal one, with its reason; None where both fail.

    The same seed gives the same decision, unless the robot is too late.
    """
    for name in dict.fromkeys((known_level(level), "normal")):
        decision = await _asked(house, PLAYERS[name], name, seen, random.Random(seed))
        if decision is not None:
            return decision
    return None


async def _asked(house: House, player: Player, name: str, seen: PlayerView, rng: random.Random) -> Decision | None:
    """The player's decision, None where there is none to be used. A log line says why, and no card."""
    try:
        decision = await house.compute(player, seen, rng)
        if decision.action in seen.legal:
            return decision
        LOG.error("the %s robot's %s is not allowed", name, type(decision.action).__name__)
    except NoThought as none:
        LOG.warning("the %s robot gives no decision: %s", name, none)
    except Exception as error:  # noqa: BLE001 - a robot may fail in any way, and its text may name a card
        LOG.error("the %s robot failed: %s", name, failure(error))
    house.metrics.failed("robot")
    return None


def anything(seen: PlayerView) -> Action:
    """An action that the rules allow."""
    legal = seen.legal
    return next(iter(legal)) if isinstance(legal, tuple) else legal.suggestion
