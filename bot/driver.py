"""What acts at a table when no person does: robots, the clock, the next deal, a lobby's end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.game.cards import Seat
from bot.lobby import Status
from bot.pace import CALL_PAUSE, FORGOTTEN, robot_pause
from bot.refusals import Refused
from bot.table import Table
from bot.thinking import think

LOG = logging.getLogger(__name__)

#: Seconds until something that failed is tried again.
_PATIENCE: Final = 5.0


class _Due(NamedTuple):
    """Something to do ``delay`` seconds from now."""

    delay: float
    do: Callable[[], Awaitable[None]]


class TableDriver:
    """One task for a table, asleep until the next thing is due; ``wake`` lets it look again.

    It waits outside the table's lock and acts through the table's own coroutines, which do nothing when they come
    too late. So it may be ended at any sleep.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._task: asyncio.Task[None] | None = None
        self._called: int | None = None  # the question its people were called for

    def wake(self) -> None:
        """Looks at what is due now."""
        if self._task is not None and self._task is asyncio.current_task():
            return  # it looks again by itself
        self.stop()
        if self._table.is_open:
            self._task = asyncio.create_task(self._run(), name=f"table-{self._table.id}")

    def stop(self) -> None:
        """Ends it."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        sleep, failed = self._table.surroundings.sleep, False
        while (due := self._next()) is not None:
            await sleep(max(0.0, due.delay))
            try:
                await due.do()
                if failed:
                    LOG.info("recovered: game %s in channel %s goes on", self._table.id, self._table.channel_id)
                failed = False
            except Refused as refused:
                failed = True
                LOG.warning("game %s: %s; trying again", self._table.id, refused)
                await sleep(_PATIENCE)
            except Exception:
                failed = True
                self._table.surroundings.metrics.failed("driver")
                LOG.exception("game %s in channel %s: the driver failed", self._table.id, self._table.channel_id)
                await sleep(_PATIENCE)

    def _next(self) -> _Due | None:
        table = self._table
        now = table.surroundings.now()
        if table.status is Status.LOBBY:
            if table.shuffles.promise is None:
                return _Due(0.0, table.promise_first)
            return _Due(table.closes_at - now, table.close_lobby)
        if table.status is not Status.LIVE:
            return None
        if table.next_at is not None:
            seq = table.seq
            due = table.shuffles.due(now) if table.is_dealing else table.next_at
            return _Due(due - now, lambda: table.deal_next(seq))
        possible = [self._robot(), self._clock(now), self._call(now)]
        return min((one for one in possible if one is not None), key=lambda one: one.delay, default=None)

    def _robot(self) -> _Due | None:
        robots = self._table.robots_to_act()
        if not robots:
            return None
        return _Due(robot_pause(self._table.state), lambda: self._decide(robots[0], "robot"))

    def _clock(self, now: float) -> _Due | None:
        deadline = self._table.deadline
        return None if deadline is None else _Due(deadline - now, self._decide_for_absent)

    def _call(self, now: float) -> _Due | None:
        """People without an open panel are called when it had time to come, others at half of their time.

        Where no clock runs, who watches is called when they seem to have forgotten.
        """
        table = self._table
        waiting = table.people_to_act()
        if not waiting or self._called == table.asked_seq or table.screen is None:
            return None
        user_ids = [table.seating[seat.place].user_id for seat in waiting]
        watching = all(user_id is not None and table.screen.is_watching(user_id) for user_id in user_ids)
        later = table.patience / 2 if table.patience is not None else FORGOTTEN
        return _Due(table.asked_at + (later if watching else CALL_PAUSE) - now, self._call_now)

    async def _call_now(self) -> None:
        """Calls, unless what was due when the sleep began is due later now: their panel has come."""
        table = self._table
        due = self._call(table.surroundings.now())
        if due is None or due.delay > 0:
            return
        self._called = table.asked_seq
        if table.screen is not None:
            table.screen.call()

    async def _decide_for_absent(self) -> None:
        for seat in self._table.people_to_act():
            await self._decide(seat, "clock")

    async def _decide(self, seat: Seat, by: str) -> None:
        table = self._table
        seq = table.seq
        level = table.seating[seat.place].robot or table.level
        decision = await think(table.surroundings, level, table.view(seat), table.surroundings.chance.random())
        await table.act_for(seat, decision.action, seq, by=by)
