"""Random play-outs with the legal actions asked for at every step: ours beside other packages'."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from bot.game.rules import PRESETS
from tests.bench.contest import Contestant, Outcome, hold
from tests.bench.report import Effort, Report, Target

NAME: Final = "playouts"
OURS: Final = tuple(Contestant(name, "king_pedro", name) for name in PRESETS)
RIVAL: Final = Contestant("rlcard uno", "rlcard_uno", "environment")
PEERS: Final = (
    RIVAL,
    Contestant("rlcard uno, bare game", "rlcard_uno", "bare"),
    Contestant("pokerkit hold'em, 6 players", "pokerkit_holdem", "6"),
    Contestant("open_spiel euchre (C++)", "open_spiel_game", "euchre"),
    Contestant("open_spiel hearts (C++)", "open_spiel_game", "hearts"),
)
_NOTES: Final = (
    "Processor time, in turns; x is how many times as many actions a second as the row's package, the middle of the",
    "rounds. rlcard, pokerkit and open_spiel change a state in place; ours makes a new one and keeps the old.",
    "rlcard's bare game does without the observation its environment makes for each step.",
)


def measure(effort: Effort) -> Report:
    """Actions a second, and for each preset how many times another package's that is."""
    python = Path(sys.executable)
    entries = [(contestant, python) for contestant in OURS] + [(contestant, effort.peers) for contestant in PEERS]
    outcome = hold(entries, effort.rounds, effort.seconds)
    return Report(
        title="Random play-outs with legal actions at every step",
        columns=("", "actions/s", *(f"x {ours.label.replace('-', ' ')}" for ours in OURS)),
        rows=tuple(_row(contestant, outcome) for contestant in (*OURS, *PEERS)),
        targets=tuple(target(ours, outcome) for ours in OURS),
        notes=(*_NOTES, *(f"{label}: not available: {why}" for label, why in outcome.missing.items())),
    )


def _row(contestant: Contestant, outcome: Outcome) -> tuple[str, ...]:
    if contestant.label in outcome.missing:
        return (contestant.label, "not available", *("" for _ in OURS))
    ratios = (f"{outcome.ratio(ours.label, contestant.label):.2f}" if contestant in PEERS else "" for ours in OURS)
    return (contestant.label, f"{outcome.rate(contestant.label):,.0f}", *ratios)


def target(ours: Contestant, outcome: Outcome) -> Target:
    """Every preset is to play more actions a second than the fastest package in pure Python."""
    wanted = f"{ours.label} plays more actions a second than {RIVAL.label}"
    if RIVAL.label in outcome.missing:
        return Target(wanted, f"{RIVAL.label} is not available", met=False)
    ratio = outcome.ratio(ours.label, RIVAL.label)
    return Target(wanted, f"{ratio:.2f} times as many", met=ratio > 1)
