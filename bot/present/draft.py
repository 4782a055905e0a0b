"""What somebody has picked and not yet confirmed; it travels in the controls, nothing remembers it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.game.cards import Card


@dataclass(frozen=True, slots=True)
class Draft:
    """The cards chosen to be thrown or buried, and the top card of a pile.

    >>> str(Draft.parse("AS.7S4S"))
    'AS.7S4S'
    """

    chosen: tuple[Card, ...] = ()
    top: Card | None = None

    @staticmethod
    def parse(argument: str) -> Draft:
        """The draft of a control's argument. Raises ValueError for anything else."""
        top, _, chosen = argument.partition(".")
        return Draft(cards_of(chosen), Card.parse(top) if top else None)

    def with_chosen(self, values: Iterable[str]) -> Draft:
        """The draft after a menu gave these cards. Raises ValueError for what is not a card."""
        return Draft(tuple(Card.parse(value) for value in values), self.top)

    def __str__(self) -> str:
        top = "" if self.top is None else self.top.text
        return f"{top}.{joined(self.chosen)}" if top or self.chosen else ""


def joined(cards: Iterable[Card]) -> str:
    """Cards as a control carries them: ``2H3H``."""
    return "".join(card.text for card in cards)


def cards_of(argument: str) -> tuple[Card, ...]:
    """The cards a control carries. Raises ValueError."""
    return tuple(Card.parse(argument[start : start + 2]) for start in range(0, len(argument), 2))
