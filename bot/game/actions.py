"""The decisions of a game, in the words of the record: ``bid 7``, ``pass``, ``trump S``, ``play AS 9S``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.game.cards import Card, Suit

_LONGEST: Final = 52


@dataclass(frozen=True, slots=True)
class Deal:
    """Nature's move: the shuffled pack, 52 cards in dealing order (R3.1)."""

    deck: tuple[Card, ...]

    def __str__(self) -> str:
        return _words("deal", self.deck)


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of so many points (R4.1)."""

    amount: int

    def __str__(self) -> str:
        return f"bid {self.amount}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass in the auction."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class NameTrump:
    """The declarer names the trump suit (R5.1)."""

    suit: Suit

    def __str__(self) -> str:
        return f"trump {self.suit.value}"


@dataclass(frozen=True, slots=True)
class Discard:
    """The cards thrown before play (R6.1); their order means nothing."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return _words("discard", self.cards)


@dataclass(frozen=True, slots=True)
class Play:
    """A card to the trick, or a pile with its top card first and the buried ones behind (R7.4)."""

    cards: tuple[Card, ...]

    @property
    def top(self) -> Card:
        """The card that counts for winning the trick."""
        return self.cards[0]

    @property
    def buried(self) -> tuple[Card, ...]:
        """The cards below the top, in no order."""
        return self.cards[1:]

    def __str__(self) -> str:
        return _words("play", self.cards)


Action = Deal | Bid | Pass | NameTrump | Discard | Play

PASS: Final = Pass()


@lru_cache(maxsize=1024)  # a record says the same few hundred words again and again
def parse_action(text: str) -> Action:
    """The action of its text form. Raises ValueError, with what is wrong, for anything else.

    >>> parse_action("play AS 9S")
    Play(cards=(Card('AS'), Card('9S')))
    """
    verb, *words = text.split(" ")
    match verb, words:
        case "bid", [amount]:
            if not (amount.isascii() and amount.isdigit() and len(amount) <= 4):
                raise ValueError(f"not a bid: {amount[:40]!r}")
            return Bid(int(amount))
        case "pass", []:
            return PASS
        case "trump", [letter]:
            try:
                return NameTrump(Suit(letter))
            except ValueError:
                raise ValueError(f"not a suit: {letter[:40]!r}") from None
        case "deal", _:
            return Deal(_cards(words))
        case "discard", _:
            return Discard(_cards(words))
        case "play", [_, *_]:
            return Play(_cards(words))
    raise ValueError(f"not an action: {text[:40]!r}")


def _words(verb: str, cards: tuple[Card, ...]) -> str:
    return " ".join((verb, *(card.text for card in cards)))


def _cards(words: list[str]) -> tuple[Card, ...]:
    if len(words) > _LONGEST:
        raise ValueError(f"{len(words)} cards are too many")
    return tuple(Card.parse(word) for word in words)
