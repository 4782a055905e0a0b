"""`king-pedro run` as a process of its own, before Discord says a word to it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Final

import aiohttp
import pytest

ROOT: Final = Path(__file__).parents[1]

#: The program, with another address for Discord.
PROGRAM: Final = """
import sys
from discord.http import Route
from bot.cli import main

Route.BASE = sys.argv.pop(1)
main()
"""


class Silence:
    """A Discord that takes every connection and says nothing."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readline()
            self.asked.set()
            await reader.read()
        finally:
            writer.close()


async def asked_for_health(port: int) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
        return answer.status, await answer.text()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_it_is_starting_until_discord_answers_and_ends_when_told(how: signal.Signals, tmp_path: Path) -> None:
    silence = Silence()
    async with (
        await asyncio.start_server(silence.meet, "127.0.0.1", 0) as discord,
        await asyncio.start_server(silence.meet, "127.0.0.1", 0) as taken,
    ):
        port = taken.sockets[0].getsockname()[1]
        taken.close()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM, f"http://127.0.0.1:{discord.sockets[0].getsockname()[1]}", "run"),
            cwd=tmp_path,
            env=os.environ
            | {
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": "placeholder",
                "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/games.db",
                "METRICS_ADDRESS": f"127.0.0.1:{port}",
            },
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        await silence.asked.wait()
        assert await asked_for_health(port) == (503, "starting\n")
        process.send_signal(how)
        out, log = await process.communicate()
    assert (process.returncode, out) == (0, b"")
    assert b"told to end" in log
    assert b"Traceback" not in log
    assert b"placeholder" not in log
