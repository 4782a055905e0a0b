"""Where everything of the wire meets: the client, the tables, the panels, the pictures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import discord

from bot.house import House
from bot.manager import GameManager
from bot.present.emojis import Emojis
from bot.servers import Servers
from bot.table import Table
from bot.wire.panels import Panels
from bot.wire.screen import ChannelScreen
from db.store import Store

LOG = logging.getLogger(__name__)


class Desk:
    """One a bot."""

    def __init__(self, client: discord.Client, store: Store, house: House, servers: Servers | None = None) -> None:
        self.client = client
        self.store = store
        self.house = house
        self.servers = servers or Servers(store.settings)
        self.emojis = Emojis()
        self.panels = Panels(self)
        self.manager = GameManager(house, lambda table: ChannelScreen(table, self))
        self._tasks: set[asyncio.Task[None]] = set()

    def screen(self, table: Table) -> ChannelScreen:
        """The screen of a table."""
        assert isinstance(table.screen, ChannelScreen)
        return table.screen

    def forget(self, table: Table) -> None:
        """The table is over and drawn for the last time."""
        self.manager.drop(table)
        self.panels.forget(table)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something beside, of which nobody waits for the end; what fails is logged."""
        task = asyncio.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (discord.HTTPException, discord.RateLimited, TimeoutError, OSError) as error:
            LOG.info("left undone: %r", error)
        except Exception:
            self.house.metrics.failed("beside")
            LOG.exception("left undone")

    async def close(self) -> None:
        """Lets what is under way end, for a moment, and stops the tables."""
        await self.manager.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2)
        for task in self._tasks:
            task.cancel()
