"""Whether the packs are even: ``king-pedro deals`` counts many of them and tests the counts."""

from __future__ import annotations

import hashlib
import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from statistics import NormalDist
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.game.actions import Deal
from bot.game.cards import DECK, Card, Seat
from bot.game.engine import apply, new_game
from bot.game.fair import deck
from bot.game.rules import CANADIAN
from bot.game.view import view
from bot.present.words import Words
from bot.tools.unusable import Unusable

FEWEST: Final = 100_000
"""Packs below which some counts are too small for a chi-square test."""
_CARDS: Final = len(DECK)
_HAND: Final = CANADIAN.deal_size
_SUITS: Final = 4
_FIRST_MESSAGE: Final = 1_400_000_000_000_000_000
_BETWEEN_MESSAGES: Final = 1 << 22  # a millisecond, in Discord's numbers


@dataclass(frozen=True, slots=True)
class Square:
    """A chi-square statistic, and its degrees of freedom."""

    value: float
    freedom: int

    @property
    def chance(self) -> float:
        """How often an even shuffle gives so large a value, by Wilson and Hilferty's approximation."""
        spread = 2 / (9 * self.freedom)
        return 1 - NormalDist(1 - spread, math.sqrt(spread)).cdf((self.value / self.freedom) ** (1 / 3))


class Tally:
    """What is counted of packs, in the order in which they come."""

    def __init__(self) -> None:
        self.packs = 0
        self.longest: Counter[int] = Counter()
        self._at = [array("Q", [0] * _CARDS) for _ in range(_CARDS)]
        self._following = array("Q", [0] * _CARDS**2)
        self._ace = 0

    def add(self, pack: Sequence[Card]) -> None:
        """Counts one pack."""
        numbers = [_NUMBER[card] for card in pack]
        for counts, number in zip(self._at, numbers, strict=True):
            counts[number] += 1
        suits = [numbers[place] // (_CARDS // _SUITS) for place in _first_hand()]
        self.longest[max(map(suits.count, set(suits)))] += 1
        ace = numbers.index(_CARDS - 1)
        if self.packs % 2:
            self._following[self._ace * _CARDS + ace] += 1
        self.packs, self._ace = self.packs + 1, ace

    def places(self) -> Square:
        """Every card is at every place equally often.

        A pack has each card once, which makes the sum larger than that of free counts by 52/51.
        """
        mean = self.packs / _CARDS
        total = sum((count - mean) ** 2 / mean for counts in self._at for count in counts)
        return Square(total * (_CARDS - 1) / _CARDS, (_CARDS - 1) ** 2)

    def hands(self) -> Square:
        """The longest suit of a hand is as long as the number of such hands says."""
        expected = [(self.longest[length], self.packs * share) for length, share in longest_suits().items()]
        while expected[-1][1] < 5:  # too few for the test: together with the next shorter
            (last, few), (before, more) = expected.pop(), expected.pop()
            expected.append((before + last, more + few))
        return Square(sum((count - mean) ** 2 / mean for count, mean in expected), len(expected) - 1)

    def following(self) -> Square:
        """Where the ace of spades was says nothing of where it is next; pairs of packs that share none."""
        mean = (self.packs // 2) / _CARDS**2
        return Square(sum((count - mean) ** 2 / mean for count in self._following), _CARDS**2 - 1)


_NUMBER: Final = {card: number for number, card in enumerate(DECK)}


@cache
def _first_hand() -> tuple[int, ...]:
    """The places of a pack whose cards the seat after the dealer gets."""
    seen = view(apply(new_game(CANADIAN, Seat.NORTH), None, Deal(DECK)), Seat.NORTH.next)
    return tuple(_NUMBER[card] for card in seen.hand)


@cache
def longest_suits() -> dict[int, float]:
    """The share of hands, as the first deal gives them, by the length of their longest suit."""
    size = _CARDS // _SUITS
    ways: Counter[int] = Counter()
    for lengths in product(range(_HAND + 1), repeat=_SUITS):
        if sum(lengths) == _HAND:
            ways[max(lengths)] += math.prod(math.comb(size, length) for length in lengths)
    return {length: ways[length] / math.comb(_CARDS, _HAND) for length in sorted(ways)}


def packs(number: int, seed: int) -> Iterator[tuple[Card, ...]]:
    """Packs by the procedure that deals at a table, of secrets made from the seed, and of messages' ids that go up."""
    for count in range(number):
        secret = hashlib.sha256(f"{seed}:{count}".encode()).digest()
        yield deck(secret, _FIRST_MESSAGE + count * _BETWEEN_MESSAGES)


def expect_enough(words: Words, number: int) -> None:
    """Raises Unusable when so few packs say nothing."""
    if number < FEWEST:
        raise Unusable(words("deals.too-few", number=f"{number:,}", fewest=f"{FEWEST:,}"))


def tell(words: Words, console: Console, tally: Tally) -> None:
    """Prints what was counted, and how likely that is."""
    console.print(Text(words("deals.counted", packs=f"{tally.packs:,}")), soft_wrap=True)
    tests = _table(console, words("deals.test"), words("deals.square"), words("deals.freedom"), words("deals.chance"))
    for name, square in (("places", tally.places()), ("hands", tally.hands()), ("following", tally.following())):
        numbers = f"{square.value:,.1f}", f"{square.freedom:,}", f"{100 * square.chance:.1f} %"
        tests.add_row(words(f"deals.test.{name}"), *numbers)
    console.print(tests)
    lengths = _table(console, words("deals.longest"), words("deals.expected"), words("deals.found"))
    for length, share in longest_suits().items():
        lengths.add_row(str(length), f"{100 * share:.3f} %", f"{100 * tally.longest[length] / tally.packs:.3f} %")
    console.print(lengths)


def _table(console: Console, *headings: str) -> Table:
    table = Table(box=SIMPLE_HEAD if console.is_terminal else None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if place else "left", no_wrap=True)
    return table
