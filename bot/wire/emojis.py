"""The cards as the application's emojis: uploaded once, recognised by name ever after."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.present.emojis import Emojis
from bot.present.faces import all_names, draw

LOG = logging.getLogger(__name__)


async def application_emojis(client: discord.Client) -> Emojis:
    """The uploaded cards; those that are missing are drawn and uploaded now.

    Where Discord gives none, or not all, the game goes on in text: an empty Emojis.
    """
    try:
        had = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
        missing = [name for name in all_names() if name not in had]
        for name, picture in zip(missing, await asyncio.to_thread(_drawn, missing), strict=True):
            had[name] = await client.create_application_emoji(name=name, image=picture)
    except (TimeoutError, discord.HTTPException, OSError) as error:
        LOG.warning("cards are shown as text, for their pictures can't be had: %s", error)
        return Emojis()
    return Emojis({name: str(had[name]) for name in all_names()})


def _drawn(names: list[str]) -> list[bytes]:
    return [draw(name) for name in names]
