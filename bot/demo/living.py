"""A preview that runs by itself: virtual time follows real time, so robots move one after the other."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final

LOG = logging.getLogger(__name__)

_BEAT: Final = 0.1  # seconds; the page itself asks twice a second
_STILL: Final = 5.0  # seconds after which a page is drawn anew for its relative times alone


class Living:
    """Lets simcord's preview run by itself, and every open page follow."""

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
