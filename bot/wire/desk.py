"""Where everything of the wire meets: the client, the tables, the panels, the pictures."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import discord

from bot.house import House
from bot.lobby import CHANNEL_GONE
from bot.manager import GameManager
from bot.preferences import Preferences
from bot.present.emojis import Emojis
from bot.refusals import Refused
from bot.servers import Servers
from bot.table import Table
from bot.wire.panels import Panels
from bot.wire.reviews import Reviews
from bot.wire.screen import ChannelScreen
from db.store import Store

LOG = logging.getLogger(__name__)

#: Seconds that the bot's end waits for what is under way.
_MOMENT: Final = 2.0


class Desk:
    """One a bot."""

    def __init__(self, client: discord.Client, store: Store, house: House, servers: Servers | None = None) -> None:
        self.client = client
        self.store = store
        self.house = house
        self.servers = servers or Servers(store.settings)
        self.preferences = Preferences(store.settings)
        self.emojis = Emojis()
        self.panels = Panels(self)
        self.reviews = Reviews(house)
        self.manager = GameManager(house, lambda table: ChannelScreen(table, self))
        self._tasks: set[asyncio.Task[Any]] = set()

    def screen(self, table: Table) -> ChannelScreen:
        """The screen of a table."""
        assert isinstance(table.screen, ChannelScreen)
        return table.screen

    def emojis_for(self, user_id: int) -> Emojis:
        """The cards as this person wants to see them."""
        return self.emojis.seen_as(self.preferences.look(user_id))

    def forget(self, table: Table) -> None:
        """The table is over and drawn for the last time."""
        self.manager.drop(table)
        self.panels.forget(table)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something beside, of which nobody waits for the end; what fails is logged."""
        self.note(asyncio.create_task(self._logged(work)))

    def note(self, task: asyncio.Task[Any]) -> None:
        """The bot's end waits for this one, for a moment."""
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

    async def gone(self, table: Table) -> None:
        """The table's channel was deleted."""
        try:
            await table.abandon(CHANNEL_GONE)
        except Refused as refused:
            LOG.warning("game %s in channel %s: not ended: %s", table.id, table.channel_id, refused)

    def invited_again(self, guild_id: int) -> None:
        """The bot is back in a server: the tables that stood still there go on."""
        for table in self.manager.stood_still(guild_id):
            self.run(self._go_on(table))

    async def _go_on(self, table: Table) -> None:
        try:
            await table.mend()
        except Refused as refused:
            LOG.warning("game %s in channel %s: not mended: %s", table.id, table.channel_id, refused)
        self.screen(table).post_anew()

    def begin(self) -> None:
        """Draws every table that was brought back, and tidies their channels."""
        self.manager.begin()
        self.run(self._sweep())

    async def _sweep(self) -> None:
        """One channel after the other: Discord counts requests, and there may be thousands."""
        for table in self.manager:
            await self._logged(self.screen(table).sweep())

    async def close(self) -> None:
        """Stops the tables, and lets what is under way end, for a moment: answers, drawings, panels.

        What could not be drawn is after the next start.
        """
        await self.manager.close()
        await self._end_of_tasks()
        self.panels.stop()
        for table in self.manager:
            await self.screen(table).close(_MOMENT)
        await self._end_of_tasks()

    async def _end_of_tasks(self) -> None:
        tasks = set(self._tasks)
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_MOMENT)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
