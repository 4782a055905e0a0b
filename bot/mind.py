"""One process that thinks, from its parent's side; the other side is ``bot.players.worker``."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from pathlib import Path
from typing import Final, Self

from bot.players.player import Decision
from bot.players.worker import LENGTH, READY

#: What the process is not told: it needs neither.
_SECRETS: Final = ("DISCORD_TOKEN", "DATABASE_URL")
_ROOT: Final = Path(__file__).parents[1]
_STARTING: Final = 60.0  # seconds until a process that is not ready counts as one that does not start


class Mind:
    """A running process that answers one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._process = process
        self._questions, self._answers = process.stdin, process.stdout

    @classmethod
    async def start(cls) -> Self:
        """A process that has imported everything. Raises OSError, EOFError or TimeoutError."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.players.worker",
            cwd=_ROOT,
            env={name: value for name, value in os.environ.items() if name.upper() not in _SECRETS},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            process_group=0,  # Ctrl-C in a terminal goes to the parent's group
        )
        mind = cls(process)
        try:
            async with asyncio.timeout(_STARTING):
                if await mind._heard() != READY:
                    raise EOFError
        except BaseException:
            await mind.end()
            raise
        return mind

    @property
    def lives(self) -> bool:
        """Whether the process runs, as far as is known."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    async def ask(self, question: bytes) -> Decision | str:
        """The answer to a pickled question: a decision, or what went wrong. Raises OSError or EOFError."""
        self._questions.write(LENGTH.pack(len(question)) + question)
        await self._questions.drain()
        said = await self._heard()
        return said if isinstance(said, Decision) else str(said)

    async def end(self) -> None:
        """Ends the process at once, and waits until it is gone."""
        with contextlib.suppress(ProcessLookupError):  # it is gone already
            self._process.kill()
        self._questions.close()
        with contextlib.suppress(OSError):  # what was written last can't arrive any more
            await self._process.communicate()

    async def _heard(self) -> object:
        head = await self._answers.readexactly(LENGTH.size)
        body: object = pickle.loads(await self._answers.readexactly(LENGTH.unpack(head)[0]))  # noqa: S301 - our child
        return body
