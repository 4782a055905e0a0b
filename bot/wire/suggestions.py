"""What autocomplete offers: only what is legal, at most twenty-five lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from discord import app_commands

from bot.game.actions import Action, Bid, Discard, NameTrump, Pass, Play
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.view import PlayerView
from bot.present.names import card_text, cards_text, suit_name
from bot.present.words import Words, words_for
from bot.wire.commands import Interaction, own_legal

_MOST: Final = 25
_LONGEST: Final = 100

Offer = tuple[str, str]  # the line people see, and what is typed for them


async def bids(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The legal bids, and the pass."""
    return _choices(interaction, typed, _bids)


async def suits(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The suits, when one is to be named."""
    return _choices(interaction, typed, _suits)


async def discards(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """A legal discard."""
    return _choices(interaction, typed, _discards)


async def plays(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The legal cards, or a pile under each top card."""
    return _choices(interaction, typed, _plays)


def _choices(
    interaction: Interaction, typed: str, offers: Callable[[Words, PlayerView], Iterable[Offer]]
) -> list[app_commands.Choice[str]]:
    found = own_legal(interaction)
    if found is None:
        return []
    table, seat = found
    wanted = typed.strip().casefold()
    lines = offers(words_for(str(interaction.locale)), table.view(seat))
    fitting = [
        app_commands.Choice(name=line[:_LONGEST], value=value)
        for line, value in lines
        if wanted in line.casefold() or value.casefold().startswith(wanted)
    ]
    return fitting[:_MOST]


def _bids(words: Words, view: PlayerView) -> Iterable[Offer]:
    actions: Iterable[Action] = view.legal if isinstance(view.legal, tuple) else ()
    if any(isinstance(action, Pass) for action in actions):
        yield words("auction.pass"), "pass"
    for action in actions:
        if isinstance(action, Bid):
            yield str(action.amount), str(action.amount)


def _suits(words: Words, view: PlayerView) -> Iterable[Offer]:
    actions: Iterable[Action] = view.legal if isinstance(view.legal, tuple) else ()
    for action in actions:
        if isinstance(action, NameTrump):
            yield suit_name(words, action.suit), action.suit.value


def _discards(words: Words, view: PlayerView) -> Iterable[Offer]:
    if isinstance(view.legal, DiscardChoice):
        yield _cards_offer(words, view.legal.suggestion)


def _plays(words: Words, view: PlayerView) -> Iterable[Offer]:
    if isinstance(view.legal, PileChoice):
        for top in view.legal.tops():
            yield _cards_offer(words, view.legal.with_top(top))
    elif isinstance(view.legal, tuple):
        for action in view.legal:
            if isinstance(action, Play):
                yield card_text(words, action.top), action.top.text


def _cards_offer(words: Words, action: Discard | Play) -> Offer:
    return cards_text(words, action.cards), " ".join(card.text for card in action.cards)
