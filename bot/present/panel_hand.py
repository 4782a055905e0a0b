"""The cards of a panel: trumps first and apart, as emojis with words below them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import Card, Suit
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.present.bids import Worth, worths
from bot.present.emojis import Emojis
from bot.present.hands import by_suit, faces, plain_of, plain_words, suit_words, trumps_of, trumps_words
from bot.present.names import suit_name
from bot.present.words import Words


def hand_text(words: Words, emojis: Emojis, view: PlayerView, *, hints: bool) -> str:
    """The seat's cards, a line of emojis and a small line of words a group; empty without cards."""
    if not view.hand:
        return ""
    lines = _with_trump(words, emojis, view.hand, view.trump) if view.trump else _by_suit(words, emojis, view, hints)
    return "\n".join(line for line in lines if line)


def _with_trump(words: Words, emojis: Emojis, cards: tuple[Card, ...], trump: Suit) -> Iterator[str]:
    own, plain = trumps_of(cards, trump), plain_of(cards, trump)
    if own:
        yield faces(emojis, own)
        yield words("hand.trumps", ranks=trumps_words(words, own, trump))
    if plain:
        yield faces(emojis, plain)
        yield words("hand.plain", cards=plain_words(words, plain))


def _by_suit(words: Words, emojis: Emojis, view: PlayerView, hints: bool) -> Iterator[str]:
    worth = {one.suit: one for one in worths(view.rules, view.hand)}
    for suit, cards in by_suit(view.hand):
        yield faces(emojis, cards)
        own = suit_words(words, suit, cards)
        hint = worth_words(words, worth[suit]) if hints and view.phase is Phase.AUCTION else ""
        yield words("hand.suit.hint", cards=own, hint=hint) if hint else words("hand.suit", cards=own)


def worth_words(words: Words, worth: Worth) -> str:
    """``5 trumps, 37 points``."""
    return words("worth", trumps=words.count("trumps", worth.trumps), points=words.count("points", worth.points))


def trump_label(words: Words, worth: Worth) -> str:
    """``spades · 5 trumps, 37 points``."""
    return words("worth.suit", suit=suit_name(words, worth.suit), worth=worth_words(words, worth))
