"""The cards as the application's emojis: uploaded once, recognised by name ever after."""

from __future__ import annotations

import logging

import discord

from bot.house import House
from bot.present.emojis import Emojis
from bot.present.faces import all_names, draw

LOG = logging.getLogger(__name__)


async def application_emojis(client: discord.Client, house: House) -> Emojis:
    """The uploaded cards; those that are missing are drawn and uploaded now.

    Where Discord gives none, or not all, the game goes on in text: an empty Emojis.
    """
    try:
        had = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        for name in all_names():
            if name not in had:
                picture = await house.compute(draw, name)
                had[name] = await client.create_application_emoji(name=name, image=picture)
    except (TimeoutError, discord.HTTPException, OSError) as error:
        LOG.warning("cards are shown as text, for their pictures can't be had: %s", error)
        return Emojis()
    return Emojis({name: str(had[name]) for name in all_names()})
