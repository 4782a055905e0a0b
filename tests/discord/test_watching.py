"""Health and metrics of the bot at work: asked over HTTP on a real port, while people press."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple, get_args

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bot.app import _CONTROLS, create_bot
from bot.config import Address, Settings
from bot.game.terms import Reason
from bot.metrics import Metrics, Place
from bot.refusals import Refusal
from bot.watching import Health, watched
from db.faults import FaultKind
from tests.discord.kit import Room
from tests.discord.playing import asked, open_table

ROOT: Final = Path(__file__).parents[2]


class Answered(NamedTuple):
    status: int
    text: str


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


class Watcher:
    """Who asks the bot over HTTP."""

    def __init__(self, here: Room, port: int) -> None:
        self.here = here
        self.port = port

    async def ask(self, path: str) -> Answered:
        url = f"http://127.0.0.1:{self.port}{path}"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return Answered(answer.status, await answer.text())

    async def samples(self) -> list[Sample]:
        page = await self.ask("/metrics")
        assert page.status == 200
        return [one for family in text_string_to_metric_families(page.text) for one in family.samples]

    async def number(self, name: str, **labels: str) -> float:
        return sum(
            one.value for one in await self.samples() if one.name == name and labels.items() <= one.labels.items()
        )

    async def status(self) -> Answered:
        """`king-pedro status`, a process of its own; its exit code and what it says."""
        return await king_pedro_status(f"127.0.0.1:{self.port}")


async def king_pedro_status(address: str) -> Answered:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "status"),
        cwd=ROOT,
        env=os.environ | {"METRICS_ADDRESS": address, "http_proxy": "http://127.0.0.1:9"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return Answered(process.returncode, said.decode())


@pytest.fixture
async def watcher(here: Room) -> AsyncIterator[Watcher]:
    port = free_port()
    async with watched(here.bot, Address("127.0.0.1", port)):
        yield Watcher(here, port)


async def test_a_bot_at_work_is_well(watcher: Watcher) -> None:
    assert await watcher.ask("/healthz") == (200, "ok\n")
    assert await watcher.number("king_pedro_gateway_connected") == 1
    assert (await watcher.ask("/")).status == 404


async def test_presses_answers_and_tables_are_counted(watcher: Watcher) -> None:
    here = watcher.here
    await open_table(here, clock="none")
    other = here.at(here.env.guild.create_text_channel("waiting"))
    await other.people[0].command("start")
    assert await watcher.number("king_pedro_presses_total", verb="/start") == 2
    assert await watcher.number("king_pedro_presses_total", verb="sit") == 3
    assert await watcher.number("king_pedro_presses_total", verb="start") == 1
    for state in ("live", "lobby"):
        assert await watcher.number("king_pedro_tables", state=state) == 1
    presses = await watcher.number("king_pedro_presses_total")
    assert await watcher.number("king_pedro_answer_seconds_count") == presses == 6
    assert await watcher.number("king_pedro_database_seconds_count", work="write") > 5
    assert await watcher.number("king_pedro_database_seconds_count", work="read") > 0


async def test_refusals_are_counted_by_reason(watcher: Watcher) -> None:
    here = watcher.here
    await open_table(here, clock="none")
    person = asked(here)[0]
    old, custom_id = person.panel(), person.offers()["pass"][0]
    other = next(one for one in here.people if one is not person)
    await other.command("bid", amount="7")
    await person.command("bid", amount="lots")
    await person.command("bid", amount="99")
    await person.press("pass", message=old)
    await here.forged(person, old, custom_id)
    await here.forged(person, here.board(), "kp:dance:1:1:")
    for reason in ("not-your-turn", "not-a-number", "bid-too-high", "stale", "old-control"):
        assert await watcher.number("king_pedro_refusals_total", reason=reason) == 1, reason
    assert await watcher.number("king_pedro_presses_total", verb="unknown") == 1


async def test_an_answer_that_discord_calls_too_late_is_counted(watcher: Watcher) -> None:
    here = watcher.here
    await open_table(here, clock="none")
    assert await watcher.number("king_pedro_answers_late_total") == 0
    here.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await here.people[0].press("cards", message=here.board())
    here.excuse()
    assert await watcher.number("king_pedro_answers_late_total") == 1


def test_an_answer_after_three_seconds_is_late() -> None:
    metrics = Metrics()
    for seconds in (0.1, 2.9, 3.1, 50.0):
        metrics.answered(seconds, too_late=False)
    assert metrics.registry.get_sample_value("king_pedro_answers_late_total") == 2
    assert metrics.registry.get_sample_value("king_pedro_answer_seconds_bucket", {"le": "3.0"}) == 2


async def test_who_waits_for_a_table_is_measured(watcher: Watcher) -> None:
    here = watcher.here
    await open_table(here, clock="none")
    assert await watcher.number("king_pedro_lock_wait_seconds_count", lock="table") == 0
    lock = here.table._lock
    async with lock:
        waiting = [asyncio.create_task(here.table.settled()) for _ in range(3)]
        await asyncio.sleep(0.02)
    await asyncio.gather(*waiting)
    assert await watcher.number("king_pedro_lock_wait_seconds_count", lock="table") == 3
    assert await watcher.number("king_pedro_lock_wait_seconds_sum", lock="table") >= 3 * 0.02
    assert not lock.locked()


async def test_a_loop_that_is_held_up_is_seen(watcher: Watcher) -> None:
    deadline = asyncio.get_running_loop().time() + 60
    while await watcher.number("king_pedro_loop_lag_seconds_count") < 2:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)
    before = await watcher.number("king_pedro_loop_lag_seconds_sum")
    held_up = asyncio.get_running_loop().time() + 0.6
    while asyncio.get_running_loop().time() < held_up:
        pass
    await asyncio.sleep(0.01)
    assert await watcher.number("king_pedro_loop_lag_seconds_sum") > before + 0.3


async def test_robots_that_are_waited_for_are_counted(watcher: Watcher) -> None:
    metrics = watcher.here.bot.metrics
    with metrics.thinking():
        assert await watcher.number("king_pedro_robots_queue") == 1
    assert await watcher.number("king_pedro_robots_queue") == 0
    assert await watcher.number("king_pedro_robot_seconds_count") == 1


async def test_no_label_says_who_or_where_and_none_can_grow(watcher: Watcher) -> None:
    """Each label has one of a few values that are known before the bot starts."""
    here = watcher.here
    game = await open_table(here, sitting=3, clock="fast")
    for _ in range(6):
        await here.wait(8)
    for person in here.people:
        for name in ("status", "hand", "leave"):
            await person.command(name)
        await here.forged(person, here.board(), f"kp:{person.member.name.lower()}:{game}:1:")
    commands = {f"/{command.name}" for command in here.bot.pedro.commands}
    assert {"/start", "/hand"} <= commands
    known = {
        "verb": commands | set(_CONTROLS) | {"unknown"},
        "reason": {one.value for one in Refusal} | {one.value[1] for one in Reason} | {"stale"},
        "kind": {*get_args(Place), *(f"store-{kind.value}" for kind in FaultKind)},
        "state": {"live", "lobby"},
        "lock": {"table", "store"},
        "work": {"read", "write"},
    }
    samples = await watcher.samples()
    for one in samples:
        for label, value in one.labels.items():
            if label not in ("le", "version"):
                assert value in known[label], one
    text = (await watcher.ask("/metrics")).text
    names = [person.member.name for person in here.people]
    ids = [str(number) for number in (here.channel.id, here.env.guild.id, *(person.id for person in here.people))]
    assert [secret for secret in (*names, *ids) if secret in text] == []


# Not well


async def test_a_bot_without_a_gateway_is_not_well(watcher: Watcher, caplog: pytest.LogCaptureFixture) -> None:
    bot = watcher.here.bot
    bot.dispatch("disconnect")
    await watcher.here.env.settle()
    assert await watcher.ask("/healthz") == (503, "gateway\n")
    assert await watcher.number("king_pedro_gateway_connected") == 0
    caplog.set_level(logging.INFO, "bot")
    for event in ("resumed", "disconnect", "ready"):
        bot.dispatch(event)
        await watcher.here.env.settle()
        assert (await watcher.ask("/healthz")).status == (503 if event == "disconnect" else 200)
    recovered = [record.getMessage() for record in caplog.records if record.getMessage().startswith("recovered: ")]
    assert recovered == [
        "recovered: connected to Discord again, in the same session",
        "recovered: connected to Discord again, in a new session",
    ]


async def test_a_bot_whose_database_is_locked_is_not_well(
    watcher: Watcher, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        assert await watcher.ask("/healthz") == (503, "store-locked\n")
        assert await watcher.number("king_pedro_errors_total", kind="store-locked") == 1
        told = await watcher.status()
        assert told.status == 1
        assert "NOT WELL: store-locked" in told.text
        other_program.execute("ROLLBACK")
    assert await watcher.ask("/healthz") == (200, "ok\n")
    assert "recovered: the database takes changes again" in caplog.text


async def test_a_database_that_hangs_is_waited_for_once(here: Room) -> None:
    """The next who asks is told the same at once, and when it answers again all is well."""
    health = Health(here.bot, patience=0.05)
    async with here.bot.store._writer._turn:  # as if a change hung in the disk
        assert await health.word() == "store-slow"
        look = health._look
        assert await health.word() == "store-slow"
        assert health._look is look
    assert look is not None
    await look
    assert await health.word() == "ok"


async def test_a_bot_whose_database_is_closed_is_not_well(watcher: Watcher) -> None:
    await watcher.here.bot.store.close()
    assert await watcher.ask("/healthz") == (503, "store-closed\n")


async def test_a_bot_that_has_not_begun_is_starting(tmp_path: Path) -> None:
    bot = create_bot(Settings(discord_token=None, database_url=f"sqlite+aiosqlite:///{tmp_path}/games.db"))
    assert await Health(bot).word() == "starting"
    await bot.close()


async def test_a_port_that_is_taken_stops_nobody_from_playing(here: Room, caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        checked = logging.getLogger("bot.watching")
        checked.propagate, kept = False, checked.propagate
        checked.addHandler(caplog.handler)
        try:
            async with watched(here.bot, Address("127.0.0.1", port)):
                await here.people[0].command("start")
        finally:
            checked.propagate = kept
            checked.removeHandler(caplog.handler)
    assert f"no health and metrics at 127.0.0.1 port {port}" in caplog.text
    assert here.has_table()


async def test_off_listens_nowhere(here: Room) -> None:
    async with watched(here.bot, None):
        assert here.bot.metrics.registry.get_sample_value("king_pedro_loop_lag_seconds_count") == 0


# king-pedro status


async def test_status_is_a_short_table(watcher: Watcher) -> None:
    here = watcher.here
    await open_table(here, clock="none")
    await here.people[0].command("bid", amount="lots")
    told = await watcher.status()
    assert told.status == 0, told.text
    rows = dict(re.split(r"\s{2,}", line, maxsplit=1) for line in told.text.splitlines())
    assert list(rows) == [
        "health", "program", "tables", "presses", "answers", "errors", "database", "event loop", "robots", "memory",
    ]  # fmt: skip
    assert rows["health"].startswith("well")
    assert re.fullmatch(r"version \S+, running for \d+ h \d+ min", rows["program"])
    assert rows["tables"] == "1 playing, 0 waiting for people"
    assert rows["presses"] == "6; refused: 1 (not-a-number 1)"
    assert re.fullmatch(r"half within [\d.]+ ms, 99 % within [\d.]+ ms; too late: 0", rows["answers"])
    assert rows["errors"] == "none"
    assert re.fullmatch(r"99 % of the changes within [\d.]+ ms", rows["database"])
    assert rows["robots"] == "0 decisions waited for; 99 % not measured yet"


async def test_status_of_nobody() -> None:
    port = free_port()
    told = await king_pedro_status(f"127.0.0.1:{port}")
    assert told == (
        1,
        f"No King Pedro answers at 127.0.0.1 port {port}; it is not running, or METRICS_ADDRESS names another place.\n",
    )
    told = await king_pedro_status("off")
    assert told == (1, "The bot tells nobody how it is: METRICS_ADDRESS is off.\n")
    told = await king_pedro_status("nonsense")
    assert told.status == 2


async def test_status_of_another_program() -> None:
    async def hello(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello\n")
        writer.close()

    async with await asyncio.start_server(hello, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        told = await king_pedro_status(f"127.0.0.1:{port}")
    assert told.status == 1
    assert told.text.startswith(f"No King Pedro answers at 127.0.0.1 port {port}")
