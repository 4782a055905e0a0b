"""Where robots think: quick ones on a thread, those that search in processes that all tables share."""

from __future__ import annotations

import asyncio
import logging
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from enum import Enum
from typing import Final

from bot.game.view import PlayerView
from bot.mind import Mind
from bot.players.player import Decision, Player, Searching

LOG = logging.getLogger(__name__)

#: Seconds a search waits for a free process, and seconds it may take then.
WAIT: Final = 2.0
BUDGET: Final = 2.0
#: So many searches wait at most; one that comes then is refused at once.
MOST_WAITING: Final = 500

_LONGEST_PAUSE: Final = 60.0  # seconds between two attempts to start a process that does not start


class Trouble(Enum):
    """Why a search gave no decision."""

    FULL = "full"  # too many are waiting
    NONE_FREE = "none-free"  # no process was free in time
    TOO_LONG = "too-long"  # it took too long
    BROKEN = "broken"  # its process broke
    NO_PROCESS = "no-process"  # no process can be started
    CLOSING = "closing"  # the bot is closing
    FAILED = "failed"  # it failed


class NoThought(Exception):
    """A search gave no decision. Its text names no card."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble.value}: {detail}" if detail else trouble.value)
        self.trouble = trouble


class _Search:
    """A question in the line, and its answer to come."""

    __slots__ = ("answer", "begun", "question")

    def __init__(self, question: bytes) -> None:
        self.question = question
        self.begun = False
        self.answer: asyncio.Future[Decision | NoThought] = asyncio.get_running_loop().create_future()

    def give(self, answer: Decision | NoThought) -> None:
        """Answers, if somebody still waits."""
        if not self.answer.done():
            self.answer.set_result(answer)


class Pool:
    """The processes that search, and the line before them; with no processes a thread searches.

    First come, first served: a table asks for one robot at a time, so each table has a turn before any has a second.
    """

    def __init__(self, processes: int, *, wait: float = WAIT, budget: float = BUDGET) -> None:
        self._processes = processes
        self._wait = wait
        self._budget = budget
        self._quick = ThreadPoolExecutor(max_workers=1, thread_name_prefix="robots")
        self._slow = ThreadPoolExecutor(max_workers=1, thread_name_prefix="searches")
        self._line: asyncio.Queue[_Search] = asyncio.Queue(MOST_WAITING)
        self._servers: list[asyncio.Task[None]] = []
        self._without_process = 0  # servers whose process does not start
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many searches wait for a process."""
        return self._line.qsize()

    def open(self) -> None:
        """Starts the processes; nobody waits for them."""
        for _ in range(self._processes):
            # In an empty context, for these tasks belong to nobody who happens to be running now.
            self._servers.append(Context().run(asyncio.create_task, self._serve()))

    async def close(self) -> None:
        """Ends every process, whatever it is doing, and whoever waits is told."""
        self._closing = True
        for server in self._servers:
            server.cancel()
        await asyncio.gather(*self._servers, return_exceptions=True)
        self._send_away(Trouble.CLOSING)
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._slow.shutdown(wait=False, cancel_futures=True)

    async def decide(self, player: Player, view: PlayerView, rng: random.Random) -> Decision:
        """The player's decision, off the event loop. Raises NoThought for a search, else what the player raises."""
        if not isinstance(player, Searching):
            return await self._on(self._quick, player, view, rng)
        if self._closing:
            raise NoThought(Trouble.CLOSING)
        if not self._processes:
            return await self._searched_here(player, view, rng)
        if self._without_process >= self._processes:
            raise NoThought(Trouble.NO_PROCESS)
        answer = await self._searched(_Search(pickle.dumps((player, view, rng))))
        if isinstance(answer, NoThought):
            raise answer
        return answer

    async def _on(self, threads: ThreadPoolExecutor, player: Player, view: PlayerView, rng: random.Random) -> Decision:
        return await asyncio.get_running_loop().run_in_executor(threads, player, view, rng)

    async def _searched_here(self, player: Player, view: PlayerView, rng: random.Random) -> Decision:
        try:
            async with asyncio.timeout(self._budget):
                return await self._on(self._slow, player, view, rng)
        except TimeoutError:
            raise NoThought(Trouble.TOO_LONG) from None

    async def _searched(self, search: _Search) -> Decision | NoThought:
        try:
            self._line.put_nowait(search)
        except asyncio.QueueFull:
            return NoThought(Trouble.FULL)
        try:
            await asyncio.wait({search.answer}, timeout=self._wait)
            if not search.answer.done() and not search.begun:
                return NoThought(Trouble.NONE_FREE)
            return await search.answer
        finally:
            search.answer.cancel()  # no process begins a search that nobody waits for

    def _send_away(self, why: Trouble) -> None:
        while not self._line.empty():
            self._line.get_nowait().give(NoThought(why))

    # One task a process

    async def _serve(self) -> None:
        mind: Mind | None = None
        try:
            while True:
                mind = mind if mind is not None and mind.lives else await self._started()
                search = await self._line.get()
                if search.answer.done():
                    continue
                if not mind.lives:  # killed while it had nothing to do
                    mind = await self._anew(mind)
                answer = await self._asked(mind, search)
                if answer is not None:
                    LOG.warning("a robot's process is ended: %s", answer)
                    mind = await self._anew(mind)
        finally:
            if mind is not None:
                await mind.end()

    async def _asked(self, mind: Mind, search: _Search) -> NoThought | None:
        """Has the search answered; gives what is wrong with the process, if anything is."""
        search.begun = True
        answer: Decision | NoThought = NoThought(Trouble.CLOSING)
        wrong: NoThought | None = None
        try:
            async with asyncio.timeout(self._budget):
                said = await mind.ask(search.question)
            answer = said if isinstance(said, Decision) else NoThought(Trouble.FAILED, said)
        except TimeoutError:
            answer = wrong = NoThought(Trouble.TOO_LONG)
        except Exception as error:  # noqa: BLE001 - whatever it was, that process is not asked again
            answer = wrong = NoThought(Trouble.BROKEN, type(error).__name__)
        finally:
            search.give(answer)
        return wrong

    async def _anew(self, mind: Mind) -> Mind:
        await mind.end()
        mind = await self._started()
        LOG.warning("recovered: a robot's process was started anew")
        return mind

    async def _started(self) -> Mind:
        """A process that is ready; tried again until there is one."""
        pause = 0.0
        while True:
            try:
                mind = await Mind.start()
            except Exception as error:  # noqa: BLE001 - a system out of memory, files, processes: it may pass
                LOG.error("no process for robots: %s", type(error).__name__)
                self._without_process += not pause
                if self._without_process >= self._processes:
                    self._send_away(Trouble.NO_PROCESS)
                pause = min(max(1.0, 2 * pause), _LONGEST_PAUSE)
                await asyncio.sleep(pause)
            else:
                self._without_process -= bool(pause)
                return mind
