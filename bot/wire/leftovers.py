"""What a process that was killed left in the channel: calls nobody waits for, a message whose number was not saved."""

from __future__ import annotations

import logging
from typing import Any, Final

import discord

from bot.wire.presses import control_of

LOG = logging.getLogger(__name__)

#: So many messages under the table's are looked at.
_MOST: Final = 25


async def sweep(channel: discord.PartialMessageable, game: int, shown_in: int | None, started_at: float) -> None:
    """Deletes this game's public messages that came after its table's and before the bot started."""
    if shown_in is None:
        return
    mine = [
        message
        async for message in channel.history(limit=_MOST, after=discord.Object(shown_in))
        if message.created_at.timestamp() < started_at and _is_of(message, game)
    ]
    for message in mine:
        await message.delete()
    if mine:
        LOG.info("recovered: game %s: messages left behind are deleted: %d", game, len(mine))


def _is_of(message: discord.Message, game: int) -> bool:
    """Whether it has controls of the game; nobody but the bot can have sent such a message."""
    controls = [control_of(custom_id) for custom_id in _custom_ids(message)]
    return any(control is not None and control.game == game for control in controls)


def _custom_ids(message: discord.Message) -> list[str]:
    found: list[str] = []
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop()
        waiting += getattr(component, "children", ())
        if isinstance(custom_id := getattr(component, "custom_id", None), str):
            found.append(custom_id)
    return found
