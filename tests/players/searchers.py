"""Players that search badly: too long, in vain, or so that their process breaks. Processes import them from here."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from bot.game.view import PlayerView
from bot.players.normal.robot import decide
from bot.players.player import Decision, Player, Searching

SECRET = "KS"


def taking(seconds: float) -> Searching:
    """Busy for so long, then the normal robot's decision."""
    return Searching(_Taking(seconds))


class _Taking:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __call__(self, view: PlayerView, rng: random.Random) -> Decision:
        end = time.monotonic() + self._seconds
        while time.monotonic() < end:
            pass
        return decide(view, rng)


class Telling:
    """Writes its process's number into a file before it does what ``then`` does."""

    def __init__(self, file: Path, then: Player) -> None:
        self._file = file
        self._then = then

    def __call__(self, view: PlayerView, rng: random.Random) -> Decision:
        self._file.write_text(str(os.getpid()), encoding="ascii")
        return self._then(view, rng)


def failing(view: PlayerView, rng: random.Random) -> Decision:
    raise KeyError(SECRET)


class _Stubborn(Exception):
    def __init__(self, one: object, two: object) -> None:
        super().__init__()

    def __reduce__(self) -> str:
        raise TypeError("it can't cross")


def failing_stubbornly(view: PlayerView, rng: random.Random) -> Decision:
    """Raises what can't be pickled."""
    raise _Stubborn(1, 2)


def answering_badly(view: PlayerView, rng: random.Random) -> Decision:
    """Its answer can't be pickled."""
    decision = decide(view, rng)
    object.__setattr__(decision, "why", lambda: None)
    return decision


def chattering(view: PlayerView, rng: random.Random) -> Decision:
    """Prints what could be taken for an answer."""
    print("\0\0\0\1x" * 1000, flush=True)
    return decide(view, rng)


def dying(view: PlayerView, rng: random.Random) -> Decision:
    os.kill(os.getpid(), signal.SIGKILL)
    return decide(view, rng)


def interrupted(view: PlayerView, rng: random.Random) -> Decision:
    os.kill(os.getpid(), signal.SIGINT)
    return decide(view, rng)


FAULTY: dict[str, Callable[[PlayerView, random.Random], Decision]] = {
    "raises": failing,
    "raises what can't cross": failing_stubbornly,
    "answers what can't cross": answering_badly,
    "dies": dying,
}
