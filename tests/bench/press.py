"""What a press that changes the game costs: saved, answered and redrawn, beside the cheapest press discord.py has."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, Self

import discord
import simcord
from discord.ext import commands
from simcord.backend import serializers
from simcord.interactions import base_payload

from bot.app import create_bot
from bot.config import Settings
from bot.demo import give_time
from tests.bench.report import Effort, Report, Target
from tests.discord.kit import Person, Room, offers
from tests.discord.playing import DECISIONS, low_bids

NAME: Final = "press"
_LIMIT: Final = 3.0
_PRESSES: Final = 12  # a round


class _Still(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"still:(?P<number>\d+)"):
    """A button that draws its own message anew, always the same."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label="31", custom_id=f"still:{number}"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> Self:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=_still())


def _still() -> discord.ui.LayoutView:
    """A constant message of a panel's size: two texts and eight buttons."""
    view = discord.ui.LayoutView(timeout=None)
    rows = [discord.ui.ActionRow[Any](*map(_Still, numbers)) for numbers in (range(5), range(5, 8))]
    texts = [discord.ui.TextDisplay[Any](f"### Your turn\n{'a hand of cards ' * 4}") for _ in range(2)]
    view.add_item(discord.ui.Container[Any](*texts, *rows))
    view.stop()
    return view


def measure(effort: Effort) -> Report:
    """Processor time of one press, the two bots in turns within one run."""
    with tempfile.TemporaryDirectory() as folder:
        alone, redrawn, plain, requests = asyncio.run(_measure(effort, Path(folder)))
    ratio, answer_ratio = redrawn / plain, alone / plain
    return Report(
        title="A press, in processor time on simcord: the middle of all presses",
        columns=("", "ms", "times the plain press"),
        rows=(
            ("DynamicItem that edits its own message, constant view", f"{plain:.2f}", "1.0"),
            ("a decision: saved and answered", f"{alone:.2f}", f"{answer_ratio:.1f}"),
            ("a decision: saved, answered, everything redrawn", f"{redrawn:.2f}", f"{ratio:.1f}"),
        ),
        targets=(
            Target(
                f"a press costs at most {_LIMIT:.0f} times a plain one, redraws included",
                f"{ratio:.1f}",
                ratio <= _LIMIT,
            ),
        ),
        notes=(f"Four people with open panels, one press every two seconds; {requests:.1f} requests a press.",),
    )


async def _measure(effort: Effort, folder: Path) -> tuple[float, float, float, float]:
    plain_times: list[float] = []
    alone: list[float] = []
    redrawn: list[float] = []
    requests: list[int] = []
    url = f"sqlite+aiosqlite:///{folder}/bench.db"
    bot = create_bot(Settings(discord_token=None, database_url=url), random.Random(5))
    ours = simcord.run(bot)
    give_time(bot, ours._env)
    bot.now = lambda: ours._env.now().timestamp()  # type: ignore[method-assign]
    other = commands.Bot("!", intents=discord.Intents(guilds=True))
    other.add_dynamic_items(_Still)
    async with simcord.run(other) as plain_env:
        plain_press = await _plain(plain_env, other)
        plain_times += [await _timed(plain_press) for _ in range(effort.rounds * _PRESSES)]
    async with ours as env:
        here = await _table(env)
        chance = random.Random(2)
        while len(redrawn) < effort.rounds * _PRESSES:
            await here.wait(4)
            person = await _asked(here)
            if person is None:
                continue
            panel, seen = person.panel(), offers(person.panel())
            before = len(env.http_requests)
            custom_id = low_bids(seen, chance)
            start = process_time()
            await _emit(env, person.member, panel, custom_id)
            alone.append(1000 * (process_time() - start))
            await _let_run()
            redrawn.append(1000 * (process_time() - start))
            requests.append(len(env.http_requests) - before)
    await bot.close()
    async with simcord.run(_again()) as plain_env:
        plain_press = await _plain(plain_env, plain_env.bot)
        plain_times += [await _timed(plain_press) for _ in range(effort.rounds * _PRESSES)]
    return median(alone), median(redrawn), median(plain_times), sum(requests) / len(requests)


def _again() -> commands.Bot:
    other = commands.Bot("!", intents=discord.Intents(guilds=True))
    other.add_dynamic_items(_Still)
    return other


async def _plain(env: Any, bot: Any) -> Callable[[], Awaitable[None]]:
    guild = env.create_guild()
    channel = guild.create_text_channel("plain")
    member = guild.add_member(env.create_user("ana"))
    message = await bot.get_channel(channel.id).send(view=_still())
    return lambda: _emit(env, member, message, "still:3")


async def _table(env: Any) -> Room:
    guild = env.create_guild()
    here = Room(env, guild.create_text_channel("table"), [])
    here.people = tuple(Person(here, guild.add_member(env.create_user(name))) for name in ("a", "b", "c", "d"))
    await _begin(here)
    return here


async def _begin(here: Room) -> None:
    host, *others = here.people
    await host.command("start", clock="none", target=500)
    for person in others:
        await person.press("sit", message=here.board())
    await host.press("start", message=here.board())


async def _asked(here: Room) -> Person | None:
    """Somebody whose panel asks for a decision that changes the game."""
    if not here.has_table():
        await _begin(here)
    for person in here.people:
        seen = person.offers()
        if "next" in seen:
            await person.press("next")
        elif any(verb in seen for verb in DECISIONS):
            return person
    return None


async def _timed(press: Callable[[], Awaitable[None]]) -> float:
    start = process_time()
    await press()
    await _let_run()
    return 1000 * (process_time() - start)


async def _emit(env: Any, member: Any, message: Any, custom_id: str) -> None:
    """One press, until it is answered. The waits are long enough to cost next to nothing."""
    backend = env.backend
    stored = backend.get_message(message.channel.id, message.id)
    record, payload = base_payload(
        backend,
        type=3,
        channel_id=stored.channel_id,
        guild_id=member.guild.id,
        user_id=member.id,
        data={"custom_id": custom_id, "component_type": 2},
    )
    record.source_message_id = stored.id
    payload["message"] = dict(serializers.message_payload(backend, stored))
    backend.emit("INTERACTION_CREATE", payload)
    for _ in range(2000):
        await asyncio.sleep(0.002)
        if record.responded:
            return
    raise TimeoutError(custom_id)


async def _let_run() -> None:
    for _ in range(4):
        await asyncio.sleep(0.002)
