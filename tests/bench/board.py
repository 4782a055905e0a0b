"""Pages of boards against the number of results in the store, and what the end of a game costs for keeping them."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple, get_args

from bot.recount import MODEL
from db.store import Store
from db.values import Finish, Order, RatedSeat, SavedEntry, SavedResult
from tests.bench.report import Effort, Report, Target

NAME: Final = "board"
SIZES: Final = (10_000, 100_000, 1_000_000)
_RESULTS_EACH: Final = 20  # of a person
_SERVERS: Final = 50
_MILLISECONDS: Final = 20.0
_PAGE: Final = 10
_FIRST_END: Final = datetime(2025, 1, 1, tzinfo=UTC)
_DAYS: Final = 700


class Found(NamedTuple):
    """Milliseconds, each the median of the rounds; of the pages the slowest board's."""

    results: int
    people: int
    first: float
    middle: float
    last: float
    plain_end: float
    counted_end: float
    counting: float  # seconds
    size: int  # bytes


def measure(effort: Effort) -> Report:
    """Fills a store of each size, by the very counting that ends of games do."""
    found = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(measured(Path(folder) / "bench.db", size, effort.rounds)))
    return report(found)


def report(found: list[Found]) -> Report:
    """A line for each size."""
    largest = found[-1]
    worst = max(largest.first, largest.middle, largest.last)
    return Report(
        title="Boards: a page with the asker's own row, the slowest of six boards; and the end of a game of four",
        columns=(
            "results",
            "people",
            "first page",
            "middle",
            "last",
            "end, uncounted",
            "counted",
            "counting all",
            "file",
        ),
        rows=tuple(
            (
                f"{one.results:,}",
                f"{one.people:,}",
                *(f"{time:.1f} ms" for time in (one.first, one.middle, one.last, one.plain_end, one.counted_end)),
                f"{one.counting:.0f} s",
                f"{one.size / 1e6:,.0f} MB",
            )
            for one in found
        ),
        targets=(
            Target(
                f"with {largest.results:,} results any page takes less than {_MILLISECONDS:.0f} ms",
                f"{worst:.1f} ms",
                met=worst < _MILLISECONDS,
            ),
        ),
        notes=(
            f"Everybody has about {_RESULTS_EACH} results. The boards are of all time, everywhere, the asker midway.",
            "Counting all is `check --rebuild` without reading the logs, which takes a few milliseconds a game more.",
        ),
    )


async def measured(file: Path, results: int, rounds: int) -> Found:
    """What a store with so many results takes."""
    people = max(8, results // _RESULTS_EACH)
    store = await Store.open(f"sqlite+aiosqlite:///{file}", model=MODEL)
    _add_games(file, results // 4)
    began = perf_counter()
    await store.count_again(lambda game: _finish(game.number or 0, people))
    counting = perf_counter() - began
    boards = [await _board(store, by, people) for by in (*get_args(Order), None)]
    first, middle, last = [max([await _median(partial(ask, place), rounds) for ask in boards]) for place in (0, 1, 2)]
    plain, counted = [await _ends(store, people, rounds, counts=counts) for counts in (False, True)]
    await store.close()
    return Found(results, people, first, middle, last, plain, counted, counting, file.stat().st_size)


def _add_games(file: Path, games: int) -> None:
    columns = "id, guild_id, channel_id, host_id, status, rules, rules_version, clock, level, options, created_at"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany(
            f"INSERT INTO games ({columns}, ended_at, winner, number)"  # noqa: S608 - our names
            " VALUES (?, 1, 1, 1, 'finished', '{}', 1, 'none', 'normal', '{}', ?, ?, 'NS', ?)",
            ((number, str(_end(number)), str(_end(number)), number) for number in range(1, games + 1)),
        )


def _end(number: int) -> datetime:
    return _FIRST_END + timedelta(days=random.Random(-number).random() * _DAYS)


def _finish(number: int, people: int, *, counts: bool = True) -> Finish:
    """The end of a game of four; whoever has a low number is good."""
    chance = random.Random(number)
    guild_id = 1 + chance.randrange(_SERVERS)
    around = chance.randrange(people)
    four = {seat: 1 + (around + far) % people for seat, far in zip("NSEW", chance.sample(range(7), 4), strict=True)}
    won = chance.random() < 0.5 + 0.2 * (around / people - 0.5)
    points = chance.randrange(150, 290)
    results = tuple(
        SavedResult(
            user_id, guild_id, seat, "NS" if seat in "NS" else "EW", (seat in "NS") is won, points, 440 - points,
            chance.randrange(5), chance.randrange(3), 10,
        )
        for seat, user_id in four.items()
    )  # fmt: skip
    rated = tuple(RatedSeat(one.user_id, guild_id, one.seat, one.side, gains=True) for one in results)
    winner = "NS" if won else "EW"
    return Finish(winner, _end(number), results if counts else (), rated=rated if counts else ())


async def _board(store: Store, by: Order | None, people: int) -> Callable[[int], Awaitable[object]]:
    """Asks for the first, the middle or the last page of one board; None is that of pairs."""

    async def page(offset: int) -> int:
        boards, asker = store.boards, people // 2
        if by is None:
            pairs = await boards.pairs(guild_id=None, period="all", offset=offset, limit=_PAGE, asker=asker)
            return pairs.total
        found = await boards.people(guild_id=None, period="all", by=by, offset=offset, limit=_PAGE, asker=asker)
        return found.total

    total = await page(0)
    return lambda place: page(max(0, total * place // 2 - _PAGE))


async def _median(work: Callable[[], Awaitable[object]], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = perf_counter()
        await work()
        times.append(1000 * (perf_counter() - began))
    return statistics.median(times)


async def _ends(store: Store, people: int, rounds: int, *, counts: bool) -> float:
    """The last card of games, saved durably; with all that it counts for or without."""
    times = []
    for number in range(rounds):
        game_id = await store.games.create(
            guild_id=1, channel_id=1, host_id=1, rules={}, rules_version=1, clock="none", level="normal",
            created_at=_FIRST_END,
        )  # fmt: skip
        entries = [SavedEntry(seq, None, "deal", "table", None, _FIRST_END) for seq in range(2)]
        await store.games.start(game_id, dealer="N", seats=(), started_at=_FIRST_END, entries=entries[:1])
        finish = _finish(10_000_000 + number, people, counts=counts)
        began = perf_counter()
        await store.games.append(game_id, entries[1:], finish=finish)
        times.append(1000 * (perf_counter() - began))
    return statistics.median(times)
