"""How big a game's state gets."""

from __future__ import annotations

import pickle
import sys
from enum import Enum
from typing import Final

from bot.game.cards import DECK
from bot.game.record import read_record
from bot.game.rules import PRESETS
from tests.bench.report import Effort, Report, Target
from tests.bench.simulated import records

NAME: Final = "state-size"
GAMES: Final = 25
_LIMIT: Final = 20_000  # bytes


def measure(effort: Effort) -> Report:
    """The largest state of any game, in memory and pickled."""
    del effort  # sizes are the same every time
    in_memory = dict.fromkeys(PRESETS, 0)
    pickled = dict.fromkeys(PRESETS, 0)
    hands = dict.fromkeys(PRESETS, 0)
    for preset, line in records(GAMES):
        record = read_record(line)
        hands[preset] = max(hands[preset], len(record.hands))
        for *_, state in record.states():
            in_memory[preset] = max(in_memory[preset], deep_size(state))
            pickled[preset] = max(pickled[preset], len(pickle.dumps(state)))
    rows = [(name, f"{in_memory[name]:,}", f"{pickled[name]:,}", str(hands[name])) for name in PRESETS]
    largest = max(*in_memory.values(), *pickled.values())
    return Report(
        title=f"The largest state in {GAMES} games of random players for each preset",
        columns=("", "bytes in memory", "bytes pickled", "hands of the longest game"),
        rows=tuple(rows),
        targets=(Target(f"a state has less than {_LIMIT:,} bytes", f"{largest:,} bytes", met=largest < _LIMIT),),
        notes=("Cards, rules, classes and enum members are there once for all games and not counted in memory.",),
    )


def deep_size(value: object) -> int:
    """Bytes of ``value`` and everything only it holds; what all games share counts nothing."""
    seen = {id(card) for card in DECK} | {id(rules) for rules in PRESETS.values()}
    waiting, total = [value], 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or one is None or isinstance(one, Enum):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        if isinstance(one, tuple):
            waiting += one
    return total
