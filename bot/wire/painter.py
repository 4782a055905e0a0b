"""Draws one message, the newest wish only: while one edit is on its way, later wishes replace each other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.house import House

LOG = logging.getLogger(__name__)

#: Seconds between two edits of one message.
INTERVAL: Final = 1.0
#: Seconds a change may wait that nobody waits for.
LEISURE: Final = 3.0
_AGAIN: Final = 5.0
#: While more people than this wait for an answer, drawing waits for so many seconds: answers come first.
MANY: Final = 20
GRACE: Final = 2.0


def worth_trying_after(error: Exception) -> float | None:
    """Seconds until a request that failed is worth another try; None where it would only fail again."""
    match error:
        case discord.RateLimited():
            return error.retry_after
        case discord.HTTPException() if error.status == 429 or error.status >= 500:
            return _AGAIN
        case TimeoutError() | OSError():
            return _AGAIN
        case _:
            return None


class Painter:
    """Calls ``paint`` soon after each ``wish``, at most once a second, and once more when wished meanwhile.

    ``paint`` gives the seconds to wait before it is worth trying again, or None when it is content.
    """

    def __init__(self, paint: Callable[[], Awaitable[float | None]], house: House) -> None:
        self._paint = paint
        self._house = house
        self._wished_by: float | None = None  # when the message should be drawn at the latest
        self._asleep = False
        self._task: asyncio.Task[None] | None = None
        self._painted_at = self._painted_before = -INTERVAL
        self._not_before = 0.0

    def wish(self, *, leisurely: bool = False) -> None:
        """Something changed; ``leisurely`` when nobody waits to see it."""
        by = self._house.now() + (LEISURE if leisurely else 0.0)
        if self._wished_by is not None and self._wished_by <= by:
            return
        self._wished_by = by
        if self._task is not None and self._asleep:
            self._task.cancel()
            self._task = None
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Draws no more."""
        self._wished_by = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def finish(self, seconds: float) -> None:
        """Lets what is on its way arrive, for so long, and draws no more."""
        self._wished_by = None
        if self._task is not None and not self._asleep:
            await asyncio.wait({self._task}, timeout=seconds)
        self.stop()

    def note_painted(self) -> None:
        """Somebody else drew the message just now."""
        self._painted_at = self._house.now()

    def note_spared(self) -> None:
        """What ``paint`` would have drawn is shown already, so the next wish need not wait for it."""
        self._painted_at = self._painted_before

    def fulfilled(self) -> None:
        """Somebody else draws the message just now, as it is wished."""
        self.note_painted()
        self._wished_by = None
        if self._task is not None and self._asleep:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        task = asyncio.current_task()
        try:
            while self._wished_by is not None:
                await self._sleep_until(max(self._wished_by, self._painted_at + INTERVAL, self._not_before))
                self._wished_by = None
                self._painted_before, self._painted_at = self._painted_at, self._house.now()
                again = await self._paint()
                if again is not None:
                    self._wished_by = self._not_before = self._house.now() + again
        except Exception:
            self._house.metrics.failed("drawing")
            LOG.exception("a message could not be drawn")
        finally:
            if self._task is task:
                self._task = None

    async def _sleep_until(self, due: float) -> None:
        self._asleep = True
        try:
            wait = due - self._house.now()
            if wait > 0:
                await self._house.sleep(wait)
            if self._house.metrics.answers_awaited > MANY:
                await self._house.sleep(GRACE)
        finally:
            self._asleep = False
