"""A process with many tables whose robots are experts: ``python -m tests.bench.crowd NAME``.

It reads a number of seconds, lets the tables play for so long, and answers with one line of JSON: for each beat the
milliseconds that the event loop was late and that this process worked meanwhile, and what became of each question.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

from bot import thinking
from bot.app import KingPedro
from bot.game.cards import Seat
from bot.game.rules import CANADIAN
from bot.game.view import PlayerView
from bot.lobby import Opening, Status
from bot.players.player import Decision, Player, Searching
from bot.players.registry import PLAYERS
from bot.pool import NoThought
from bot.refusals import Refused, Stale
from bot.seats import NOBODY, sit
from bot.table import Table
from tests.bench.silent import silent_bot
from tests.players.searchers import taking

TABLES: Final = 50
#: What sits at the tables as an expert; None: nobody plays, and the loop has nothing to do.
EXPERTS: Final[dict[str, Searching | None]] = {
    "idle": None,
    "searching": taking(0.15),
    "expert": PLAYERS["expert"] if isinstance(PLAYERS["expert"], Searching) else None,
}
_BEAT: Final = 0.002  # seconds between two feels of the loop's pulse
_GLANCE: Final = 0.05  # seconds between two looks at whether a person is asked


class Crowd:
    """Tables at which one person, who decides at once, plays with three experts."""

    def __init__(self, bot: KingPedro) -> None:
        self._bot = bot
        self._late: list[float] = []
        self._busy: list[float] = []
        self._outcomes: Counter[str] = Counter()
        self._waits: list[float] = []

    async def play(self, seconds: float, tables: int) -> dict[str, Any]:
        """Plays for so long, and tells what was felt."""
        opened = [await self._opened(number) for number in range(1, tables + 1)]
        beating = asyncio.create_task(self._beat())
        people = [asyncio.create_task(self._person(table)) for table in opened]
        await asyncio.sleep(seconds)
        for task in (beating, *people):
            task.cancel()
        await asyncio.gather(beating, *people, return_exceptions=True)
        for table in self._bot.desk.manager:
            await table.abandon("over")
        return {"late": self._late, "busy": self._busy, "outcomes": self._outcomes, "waits": self._waits}

    async def compute(self, player: Player, view: PlayerView, rng: random.Random) -> Decision:
        """The bot's own door to its robots, with a look at what became of each question."""
        if not isinstance(player, Searching):
            return await self._bot.compute(player, view, rng)
        asked = perf_counter()
        outcome = "cancelled"
        try:
            decision = await self._bot.compute(player, view, rng)
            outcome = "decided"
        except NoThought as none:
            outcome = none.trouble.value
            raise
        finally:
            self._outcomes[outcome] += 1
            self._waits.append(1000 * (perf_counter() - asked))
        return decision

    async def _opened(self, number: int) -> Table:
        opening = Opening(1, number, number, f"person {number}", CANADIAN, "none", "expert")
        table = await self._bot.desk.manager.open(opening, sit(NOBODY, Seat.SOUTH, number, f"person {number}"))
        await table.start(number)
        return table

    async def _person(self, table: Table) -> None:
        user_id, chance = table.host_id, random.Random(table.id)
        while table.status is Status.LIVE:
            await asyncio.sleep(_GLANCE)
            try:
                if table.next_at is not None:
                    await table.say_next(user_id)
                elif seats := table.people_to_act():
                    decision = await self._bot.compute(PLAYERS["normal"], table.view(seats[0]), chance)
                    await table.act(user_id, decision.action)
            except (Refused, Stale):  # it went on by itself meanwhile
                continue

    async def _beat(self) -> None:
        while True:
            began, worked = perf_counter(), process_time()
            await asyncio.sleep(_BEAT)
            self._busy.append(1000 * (process_time() - worked))
            self._late.append(1000 * (perf_counter() - began - _BEAT))


@asynccontextmanager
async def crowd(name: str) -> AsyncIterator[Crowd]:
    """The bot without Discord, whose processes are ready."""
    expert = EXPERTS[name]
    if expert is not None:
        vars(thinking)["PLAYERS"] = {**PLAYERS, "expert": expert}
    with tempfile.TemporaryDirectory() as folder:
        made: list[Crowd] = []

        async def compute(player: Player, view: PlayerView, rng: random.Random) -> Decision:
            return await made[0].compute(player, view, rng)

        async with silent_bot(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}", compute) as (bot, _):
            made.append(Crowd(bot))
            bot.pool.open()
            yield made[0]


async def main(name: str) -> None:
    """Says that it is ready, and answers."""
    logging.disable(logging.ERROR)
    async with crowd(name) as made:
        await asyncio.sleep(1)  # the processes have begun by then
        print(json.dumps({"ready": True}), flush=True)
        line = await asyncio.to_thread(sys.stdin.readline)
        if line:
            print(json.dumps(await made.play(float(line), 0 if EXPERTS[name] is None else TABLES)), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
