"""The bot on Discord, from its settings to its end."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal

import aiohttp
import discord

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.present.words import words_for
from bot.watching import watched
from db.faults import StoreFault

LOG = logging.getLogger(__name__)


class CannotRun(Exception):
    """Why the bot can't run, as one sentence (or the steps to take) for who starts it."""


def run(settings: Settings) -> None:
    """Runs until the process is told to end. Raises CannotRun."""
    words = words_for(None)
    if settings.discord_token is None:
        raise CannotRun(words("run.no-token"))
    collect_seldom()
    try:
        asyncio.run(_serve(create_bot(settings), settings.discord_token.get_secret_value()))
    except StoreFault as fault:
        raise CannotRun(words("run.store", detail=fault.detail)) from fault
    except discord.LoginFailure as failure:
        raise CannotRun(words("run.wrong-token")) from failure
    except discord.PrivilegedIntentsRequired as failure:
        raise CannotRun(words("run.intents")) from failure
    except (aiohttp.ClientError, OSError) as failure:
        raise CannotRun(words("run.no-network")) from failure


def collect_seldom() -> None:
    """Lets Python look for garbage less often: by its usual numbers that took a sixth of a busy bot's time.

    What is there now, modules above all, is not looked at again.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


async def _serve(bot: KingPedro, token: str) -> None:
    """Runs the bot until a signal; a second one during the end is not needed and does nothing."""
    running = asyncio.create_task(bot.start(token))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, running.cancel)
    async with watched(bot, bot.settings.watched_at):
        try:
            await running
        except asyncio.CancelledError:
            LOG.info("told to end")
        finally:
            await bot.close()
