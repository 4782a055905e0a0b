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

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.house import House
from bot.present.emojis import Emojis
from bot.present.faces import all_names
from bot.present.words import words_for
from bot.table import Table
from bot.wire.desk import Desk
from bot.wire.render import SpecView
from db.store import Store
from tests.bench.silent import Silent

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
    bot = create_bot(Settings(discord_token=None, database_url=f"sqlite+aiosqlite:///{file}"))
    silent = Silent(bot)
    bot.store = await Store.open(bot.settings.database_url)
    bot.desk = Desk(bot, bot.store, House(bot.store.games, bot.sleep, bot.compute, bot.now))
    bot.desk.emojis = Emojis({name: f"<:{name}:{number}>" for number, name in enumerate(all_names(), 2**60)})
    words_for(None)
    found: dict[str, float] = {"idle": held()}
    started = perf_counter()
    await bot.desk.manager.restore()
    found["restoring"] = perf_counter() - started
    found["restored"] = held()
    found |= await _drawn(bot)
    found["drawn"] = held()
    for table in bot.desk.manager:
        _open_panels(bot, silent, table)
    found["with panels"] = held()
    found["tables"], found["edits"] = len(bot.desk.manager), silent.edits
    await bot.desk.close()
    await bot.store.close()
    return found


async def _drawn(bot: KingPedro) -> dict[str, float]:
    """Seconds until every table is drawn, and for how many of them at most the loop was busy at a time."""
    pulse = Pulse()
    beating = asyncio.create_task(pulse.beat())
    await asyncio.sleep(0.1)
    started = perf_counter()
    bot.desk.manager.begin()
    async with asyncio.timeout(_PATIENCE):
        for table in bot.desk.manager:
            while bot.desk.screen(table)._shown is None:  # noqa: ASYNC110 - the bot tells nobody, and need not
                await asyncio.sleep(0.1)
    drawing = perf_counter() - started
    beating.cancel()
    return {"drawing": drawing, "busy": pulse.longest}


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
