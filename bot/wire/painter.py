"""Draws one message, the newest wish only: while one edit is on its way, later wishes replace each other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.house import House

LOG = logging.getLogger(__name__)

#: Seconds between two edits of one message.
INTERVAL: Final = 1.0


class Painter:
    """Calls ``paint`` soon after each ``wish``, at most once a second, and once more when wished meanwhile.

    ``paint`` gives the seconds to wait before it wants to try again, or None when it is content.
    """

    def __init__(self, paint: Callable[[], Awaitable[float | None]], house: House) -> None:
        self._paint = paint
        self._house = house
        self._wished = False
        self._task: asyncio.Task[None] | None = None
        self._painted_at = -INTERVAL

    def wish(self) -> None:
        """Something changed."""
        self._wished = True
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Draws no more."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def note_painted(self) -> None:
        """Somebody else drew the message just now."""
        self._painted_at = self._house.now()

    async def _run(self) -> None:
        try:
            while self._wished:
                wait = self._painted_at + INTERVAL - self._house.now()
                if 0 < wait <= INTERVAL:
                    await self._house.sleep(wait)
                self._wished = False
                self._painted_at = self._house.now()
                again = await self._paint()
                if again is not None:
                    await self._house.sleep(again)
                    self._wished = True
        except Exception:
            LOG.exception("a message could not be drawn")
        finally:
            self._task = None
