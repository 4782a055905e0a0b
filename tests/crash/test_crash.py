"""Killed anywhere, and played on: the end of an undisturbed game, nothing twice, nothing missing (C1, C13, C15)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pytest

from tests.crash.child import STEPS
from tests.crash.people import Played, play_through, play_with_pauses

_FIRST: Final = ("opening", "beginning", "in-save")
_OFTEN: Final = ("before-save", "after-save", "after-answer", "before-redraw", "after-redraw", "thinking")
_ONCE: Final = ("restoring", "after-post")
_BETWEEN_HANDS: Final = ("promised", "bound")
_LAST: Final = ("last-before-save", "last-in-save", "last-after-save")

#: A game of two hands, at whose first some cards play themselves: more than one entry in one transaction.
_SHORT: Final = 3


def _deaths(seed: int) -> list[str]:
    """Every step once, in an order of this seed's."""
    chance = random.Random(seed)
    between = [*(f"{step}:{chance.randint(1, 4)}" for step in _OFTEN), *_ONCE]
    chance.shuffle(between)
    return [*_FIRST, *between[:2], *_BETWEEN_HANDS, *between[2:], *_LAST]


def test_no_step_is_left_out() -> None:
    assert {step.partition(":")[0] for step in _deaths(1)} == set(STEPS)


async def test_c1_killed_at_every_step(tmp_path: Path) -> None:
    """C5, C13, C15, E9 and J1: what was told stands, what was left behind is tidied, the board counts once."""
    killed = await play_through(tmp_path, _deaths(1), seed=_SHORT)
    assert killed.lives == len(_deaths(1)) + 1
    _compare(killed, await play_through(_second(tmp_path), [], seed=_SHORT))


async def test_c1_told_to_end_between_presses(tmp_path: Path) -> None:
    """SIGTERM: every press is answered, and the bot ends without a word too many."""
    ended = await play_with_pauses(tmp_path, [1, 3, 9], seed=_SHORT)
    _compare(ended, await play_through(_second(tmp_path), [], seed=_SHORT))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
async def test_c1_killed_again_and_again(seed: int, tmp_path: Path) -> None:
    """Longer games, in which a step may not be reached."""
    killed = await play_through(tmp_path, _deaths(seed), seed=seed, target=100)
    _compare(killed, await play_through(_second(tmp_path), [], seed=seed, target=100))


def _second(folder: Path) -> Path:
    made = folder / "undisturbed"
    made.mkdir()
    return made


def _compare(disturbed: Played, quiet: Played) -> None:
    assert disturbed.moves == quiet.moves
    assert disturbed.winner == quiet.winner is not None
    assert disturbed.rows == quiet.rows
    assert [games for _, games, _ in disturbed.rows] == [1, 1]
    assert disturbed.boards[-1] == quiet.boards[-1]
    # Killed between two hands, the bot may draw the new one where the old one's summary would have stayed.
    assert len(disturbed.boards) <= len(quiet.boards), "something was left behind"
