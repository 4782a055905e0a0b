"""A process that brings a database's tables back and says what it holds: ``python -m tests.bench.holder FILE``.

It answers each line, ``plain`` or ``traced``, with one line of JSON; one question a process gives clean numbers. Traced
it knows what Python allocated, but its times are of no use.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import resource
import sys
import tracemalloc
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import discord

from bot.app import KingPedro
from bot.present.spec import Control
from bot.present.words import words_for
from bot.table import Table
from bot.wire.render import SpecView
from tests.bench.silent import Silent, silent_bot

_STATUS: Final = Path("/proc/self/statm")
_BEAT: Final = 0.002  # seconds
_PATIENCE: Final = 300.0  # seconds until every table is drawn


def held() -> int:
    """Bytes this process holds now: allocated by Python when that is traced, else resident."""
    gc.collect()
    if tracemalloc.is_tracing():
        return tracemalloc.get_traced_memory()[0]
    try:
        return int(_STATUS.read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    except OSError:  # no Linux: the most it ever held, in kilobytes
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Pulse:
    """Feels for how long at most other work keeps the event loop from us, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def beat(self) -> None:
        """Until it is cancelled."""
        while True:
            started = perf_counter()
            await asyncio.sleep(_BEAT)
            self.longest = max(self.longest, perf_counter() - started - _BEAT)


async def hold(file: Path) -> dict[str, float]:
    """Brings the tables back, draws them all, opens four panels at each; bytes and seconds of every step."""
    async with silent_bot(f"sqlite+aiosqlite:///{file}") as (bot, silent):
        silent.take_answers()
        words_for(None)
        found: dict[str, float] = {"idle": held()}
        started = perf_counter()
        await bot.desk.manager.restore()
        found["restoring"] = perf_counter() - started
        found["restored"] = held()
        found |= await _drawn(bot, silent)
        found["drawn"] = held()
        for table in bot.desk.manager:
            _open_panels(bot, silent, table)
        found["with panels"] = held()
        found["tables"], found["edits"] = len(bot.desk.manager), silent.edits
    return found


async def _drawn(bot: KingPedro, silent: Silent) -> dict[str, float]:
    """Seconds until the first press is answered and until every table is drawn; how long the loop was busy at most."""
    pulse = Pulse()
    beating = asyncio.create_task(pulse.beat())
    await asyncio.sleep(0.1)
    started = perf_counter()
    bot.desk.manager.begin()
    table = next(iter(bot.desk.manager))
    assert table.seating[0].user_id is not None
    control = Control("cards", table.id, table.seq)
    await silent.pressed(bot, silent.press(table.channel_id, table.seating[0].user_id, (), str(control)))
    answering = perf_counter() - started
    async with asyncio.timeout(_PATIENCE):
        for table in bot.desk.manager:
            while bot.desk.screen(table)._shown is None:  # noqa: ASYNC110 - the bot tells nobody, and need not
                await asyncio.sleep(0.1)
    drawing = perf_counter() - started
    beating.cancel()
    return {"answering": answering, "drawing": drawing, "busy": pulse.longest}


def _open_panels(bot: KingPedro, silent: Silent, table: Table) -> None:
    for who in table.seating:
        assert who.user_id is not None
        spec = bot.desk.panels.spec(table, who.user_id, words_for(None))
        assert spec is not None
        payload: Any = silent.press(table.channel_id, who.user_id, SpecView(spec).to_components())
        press: discord.Interaction[Any] = discord.Interaction(data=payload, state=bot._connection)
        bot.desk.panels.shown(press, table, spec)


def main(file: str) -> None:
    """Says that it is ready, then answers."""
    logging.disable(logging.ERROR)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        if line.strip() == "traced":
            tracemalloc.start()
        print(json.dumps(asyncio.run(hold(Path(file)))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
