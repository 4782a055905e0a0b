"""`king-pedro deals`: even packs pass, uneven ones don't, and the numbers are the textbooks'."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.game.cards import DECK, Card
from bot.tools import deals
from bot.tools.deals import Square, Tally, longest_suits, packs


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(18.307, 10, 0.05), (12.592, 6, 0.05), (16.812, 6, 0.01), (124.342, 100, 0.05), (77.929, 100, 0.95)],
)
def test_chances_are_those_of_printed_tables(value: float, freedom: int, chance: float) -> None:
    assert Square(value, freedom).chance == pytest.approx(chance, abs=0.0015)


def test_longest_suits_are_those_of_hands_that_were_dealt() -> None:
    shares = longest_suits()
    assert sum(shares.values()) == pytest.approx(1)
    tally = tally_of(packs(3000, 4))
    assert all(tally.longest[length] / 3000 == pytest.approx(share, abs=0.03) for length, share in shares.items())


def test_packs_of_a_table_are_even() -> None:
    tally = tally_of(packs(12_000, 1))
    assert all(0.001 < square.chance < 0.999 for square in (tally.places(), tally.hands(), tally.following()))


def test_a_wrong_shuffle_is_found() -> None:
    """Swapping every place with any other is the classic mistake: some packs come more often than others."""
    chance = random.Random(1)

    def wrong() -> tuple[Card, ...]:
        pack = list(DECK)
        for place in range(52):
            other = chance.randrange(52)
            pack[place], pack[other] = pack[other], pack[place]
        return tuple(pack)

    assert tally_of(wrong() for _ in range(12_000)).places().chance < 1e-6


def test_packs_that_depend_on_the_one_before_are_found() -> None:
    chance = random.Random(1)
    twice = (pack for _ in range(6000) for pack in 2 * [tuple(chance.sample(DECK, 52))])
    assert tally_of(twice).following().chance < 1e-6


def test_hands_that_hold_suits_together_are_found() -> None:
    chance = random.Random(1)

    def clumped() -> tuple[Card, ...]:
        pack = chance.sample(DECK, 52)
        place = chance.randrange(40)
        return (*pack[:place], *sorted(pack[place : place + 12], key=DECK.index), *pack[place + 12 :])

    assert tally_of(clumped() for _ in range(12_000)).hands().chance < 1e-6


def test_the_command_tells_the_tests_and_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "FEWEST", 3000)
    done = CliRunner().invoke(app, ["deals", "--deals", "3000"])
    assert done.exit_code == 0
    assert done.output.startswith("3,000 packs")
    assert "…" not in done.output
    assert all(f"\n{length} " in done.output for length in longest_suits())


def test_too_few_packs_are_one_sentence() -> None:
    done = CliRunner().invoke(app, ["deals", "--deals", "10"])
    assert (done.exit_code, done.output) == (2, "10 packs are too few to say anything; count 100,000 or more.\n")


def tally_of(shuffled: Iterable[tuple[Card, ...]]) -> Tally:
    tally = Tally()
    for pack in shuffled:
        tally.add(pack)
    return tally
