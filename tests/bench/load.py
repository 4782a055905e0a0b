"""Two hundred tables at which everybody presses as fast as they are answered, beside a bot that does nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from tests.bench.child import Child
from tests.bench.report import Effort, Report, Target

NAME: Final = "load"
TABLES: Final = 200
LIMIT: Final = 1.5  # seconds, when Discord would be told that an answer takes longer
EMPTY: Final = "empty"
TABLES_ROW: Final = "tables"
ROWS: Final = {
    EMPTY: "a bot that draws a constant view for every press",
    TABLES_ROW: "the bot: everything saved durably, everything drawn",
}
#: How much of what it held after half an hour the bot may hold more after a whole one.
GROWTH: Final = 0.02
_SECONDS: Final = 60  # for each second of effort
_LONG_SECONDS: Final = 200
_NOTES: Final = (
    "Four people a table, 800 in all; whoever is asked presses at once, all four when they throw cards or end a hand.",
    "The time is from the press to its answer's request. Discord is a stand-in that takes 50 ms for each request.",
)


def measure(effort: Effort) -> Report:
    """Each row in a process of its own, and the long game in a third."""
    empty, tables = (_asked(name, effort.seconds * _SECONDS) for name in (EMPTY, TABLES_ROW))
    return report(empty, tables, _asked("long", effort.seconds * _LONG_SECONDS))


def _asked(name: str, seconds: float) -> dict[str, Any]:
    with Child(Path(sys.executable), "tests.bench.loaded", name) as child:
        found = child.ask(seconds)
        if not found:
            raise RuntimeError(f"{name}: {child.missing}")
        return found


def report(empty: dict[str, Any], tables: dict[str, Any], long: dict[str, Any]) -> Report:
    """``waits`` are milliseconds, ``blocks`` and ``resident`` what was held every ten minutes of the long game."""
    found = {EMPTY: empty, TABLES_ROW: tables}
    ratio = _rate(empty) / _rate(tables)
    most, half, held = max(tables["waits"]), len(long["blocks"]) // 2 - 1, long["blocks"]
    growth, resident = held[-1] / held[half] - 1, long["resident"][-1] - long["resident"][half]
    return Report(
        title=f"{TABLES} tables, everybody pressing as fast as they are answered",
        columns=("", "presses/s", "ms, median", "99 %", "most", "requests/s"),
        rows=tuple(_row(label, found[name]) for name, label in ROWS.items()),
        targets=(
            Target(f"no answer later than {LIMIT} s", f"{most / 1000:.2f} s", most < 1000 * LIMIT),
            Target(
                "nothing fails, and nobody is refused",
                f"{tables['errors']:.0f} and {tables['refusals']:.0f}",
                tables["errors"] == tables["refusals"] == 0,
            ),
            Target(
                "memory stays the same from the 30th to the 60th minute of play",
                f"{100 * growth:+.1f} %, {resident / 1e6:+.1f} MB resident",
                growth < GROWTH,
            ),
        ),
        notes=(
            *_NOTES,
            f"A press that changes the game costs {ratio:.1f} times one that changes nothing, all drawing included.",
            f"The long game: {long['tables']} tables for an hour of the bot's time, {long['presses']:,} presses.",
        ),
    )


def _rate(found: dict[str, Any]) -> float:
    rate: float = len(found["waits"]) / found["seconds"]
    return rate


def _row(label: str, found: dict[str, Any]) -> tuple[str, ...]:
    waits = found["waits"]
    return (
        label,
        f"{_rate(found):,.0f}",
        f"{median(waits):.0f}",
        f"{quantiles(waits, n=100)[-1]:.0f}",
        f"{max(waits):.0f}",
        f"{(found['edits'] + len(waits)) / found['seconds']:,.0f}",
    )
