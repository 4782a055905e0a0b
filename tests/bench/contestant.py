"""A process that plays random games for as long as it is told: ``python -m tests.bench.contestant MODULE NAME``.

It reads a number of seconds a line and answers each with one line of JSON; it ends with its input. Standard library
only, because another environment's Python runs it too.
"""

from __future__ import annotations

import json
import random
import sys
from importlib import import_module
from time import process_time
from typing import Any


def main(module: str, name: str) -> None:
    """Says ``{"ready": true}`` or ``{"missing": why}``, then answers with actions and seconds of processor time."""
    answers, sys.stdout = sys.stdout, sys.stderr  # a package that prints would spoil the answers

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=answers, flush=True)

    rng = random.Random(1)
    try:
        play = import_module(f"tests.bench.games.{module}").play_out(name)
        play(rng)
    except ImportError as error:
        say({"missing": str(error)})
        return
    say({"ready": True})
    for line in sys.stdin:
        seconds, actions = float(line), 0
        started = process_time()
        while process_time() - started < seconds:
            actions += play(rng)
        say({"actions": actions, "seconds": process_time() - started})


if __name__ == "__main__":
    main(*sys.argv[1:])
