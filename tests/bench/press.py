"""What a press that changes the game costs, saved, answered and drawn, beside the cheapest press discord.py has."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Final

from tests.bench.child import Child
from tests.bench.report import Effort, Report, Target
from tests.bench.stand_in import Cost

NAME: Final = "press"
LIMIT: Final = 3.0
PLAIN: Final = "plain"
DRAWN: Final = "drawn"
ROWS: Final = {
    PLAIN: "DynamicItem that edits its own message, constant view",
    "answered": "four people: saved and answered alone",
    DRAWN: "four people: everything drawn before the next press",
    "paced": "four people: a press every two seconds",
    "hurried": "four people: as fast as they are answered",
    "robots": "one person: until the three robots have moved",
}
_NOTES: Final = (
    "Processor time of the whole process, simcord's work as Discord included; x is how many times a plain press,",
    "the middle of the rounds. Time stands still for the bot but where it is moved, and what is drawn a second or",
    "three later counts: in the third row with its press, below with the press it comes after, where the means tell.",
)


@dataclass(frozen=True, slots=True)
class Round:
    """The presses of one row in one round."""

    costs: tuple[Cost, ...]

    @property
    def middle(self) -> float:
        """The median of the processor time, in milliseconds."""
        return median(cost.processor for cost in self.costs)

    @property
    def mean(self) -> float:
        """The mean of the processor time, in milliseconds."""
        return fmean(cost.processor for cost in self.costs)


def measure(effort: Effort) -> Report:
    """Every row in a process of its own, in turns."""
    rounds: dict[str, list[Round]] = {name: [] for name in ROWS}
    with ExitStack() as stack:
        running = {name: stack.enter_context(Child(Path(sys.executable), "tests.bench.presser", name)) for name in ROWS}
        for number in range(effort.rounds):
            for name in ROWS if number % 2 == 0 else reversed(ROWS):
                answer = running[name].ask(effort.seconds)
                if not answer:
                    raise RuntimeError(f"{name}: {running[name].missing}")
                rounds[name].append(Round(tuple(Cost(**cost) for cost in answer["costs"])))
    return report(rounds)


def report(rounds: dict[str, list[Round]]) -> Report:
    """What the rounds of every row come to."""
    drawn = _times(rounds, DRAWN)
    return Report(
        title="A press that changes the game",
        columns=("", "x, medians", "x, means", "ms", "wall ms", "requests"),
        rows=tuple(_row(rounds, name, label) for name, label in ROWS.items()),
        targets=(
            Target(f"a press costs at most {LIMIT:.0f} plain ones, redraws included", f"{drawn:.2f}", drawn <= LIMIT),
        ),
        notes=_NOTES,
    )


def _row(rounds: dict[str, list[Round]], name: str, label: str) -> tuple[str, ...]:
    costs = [cost for one in rounds[name] for cost in one.costs]
    means = median(mine.mean / plain.mean for mine, plain in zip(rounds[name], rounds[PLAIN], strict=True))
    return (
        label,
        f"{_times(rounds, name):.2f}",
        f"{means:.2f}",
        f"{median(cost.processor for cost in costs):.2f}",
        f"{median(cost.wall for cost in costs):.1f}",
        f"{fmean(cost.requests for cost in costs):.2f}",
    )


def _times(rounds: dict[str, list[Round]], name: str) -> float:
    """How many times as much the middle press of a row costs as the middle plain one."""
    return median(mine.middle / plain.middle for mine, plain in zip(rounds[name], rounds[PLAIN], strict=True))
