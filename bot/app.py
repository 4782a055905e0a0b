"""The bot as a whole: opens the store, brings the tables back, loads the cogs, and closes in order."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import random
import time
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.config import Settings
from bot.departures import Departures
from bot.game.view import PlayerView
from bot.house import House
from bot.metrics import Metrics
from bot.players.player import Decision, Player
from bot.pool import Pool
from bot.recount import MODEL, count_if_due
from bot.servers import Servers
from bot.shuffles import Dealing, FairDealing, KnownDealing
from bot.wire.board_controls import BOARD_CONTROLS
from bot.wire.commands import Commands
from bot.wire.desk import Desk
from bot.wire.emojis import application_emojis
from bot.wire.game_controls import GAME_CONTROLS
from bot.wire.lobby_controls import LOBBY_CONTROLS
from bot.wire.past_controls import PAST_CONTROLS
from bot.wire.presses import on_interaction
from bot.wire.privacy import PRIVACY_CONTROLS
from bot.wire.proofs import PROOF_CONTROLS
from bot.wire.settings_controls import SETTINGS_CONTROLS
from bot.wire.translator import CatalogueTranslator, said
from bot.wire.upkeep import UPKEEP_CONTROLS
from db.store import Store

LOG = logging.getLogger(__name__)

COGS: Final = ("cogs.tables", "cogs.play", "cogs.records", "cogs.settings", "cogs.privacy", "cogs.upkeep", "cogs.help")
_CONTROLS: Final = {
    **LOBBY_CONTROLS,
    **GAME_CONTROLS,
    **BOARD_CONTROLS,
    **PAST_CONTROLS,
    **PRIVACY_CONTROLS,
    **PROOF_CONTROLS,
    **SETTINGS_CONTROLS,
    **UPKEEP_CONTROLS,
}
_COMMANDS_KEY: Final = "commands-hash"


class KingPedro(commands.Bot):
    """The bot. ``sleep``, ``compute``, ``now`` and ``dealing`` may be replaced before it starts: all waiting, all heavy
    work, all looks at the clock and all packs go through them.
    """

    desk: Desk
    store: Store

    def __init__(self, settings: Settings, chance: random.Random | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Commands,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=30,
        )
        self.settings = settings
        self.metrics = Metrics()
        self.is_connected = self._was_ready = False
        self.pool = Pool(settings.robot_processes)
        self.pedro = app_commands.Group(name="pedro", description=said("command.pedro"), guild_only=True)
        self._chance = chance or random.SystemRandom()
        self.dealing: Dealing = FairDealing() if chance is None else KnownDealing(chance)

    async def sleep(self, seconds: float) -> None:
        """Waits; every pause and clock of the bot goes through here."""
        await asyncio.sleep(seconds)

    async def compute(self, player: Player, view: PlayerView, rng: random.Random) -> Decision:
        """Has a player decide, off the event loop."""
        with self.metrics.thinking():
            return await self.pool.decide(player, view, rng)

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def setup_hook(self) -> None:
        """Between login and the gateway: everything is ready before the first press can arrive."""
        self.store = await Store.open(self.settings.database_url, watch=self.metrics, model=MODEL)
        await count_if_due(self.store)
        servers = Servers(self.store.settings)
        await servers.load()
        self.pool.open()
        house = House(
            games=self.store.games,
            sleep=self.sleep,
            compute=self.compute,
            now=self.now,
            chance=self._chance,
            dealing=self.dealing,
            allows_hints=servers.allows_hints,
            rates=servers.rates,
            metrics=self.metrics,
        )
        self.desk = Desk(self, self.store, house, servers)
        await self.desk.preferences.load()
        self.departures = Departures(self.store.settings, servers, self.now, self.sleep)
        self.metrics.watch_tables(self._tables_in)
        self.metrics.watch_gateway(lambda: self.is_connected)
        for cog in COGS:
            await self.load_extension(cog)
        self.tree.add_command(self.pedro)
        await self.tree.set_translator(CatalogueTranslator())
        await self.desk.manager.restore()
        await self._sync_commands()
        self.desk.emojis = await application_emojis(self)
        self.desk.begin()
        self._watch = asyncio.create_task(self.departures.watch())

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Presses and forms; commands find their own way."""
        await on_interaction(interaction, self.desk, _CONTROLS)

    async def on_ready(self) -> None:
        """Logs that people can play, or can again: Discord began a new session."""
        self.is_connected = True
        if self._was_ready:
            LOG.warning("recovered: connected to Discord again, in a new session")
        self._was_ready = True
        for table in self.desk.manager:
            if table.guild_id is not None and self.get_guild(table.guild_id) is None:
                self.desk.manager.stand_still(table.guild_id)
        self.desk.run(self.departures.compare({guild.id for guild in self.guilds}))
        LOG.info("ready: %s servers, %s tables", len(self.guilds), len(self.desk.manager))

    async def on_resumed(self) -> None:
        """The connection is back, and nothing was missed."""
        self.is_connected = True
        LOG.info("recovered: connected to Discord again, in the same session")

    async def on_disconnect(self) -> None:
        """The connection is gone; discord.py makes it anew."""
        self.is_connected = False

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table ends with its channel."""
        await self._gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A table ends with its thread."""
        await self._gone(thread.thread_id)

    async def _gone(self, channel_id: int) -> None:
        table = self.desk.manager.in_channel(channel_id)
        if table is not None:
            await self.desk.gone(table)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Nobody there can press anything: its tables stand still."""
        self.desk.manager.stand_still(guild.id)
        self.desk.run(self.departures.note_gone(guild.id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Its tables go on, with the whole time for who is asked."""
        self.desk.invited_again(guild.id)
        self.desk.run(self.departures.note_back(guild.id))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord may tell of an invitation in this way, too."""
        self.desk.invited_again(guild.id)

    def _tables_in(self, state: str) -> int:
        return sum(table.status.value == state for table in self.desk.manager)

    async def close(self) -> None:
        """Stops the tables, then the robots, then Discord, then the store."""
        if self.is_closed():
            return
        if hasattr(self, "_watch"):
            self._watch.cancel()
        if hasattr(self, "desk"):
            await self.desk.close()
        await self.pool.close()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()

    async def _sync_commands(self) -> None:
        """Tells Discord the commands, when they are not those it was told last."""
        guild = discord.Object(self.settings.sync_guild_id) if self.settings.sync_guild_id else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        told = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        digest = hashlib.sha256(
            json.dumps([told, guild and guild.id], sort_keys=True, default=str).encode()
        ).hexdigest()
        if (await self.store.settings.all("bot", 0)).get(_COMMANDS_KEY) == digest:
            return
        try:
            await self.tree.sync(guild=guild)
        except discord.HTTPException as error:
            LOG.warning("the commands could not be told to Discord: %s", error)
            return
        await self.store.settings.put("bot", 0, _COMMANDS_KEY, digest)


def create_bot(settings: Settings, chance: random.Random | None = None) -> KingPedro:
    """The bot, not yet started. ``chance`` is all that is drawn, for tests that want a known game."""
    return KingPedro(settings, chance)
