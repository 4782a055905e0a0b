"""What a server has set for all its tables, kept at hand, because every drawing asks for it."""

from __future__ import annotations

import logging
from typing import Final

from bot.refusals import Refusal, Refused
from db.faults import StoreError
from db.settings import SettingsTable

LOG = logging.getLogger(__name__)

_HINTS: Final = "hints"


class Servers:
    """The settings of all servers. A direct message belongs to none and has what is usual."""

    def __init__(self, settings: SettingsTable) -> None:
        self._settings = settings
        self._without_hints: set[int] = set()

    async def load(self) -> None:
        """Reads what is stored. Raises StoreFault."""
        stored = await self._settings.of_every_owner("guild", _HINTS)
        self._without_hints = {guild_id for guild_id, value in stored.items() if value is False}

    def allows_hints(self, guild_id: int | None) -> bool:
        """Whether the tables of a server may have hints."""
        return guild_id not in self._without_hints

    async def set_hints(self, guild_id: int, *, allowed: bool) -> None:
        """Allows or forbids hints from now on, at running tables too. Raises Refused, and then nothing changed."""
        try:
            await self._settings.put("guild", guild_id, _HINTS, allowed)
        except StoreError as error:
            LOG.error("server %s: settings not saved: %s", guild_id, error)
            raise Refused(Refusal.TRY_AGAIN) from error
        if allowed:
            self._without_hints.discard(guild_id)
        else:
            self._without_hints.add(guild_id)
