"""The players there are, by the names people call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.players import random
from bot.players.easy import robot as easy
from bot.players.expert import robot as expert
from bot.players.normal import robot as normal
from bot.players.player import Player, Searching

PLAYERS: Final[Mapping[str, Player]] = MappingProxyType(
    {
        "random": random.decide,
        "easy": easy.decide,
        "normal": normal.decide,
        "expert": Searching(expert.decide),
    }
)
#: The levels people can choose for a robot, weakest first.
LEVELS: Final = ("easy", "normal", "expert")


def known_level(name: str) -> str:
    """The name if it is a player's, else ``normal``: a stored game may be of another version of this program."""
    return name if name in PLAYERS else "normal"
