"""What `/pedro …` does: the same as the buttons, said in words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.adviser import advise
from bot.game.actions import PASS, Action, Bid, Discard, NameTrump, Play
from bot.game.cards import Seat, Suit
from bot.game.rules import house, preset
from bot.lobby import Opening, Status
from bot.present import more
from bot.present.help import help_page, status_page
from bot.present.upkeep import missing
from bot.refusals import Refusal, Refused
from bot.seats import NOBODY, seat_of, sit
from bot.table import Table
from bot.wire.answer import Answer, answering
from bot.wire.lobby_controls import ask_to_end, expect_channel, start_game
from bot.wire.permissions import needed
from bot.wire.render import SpecView, allowed_mentions
from bot.wire.typed import typed_bid, typed_cards

if TYPE_CHECKING:
    from bot.app import KingPedro

Interaction = discord.Interaction[Any]


async def answer_command(interaction: Interaction, work: Callable[[Answer], Awaitable[None]]) -> None:
    """Answers a command with what ``work`` does, or with what it raises."""
    answer = Answer(interaction, interaction.client.desk)
    answer.metrics.pressed(f"/{interaction.command.name}" if interaction.command is not None else "unknown")
    table = answer.desk.manager.in_channel(interaction.channel_id or 0)
    if table is not None:
        answer.desk.screen(table).welcome_back()
    await answering(answer, work(answer), table)


class Commands(app_commands.CommandTree[Any]):
    """The command tree, which answers also when a command never got as far as ``answer_command``."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Says that something went wrong: an old form of a command in a client, or our fault."""
        await answering(Answer(interaction, interaction.client.desk), _raise(error))


async def _raise(error: app_commands.AppCommandError) -> None:
    if isinstance(
        error, app_commands.TransformerError | app_commands.CommandNotFound | app_commands.CommandSignatureMismatch
    ):
        raise Refused(Refusal.OLD_COMMAND)
    raise error


async def start(answer: Answer, rules: str | None, clock: str | None, target: int | None, level: str | None) -> None:
    """Opens a table here, with its host in the South; where a table waits already, says where."""
    _expect_allowed(answer)
    expect_channel(answer)
    guild_id, servers = answer.interaction.guild_id, answer.desk.servers
    made = preset(rules) if rules is not None else servers.rules(guild_id)
    opening = Opening(
        guild_id,
        answer.interaction.channel_id or 0,
        answer.user_id,
        answer.user_name,
        house(made, target=target) if target is not None else made,
        clock or servers.clock(guild_id),
        level or servers.level(guild_id),
    )
    table = await answer.desk.manager.open(opening, sit(NOBODY, Seat.SOUTH, answer.user_id, answer.user_name))
    screen = answer.desk.screen(table)
    spec = screen.spec()
    try:
        sent = await answer.interaction.response.send_message(
            view=SpecView(spec), allowed_mentions=allowed_mentions(spec)
        )
    except discord.HTTPException:
        await table.abandon("not-shown")
        raise
    answer.desk.panels.pressed(answer.interaction, table)
    await screen.opened(spec, sent.message_id)


def _expect_allowed(answer: Answer) -> None:
    interaction = answer.interaction
    if interaction.guild_id is None:
        raise Refused(Refusal.ONLY_IN_SERVERS)
    if not all((allowed := needed(interaction)).values()):
        raise Refused(Refusal.PERMISSION_MISSING, permission=missing(answer.words, allowed))


async def take_seat(answer: Answer, seat: str | None) -> None:
    """Takes a seat; in a running game shows the cards that come with it."""
    table = answer.table_here()
    taken = await table.sit(answer.user_id, answer.user_name, Seat(seat) if seat else None)
    if table.status is Status.LOBBY:
        answer.desk.panels.pressed(answer.interaction, table)
        await answer.show(more.seated(answer.words, taken))
    else:
        await answer.show_panel(table)


async def leave(answer: Answer) -> None:
    """Leaves the seat, after asking when a game is on."""
    table = answer.table_here()
    table.seat_of(answer.user_id)
    if table.status is Status.LOBBY:
        await table.leave(answer.user_id)
        await answer.show(more.left(answer.words))
    else:
        seat = table.seat_of(answer.user_id)
        await answer.show(more.leave_question(answer.words, table.view(seat), table.info()))


async def begin(answer: Answer) -> None:
    """Begins the game of the lobby."""
    table = answer.table_here()
    await start_game(answer, table)
    await answer.show_panel(table)


async def hand(answer: Answer) -> None:
    """Shows the person's cards."""
    await answer.show_panel(answer.table_here())


async def _act(answer: Answer, decide: Callable[[Table], Action]) -> None:
    table = answer.table_here()
    table.seat_of(answer.user_id)
    await table.act(answer.user_id, decide(table))
    await answer.show_panel(table)


async def bid(answer: Answer, amount: str) -> None:
    """Bids a number, or passes on the word for it."""
    await _act(answer, lambda table: PASS if amount.strip().casefold() == "pass" else Bid(typed_bid(amount)))


async def trump(answer: Answer, suit: str) -> None:
    """Names trumps."""
    if suit not in {one.value for one in Suit}:
        raise Refused(Refusal.NOT_A_SUIT, text=discord.utils.escape_markdown(suit)[:40])
    await _act(answer, lambda table: NameTrump(Suit(suit)))


async def discard(answer: Answer, cards: str) -> None:
    """Throws cards."""
    await _act(answer, lambda table: Discard(typed_cards(cards)))


async def play(answer: Answer, cards: str) -> None:
    """Plays a card, or a pile with its top card first."""
    await _act(answer, lambda table: Play(typed_cards(cards)))


async def hint(answer: Answer) -> None:
    """Shows the person's cards with what the strongest robot would do."""
    table = answer.table_here()
    await answer.work(advise(table, answer.user_id))
    await answer.show_panel(table)


async def status(answer: Answer) -> None:
    """Tells how things stand, and where the table is."""
    table = answer.table_here()
    screen = answer.desk.screen(table)
    await answer.show(status_page(answer.words, screen.spec(), screen.link()))


async def end(answer: Answer) -> None:
    """Asks whether to end the table."""
    await ask_to_end(answer, answer.table_here())


async def rules(answer: Answer, name: str | None) -> None:
    """The rules played here, or those of a preset."""
    table = answer.desk.manager.in_channel(answer.interaction.channel_id or 0)
    usual = table.rules if table is not None else answer.desk.servers.rules(answer.interaction.guild_id)
    shown = preset(name) if name is not None else usual
    await answer.show(more.rules_page(answer.words, shown))


async def show_help(answer: Answer) -> None:
    """What there is, and how to begin."""
    await answer.show(help_page(answer.words))


def add_to_pedro(bot: commands.Bot, *subcommands: app_commands.Command[Any, ..., Any]) -> None:
    """Makes these commands `/pedro …`."""
    for one in subcommands:
        cast("KingPedro", bot).pedro.add_command(one)


def own_legal(interaction: Interaction) -> tuple[Table, Seat] | None:
    """The table here and the asker's seat at it, for what autocomplete offers; None where there is nothing."""
    table = interaction.client.desk.manager.in_channel(interaction.channel_id or 0)
    if table is None or table.state is None:
        return None
    seat = seat_of(table.seating, interaction.user.id)
    return (table, seat) if seat is not None else None
