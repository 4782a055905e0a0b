"""Health and metrics of the running bot over HTTP, for ``king-pedro status``, Prometheus and the like."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client.aiohttp import make_aiohttp_handler

from bot.app import KingPedro
from bot.config import Address
from db.faults import StoreFault

LOG = logging.getLogger(__name__)

OK: Final = "ok"

#: Seconds between two looks at how late the event loop is.
_BEAT: Final = 0.25
#: Seconds after which a database that says nothing does not answer.
_PATIENCE: Final = 3.0


@asynccontextmanager
async def watched(bot: KingPedro, address: Address | None) -> AsyncIterator[None]:
    """Tells ``/healthz`` and ``/metrics`` at ``address`` as long as it lasts. Where it can't, the game goes on."""
    if address is None:
        yield
        return
    runner = web.AppRunner(_application(bot), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, address.host, address.port).start()
        LOG.info("health and metrics at %s port %s", address.host, address.port)
    except OSError as error:
        LOG.error("no health and metrics at %s port %s: %s", address.host, address.port, error.strerror or error)
    beat = asyncio.create_task(_watch_loop(bot))
    try:
        yield
    finally:
        beat.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await beat
        await runner.cleanup()


class Health:
    """How the bot is. One look at the store at a time: a disk that hangs must not gather looks."""

    def __init__(self, bot: KingPedro, patience: float = _PATIENCE) -> None:
        self._bot = bot
        self._patience = patience
        self._look: asyncio.Task[None] | None = None

    async def word(self) -> str:
        """``ok``, or in a word why people can't play just now: starting, gateway, or what ails the store."""
        if not hasattr(self._bot, "desk"):
            return "starting"
        if self._look is None:
            self._look = asyncio.create_task(self._bot.store.look())
        look = self._look
        await asyncio.wait({look}, timeout=self._patience)
        if not look.done():
            return "store-slow"
        self._look = None
        fault = look.exception()
        if isinstance(fault, StoreFault):
            return f"store-{fault.kind.value}"
        if fault is not None:
            raise fault
        return OK if self._bot.is_connected else "gateway"


def _application(bot: KingPedro) -> web.Application:
    health = Health(bot)

    async def healthz(_request: web.Request) -> web.Response:
        word = await health.word()
        return web.Response(text=f"{word}\n", status=200 if word == OK else 503)

    application = web.Application()
    application.router.add_get("/healthz", healthz)
    application.router.add_get("/metrics", make_aiohttp_handler(bot.metrics.registry))
    return application


async def _watch_loop(bot: KingPedro) -> None:
    while True:
        began_at = time.perf_counter()
        await asyncio.sleep(_BEAT)
        bot.metrics.lagged(max(0.0, time.perf_counter() - began_at - _BEAT))
