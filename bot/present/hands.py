"""Cards in a text: their emojis, and beside them always words, because a colour or a picture alone tells too little."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.game.cards import RANKS, Card, Suit, strengths
from bot.look import BY_SUIT, LONGEST_FIRST, LOW_FIRST
from bot.present.emojis import Emojis
from bot.present.names import rank_text, suit_name
from bot.present.words import Words

#: Suits as they lie in a hand: black and red in turn.
SUIT_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def faces(emojis: Emojis, cards: Iterable[Card]) -> str:
    """The emojis of the cards; empty where there are none."""
    return " ".join(face for card in cards if (face := emojis.card(card)) is not None)


def card_words(words: Words, card: Card, trump: Suit | None = None) -> str:
    """``trump K``, ``left 5``; for a plain card, or before there is a trump, ``Q of hearts``."""
    if trump is not None and card in strengths(trump):
        return words("card.left") if card.suit is not trump else words("card.trump", rank=rank_text(words, card.rank))
    return words("card.plain", rank=rank_text(words, card.rank), suit=suit_name(words, card.suit))


def trump_rank(words: Words, card: Card, trump: Suit) -> str:
    """How a trump is called among trumps: ``K``, ``left 5``."""
    return rank_text(words, card.rank) if card.suit is trump else words("card.left")


def by_suit(cards: Iterable[Card], sorting: str = BY_SUIT) -> tuple[tuple[Suit, tuple[Card, ...]], ...]:
    """The cards suit by suit, each high to low unless sorted otherwise; suits without a card are left out."""
    held = sorted(cards, key=lambda card: RANKS.index(card.rank), reverse=sorting != LOW_FIRST)
    found = ((suit, tuple(card for card in held if card.suit is suit)) for suit in SUIT_ORDER)
    groups = [(suit, of_suit) for suit, of_suit in found if of_suit]
    if sorting == LONGEST_FIRST:
        groups.sort(key=lambda group: -len(group[1]))
    return tuple(groups)


def trumps_of(cards: Iterable[Card], trump: Suit, sorting: str = BY_SUIT) -> tuple[Card, ...]:
    """The trumps among the cards, high to low unless sorted otherwise."""
    strength = strengths(trump)
    return tuple(sorted((card for card in cards if card in strength), key=strength.__getitem__,
                        reverse=sorting != LOW_FIRST))  # fmt: skip


def plain_of(cards: Iterable[Card], trump: Suit, sorting: str = BY_SUIT) -> tuple[Card, ...]:
    """The plain cards, suit by suit."""
    strength = strengths(trump)
    plain = (card for card in cards if card not in strength)
    return tuple(card for _, of_suit in by_suit(plain, sorting) for card in of_suit)


def trumps_words(words: Words, cards: Sequence[Card], trump: Suit) -> str:
    """``A K J left 5``, for cards that are trumps."""
    return " ".join(trump_rank(words, card, trump) for card in cards)


def plain_words(words: Words, cards: Iterable[Card], sorting: str = BY_SUIT) -> str:
    """``spades A K · hearts 9 4``."""
    return " · ".join(suit_words(words, suit, of_suit) for suit, of_suit in by_suit(cards, sorting))


def suit_words(words: Words, suit: Suit, cards: Iterable[Card]) -> str:
    """``spades A K J``."""
    ranks = " ".join(rank_text(words, card.rank) for card in cards)
    return words("cards.of-suit", suit=suit_name(words, suit), ranks=ranks)


def in_words(words: Words, cards: Iterable[Card], trump: Suit | None) -> str:
    """Some cards in words only: ``trumps A K · hearts 9``."""
    if trump is None:
        return plain_words(words, cards)
    held = tuple(cards)
    own, plain = trumps_of(held, trump), plain_of(held, trump)
    found = [words("cards.trumps", ranks=trumps_words(words, own, trump))] if own else []
    return " · ".join([*found, plain_words(words, plain)] if plain else found)


def suit_sign(emojis: Emojis, suit: Suit) -> str:
    """The suit's emoji with a space behind it, or nothing."""
    sign = emojis.suit(suit)
    return "" if sign is None else f"{sign} "
