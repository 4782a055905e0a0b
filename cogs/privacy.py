"""`/pedro privacy`: what is stored about a person."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire.commands import Interaction, add_to_pedro, answer_command
from bot.wire.privacy import show_privacy
from bot.wire.translator import said


@app_commands.command(name="privacy", description=said("command.privacy"))
async def privacy(interaction: Interaction) -> None:
    """Shows it, gives it as a file, and deletes it."""
    await answer_command(interaction, show_privacy)


async def setup(bot: commands.Bot) -> None:
    """Adds the command to `/pedro`."""
    add_to_pedro(bot, privacy)
