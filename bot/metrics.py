"""What is counted and timed while the bot runs. Nothing in it says who, where or which game, and no label grows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from typing import Final, Literal, get_args

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

from db.faults import FaultKind
from db.watch import Watch, Work

#: Seconds for which Discord waits for an answer.
DISCORDS_PATIENCE: Final = 3.0

_ANSWERS: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, DISCORDS_PATIENCE, 5.0, 10.0)
_STORE: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_WAITS: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 3.0)

#: Where something of ours failed. What the store can't do is an error too, of the kind ``store-`` and the fault's.
Place = Literal["answer", "answer-not-sent", "beside", "discord", "drawing", "driver", "robot"]

TableState = Literal["lobby", "live"]


class Metrics(Watch):
    """All collectors, in a registry of their own: one a bot."""

    def __init__(self) -> None:
        all_of_it = self.registry = CollectorRegistry()
        self.answers_awaited = 0
        ProcessCollector(registry=all_of_it)
        Info("king_pedro_build", "The program.", registry=all_of_it).info({"version": version("king-pedro")})
        self._presses = _counter(all_of_it, "presses", "Presses and commands, by what they ask for.", "verb")
        self._answers = _times(all_of_it, "answer", "From a press's arrival to its answer.", _ANSWERS)
        self._late = _counter(all_of_it, "answers_late", "Answers after Discord's three seconds.")
        self._refusals = _counter(all_of_it, "refusals", "Presses and commands refused, by reason.", "reason")
        self._errors = _counter(all_of_it, "errors", "What failed, by kind.", "kind")
        self._tables = _gauge(all_of_it, "tables", "Open tables, by where they are in their life.", "state")
        self._connected = _gauge(all_of_it, "gateway_connected", "Whether Discord's gateway is connected.")
        self._waits = _times(all_of_it, "lock_wait", "Waits for a lock that was held.", _WAITS, "lock")
        self._lag = _times(all_of_it, "loop_lag", "How late the event loop wakes a sleeper.", _WAITS)
        self._store = _times(all_of_it, "database", "The database's time, by work.", _STORE, "work")
        self._queue = _gauge(all_of_it, "robots_queue", "Decisions that robots were asked for and have not made.")
        self._thinking = _times(all_of_it, "robot", "From asking a robot to its decision.", _ANSWERS)
        for kind in (*get_args(Place), *map(_store_error, FaultKind)):
            self._errors.labels(kind)  # there from the start, so that the first of each is an increase

    # Presses

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for an answer, and has it at the end."""
        self.answers_awaited += 1
        try:
            yield
        finally:
            self.answers_awaited -= 1

    def pressed(self, verb: str) -> None:
        """A press or a command arrived; ``verb`` is one of those there are."""
        self._presses.labels(verb).inc()

    def answered(self, seconds: float, *, too_late: bool) -> None:
        """It is answered, or Discord said that it is too late for that."""
        self._answers.observe(seconds)
        if too_late or seconds > DISCORDS_PATIENCE:
            self._late.inc()

    def refused(self, reason: str) -> None:
        """It was refused; ``reason`` is one of those there are."""
        self._refusals.labels(reason).inc()

    def failed(self, place: Place) -> None:
        """Something failed that should not."""
        self._errors.labels(place).inc()

    # The store

    def store_waited(self, seconds: float) -> None:
        self._waits.labels("store").observe(seconds)

    def store_worked(self, work: Work, seconds: float) -> None:
        self._store.labels(work).observe(seconds)

    def store_failed(self, kind: FaultKind) -> None:
        self._errors.labels(_store_error(kind)).inc()

    # Tables, robots, and the loop they share

    def watch_tables(self, how_many: Callable[[TableState], int]) -> None:
        """``how_many`` is asked for the open tables of a state whenever somebody looks."""
        self._tables.labels("lobby").set_function(lambda: how_many("lobby"))
        self._tables.labels("live").set_function(lambda: how_many("live"))

    def watch_gateway(self, is_connected: Callable[[], bool]) -> None:
        """``is_connected`` is asked whenever somebody looks."""
        self._connected.set_function(is_connected)

    def lock(self) -> asyncio.Lock:
        """A table's lock; how long who waited for it had to is measured."""
        return _TimedLock(self._waits.labels("table").observe)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """A robot was asked, and has decided at the end."""
        with self._queue.track_inprogress(), self._thinking.time():
            yield

    def lagged(self, seconds: float) -> None:
        """The event loop woke a sleeper so much too late."""
        self._lag.observe(seconds)


def _counter(registry: CollectorRegistry, name: str, told: str, *labels: str) -> Counter:
    return Counter(f"king_pedro_{name}", told, labels, registry=registry)


def _gauge(registry: CollectorRegistry, name: str, told: str, *labels: str) -> Gauge:
    return Gauge(f"king_pedro_{name}", told, labels, registry=registry)


def _times(registry: CollectorRegistry, name: str, told: str, buckets: Sequence[float], *labels: str) -> Histogram:
    return Histogram(f"king_pedro_{name}_seconds", told, labels, registry=registry, buckets=buckets)


def _store_error(kind: FaultKind) -> str:
    return f"store-{kind.value}"


class _TimedLock(asyncio.Lock):
    def __init__(self, waited: Callable[[float], None]) -> None:
        super().__init__()
        self._waited = waited

    async def acquire(self) -> Literal[True]:
        if not self.locked():
            return await super().acquire()
        began_at = time.perf_counter()
        try:
            return await super().acquire()
        finally:
            self._waited(time.perf_counter() - began_at)
