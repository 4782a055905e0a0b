"""How long the robots think: a few hands of each level against itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.players.duel import Duel, Thought, pieces
from bot.players.entrant import named
from bot.players.match import STAGES, Stage, match_of, middle_and_99th
from bot.players.registry import LEVELS
from tests.bench.report import Effort, Report, Target
from tests.bench.robots import RULES, SEED

NAME: Final = "thinking"
_STAGES: Final = dict(
    zip(STAGES, ("calls", "trumps", "discards", "plays to the first trick", "later plays"), strict=True)
)
_MIDDLE: Final = {"normal": 2.0, "expert": 150.0}  # milliseconds
_MOST: Final = {"expert": 1000.0}


def measure(effort: Effort) -> Report:
    """Milliseconds of processor time for each kind of decision, the median and the 99th of a hundred."""
    thoughts = {level: _thoughts(level, effort) for level in LEVELS}
    return Report(
        title="A decision of a robot: milliseconds of processor time, median / 99th of 100",
        columns=("", *LEVELS),
        rows=(
            *((name, *(_told(_of(some, stage)) for some in thoughts.values())) for stage, name in _STAGES.items()),
            ("any", *(_told(some) for some in thoughts.values())),
            ("tricks looked at in a hand", *(_looked(some, effort) for some in thoughts.values())),
        ),
        targets=tuple(target for level, some in thoughts.items() for target in targets(level, some)),
        notes=(f"{effort.deals} deals under each of two presets, each played twice by four alike.",),
    )


def _thoughts(level: str, effort: Effort) -> tuple[Thought, ...]:
    player = named(level)
    return tuple(
        thought
        for rules in RULES
        for thought in match_of(pieces(Duel(player, player, rules, effort.deals, SEED), effort.jobs)).thoughts
    )


def targets(level: str, thoughts: Sequence[Thought]) -> list[Target]:
    """What is wanted of a level: the slowest kind of decision counts."""
    found = {name: middle_and_99th(_of(thoughts, stage)) for stage, name in _STAGES.items()}
    times = {name: (1000 * both[0], 1000 * both[1]) for name, both in found.items() if both is not None}
    wanted = []
    for place, limits, word in ((0, _MIDDLE, "the median"), (1, _MOST, "the 99th of 100")):
        if level in limits:
            slowest = max(times, key=lambda name: times[name][place])
            time, limit = times[slowest][place], limits[level]
            told = f"{time:.2f} ms ({slowest})"
            wanted.append(Target(f"{level} decides in less than {limit:.0f} ms, {word}", told, met=time < limit))
    return wanted


def _of(thoughts: Sequence[Thought], stage: Stage) -> list[Thought]:
    return [thought for thought in thoughts if stage.has(thought)]


def _told(thoughts: Sequence[Thought]) -> str:
    found = middle_and_99th(thoughts)
    return "" if found is None else f"{1000 * found[0]:.2f} / {1000 * found[1]:.2f}"


def _looked(thoughts: Sequence[Thought], effort: Effort) -> str:
    number = sum(thought.looked for thought in thoughts)
    return f"{number / (2 * effort.deals * len(RULES)):,.0f}" if number else ""
