"""`king-pedro run` against the Discord on this machine, and killed at one step; nothing of this is in the bot.

The environment says how: ``DISCORD_PORT``; ``PACE``, the part of its pauses that it keeps; ``KILL_AT``, such as
``after-save:3``: the third time it has saved a move. Its chance is always the same, so that a game that was cut off
goes on as one that was not.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import aiosqlite
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.app
import bot.run
from bot.app import KingPedro
from bot.cli import main
from bot.config import Settings
from bot.manager import GameManager
from bot.present.emojis import Emojis
from bot.wire.screen import ChannelScreen
from db import together
from db.games import Games
from db.values import RatingChange

#: Every step at which it may be killed.
STEPS: Final = (
    "opening",  # a lobby is being saved
    "beginning",  # the first deal is being saved
    "before-save",  # a move is decided, and nothing of it on the disk
    "in-save",  # everything is written, and not committed
    "after-save",  # on the disk, and nobody has been told
    "after-answer",  # who pressed has been answered, and the others see the old table
    "before-redraw",
    "after-redraw",
    "after-post",  # a new message is in the channel, and its number on no disk
    "promised",  # the next hand's secret is saved, and its commitment nowhere to be seen
    "bound",  # the commitment is in the channel, its message on the disk, and nothing dealt
    "thinking",  # a robot is asked
    "restoring",  # the tables are brought back, and nothing drawn
    "last-before-save",  # the same three at a game's last move
    "last-in-save",
    "last-after-save",
)

_Made = TypeVar("_Made")
Work = Callable[..., Awaitable[_Made]]


class Fate:
    """Counts the visits to the chosen step, and ends the process at the last of them."""

    def __init__(self, where: str) -> None:
        self._step, _, times = where.partition(":")
        self._left = int(times or 1)

    def visit(self, step: str) -> None:
        if step != self._step:
            return
        self._left -= 1
        if not self._left:
            os.kill(os.getpid(), signal.SIGKILL)

    def before(self, step: str, work: Work[_Made]) -> Work[_Made]:
        async def visited(*arguments: Any, **options: Any) -> _Made:
            self.visit(step)
            return await work(*arguments, **options)

        return visited

    def after(self, step: str, work: Work[_Made]) -> Work[_Made]:
        async def visited(*arguments: Any, **options: Any) -> _Made:
            made = await work(*arguments, **options)
            self.visit(step)
            return made

        return visited


class Same(random.Random):
    """Chance without a memory: the same pack and the same dealer every time it is asked."""

    def random(self) -> float:
        return 0.5

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        return random.Random(int(os.environ.get("SEED", "1"))).sample(population, k, counts=counts)


class HastyPedro(KingPedro):
    """The bot in a hurry."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds * float(os.environ["PACE"]))


def doom(fate: Fate) -> None:
    """Puts the steps into the bot."""
    _doom_saving(fate)
    for response in ("send_message", "edit_message"):
        plain = getattr(discord.InteractionResponse, response)
        put(discord.InteractionResponse, response, fate.after("after-answer", plain))
    for name, step, wrapped in (
        ("_draw", "before-redraw", fate.before),
        ("_edit", "after-redraw", fate.after),
        ("_send", "after-post", fate.after),
    ):
        put(ChannelScreen, name, wrapped(step, getattr(ChannelScreen, name)))
    put(HastyPedro, "compute", fate.before("thinking", KingPedro.compute))
    put(GameManager, "restore", fate.after("restoring", GameManager.restore))


def put(owner: object, name: str, work: Callable[..., Any]) -> None:
    """Exchanges a function of the bot."""
    setattr(owner, name, work)


def _doom_saving(fate: Fate) -> None:
    saving: list[str] = []  # what the transaction under way is; only one is at a time
    plain_append, plain_execute, plain_commit = Games.append, aiosqlite.Connection.execute, together.commit

    async def append(games: Games, game_id: int, added: Sequence[Any], **options: Any) -> tuple[RatingChange, ...]:
        last = "last-" if options.get("finish") is not None else ""
        fate.visit(f"{last}before-save")
        saving.append(f"{last}in-save")
        try:
            changes = await plain_append(games, game_id, added, **options)
        finally:
            saving.clear()
        fate.visit(f"{last}after-save")
        return changes

    async def execute(connection: aiosqlite.Connection, sql: str, *arguments: Any) -> Any:
        if saving and sql == "COMMIT":
            fate.visit(saving[-1])
        return await plain_execute(connection, sql, *arguments)

    def commit(connection: sqlite3.Connection) -> None:
        """What shares a transaction with others is committed in the driver's thread."""
        if saving:
            fate.visit(saving[-1])
        plain_commit(connection)

    put(together, "commit", commit)
    put(Games, "append", append)
    put(Games, "create", fate.after("opening", Games.create))
    put(Games, "start", fate.after("beginning", Games.start))
    put(Games, "save_shuffle", fate.after("promised", Games.save_shuffle))
    plain_message = Games.save_message

    async def save_message(games: Games, game_id: int, message_id: int | None, hand: int | None = None) -> None:
        await plain_message(games, game_id, message_id, hand)
        if hand is not None:
            fate.visit("bound")

    put(Games, "save_message", save_message)
    put(aiosqlite.Connection, "execute", execute)


async def _no_pictures(_client: discord.Client) -> Emojis:
    return Emojis()


def hasty(settings: Settings) -> KingPedro:
    return HastyPedro(settings, Same())


if __name__ == "__main__":
    port = os.environ["DISCORD_PORT"]
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    put(bot.app, "application_emojis", _no_pictures)
    put(bot.run, "create_bot", hasty)
    doom(Fate(os.environ.get("KILL_AT", "")))
    sys.argv = ["king-pedro", "run"]
    main()
