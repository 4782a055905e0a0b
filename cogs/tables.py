"""`/pedro start · sit · leave · begin · status · end`: a table's life in a channel."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire import commands as does
from bot.wire.choices import clock_choices, level_choices, rules_choices, seat_choices
from bot.wire.commands import Interaction, answer_command
from bot.wire.translator import said


@app_commands.command(name="start", description=said("command.start"))
@app_commands.describe(
    rules=said("option.rules"), clock=said("option.clock"), target=said("option.target"), level=said("option.level")
)
@app_commands.choices(rules=rules_choices(), clock=clock_choices(), level=level_choices())
async def start(
    interaction: Interaction,
    rules: str | None = None,
    clock: str | None = None,
    target: app_commands.Range[int, 50, 500] | None = None,
    level: str | None = None,
) -> None:
    """Opens a table in this channel."""
    await answer_command(interaction, lambda answer: does.start(answer, rules, clock, target, level))


@app_commands.command(name="sit", description=said("command.sit"))
@app_commands.describe(seat=said("option.seat"))
@app_commands.choices(seat=seat_choices())
async def sit(interaction: Interaction, seat: str | None = None) -> None:
    """Takes a seat."""
    await answer_command(interaction, lambda answer: does.take_seat(answer, seat))


@app_commands.command(name="leave", description=said("command.leave"))
async def leave(interaction: Interaction) -> None:
    """Leaves the seat."""
    await answer_command(interaction, does.leave)


@app_commands.command(name="begin", description=said("command.begin"))
async def begin(interaction: Interaction) -> None:
    """Begins the game of this channel's lobby."""
    await answer_command(interaction, does.begin)


@app_commands.command(name="status", description=said("command.status"))
async def status(interaction: Interaction) -> None:
    """Tells how things stand."""
    await answer_command(interaction, does.status)


@app_commands.command(name="end", description=said("command.end"))
async def end(interaction: Interaction) -> None:
    """Ends the table."""
    await answer_command(interaction, does.end)


async def setup(bot: commands.Bot) -> None:
    """Adds the commands to `/pedro`."""
    does.add_to_pedro(bot, start, sit, leave, begin, status, end)
