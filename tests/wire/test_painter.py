"""The painter alone, on a clock of the tests': the newest wish only, and at most one edit a second."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any, NoReturn, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.house import House
from bot.wire.painter import GRACE, INTERVAL, LEISURE, MANY, Painter
from db.games import Games

HAIR = 1e-6  # seconds; sums of floats


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    async def sleep(self, seconds: float) -> None:
        until: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self.now + seconds, next(self._numbers), until))
        await until

    async def wait(self, seconds: float) -> None:
        """Lets time pass, and everybody who wakes up do what they can."""
        end = self.now + seconds
        await _everybody_acts()
        while self._waiting and self._waiting[0][0] <= end:
            self.now, _, until = heapq.heappop(self._waiting)
            if not until.done():
                until.set_result(None)
            await _everybody_acts()
        self.now = end


async def _everybody_acts() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Easel:
    """A message that changes, and the painter that draws it. ``versions`` are what was drawn, ``times`` when."""

    def __init__(self) -> None:
        self.clock = Clock()
        house = House(games=cast("Games", None), sleep=self.clock.sleep, compute=_no_work, now=lambda: self.clock.now)
        self.painter = Painter(self._paint, house)
        self.metrics = house.metrics
        self.is_shown = False
        self.version = 0
        self.takes = 0.0
        self.again: list[float | None] = []
        self.fails = False
        self.times: list[float] = []
        self.versions: list[int] = []

    def change(self, *, leisurely: bool = False) -> None:
        self.version += 1
        self.painter.wish(leisurely=leisurely)

    async def _paint(self) -> float | None:
        self.times.append(self.clock.now)
        self.versions.append(self.version)
        if self.takes:
            await self.clock.sleep(self.takes)
        if self.is_shown:
            self.painter.note_spared()
        if self.fails:
            raise RuntimeError("the paint is dry")
        return self.again.pop(0) if self.again else None


async def _no_work(*_: Any) -> NoReturn:
    raise AssertionError("a painter has nothing to compute")


@pytest.fixture
async def easel() -> AsyncIterator[Easel]:
    made = Easel()
    yield made
    made.painter.stop()
    await _everybody_acts()


async def test_a_change_is_drawn_at_once(easel: Easel) -> None:
    easel.change()
    await easel.clock.wait(0)
    assert easel.versions == [1]
    await easel.clock.wait(60)
    assert easel.versions == [1], "and only once"


async def test_wishes_while_an_edit_is_on_its_way_become_one(easel: Easel) -> None:
    easel.takes = 5
    easel.change()
    for _ in range(20):
        await easel.clock.wait(0.2)
        easel.change()
    await easel.clock.wait(20)
    assert easel.versions == [1, 21]
    assert easel.times == [1000, 1005]


async def test_changes_within_a_second_become_one(easel: Easel) -> None:
    for _ in range(30):
        easel.change()
        await easel.clock.wait(0.1)
    await easel.clock.wait(5)
    assert easel.times == pytest.approx([1000, 1001, 1002, 1003])
    assert easel.versions[-1] == 30


async def test_what_somebody_else_drew_counts_as_drawn(easel: Easel) -> None:
    easel.painter.note_painted()
    easel.change()
    await easel.clock.wait(INTERVAL - HAIR)
    assert easel.times == []
    await easel.clock.wait(2 * HAIR)
    assert easel.times == [1001]


async def test_where_nothing_was_new_the_next_change_need_not_wait(easel: Easel) -> None:
    easel.is_shown = True
    easel.change()
    await easel.clock.wait(0.1)
    easel.is_shown = False
    easel.change()
    await easel.clock.wait(0.1)
    easel.change()
    await easel.clock.wait(5)
    assert easel.times == pytest.approx([1000, 1000.1, 1001.1])


async def test_answers_come_first_but_not_for_ever(easel: Easel) -> None:
    with ExitStack() as stack:
        for _ in range(MANY + 1):
            stack.enter_context(easel.metrics.answering())
        easel.change()
        await easel.clock.wait(GRACE - HAIR)
        assert easel.times == []
        easel.change()
        await easel.clock.wait(2 * HAIR)
        assert (easel.times, easel.versions) == ([1000 + GRACE], [2])
    await easel.clock.wait(10)
    easel.change()
    await easel.clock.wait(0)
    assert len(easel.times) == 2


async def test_what_somebody_else_drew_as_it_was_wished_is_not_drawn_again(easel: Easel) -> None:
    easel.change(leisurely=True)
    await easel.clock.wait(0.5)
    easel.painter.fulfilled()
    await easel.clock.wait(10)
    assert easel.times == []
    easel.change()
    easel.painter.fulfilled()
    await easel.clock.wait(10)
    assert easel.times == []
    easel.change()
    await easel.clock.wait(0)
    assert easel.versions == [3]


async def test_nobody_waits_for_a_leisurely_wish(easel: Easel) -> None:
    easel.change(leisurely=True)
    await easel.clock.wait(LEISURE - HAIR)
    easel.change(leisurely=True)
    await easel.clock.wait(2 * HAIR)
    assert easel.times == [1000 + LEISURE], "a later wish does not put it off"
    await easel.clock.wait(10)
    assert easel.times == [1000 + LEISURE]


async def test_an_urgent_wish_does_not_wait_for_a_leisurely_one(easel: Easel) -> None:
    easel.change(leisurely=True)
    await easel.clock.wait(0.5)
    easel.change()
    await easel.clock.wait(0)
    assert easel.times == [1000.5]
    await easel.clock.wait(10)
    assert easel.versions == [2]


async def test_who_was_told_to_wait_waits_whatever_is_wished(easel: Easel) -> None:
    """A rate limit is not asked again before its time is up; then the newest wish is drawn."""
    easel.again = [30]
    easel.change()
    for _ in range(29):
        await easel.clock.wait(1)
        easel.change()
    assert easel.times == [1000]
    await easel.clock.wait(60)
    assert (easel.times, easel.versions) == ([1000, 1030], [1, 30])


async def test_what_was_not_drawn_is_tried_again_without_a_wish(easel: Easel) -> None:
    easel.again = [5, 5, None]
    easel.change()
    await easel.clock.wait(60)
    assert easel.times == [1000, 1005, 1010]


async def test_a_failure_is_logged_and_ends_nothing(easel: Easel, caplog: pytest.LogCaptureFixture) -> None:
    easel.fails = True
    easel.change()
    await easel.clock.wait(10)
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    easel.fails = False
    easel.change()
    await easel.clock.wait(10)
    assert easel.versions == [1, 2]


async def test_a_painter_that_was_stopped_draws_no_more(easel: Easel) -> None:
    easel.change()
    await easel.clock.wait(0.5)
    easel.change()
    easel.painter.stop()
    await easel.clock.wait(60)
    assert easel.versions == [1]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["wish", "leisurely", "drawn", "slow", "quick", "again"]), st.floats(0, 4, allow_nan=False)
    ),
    max_size=40,
)


@given(STEPS)
async def test_whatever_happens_one_edit_a_second_and_the_last_wish_is_seen(steps: list[tuple[str, float]]) -> None:
    easel = Easel()
    for what, seconds in steps:
        match what:
            case "wish" | "leisurely":
                easel.change(leisurely=what == "leisurely")
            case "drawn":
                easel.painter.note_painted()
            case "slow":
                easel.takes = 2.5
            case "quick":
                easel.takes = 0.0
            case "again":
                easel.again = [seconds]
        await easel.clock.wait(seconds)
    easel.change()
    easel.again = []
    await easel.clock.wait(2 * LEISURE + 4 + 2 * 2.5)
    assert easel.versions[-1] == easel.version
    assert all(later - earlier > INTERVAL - HAIR for earlier, later in itertools.pairwise(easel.times))
    assert easel.versions == sorted(easel.versions)
    easel.painter.stop()
    await _everybody_acts()
