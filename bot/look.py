"""How cards are shown to a person."""

from __future__ import annotations

from typing import Final, NamedTuple

FOUR_COLOURS: Final = "four-colours"
TWO_COLOURS: Final = "two-colours"
IN_TEXT: Final = "text"
CARDS: Final = (FOUR_COLOURS, TWO_COLOURS, IN_TEXT)

BY_SUIT: Final = "suits"
LONGEST_FIRST: Final = "longest"
LOW_FIRST: Final = "low"
SORTINGS: Final = (BY_SUIT, LONGEST_FIRST, LOW_FIRST)


class Look(NamedTuple):
    """Which pictures, or none (CARDS), and in which order a hand lies (SORTINGS)."""

    cards: str = FOUR_COLOURS
    sorting: str = BY_SUIT
