"""What seats, sides, suits and cards are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.game.cards import Card, Seat, Side, Suit
from bot.present.words import Words


def seat_name(words: Words, seat: Seat) -> str:
    """``North``."""
    return words(f"seat.{seat.value}")


def side_name(words: Words, side: Side) -> str:
    """``North–South``."""
    return words(f"side.{side.value}")


def suit_name(words: Words, suit: Suit) -> str:
    """``spades``."""
    return words(f"suit.{suit.value}")


def suit_symbol(words: Words, suit: Suit) -> str:
    """``♠``, always the same text character, never an emoji."""
    return words(f"suit.{suit.value}.symbol")


def rank_text(words: Words, rank: str) -> str:
    """``A``, and ``10`` for the record's ``T``."""
    return words(f"rank.{rank}")


def card_text(words: Words, card: Card) -> str:
    """``A♠``, ``10♥``."""
    return rank_text(words, card.rank) + suit_symbol(words, card.suit)


def cards_text(words: Words, cards: Iterable[Card]) -> str:
    """``A♠ 10♥``, in the order given."""
    return " ".join(card_text(words, card) for card in cards)


def listed(words: Words, items: Sequence[str]) -> str:
    """``North``, ``North and East``, ``North, East and South``. Raises ValueError for nothing."""
    *others, last = items
    return words("list.and", first=", ".join(others), last=last) if others else last
