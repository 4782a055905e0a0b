"""Runs every measurement, or those that are named. Ends with 1 when a target is missed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console

from tests.bench import board, experts, load, playouts, press, replay, robots, solving, state_size, tables, thinking
from tests.bench.report import Effort, Measurement, show

MEASUREMENTS: Final[tuple[Measurement, ...]] = (
    playouts,
    replay,
    state_size,
    press,
    tables,
    board,
    load,
    robots,
    thinking,
    solving,
    experts,
)
_WIDTH: Final = 110  # columns, where no terminal says how many there are
_PEERS: Final = Path(__file__).parents[2] / ".venv-bench" / "bin" / "python"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints every report as soon as it is there. 0, or 1 when a target is missed."""
    known = [measurement.NAME for measurement in MEASUREMENTS]
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--only", action="append", choices=known, metavar="NAME", help=f"one of {', '.join(known)}")
    parser.add_argument("--rounds", type=int, default=9, help="how often each thing is measured")
    parser.add_argument("--seconds", type=float, default=0.3, help="processor time for each thing in each round")
    parser.add_argument("--peers", type=Path, default=_PEERS, help="the Python that has the other packages")
    parser.add_argument("--deals", type=int, default=20, help="deals of each match between robots that search")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play the robots' matches")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1 or not 0 < chosen.seconds <= 60:
        parser.error("--rounds is at least 1, --seconds more than 0 and at most 60")
    if chosen.deals < 2 or chosen.jobs < 1:
        parser.error("--deals is at least 2, --jobs at least 1")
    effort = Effort(chosen.rounds, chosen.seconds, chosen.peers, chosen.deals, chosen.jobs)
    console = Console(width=None if sys.stdout.isatty() else _WIDTH)
    missed = 0
    for measurement in MEASUREMENTS:
        if chosen.only and measurement.NAME not in chosen.only:
            continue
        report = measurement.measure(effort)
        show(measurement.NAME, report, console)
        missed += sum(1 for target in report.targets if not target.met)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
