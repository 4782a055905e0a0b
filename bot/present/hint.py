"""A hint: what the strongest robot would do in the reader's place, and why, for their eyes only."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.game.actions import Action, Bid, Discard, NameTrump, Pass, Play
from bot.game.cards import Card
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.bids import card_name
from bot.present.draft import Draft
from bot.present.emojis import Emojis
from bot.present.hands import card_words, in_words, suit_sign, trump_rank, trumps_of, trumps_words
from bot.present.names import suit_name
from bot.present.panel_discard import draft_of_discard
from bot.present.panel_play import draft_of_pile
from bot.present.spec import Button, Control, Part, Row, Style
from bot.present.turns import is_to_act
from bot.present.words import Words

if TYPE_CHECKING:
    from bot.players.player import Decision, Why


def hint_button(words: Words, view: PlayerView, info: TableInfo) -> Button | None:
    """The button that asks for a hint; None where there is none to be had, or nothing to choose."""
    if not (info.hints and is_to_act(view) and len(view.legal) > 1):
        return None
    return Button(words("button.hint"), Control("hint", info.game, info.seq), emoji=words("hint.mark"))


def hint_text(words: Words, emojis: Emojis, view: PlayerView, decision: Decision) -> str:
    """``Bid 31. You should make it about 72 % of the time.``"""
    what = action_words(words, emojis, view, decision.action)
    if decision.why is None:
        return words("hint.bare", what=what)
    return words("hint", what=what, why=reason(words, view, decision.why))


def action_words(words: Words, emojis: Emojis, view: PlayerView, action: Action) -> str:
    """The action as somebody would say it across the table."""
    match action:
        case Bid(amount):
            return words("hint.bid", amount=amount)
        case NameTrump(suit):
            return words("hint.trump", suit=f"{suit_sign(emojis, suit)}{suit_name(words, suit)}")
        case Discard(cards):
            return _discard(words, view, cards)
        case Play():
            return _play(words, emojis, view, action)
        case _:
            return words("hint.pass")


def _discard(words: Words, view: PlayerView, cards: tuple[Card, ...]) -> str:
    """The trumps among the cards: which of the plain ones go makes no difference, and the panel shows them."""
    assert view.trump is not None
    trumps = trumps_of(cards, view.trump)
    if trumps:
        return words("hint.discard", cards=words("cards.trumps", ranks=trumps_words(words, trumps, view.trump)))
    return words("hint.discard.plain") if cards else words("hint.keep")


def _play(words: Words, emojis: Emojis, view: PlayerView, play: Play) -> str:
    face = emojis.card(play.top)
    card = f"{face} {card_words(words, play.top, view.trump)}" if face else card_words(words, play.top, view.trump)
    if not play.buried:
        return words("hint.play", card=card)
    assert view.trump is not None
    buried = trumps_words(words, trumps_of(play.buried, view.trump), view.trump)
    return words("hint.pile", card=card, buried=buried)


def reason(words: Words, view: PlayerView, why: Why) -> str:
    """The sentence of an idea; a bid's also says which cards it stands on."""
    dearest = max(view.rules.points, key=lambda pair: pair[1])[0]
    values: dict[str, object] = {"king": card_name(words, dearest)}
    if why.number is not None:
        values |= {"number": why.number, "points": words.count("points", why.number)}
    if why.cards:
        values["card"] = _name(words, view, why.cards[0])
    said = words(f"why.{why.idea.value}", **values)
    if view.phase is Phase.AUCTION and why.cards:
        return words("why.standing-on", said=said, cards=in_words(words, why.cards, None))
    return said


def _name(words: Words, view: PlayerView, card: Card) -> str:
    """What a card is called in a sentence: ``ace``, ``left 5``."""
    if view.trump is not None and card.suit is not view.trump:
        return trump_rank(words, card, view.trump)
    return card_name(words, card.rank)


def draft_of_hint(view: PlayerView, decision: Decision | None) -> Draft:
    """The hint's cards as if they had been picked; nothing where it picks none."""
    action = decision.action if decision is not None else None
    if isinstance(action, Discard) and isinstance(view.legal, DiscardChoice) and view.trump is not None:
        return draft_of_discard(view.legal, action, view.trump)
    if isinstance(action, Play) and isinstance(view.legal, PileChoice):
        return draft_of_pile(view.legal, action)
    return Draft()


def hinted_bid(decision: Decision | None) -> int | None:
    """The number a hint would bid."""
    action = decision.action if decision is not None else None
    return action.amount if isinstance(action, Bid) else None


def marked(part: Part, decision: Decision | None) -> Part:
    """The part with the button green that does what the hint says; with several cards the panel has but one."""
    if decision is None or not isinstance(part, Row):
        return part
    wanted = _pressed(decision.action)
    return Row(
        tuple(
            replace(item, style=Style.SUCCESS)
            if isinstance(item, Button) and (item.control.verb, item.control.argument) == wanted
            else item
            for item in part.items
        )
    )


def _pressed(action: Action) -> tuple[str, str]:
    match action:
        case Bid(amount):
            return "bid", str(amount)
        case NameTrump(suit):
            return "trump", suit.value
        case Play(cards) if len(cards) == 1:
            return "play", cards[0].text
        case Pass():
            return "pass", ""
        case _:
            return "", ""
