"""The panel in play: a button a card, or a pile put together (R7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

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
from bot.present.spec import Button, Control, Menu, Option, Part, Row, Style, Text
from bot.present.words import Words

#: So many buttons of a card each stand side by side on a phone.
MOST_ABREAST: Final = 4


def play_parts(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft) -> Iterator[Part]:
    """The controls of a seat whose turn it is to play."""
    if isinstance(view.legal, PileChoice):
        yield from _pile_parts(words, emojis, view, info, view.legal, draft)
    else:
        yield from _evenly(list(_card_buttons(words, emojis, view, info)))


def _evenly(buttons: list[Button]) -> Iterator[Row]:
    """The buttons in rows about as long as each other, none longer than a phone is wide."""
    count = -(-len(buttons) // MOST_ABREAST)
    for row in range(count):
        yield Row(tuple(buttons[len(buttons) * row // count : len(buttons) * (row + 1) // count]))


def _card_buttons(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[Button]:
    assert view.trump is not None
    sorting = emojis.look.sorting
    for card in (*trumps_of(view.hand, view.trump, sorting), *plain_of(view.hand, view.trump, sorting)):
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


class Pile(NamedTuple):
    """The pile a panel shows: what may lie on top and below, and why the draft was not it, if there was one."""

    cards: Play
    tops: tuple[Card, ...]
    under: Burial
    fault: Illegal | None


def pile_of(choice: PileChoice, draft: Draft) -> Pile:
    """The pile of a draft; what it lacks or may not have is filled in, cheapest first."""
    tops = choice.tops()
    if draft.top is None or draft.top not in tops:
        cheapest = choice.with_top(tops[0])
        return Pile(cheapest, tops, burial(choice, cheapest.top), None)
    under = burial(choice, draft.top)
    wanted = Play((draft.top, *under.sure, *draft.chosen))
    if wanted in choice:
        return Pile(wanted, tops, under, None)
    return Pile(choice.with_top(draft.top), tops, under, _fault(choice, wanted) if draft.chosen else None)


def draft_of_pile(choice: PileChoice, pile: Play) -> Draft:
    """The draft whose pile this is."""
    sure = burial(choice, pile.top).sure
    return Draft(tuple(card for card in pile.buried if card not in sure), pile.top)


def _fault(choice: PileChoice, wanted: Play) -> Illegal | None:
    """Why the rules refuse a pile; None where it is not even made of this hand."""
    if len(set(wanted.cards)) < len(wanted.cards) or not set(wanted.cards).issubset(choice.cards):
        return None
    try:
        choice.check(wanted)
    except Illegal as fault:
        return fault
    return None


def _pile_parts(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, choice: PileChoice, draft: Draft
) -> Iterator[Part]:
    assert view.trump is not None
    pile = pile_of(choice, draft)
    if pile.fault is not None:
        yield Text(words("panel.note", note=explain(words, pile.fault, legal=choice)))
    yield Text(words("pile.top"))
    yield from _evenly(list(_top_buttons(words, emojis, view, info, pile)))
    if len(pile.under.options) > pile.under.count:
        yield Row((_burial_menu(words, emojis, view, info, pile),))
    buried = trumps_words(words, trumps_of(pile.cards.buried, view.trump), view.trump)
    label = words("button.pile", top=trump_rank(words, pile.cards.top, view.trump), buried=buried)
    control = Control("play", info.game, info.seq, joined(pile.cards.cards))
    yield Row((Button(label, control, Style.SUCCESS),))


def _top_buttons(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, pile: Pile) -> Iterator[Button]:
    for card in reversed(pile.tops):
        style = Style.PRIMARY if card is pile.cards.top else Style.SECONDARY
        control = Control("top", info.game, info.seq, str(Draft(top=card)))
        yield Button(_label(words, emojis, card, view), control, style, emojis.suit(card.suit))


def _burial_menu(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, pile: Pile) -> Menu:
    buried, under = pile.cards.buried, pile.under
    options = tuple(
        Option(card_words(words, card, view.trump), card.text, emoji=emojis.card(card), chosen=card in buried)
        for card in under.options
    )
    chosen = tuple(card for card in buried if card in under.options)
    control = Control("bury", info.game, info.seq, str(Draft(chosen, pile.cards.top)))
    return Menu(control, options, words("pile.menu"), under.count, under.count)
