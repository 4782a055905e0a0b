"""Simcord's Discord as a measurement needs it: time that stands still until it is moved, and the cost of a press.

Simcord's own ways to press and to wait look through all work of the bot each time, which costs more than a press. So
presses are emitted as Discord would send them, and the bot's clock is ours.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from time import perf_counter, process_time
from typing import Any, Final

from simcord.backend import serializers
from simcord.interactions import base_payload

from bot.app import KingPedro

Pressing = Callable[[], Awaitable["Cost"]]
"""One press after another, and what each costs."""

_PATIENCE: Final = 10.0  # real seconds for an answer
_A_MOMENT: Final = 0.001  # real seconds between two looks at work that waits for a thread


@dataclass(frozen=True, slots=True)
class Cost:
    """What something took: milliseconds of the process's time and of the wall's, and requests to Discord."""

    processor: float
    wall: float
    requests: int

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.processor + other.processor, self.wall + other.wall, self.requests + other.requests)


class Clock:
    """The bot's time and the world's, which are one. Give it to the bot before that starts."""

    def __init__(self, world: Any) -> None:
        self._world = world
        self._number = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def give_to(self, bot: KingPedro) -> None:
        """All waiting of the bot and all its looks at the time become this clock's."""
        bot.now, bot.sleep = self.now, self._sleep  # type: ignore[method-assign]

    def now(self) -> float:
        """Seconds since 1970."""
        moment: float = self._world.backend.clock.now().timestamp()
        return moment

    def due(self) -> float | None:
        """When the next sleeper wakes."""
        while self._sleepers and self._sleepers[0][2].done():
            heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    def move_to(self, when: float) -> None:
        """It is ``when``: whoever was to sleep until then wakes."""
        self._world.backend.clock.advance(max(0.0, when - self.now()))
        while (due := self.due()) is not None and due <= when:
            heappop(self._sleepers)[2].set_result(None)

    async def _sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiting = asyncio.get_running_loop().create_future()
        heappush(self._sleepers, (self.now() + seconds, next(self._number), waiting))
        await self._world.external_wait(waiting, reason="clock")


class _Requests(list[Any]):
    """Simcord's log of requests, which says when one comes in."""

    def __init__(self) -> None:
        super().__init__()
        self.came = asyncio.Event()

    def append(self, request: Any, /) -> None:
        super().append(request)
        self.came.set()


class World:
    """The world around one bot, which has started."""

    def __init__(self, env: Any, clock: Clock) -> None:
        self.env = env
        self.clock = clock
        self._backend = env.backend
        self._requests = self._backend.http_requests = _Requests()

    def newest(self, channel_id: int, user_id: int | None = None) -> int:
        """The id of the newest message everybody sees, or of the newest that only this person sees."""
        messages = self._backend.messages[channel_id].values()
        private = user_id is not None
        return max(int(one.id) for one in messages if one.is_ephemeral is private and one.visible_to(user_id))

    async def press(self, member: Any, channel_id: int, message_id: int, custom_id: str) -> Cost:
        """A press, until it is answered and nothing is left to do before time moves on."""
        record, payload = base_payload(
            self._backend,
            type=3,
            channel_id=channel_id,
            guild_id=member.guild.id,
            user_id=member.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        stored = self._backend.get_message(channel_id, message_id)
        record.source_message_id = stored.id
        payload["message"] = dict(serializers.message_payload(self._backend, stored))
        self._forget()
        stop = _Watch(self._requests)
        self._backend.emit("INTERACTION_CREATE", payload)
        async with asyncio.timeout(_PATIENCE):
            while not record.responded:
                self._requests.came.clear()
                await self._requests.came.wait()
        await self._rest()
        return stop.cost()

    async def pass_time(self, seconds: float, until: Callable[[], bool] | None = None) -> Cost:
        """Lets time pass from one sleeper to the next, or until something is so; the cost of what happens in it."""
        end = self.clock.now() + seconds
        stop = _Watch(self._requests)
        while (due := self.clock.due()) is not None and due <= end and not (until and until()):
            self.clock.move_to(due)
            await self._rest()
        spent = stop.cost()
        if not (until and until()):
            self.clock.move_to(end)
        return spent

    def _forget(self) -> None:
        """Simcord keeps a copy of everything that was ever said, over which Python's collector would go ever longer."""
        self._requests.clear()
        self._backend.transcript.clear()

    async def _rest(self) -> None:
        """Returns when all of the bot's work is done or waits for time to pass."""
        loop: Any = asyncio.get_running_loop()
        work = self.env._work
        while loop._ready or not all(task.done() or task in work.external_waits for task in work.tasks):  # noqa: ASYNC110
            await asyncio.sleep(0 if loop._ready else _A_MOMENT)


class _Watch:
    """Counts from now on."""

    def __init__(self, requests: _Requests) -> None:
        self._requests = requests
        self._before = len(requests)
        self._wall, self._processor = perf_counter(), process_time()

    def cost(self) -> Cost:
        """Since it was made."""
        return Cost(
            processor=1000 * (process_time() - self._processor),
            wall=1000 * (perf_counter() - self._wall),
            requests=len(self._requests) - self._before,
        )
