"""A process that presses for as long as it is told: ``python -m tests.bench.presser NAME``.

It reads a number of seconds a line and answers each with one line of JSON: the cost of every single press.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict
from typing import Final

from tests.bench.at_table import People, people
from tests.bench.stand_in import Cost, Pressing
from tests.bench.yardstick import yardstick

_WARMING: Final = 20  # presses before the first that counts


def _at_table(number: int, how: Callable[[People], Pressing]) -> Callable[[], AbstractAsyncContextManager[Pressing]]:
    @asynccontextmanager
    async def made() -> AsyncIterator[Pressing]:
        async with people(number) as sitting:
            yield how(sitting)

    return made


PRESSINGS: Final[dict[str, Callable[[], AbstractAsyncContextManager[Pressing]]]] = {
    "plain": yardstick,
    "answered": _at_table(4, lambda sitting: sitting.press_once),
    "drawn": _at_table(4, lambda sitting: sitting.press_and_see),
    "paced": _at_table(4, lambda sitting: sitting.press_and_think),
    "hurried": _at_table(4, lambda sitting: sitting.press_at_once),
    "robots": _at_table(1, lambda sitting: sitting.press_and_wait),
}


async def main(name: str) -> None:
    """Says that it is ready, then answers with the costs of presses that took so many seconds together."""
    logging.disable(logging.ERROR)
    async with PRESSINGS[name]() as press:
        for _ in range(_WARMING):
            await press()
        print(json.dumps({"ready": True}), flush=True)
        for line in sys.stdin:
            costs: list[Cost] = []
            while sum(cost.processor for cost in costs) < 1000 * float(line):
                costs.append(await press())
            print(json.dumps({"costs": [asdict(cost) for cost in costs]}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
