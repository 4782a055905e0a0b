"""Cards, suits and seats: the table and the pack of R1, and the trump order of R2."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from operator import attrgetter
from typing import Final, final

RANKS: Final = "23456789TJQKA"


class Suit(Enum):
    """One of the four suits; its value is the letter of the text form."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = object.__hash__  # identity: members are single, and Enum's own hash is slow

    @property
    def same_colour(self) -> Suit:
        """The other suit of the same colour, whose five is the left pedro (R2.1)."""
        return _SAME_COLOUR[self]


_SAME_COLOUR: Final = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}


@final
class Card:
    """One of the 52 cards (R1.2). There is one object a card, so identity is equality.

    >>> Card.parse("TD")
    Card('TD')
    >>> Card.parse("TD") is Card.parse("TD")
    True
    """

    __slots__ = ("index", "rank", "suit", "text")

    index: int
    rank: str
    suit: Suit
    text: str

    def __init__(self) -> None:
        raise TypeError("cards come from Card.parse or DECK")

    @staticmethod
    def parse(text: str) -> Card:
        """The card of a text form such as ``AS``. Raises ValueError for anything else."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise ValueError(f"not a card: {text!r:.40}") from None

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.parse, (self.text,)


def _make(index: int, rank: str, suit: Suit) -> Card:
    card = object.__new__(Card)
    card.index, card.rank, card.suit, card.text = index, rank, suit, rank + suit.value
    return card


#: All 52 cards in a fixed order: 2C 3C … AC 2D … AD 2H … AH 2S … AS; a card's index is its place here.
DECK: Final[tuple[Card, ...]] = tuple(
    _make(13 * place + RANKS.index(rank), rank, suit) for place, suit in enumerate(Suit) for rank in RANKS
)
_BY_TEXT: Final = {card.text: card for card in DECK}
_INDEX: Final = attrgetter("index")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """These cards in the pack's order."""
    return tuple(sorted(cards, key=_INDEX))


class Side(Enum):
    """A partnership (R1.1)."""

    NS = "NS"
    EW = "EW"

    __hash__ = object.__hash__

    @property
    def other(self) -> Side:
        """The side that plays against this one."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(Enum):
    """A seat, clockwise from North (R1.1)."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"

    __hash__ = object.__hash__

    # Filled in below: plain attributes, because play-outs ask for them at every step.
    place: int
    next: Seat
    partner: Seat
    side: Side


SEATS: Final[tuple[Seat, ...]] = tuple(Seat)
for _place, _seat in enumerate(SEATS):
    _seat.place = _place
    _seat.next = SEATS[(_place + 1) % 4]
    _seat.partner = SEATS[(_place + 2) % 4]
    _seat.side = Side.NS if _place % 2 == 0 else Side.EW


def clockwise(first: Seat) -> tuple[Seat, ...]:
    """All four seats, clockwise, starting with ``first``."""
    return _CLOCKWISE[first]


_CLOCKWISE: Final = {seat: SEATS[seat.place :] + SEATS[: seat.place] for seat in SEATS}


def trumps(suit: Suit) -> tuple[Card, ...]:
    """The fourteen trumps, high to low: A K Q J 10 9 8 7 6 5 left-5 4 3 2 (R2.1, R2.2)."""
    return _TRUMPS[suit]


def strengths(suit: Suit) -> dict[Card, int]:
    """How high each trump is, 14 for the ace down to 1 for the two; plain cards are absent (R2.4)."""
    return _STRENGTHS[suit]


def _in_order(suit: Suit) -> tuple[Card, ...]:
    own = [_BY_TEXT[rank + suit.value] for rank in reversed(RANKS)]
    own.insert(own.index(_BY_TEXT["5" + suit.value]) + 1, _BY_TEXT["5" + suit.same_colour.value])
    return tuple(own)


_TRUMPS: Final = {suit: _in_order(suit) for suit in Suit}
_STRENGTHS: Final = {suit: {card: 14 - place for place, card in enumerate(_TRUMPS[suit])} for suit in Suit}
