"""The players there are, by the names people call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.players import random
from bot.players.player import Player
from bot.players.simple import robot

PLAYERS: Final[Mapping[str, Player]] = MappingProxyType({"random": random.decide, "simple": robot.decide})
