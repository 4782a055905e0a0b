"""`/pedro settings`: what a person wants to see, and what holds for all tables of a server."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire.commands import Interaction, add_to_pedro, answer_command
from bot.wire.settings_controls import show_settings
from bot.wire.translator import said


@app_commands.command(name="settings", description=said("command.settings"))
async def settings(interaction: Interaction) -> None:
    """Shows what is set, with menus to change it."""
    await answer_command(interaction, show_settings)


async def setup(bot: commands.Bot) -> None:
    """Adds the command to `/pedro`."""
    add_to_pedro(bot, settings)
