"""The demo from its start to its end: a server with one channel and four members, and its page."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
import webbrowser
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import simcord

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.demo.living import Living
from bot.demo.page import dress
from bot.demo.world import give_time, pictures_of, portrait
from bot.present.faces import BACK_EMOJI_NAME, suit_emoji_name
from bot.present.words import words_for
from db.faults import StoreFault

#: The members and the suit each has as a picture.
_MEMBERS: Final = {"Ana": "S", "Bob": "H", "Carla": "C", "Dmytro": "D"}

Say = Callable[[str], None]


class CannotServe(Exception):
    """Why there can be no demo, as one sentence for who starts it."""


def demo(port: int, *, open_browser: bool, database: Path | None, say: Say) -> None:
    """Runs the demo until Ctrl-C or SIGTERM. Raises CannotServe."""
    words = words_for(None)
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        raise CannotServe(words("demo.port-taken", port=port, why=os.strerror(error.errno or 0))) from error
    try:
        asyncio.run(_until_told(_serve(port, open_browser=open_browser, database=database, say=say)))
    except StoreFault as fault:
        raise CannotServe(words("run.store", detail=fault.detail)) from fault


async def _until_told(work: Coroutine[Any, Any, None]) -> None:
    running = asyncio.create_task(work)

    def end() -> None:
        if not running.cancelling():  # a second Ctrl-C must not break off the end
            running.cancel()

    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, end)
    with contextlib.suppress(asyncio.CancelledError):
        await running


async def _serve(port: int, *, open_browser: bool, database: Path | None, say: Say) -> None:
    words = words_for(None)
    with tempfile.TemporaryDirectory(prefix="king-pedro-demo-") as folder:
        file = database or Path(folder) / "demo.db"
        bot = create_bot(Settings(discord_token=None, database_url=f"sqlite+aiosqlite:///{file}"))
        runner = simcord.run(bot, check_errors=False, settle_timeout=2.0)
        world = runner._env  # PRIVATE: the environment before its start
        channel, members = _people(world)
        world.backend.clock._epoch = datetime.now(UTC)  # PRIVATE: else it is New Year's Day 2026
        give_time(bot, world)
        try:
            async with runner as env:
                if (
                    not await bot.tree.fetch_commands()
                ):  # a kept database remembers that they were told, to another world
                    await bot.tree.sync()
                async with _preview(env, bot, channel, members, port) as preview:
                    say(words("demo.ready", address=preview.url))
                    if open_browser:
                        webbrowser.open(preview.url)
                    await Living(env, preview).beat()
        finally:
            await bot.close()  # simcord never does


def _people(world: Any) -> tuple[Any, list[Any]]:
    """The channel and its members. They have the same ids at every start, so that a kept database knows them."""
    words = words_for(None)
    world.backend.bot_user.name = words("demo.bot")  # PRIVATE
    world.backend.bot_user.avatar = BACK_EMOJI_NAME  # PRIVATE
    guild = world.create_guild(name=words("demo.server"))
    channel = guild.create_text_channel(words("demo.channel"), topic=words("demo.topic"))
    users = [
        world.create_user(name.lower(), global_name=name, avatar=suit_emoji_name(suit))
        for name, suit in _MEMBERS.items()
    ]
    return channel, [guild.add_member(user) for user in users]


def _preview(env: Any, bot: KingPedro, channel: Any, members: list[Any], port: int) -> Any:
    pictures = pictures_of(env, bot) | portrait(bot.user, BACK_EMOJI_NAME)
    for member, suit in zip(members, _MEMBERS.values(), strict=True):
        pictures |= portrait(member, suit_emoji_name(suit))
    preview = env.preview(channel, viewers=members, layout="channel", port=port, assets=pictures)
    dress(preview, words_for(None), pictures)
    return preview
