"""The bot in a local browser page: simcord's preview made to live. No token, no account, nothing leaves this machine.

Simcord plays Discord; its page shows a server with one channel and four members. Virtual time follows real time, so
robots move one after the other, and every open page follows. Lines marked PRIVATE touch simcord's internals: the
pin on its version is exact, and a test starts the demo as the README says.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import contextvars
import logging
import tempfile
import time
import webbrowser
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import simcord

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.present.words import words_for

LOG = logging.getLogger(__name__)

_MEMBERS: Final = ("Ana", "Bob", "Carla", "Dmytro")
_BEAT: Final = 0.1  # seconds; the page itself asks twice a second
_STILL: Final = 5.0  # seconds after which a page is drawn anew for its relative times alone


class _Living:
    """Lets simcord's preview run by itself."""

    def __init__(self, env: Any, preview: Any) -> None:
        self._env = env
        self._preview = preview
        self._lock = asyncio.Lock()
        self._act = preview._action
        preview._action = self._press  # PRIVATE: the page's one entry for presses, commands and forms

    async def _press(self, page_id: str, body: Any) -> Any:
        async with self._lock:  # a press that met a beat would be refused
            page = self._preview._pages.get(page_id)  # PRIVATE
            if page is not None and isinstance(body, dict) and "published_revision" in body:
                body["published_revision"] = page.revision  # else every press after a refresh counts as stale
            return await self._act(page_id, body)

    async def beat(self) -> None:
        """Moves virtual time along with real time, and shows what it brought."""
        last, seen, shown = time.monotonic(), -1, 0.0
        while True:
            await asyncio.sleep(_BEAT)
            async with self._lock:
                now = time.monotonic()
                try:
                    await self._env.advance_time(now - last)
                    if len(self._env.http_requests) != seen or now - shown > _STILL:
                        seen, shown = len(self._env.http_requests), now
                        await self._preview.refresh()
                except Exception:
                    LOG.exception("the demo missed a beat")
                last = now


def pictures_of(env: Any, bot: KingPedro) -> dict[str, tuple[str, bytes]]:
    """The uploaded emojis for a preview's page: simcord keeps no pictures, but its log of requests does."""
    sent = {
        request.json["name"]: request.json["image"]
        for request in env.http_requests
        if request.method == "POST" and request.path.endswith("/emojis")
    }
    found = {}
    for name, text in bot.desk.emojis.by_name.items():
        emoji_id = text.rpartition(":")[2].rstrip(">")
        picture = base64.b64decode(sent[name].partition(",")[2])
        found[f"https://cdn.simcord.invalid/emojis/{emoji_id}.png"] = (f"{name}.png", picture)
    return found


def demo(port: int, *, open_browser: bool, database: Path | None, say: Callable[[str], None]) -> None:
    """Runs the demo until the page ends it, or Ctrl-C. Raises OSError when the port can't be had."""
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(port, open_browser=open_browser, database=database, say=say))


async def _serve(port: int, *, open_browser: bool, database: Path | None, say: Callable[[str], None]) -> None:
    words = words_for(None)
    with tempfile.TemporaryDirectory(prefix="king-pedro-demo-") as folder:
        file = database or Path(folder) / "demo.db"
        bot = create_bot(Settings(discord_token=None, database_url=f"sqlite+aiosqlite:///{file}"))
        runner = simcord.run(bot, check_errors=False, settle_timeout=2.0)
        world = runner._env  # PRIVATE: the environment before its start
        world.backend.clock._epoch = datetime.now(UTC)  # PRIVATE: else it is New Year's Day 2026
        world.backend.bot_user.name = words("demo.bot")  # PRIVATE
        give_time(bot, world)
        async with runner as env:
            guild = env.create_guild(name=words("demo.server"))
            channel = guild.create_text_channel("king-pedro", topic=words("demo.topic"))
            members = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in _MEMBERS]
            async with env.preview(
                channel, viewers=members, layout="channel", port=port, assets=pictures_of(env, bot)
            ) as preview:
                beat = asyncio.create_task(_Living(env, preview).beat())
                say(words("demo.ready", address=preview.url))
                if open_browser:
                    webbrowser.open(preview.url)
                try:
                    await preview.wait_closed()
                finally:
                    beat.cancel()
                    await asyncio.gather(beat, return_exceptions=True)
        await bot.close()  # simcord never does


def give_time(bot: KingPedro, world: Any) -> None:
    """All waiting of the bot becomes the world's, before anything waits.

    Only the beat ends its sleeps, and neither sleep nor work elsewhere holds up a press. The empty context keeps
    simcord from tracking that work, which would hold up every press until it ends.
    """

    async def sleep(seconds: float) -> None:
        await world.external_wait(asyncio.sleep(seconds), reason="clock")

    async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        job = contextvars.Context().run(loop.run_in_executor, bot.pool, function, *arguments)
        return await world.external_wait(job, reason="pool")

    bot.sleep = sleep  # type: ignore[method-assign]
    bot.compute = compute  # type: ignore[method-assign]
