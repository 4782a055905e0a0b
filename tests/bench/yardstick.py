"""The cheapest press discord.py has for a button that outlives a restart: its message drawn anew, always alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Self

import discord
import simcord
from discord.ext import commands

from tests.bench.stand_in import Clock, Cost, Pressing, World

#: As many as a panel has when a card is to be played: two texts and six cards in two rows, in a container.
ROWS: Final = ((0, 1, 2), (3, 4, 5))
TEXTS: Final = (
    "### Your turn: play a card",
    "\n".join(["<:card_as:1234567890123456789>" * 6, "-# a hand of cards " * 4]),
)


class Still(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"still:(?P<number>\d+)"):
    """A button with a label and an emoji."""

    def __init__(self, number: int) -> None:
        button = discord.ui.Button[Any](label="K", emoji="♠", custom_id=f"still:{number}")
        super().__init__(button)

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> Self:
        """The button of a message."""
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Draws the message."""
        await interaction.response.edit_message(view=constant())


def constant() -> discord.ui.LayoutView:
    """A message of a panel's size."""
    view = discord.ui.LayoutView(timeout=None)
    texts = [discord.ui.TextDisplay[Any](text) for text in TEXTS]
    rows = [discord.ui.ActionRow[Any](*map(Still, numbers)) for numbers in ROWS]
    view.add_item(discord.ui.Container[Any](*texts, *rows, accent_colour=0xE0A030))
    view.stop()
    return view


@asynccontextmanager
async def yardstick() -> AsyncIterator[Pressing]:
    """The bot, one message, and somebody who presses in it."""
    bot = commands.Bot("!", intents=discord.Intents(guilds=True))
    bot.add_dynamic_items(Still)
    async with simcord.run(bot) as env:
        world = World(env, Clock(env))
        guild = env.create_guild()
        channel_id = guild.create_text_channel("plain").id
        member = guild.add_member(env.create_user("ana"))
        message = await bot.get_partial_messageable(channel_id, guild_id=guild.id).send(view=constant())

        async def press() -> Cost:
            return await world.press(member, channel_id, message.id, "still:3")

        yield press
