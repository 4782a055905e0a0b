"""`/pedro settings`: what holds for all tables of a server."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire import commands as does
from bot.wire.choices import hints_choices
from bot.wire.commands import Interaction, answer_command
from bot.wire.translator import said


@app_commands.command(name="settings", description=said("command.settings"))
@app_commands.describe(hints=said("option.hints"))
@app_commands.choices(hints=hints_choices())
async def settings(interaction: Interaction, hints: str | None = None) -> None:
    """Shows or changes what the server has set."""
    await answer_command(interaction, lambda answer: does.settings(answer, hints))


async def setup(bot: commands.Bot) -> None:
    """Adds the command to `/pedro`."""
    does.add_to_pedro(bot, settings)
