"""Whole games of every preset, as ``king-pedro simulate`` plays them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.rules import PRESETS
from bot.tools.simulate import Plan, simulate


def records(games: int) -> Iterator[tuple[str, str]]:
    """The preset's name and the record's line of ``games`` games of each preset, always the same ones."""
    for name, rules in PRESETS.items():
        plan = Plan(games, rules, seed=1, players=("random", "random", "random", "random"))
        for line in simulate(plan):
            yield name, line
