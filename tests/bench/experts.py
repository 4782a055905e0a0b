"""Fifty tables that wait for experts at once: how late the event loop is, and what becomes of their questions.

How late a beat of the loop is tells of the machine too, which other programs share; the processor time that this
process used meanwhile tells how long at most its own work kept the loop, its threads' included.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import Any, Final

from tests.bench.child import Child
from tests.bench.crowd import TABLES
from tests.bench.report import Effort, Report, Target

NAME: Final = "experts"
LIMIT: Final = 50.0  # milliseconds
ROWS: Final = {
    "idle": "nobody plays",
    "searching": "searches of 150 ms",
    "expert": "the bot's expert",
}
_SECONDS: Final = 60  # for each second of effort
_NOTES: Final = (
    "One person and three experts a table, on files and drawn, all begun at once; a person decides as soon as they are",
    "asked. Who waits for a process for two seconds, or thinks for two, has the normal robot's decision instead.",
)


def measure(effort: Effort) -> Report:
    """Each row in a process of its own."""
    found: dict[str, dict[str, Any]] = {}
    for name in ROWS:
        with Child(Path(sys.executable), "tests.bench.crowd", name) as child:
            answer = child.ask(effort.seconds * _SECONDS)
            if not answer:
                raise RuntimeError(f"{name}: {child.missing}")
            found[name] = answer
    return report(found)


def report(found: dict[str, dict[str, Any]]) -> Report:
    """What was felt and counted in each row."""
    return Report(
        title=f"{TABLES} tables that wait for experts at once",
        columns=("", "late ms, median", "99.9 %", "most", "own work", "decided", "instead", "wait ms, median", "most"),
        rows=tuple(_row(label, found[name]) for name, label in ROWS.items()),
        targets=tuple(target for name in ROWS if name != "idle" for target in _targets(ROWS[name], found[name])),
        notes=_NOTES,
    )


def _targets(label: str, answer: dict[str, Any]) -> tuple[Target, Target]:
    late, busy = _nearly_most(answer["late"]), max(answer["busy"])
    return (
        Target(
            f"{label}: 999 of 1,000 beats of the loop late by less than {LIMIT:.0f} ms", f"{late:.1f}", late < LIMIT
        ),
        Target(f"{label}: its own work keeps the loop for less than {LIMIT:.0f} ms", f"{busy:.1f}", busy < LIMIT),
    )


def _nearly_most(times: list[float]) -> float:
    """What 999 of 1,000 do not exceed."""
    return sorted(times)[len(times) * 999 // 1000]


def _row(label: str, answer: dict[str, Any]) -> tuple[str, ...]:
    late, waits, outcomes = answer["late"], answer["waits"], dict(answer["outcomes"])
    decided = outcomes.pop("decided", 0)
    outcomes.pop("cancelled", None)
    return (
        label,
        f"{median(late):.2f}",
        f"{_nearly_most(late):.1f}",
        f"{max(late):.1f}",
        f"{max(answer['busy']):.1f}",
        f"{decided:,}",
        ", ".join(f"{number:,} {trouble}" for trouble, number in sorted(outcomes.items())) or "0",
        f"{median(waits):.0f}" if waits else "",
        f"{max(waits):.0f}" if waits else "",
    )
