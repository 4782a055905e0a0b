"""What a measurement gets and what it gives back, and how that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rich import box
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: ``rounds`` times, ``seconds`` of processor time for each thing in each round.

    ``peers`` is the Python whose environment holds the other packages; it may be missing. ``deals`` are what robots
    that search play in each of their matches, with so many ``jobs`` at once.
    """

    rounds: int
    seconds: float
    peers: Path
    deals: int = 20
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Target:
    """Something that must hold, in words, with what was measured."""

    wanted: str
    measured: str
    met: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a measurement: a table of texts, the first column on the left, and what must hold."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    targets: tuple[Target, ...] = ()
    notes: tuple[str, ...] = ()


class Measurement(Protocol):
    """What a measurement's module holds."""

    NAME: str

    def measure(self, effort: Effort) -> Report: ...


def show(name: str, report: Report, console: Console) -> None:
    """Prints the table, the notes, and each target in a plain line that a search finds."""
    table = Table(title=report.title, title_justify="left", box=box.SIMPLE_HEAD)
    for place, column in enumerate(report.columns):
        table.add_column(column, justify="right" if place else "left", no_wrap=not place)
    for row in report.rows:
        table.add_row(*row)
    console.print(table)
    for note in report.notes:
        console.print(note, markup=False, highlight=False, soft_wrap=True)
    for target in report.targets:
        verdict = "met" if target.met else "MISSED"
        console.print(
            f"{name}: {verdict}: {target.wanted}: {target.measured}", markup=False, highlight=False, soft_wrap=True
        )
    console.print()
