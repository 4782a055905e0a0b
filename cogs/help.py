"""`/pedro help · rules`: how to play, and how to play here."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire import commands as does
from bot.wire.choices import rules_choices
from bot.wire.commands import Interaction, answer_command
from bot.wire.translator import said


@app_commands.command(name="help", description=said("command.help"))
async def show_help(interaction: Interaction) -> None:
    """What there is, and how to begin."""
    await answer_command(interaction, does.show_help)


@app_commands.command(name="rules", description=said("command.rules"))
@app_commands.describe(rules=said("option.rules-shown"))
@app_commands.choices(rules=rules_choices())
async def show_rules(interaction: Interaction, rules: str | None = None) -> None:
    """The rules played here."""
    await answer_command(interaction, lambda answer: does.rules(answer, rules))


async def setup(bot: commands.Bot) -> None:
    """Adds the commands to `/pedro`."""
    does.add_to_pedro(bot, show_help, show_rules)
