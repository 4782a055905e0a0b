"""`/pedro hand · bid · trump · discard · play · hint`: everything a hand asks for, in words."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.wire import commands as does
from bot.wire import suggestions
from bot.wire.commands import Interaction, answer_command
from bot.wire.translator import said


@app_commands.command(name="hand", description=said("command.hand"))
async def hand(interaction: Interaction) -> None:
    """Shows the person's cards."""
    await answer_command(interaction, does.hand)


@app_commands.command(name="bid", description=said("command.bid"))
@app_commands.describe(amount=said("option.amount"))
@app_commands.autocomplete(amount=suggestions.bids)
async def bid(interaction: Interaction, amount: str) -> None:
    """Bids, or passes."""
    await answer_command(interaction, lambda answer: does.bid(answer, amount))


@app_commands.command(name="trump", description=said("command.trump"))
@app_commands.describe(suit=said("option.suit"))
@app_commands.autocomplete(suit=suggestions.suits)
async def trump(interaction: Interaction, suit: str) -> None:
    """Names trumps."""
    await answer_command(interaction, lambda answer: does.trump(answer, suit))


@app_commands.command(name="discard", description=said("command.discard"))
@app_commands.describe(cards=said("option.discard"))
@app_commands.autocomplete(cards=suggestions.discards)
async def discard(interaction: Interaction, cards: str) -> None:
    """Throws cards."""
    await answer_command(interaction, lambda answer: does.discard(answer, cards))


@app_commands.command(name="play", description=said("command.play"))
@app_commands.describe(cards=said("option.play"))
@app_commands.autocomplete(cards=suggestions.plays)
async def play(interaction: Interaction, cards: str) -> None:
    """Plays a card or a pile."""
    await answer_command(interaction, lambda answer: does.play(answer, cards))


@app_commands.command(name="hint", description=said("command.hint"))
async def hint(interaction: Interaction) -> None:
    """Says what the strongest robot would do, and why."""
    await answer_command(interaction, does.hint)


async def setup(bot: commands.Bot) -> None:
    """Adds the commands to `/pedro`."""
    does.add_to_pedro(bot, hand, bid, trump, discard, play, hint)
