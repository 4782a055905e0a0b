"""Contestants that take turns, so that a machine's moods meet all alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.bench.child import Child


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that plays random games: a module of ``tests.bench.games`` and the name it is given."""

    label: str
    module: str
    name: str


class Process(Child):
    """A contestant's process."""

    def __init__(self, contestant: Contestant, python: Path) -> None:
        super().__init__(python, "tests.bench.contestant", contestant.module, contestant.name)
        self.contestant = contestant

    def rate(self, seconds: float) -> float | None:
        """Actions a second of processor time, measured over so many seconds; None when it can't take part."""
        answer = self.ask(seconds)
        return answer["actions"] / answer["seconds"] if "actions" in answer else None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Actions a second of each contestant, round by round, and why the others took no part. Both go by label."""

    rates: Mapping[str, tuple[float, ...]]
    missing: Mapping[str, str]

    def rate(self, label: str) -> float:
        """The middle of a contestant's rates."""
        return median(self.rates[label])

    def ratio(self, label: str, other: str) -> float:
        """How many times as fast ``label`` is as ``other``: the middle of the ratios of the single rounds."""
        return median(mine / theirs for mine, theirs in zip(self.rates[label], self.rates[other], strict=True))


def hold(entries: Sequence[tuple[Contestant, Path]], rounds: int, seconds: float) -> Outcome:
    """Lets every contestant play in every round, in one order and then in the other.

    ``entries`` are contestants, each with the Python that runs it. ``seconds`` are of processor time.
    """
    rates: dict[str, list[float]] = {contestant.label: [] for contestant, _ in entries}
    with ExitStack() as stack:
        running = [stack.enter_context(Process(contestant, python)) for contestant, python in entries]
        for number in range(rounds):
            for process in running if number % 2 == 0 else reversed(running):
                rate = process.rate(seconds)
                if rate is not None:
                    rates[process.contestant.label].append(rate)
        missing = {process.contestant.label: process.missing for process in running if process.missing is not None}
    complete = {label: tuple(found) for label, found in rates.items() if label not in missing}
    return Outcome(complete, missing)
