"""How long one whole game takes to replay from its record's line."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Final

from bot.game.record import read_record
from bot.game.rules import PRESETS
from tests.bench.report import Effort, Report, Target
from tests.bench.simulated import records

NAME: Final = "replay"
GAMES: Final = 25
_LIMIT: Final = 10.0  # milliseconds


def measure(effort: Effort) -> Report:
    """Milliseconds of processor time for reading the line and making every state, over games of each preset."""
    games = [Replayed(preset, line) for preset, line in records(GAMES)]
    for _ in range(effort.rounds):
        for game in games:  # in turns, so that no game finds its own words remembered
            game.replay()
    return Report(
        title=f"Replaying a game from its record's line: {GAMES} games of random players for each preset",
        columns=("", "ms a game", "actions", "µs an action", "ms the longest", "its actions"),
        rows=tuple(_row(preset, [game for game in games if game.preset == preset]) for preset in PRESETS),
        targets=tuple(_target(preset, [game for game in games if game.preset == preset]) for preset in PRESETS),
        notes=("The middle game of each preset; deals count as actions.",),
    )


class Replayed:
    """A game's record and how long its replays took, in milliseconds of processor time."""

    def __init__(self, preset: str, line: str) -> None:
        self.preset = preset
        self.actions = 0
        self._line = line
        self._times: list[float] = []

    def replay(self) -> None:
        """Replays the game once more."""
        started = process_time()
        self.actions = sum(1 for _ in read_record(self._line).states())
        self._times.append(1000 * (process_time() - started))

    @property
    def time(self) -> float:
        """The middle of its times."""
        return median(self._times)


def _row(preset: str, games: list[Replayed]) -> tuple[str, ...]:
    longest = max(games, key=lambda game: game.actions)
    each = 1000 * sum(game.time for game in games) / sum(game.actions for game in games)
    return (
        preset,
        f"{median(game.time for game in games):.2f}",
        f"{median(game.actions for game in games):.0f}",
        f"{each:.1f}",
        f"{longest.time:.2f}",
        str(longest.actions),
    )


def _target(preset: str, games: list[Replayed]) -> Target:
    time = median(game.time for game in games)
    return Target(f"a game of {preset} is replayed in less than {_LIMIT:.0f} ms", f"{time:.2f} ms", met=time < _LIMIT)
