"""`/pedro leaderboard · stats · history · replay · verify`: what has been played."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.wire import board_controls as does
from bot.wire import past_controls as past
from bot.wire.choices import order_choices, period_choices, scope_choices
from bot.wire.commands import Interaction, add_to_pedro, answer_command
from bot.wire.proofs import show_deals
from bot.wire.statistics import show_stats
from bot.wire.translator import said


@app_commands.command(name="leaderboard", description=said("command.leaderboard"))
@app_commands.describe(scope=said("option.scope"), period=said("option.period"), by=said("option.by"))
@app_commands.choices(scope=scope_choices(), period=period_choices(), by=order_choices())
async def leaderboard(
    interaction: Interaction, scope: str = "server", period: str = "all-time", by: str | None = None
) -> None:
    """The best, here or everywhere."""
    await answer_command(interaction, lambda answer: does.leaderboard(answer, scope, period, by))


@app_commands.command(name="stats", description=said("command.stats"))
@app_commands.describe(member=said("option.member"))
async def stats(interaction: Interaction, member: discord.User | discord.Member | None = None) -> None:
    """What one person has played."""
    await answer_command(interaction, lambda answer: show_stats(answer, member or interaction.user))


@app_commands.command(name="history", description=said("command.history"))
@app_commands.describe(member=said("option.member"))
async def history(interaction: Interaction, member: discord.User | discord.Member | None = None) -> None:
    """The games somebody has played on this server."""
    await answer_command(interaction, lambda answer: past.show_history(answer, member or interaction.user))


@app_commands.command(name="replay", description=said("command.replay"))
@app_commands.describe(game=said("option.game"))
@app_commands.autocomplete(game=past.games)
async def replay(interaction: Interaction, game: app_commands.Range[int, 1] | None = None) -> None:
    """A game that is over, step by step."""
    await answer_command(interaction, lambda answer: past.show_replay(answer, game))


@app_commands.command(name="verify", description=said("command.verify"))
@app_commands.describe(game=said("option.game-checked"))
@app_commands.autocomplete(game=past.games)
async def verify(interaction: Interaction, game: app_commands.Range[int, 1] | None = None) -> None:
    """Whether the deals of a game are what was promised."""
    await answer_command(interaction, lambda answer: show_deals(answer, game))


async def setup(bot: commands.Bot) -> None:
    """Adds the commands to `/pedro`."""
    add_to_pedro(bot, leaderboard, stats, history, replay, verify)
