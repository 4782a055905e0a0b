"""A deal that anybody can check: the deck follows from a secret promised before, and a message's id that came after."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from bot.game.cards import DECK, Card

SECRET_BYTES: Final = 32
_NUMBERS: Final = 2**32


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What one deal follows from: the ``secret``, and the id of the first ``message`` that showed its commitment.

    The secret is told when the hand is over, and never in a ``repr``.
    """

    secret: bytes = field(repr=False)
    message: int

    @property
    def commitment(self) -> str:
        """The promise of the secret."""
        return commitment(self.secret)

    def deck(self) -> tuple[Card, ...]:
        """The 52 cards, dealt from place 0."""
        return deck(self.secret, self.message)


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret, hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def deck(secret: bytes, message: int) -> tuple[Card, ...]:
    """The deck of a secret and a message's id: a Fisher–Yates shuffle by numbers that nobody chose."""
    cards = list(DECK)  # clubs, diamonds, hearts, spades, each from the two to the ace
    numbers = _numbers(secret, message)
    for place in range(len(cards) - 1, 0, -1):
        fair = _NUMBERS // (place + 1) * (place + 1)  # above it some places would come more often
        other = next(number for number in numbers if number < fair) % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def _numbers(secret: bytes, message: int) -> Iterator[int]:
    for counter in count():
        digest = hashlib.sha256(secret + f":{message}:{counter}".encode()).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
