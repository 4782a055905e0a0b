"""`/pedro setup · fix`: what a channel must allow, and a table that does not go on."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire import upkeep as does
from bot.wire.commands import Interaction, add_to_pedro, answer_command
from bot.wire.translator import said


@app_commands.command(name="setup", description=said("command.setup"))
async def check_channel(interaction: Interaction) -> None:
    """Says whether the bot may do here what it must."""
    await answer_command(interaction, does.check_channel)


@app_commands.command(name="fix", description=said("command.fix"))
async def fix(interaction: Interaction) -> None:
    """Sets a table going again, or ends it."""
    await answer_command(interaction, does.fix)


async def setup(bot: commands.Bot) -> None:
    """Adds the commands to `/pedro`."""
    add_to_pedro(bot, check_channel, fix)
