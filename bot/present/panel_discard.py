"""The panel when everybody comes down to a full hand (R6)."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.actions import Discard
from bot.game.cards import Card, Suit, strengths
from bot.game.exchange import DiscardChoice
from bot.game.rules import KittyTiming
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.draft import Draft, joined
from bot.present.emojis import Emojis
from bot.present.hands import card_words, in_words
from bot.present.panel_hand import drawn_text, with_trump
from bot.present.spec import Button, Control, Menu, Option, Part, Row, Style, Text
from bot.present.words import Words


def discard_parts(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, choice: DiscardChoice, draft: Draft
) -> Iterator[Part]:
    """What stays and what goes, a menu where there is a choice, already filled in, and one button that throws."""
    assert view.trump is not None
    thrown = discard_of(choice, draft, view.trump)
    kept = tuple(card for card in view.hand if card not in thrown.cards)
    yield Text("\n".join((words("discard.keep"), *with_trump(words, emojis, kept, view.trump))))
    if thrown.cards:
        yield Text("\n".join((words("discard.throw"), *with_trump(words, emojis, thrown.cards, view.trump))))
    if view.drawn and view.rules.kitty_timing is not KittyTiming.BEFORE_TRUMP:
        yield Text(drawn_text(words, emojis, view))
    if len(choice) > 1:
        if _picks_kept(choice, view.trump):
            yield Text(words.count("discard.choose.keep", len(choice.options) - choice.low))
        yield Row((_menu(words, emojis, view, info, choice, thrown),))
    count = len(thrown.cards)
    label = words.count("button.discard", count) if count else words("button.discard.none")
    yield Row((Button(label, Control("discard", info.game, info.seq, joined(thrown.cards)), Style.PRIMARY),))


def discard_of(choice: DiscardChoice, draft: Draft, trump: Suit) -> Discard:
    """The discard of a draft, or the suggestion where the draft is none.

    What is picked are plain cards to keep, fewer than those to throw; where trumps may go, it is those.
    """
    if _picks_kept(choice, trump):
        wanted = Discard(tuple(card for card in choice.options if card not in draft.chosen))
    else:
        wanted = Discard(choice.forced + draft.chosen)
    return wanted if wanted in choice else choice.suggestion


def draft_of_discard(choice: DiscardChoice, discard: Discard, trump: Suit) -> Draft:
    """The draft whose discard this is."""
    keeps = _picks_kept(choice, trump)
    return Draft(tuple(card for card in choice.options if (card in discard.cards) is not keeps))


def _picks_kept(choice: DiscardChoice, trump: Suit) -> bool:
    """Whether the choice is among plain cards (R6.2)."""
    return not any(card in strengths(trump) for card in choice.options)


def thrown_text(words: Words, cards: tuple[Card, ...], trump: Suit | None) -> str:
    """What somebody has thrown, for their own eyes."""
    return words("discard.thrown", cards=in_words(words, cards, trump))


def _menu(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, choice: DiscardChoice, thrown: Discard
) -> Menu:
    assert view.trump is not None
    keeps = _picks_kept(choice, view.trump)
    kept = len(choice.options) - choice.low
    low, high = (kept, kept) if keeps else (choice.low, choice.high)
    chosen = tuple(card for card in choice.options if (card in thrown.cards) is not keeps)
    options = tuple(
        Option(card_words(words, card, view.trump), card.text, emoji=emojis.card(card), chosen=card in chosen)
        for card in choice.options
    )
    control = Control("throw", info.game, info.seq, str(Draft(chosen)))
    return Menu(control, options, words("discard.menu.keep" if keeps else "discard.menu"), low, high)
