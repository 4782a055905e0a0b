"""A process with many tables full of people: ``python -m tests.bench.loaded NAME``.

It reads a number of seconds and answers with one line of JSON. ``empty`` and ``tables`` are pressed for so long, and
``long`` plays an hour in so long, by a clock that goes faster.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import KingPedro
from bot.game.cards import SEATS, Seat
from bot.game.engine import legal_actions
from bot.game.rules import CANADIAN
from bot.game.state import Phase
from bot.lobby import Opening, Status
from bot.present.spec import Control, MessageSpec, Text
from bot.run import collect_seldom
from bot.seats import NOBODY, Seating, sit
from bot.table import Table
from bot.wire.render import SpecView
from tests.bench.at_table import said
from tests.bench.games.king_pedro import any_action, any_call
from tests.bench.holder import held
from tests.bench.load import TABLES
from tests.bench.silent import Silent, silent_bot

_WARMING: Final = 10.0  # seconds before the first press that counts: tables that began at once have drifted apart
_GLANCE: Final = 0.01  # seconds between two looks at whether somebody is asked
_LONG: Final = 60 * 60.0
_LONG_TABLES: Final = 10
_LOOKS: Final = 6  # at what is held, in the long game
_THINKING: Final = 3.0  # seconds, in the long game
_ANSWER: Final = SpecView(MessageSpec((Text("There."),)))


class People:
    """Everybody at every table. ``waits`` are the milliseconds from a press to its answer, ``thinking`` seconds."""

    def __init__(self, bot: KingPedro, silent: Silent, thinking: float = 0.0) -> None:
        self._bot = bot
        self._silent = silent
        self._thinking = thinking
        self._chance = random.Random(7)
        self.waits: list[float] = []

    async def play(self, number: int) -> None:
        """Games at one table, one after another, until cancelled."""
        while True:
            table = await self._opened(number)
            while table.status is Status.LIVE:
                await self._go_on(table)

    async def _opened(self, number: int) -> Table:
        user_ids = [10 * number + seat.place + 1 for seat in SEATS]
        seating: Seating = NOBODY
        for seat, user_id in zip(SEATS, user_ids, strict=True):
            seating = sit(seating, seat, user_id, f"person {user_id}")
        opening = Opening(1, number, user_ids[0], f"person {user_ids[0]}", CANADIAN, "slow", "normal")
        table = await self._bot.desk.manager.open(opening, seating)
        await table.start(user_ids[0])
        for seat in SEATS:
            await self._press(table, seat, "cards")
        return table

    async def _go_on(self, table: Table) -> None:
        waiting = [seat for seat in SEATS if seat not in table.ready] if table.next_at is not None else []
        if waiting:
            await asyncio.gather(*(self._press(table, seat, "next") for seat in waiting))
        elif table.people_to_act():
            await asyncio.gather(*(self._decide(table, seat) for seat in table.people_to_act()))
        else:
            await self._bot.sleep(_GLANCE)

    async def _decide(self, table: Table, seat: Seat) -> None:
        assert table.state is not None
        legal = legal_actions(table.state, seat)
        calls = table.state.phase is Phase.AUCTION
        action = any_call(legal, self._chance) if calls else any_action(legal, self._chance)
        await self._press(table, seat, *said(action))

    async def _press(self, table: Table, seat: Seat, verb: str, argument: str = "") -> None:
        await self._bot.sleep(self._thinking)
        user_id = table.seating[seat.place].user_id
        assert user_id is not None
        control = Control(verb, table.id, table.seq, argument)
        press = self._silent.press(table.channel_id, user_id, (), str(control))
        pressed = perf_counter()
        await self._silent.pressed(self._bot, press)
        self.waits.append(1000 * (perf_counter() - pressed))


class Empty(commands.Bot):
    """Answers every press with the same view."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=_ANSWER)


class Hasty(KingPedro):
    """The bot by a clock that goes faster."""

    haste = 1.0

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.haste)

    def now(self) -> float:
        return _START + (time.time() - _START) * self.haste


_START: Final = time.time()


async def empty(seconds: float) -> dict[str, Any]:
    """As many people as are asked at once at the tables press at a bot that does nothing."""
    bot = Empty(command_prefix="!", intents=discord.Intents.none())
    await bot._async_setup_hook()
    silent = Silent(bot)
    silent.take_answers()
    waits: list[float] = []

    async def press(number: int) -> None:
        while True:
            pressed = perf_counter()
            await silent.pressed(bot, silent.press(number, number, ()))
            waits.append(1000 * (perf_counter() - pressed))

    return await _counted([press(number) for number in range(1, TABLES + 1)], waits, silent, seconds)


async def tables(seconds: float) -> dict[str, Any]:
    """Everybody presses as fast as they are answered."""
    with tempfile.TemporaryDirectory() as folder:
        async with silent_bot(f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}") as (bot, silent):
            silent.take_answers()
            people = People(bot, silent)
            playing = [people.play(number) for number in range(1, TABLES + 1)]
            found = await _counted(playing, people.waits, silent, seconds)
            return {**found, **{name: _counter(bot, name) for name in ("errors", "refusals")}}


async def long(seconds: float) -> dict[str, Any]:
    """An hour in so many seconds, with a look at what is held every ten minutes."""
    Hasty.haste = _LONG / seconds
    blocks, resident = [], []
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"
        async with silent_bot(url, made=Hasty) as (bot, silent):
            silent.take_answers()
            people = People(bot, silent, _THINKING)
            playing = [asyncio.create_task(people.play(number)) for number in range(1, _LONG_TABLES + 1)]
            for _ in range(_LOOKS):
                await asyncio.sleep(seconds / _LOOKS)
                resident.append(held())
                blocks.append(sys.getallocatedblocks() - len(people.waits))
            await _ended(playing)
    return {"blocks": blocks, "resident": resident, "presses": len(people.waits), "tables": _LONG_TABLES}


def _counter(bot: KingPedro, name: str) -> float:
    kinds = (kind for metric in bot.metrics.registry.collect() for kind in metric.samples)
    return sum(kind.value for kind in kinds if kind.name == f"king_pedro_{name}_total")


async def _counted(playing: list[Any], waits: list[float], silent: Silent, seconds: float) -> dict[str, Any]:
    running = [asyncio.create_task(one) for one in playing]
    await asyncio.sleep(_WARMING)
    gc.collect()
    waits.clear()
    began, edits = perf_counter(), silent.edits
    await asyncio.sleep(seconds)
    found = {"waits": list(waits), "seconds": perf_counter() - began, "edits": silent.edits - edits}
    await _ended(running)
    return found


async def _ended(running: list[asyncio.Task[Any]]) -> None:
    for task in running:
        if task.done():
            task.result()  # what went wrong
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


LOADS: Final[dict[str, Callable[[float], Any]]] = {"empty": empty, "tables": tables, "long": long}


def main(name: str) -> None:
    """Says that it is ready, and answers."""
    logging.disable(logging.ERROR)
    collect_seldom()
    print(json.dumps({"ready": True}), flush=True)
    if line := sys.stdin.readline():
        print(json.dumps(asyncio.run(LOADS[name](float(line)))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
