"""The panel when everybody comes down to a full hand (R6)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.actions import Discard
from bot.game.cards import Card
from bot.game.exchange import DiscardChoice
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.draft import Draft, joined
from bot.present.emojis import Emojis
from bot.present.hands import card_words, faces, in_words
from bot.present.spec import Button, Control, Menu, Option, Part, Row, Style, Text
from bot.present.words import Words


def discard_parts(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft) -> Iterator[Part]:
    """What stays, a menu where there is a choice, already filled in, and one button that throws."""
    choice = view.legal
    assert isinstance(choice, DiscardChoice)
    thrown = discard_of(choice, draft)
    kept = tuple(card for card in view.hand if card not in thrown.cards)
    yield Text(words("discard.stays", cards=faces(emojis, kept), words=in_words(words, kept, view.trump)))
    if choice.low < len(choice.options):
        yield Row((_menu(words, emojis, view, info, choice, thrown),))
    label = words.count("button.discard", len(thrown.cards))
    yield Row((Button(label, Control("discard", info.game, info.seq, joined(thrown.cards)), Style.PRIMARY),))


def discard_of(choice: DiscardChoice, draft: Draft) -> Discard:
    """The discard of a draft, or the suggestion where the draft is none."""
    wanted = Discard(choice.forced + draft.chosen)
    return wanted if wanted in choice else choice.suggestion


def _menu(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, choice: DiscardChoice, thrown: Discard
) -> Menu:
    chosen = tuple(card for card in choice.options if card in thrown.cards)
    options = tuple(_option(words, emojis, view, card, card in chosen) for card in choice.options)
    control = Control("throw", info.game, info.seq, str(Draft(chosen)))
    return Menu(control, options, words("discard.menu"), choice.low, choice.high)


def _option(words: Words, emojis: Emojis, view: PlayerView, card: Card, chosen: bool) -> Option:
    return Option(card_words(words, card, view.trump), card.text, emoji=emojis.card(card), chosen=chosen)
