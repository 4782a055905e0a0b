"""The panel in play: a button a card, or a pile put together (R7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from bot.game.actions import Play
from bot.game.cards import Card
from bot.game.piles import PileChoice
from bot.game.terms import Illegal
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.draft import Draft, joined
from bot.present.emojis import Emojis
from bot.present.hands import card_words, plain_of, trump_rank, trumps_of, trumps_words
from bot.present.names import rank_text
from bot.present.refusals import explain
from bot.present.spec import Button, Control, Menu, Option, Part, Row, Style, Text, rows
from bot.present.words import Words


def play_parts(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft) -> Iterator[Part]:
    """The controls of a seat whose turn it is to play."""
    if isinstance(view.legal, PileChoice):
        yield from _pile_parts(words, emojis, view, info, view.legal, draft)
    else:
        yield from rows(list(_card_buttons(words, emojis, view, info)))


def _card_buttons(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[Button]:
    assert view.trump is not None
    for card in (*trumps_of(view.hand, view.trump), *plain_of(view.hand, view.trump)):
        allowed = Play((card,)) in view.legal
        style = Style.PRIMARY if allowed else Style.SECONDARY
        control = Control("play", info.game, info.seq, card.text)
        yield Button(_label(words, emojis, card, view), control, style, emojis.suit(card.suit), disabled=not allowed)


def _label(words: Words, emojis: Emojis, card: Card, view: PlayerView) -> str:
    if emojis.suit(card.suit) is None:
        return card_words(words, card, view.trump)
    return rank_text(words, card.rank)


@dataclass(frozen=True, slots=True)
class Burial:
    """What may lie under a top card: always ``sure``, and ``count`` of ``options``."""

    sure: tuple[Card, ...]
    options: tuple[Card, ...]
    count: int


def burial(choice: PileChoice, top: Card) -> Burial:
    """The burials that the rules allow under ``top``."""
    rest = [card for card in choice.cards if card is not top]
    allowed = [set(buried) for buried in combinations(rest, choice.size - 1) if Play((top, *buried)) in choice]
    sure = set.intersection(*allowed)
    options = set.union(*allowed) - sure
    return Burial(
        tuple(card for card in rest if card in sure),
        tuple(card for card in rest if card in options),
        choice.size - 1 - len(sure),
    )


def fault_of(choice: PileChoice, draft: Draft) -> Illegal | None:
    """Why the pile somebody put together is not allowed; None where it is, or where nothing was chosen."""
    if draft.top is None or not draft.chosen or draft.top not in choice.tops():
        return None
    wanted = _wanted(choice, draft.top, draft)
    if len(set(wanted.cards)) < len(wanted.cards) or not set(wanted.cards).issubset(choice.cards):
        return None  # not a choice of this hand
    try:
        choice.check(wanted)
    except Illegal as fault:
        return fault
    return None


def _wanted(choice: PileChoice, top: Card, draft: Draft) -> Play:
    return Play((top, *burial(choice, top).sure, *draft.chosen))


def pile_of(choice: PileChoice, draft: Draft) -> Play:
    """The pile of a draft; the buried cards filled in, or the whole suggestion, where the draft is not allowed."""
    if draft.top is None or draft.top not in choice.tops():
        return choice.suggestion
    wanted = _wanted(choice, draft.top, draft)
    if wanted in choice:
        return wanted
    return choice.with_top(draft.top)


def _pile_parts(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, choice: PileChoice, draft: Draft
) -> Iterator[Part]:
    assert view.trump is not None
    fault = fault_of(choice, draft)
    if fault is not None:
        yield Text(words("panel.note", note=explain(words, fault, legal=choice)))
    pile = pile_of(choice, draft)
    under = burial(choice, pile.top)
    yield Text(words("pile.top"))
    yield from rows(list(_tops(words, emojis, view, info, choice, pile)))
    if len(under.options) > under.count:
        yield Row((_burial_menu(words, emojis, view, info, under, pile),))
    label = words(
        "button.pile",
        top=trump_rank(words, pile.top, view.trump),
        buried=trumps_words(words, trumps_of(pile.buried, view.trump), view.trump),
    )
    yield Row((Button(label, Control("play", info.game, info.seq, joined(pile.cards)), Style.SUCCESS),))


def _tops(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, choice: PileChoice, pile: Play
) -> Iterator[Button]:
    for card in reversed(choice.tops()):
        style = Style.PRIMARY if card is pile.top else Style.SECONDARY
        control = Control("top", info.game, info.seq, str(Draft(top=card)))
        yield Button(_label(words, emojis, card, view), control, style, emojis.suit(card.suit))


def _burial_menu(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, under: Burial, pile: Play) -> Menu:
    options = tuple(
        Option(card_words(words, card, view.trump), card.text, emoji=emojis.card(card), chosen=card in pile.buried)
        for card in under.options
    )
    chosen = tuple(card for card in pile.buried if card in under.options)
    control = Control("bury", info.game, info.seq, str(Draft(chosen, pile.top)))
    return Menu(control, options, words("pile.menu"), under.count, under.count)
