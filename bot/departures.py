"""Servers that the bot was removed from: their settings are deleted after a while."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.house import Sleep
from bot.servers import Servers
from db.faults import StoreError
from db.settings import SettingsTable

LOG = logging.getLogger(__name__)

KEPT_FOR: Final = 30 * 86_400
"""Seconds for which a server's settings are kept when the bot was removed."""
_DAY: Final = 86_400.0
_REMOVED_AT: Final = "removed-at"


class Departures:
    """Notes who is gone and when, and deletes what has been kept long enough, once a day."""

    def __init__(self, stored: SettingsTable, servers: Servers, now: Callable[[], float], sleep: Sleep) -> None:
        self._stored = stored
        self._servers = servers
        self._now = now
        self._sleep = sleep

    async def note_gone(self, guild_id: int) -> None:
        """The bot was removed, unless that is known already; a server that has set nothing is not noted."""
        known = await self._stored.all("guild", guild_id)
        if known and _REMOVED_AT not in known:
            await self._stored.put("guild", guild_id, _REMOVED_AT, self._now())

    async def note_back(self, guild_id: int) -> None:
        """The bot is there, perhaps again."""
        await self._stored.drop("guild", guild_id, _REMOVED_AT)

    async def compare(self, present: Collection[int]) -> None:
        """Notes who went or came back while the bot was off."""
        for guild_id, values in (await self._stored.every("guild")).items():
            if guild_id in present and _REMOVED_AT in values:
                await self.note_back(guild_id)
            elif guild_id not in present:
                await self.note_gone(guild_id)

    async def delete_old(self) -> None:
        """Deletes the settings of servers that are gone for long enough."""
        for guild_id, values in (await self._stored.every("guild")).items():
            removed_at = values.get(_REMOVED_AT)
            if isinstance(removed_at, int | float) and self._now() - removed_at >= KEPT_FOR:
                await self._stored.clear("guild", guild_id)
                self._servers.forget(guild_id)
                LOG.info("server %s: its settings are deleted, for the bot was removed long ago", guild_id)

    async def watch(self) -> None:
        """Deletes what is old, now and once a day, until cancelled."""
        while True:
            try:
                await self.delete_old()
            except StoreError as error:
                LOG.warning("old settings are not deleted: %s", error)
            await self._sleep(_DAY)
