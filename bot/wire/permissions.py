"""What the bot must be allowed to do in a channel, by Discord's names."""

from __future__ import annotations

from typing import Any, Final

import discord

#: Without these no table can be shown.
_NEEDED: Final = ("view_channel", "send_messages")
_NEEDED_IN_THREAD: Final = ("view_channel", "send_messages_in_threads")
#: Without this one, messages stay behind that a bot left when it was stopped all of a sudden.
_USEFUL: Final = ("read_message_history",)


def needed(interaction: discord.Interaction[Any]) -> dict[str, bool]:
    """What a table here needs, and whether the bot may."""
    return _allowed(interaction, _NEEDED_IN_THREAD if isinstance(interaction.channel, discord.Thread) else _NEEDED)


def useful(interaction: discord.Interaction[Any]) -> dict[str, bool]:
    """What a table here is better with, and whether the bot may."""
    return _allowed(interaction, _USEFUL)


def _allowed(interaction: discord.Interaction[Any], names: tuple[str, ...]) -> dict[str, bool]:
    return {name: getattr(interaction.app_permissions, name) for name in names}
