"""Contestants that take turns, so that a machine's moods meet all alike."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Final, Self

_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that plays random games: a module of ``tests.bench.games`` and the name it is given."""

    label: str
    module: str
    name: str


class Process:
    """A contestant's process. ``missing`` says why it can't take part, and is None when it can."""

    def __init__(self, contestant: Contestant, python: Path) -> None:
        self.contestant = contestant
        self.missing: str | None = None
        self._process: subprocess.Popen[str] | None = None
        command = [str(python), "-m", "tests.bench.contestant", contestant.module, contestant.name]
        try:
            self._process = subprocess.Popen(
                command, cwd=_ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            self.missing = f"{python.name} can't be started: {error.strerror}"
        else:
            self._hear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            self._process.communicate()

    def rate(self, seconds: float) -> float | None:
        """Actions a second of processor time, measured over so many seconds; None when it can't take part."""
        if self.missing is not None or self._process is None:
            return None
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        answer = self._hear()
        return answer["actions"] / answer["seconds"] if answer else None

    def _hear(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, said = self._process.communicate()
            self.missing = (said.strip().splitlines() or ["it said nothing"])[-1]
            return {}
        answer: dict[str, Any] = json.loads(line)
        self.missing = answer.get("missing")
        return answer


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
