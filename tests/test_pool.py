"""The processes that search: their answers are the player's own, and whatever happens to one, the next is there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS
from bot.game.engine import apply, new_game
from bot.game.rules import CANADIAN, PRESETS, RuleSet
from bot.game.state import Phase
from bot.game.view import PlayerView, view
from bot.players.normal.robot import decide
from bot.players.player import Decision, Player, Searching
from bot.players.registry import PLAYERS
from bot.pool import MOST_WAITING, NoThought, Pool, Trouble
from tests.players import searchers
from tests.players.searchers import taking

#: Seconds a busy machine may take for what should be done at once.
PATIENCE = 60.0
ROOT = Path(__file__).parents[1]


def first_view(rules: RuleSet = CANADIAN) -> PlayerView:
    """What the first to call sees."""
    state = apply(new_game(rules, SEATS[0]), None, Deal(DECK))
    return view(state, state.to_act[0])


def views(rules: RuleSet) -> list[PlayerView]:
    """What the seats to act see through a whole hand."""
    chance = random.Random(3)
    state, seen = apply(new_game(rules, SEATS[0]), None, Deal(tuple(chance.sample(DECK, len(DECK))))), []
    while state.phase not in (Phase.DEAL, Phase.FINISHED):
        seat = state.to_act[0]
        seen.append(view(state, seat))
        state = apply(state, seat, PLAYERS["random"](seen[-1], chance).action)
    return seen


VIEW = first_view()
OWN = decide(VIEW, random.Random(1))


@asynccontextmanager
async def pool(processes: int = 1, *, wait: float = PATIENCE, budget: float = PATIENCE) -> AsyncIterator[Pool]:
    """A pool that has begun, and leaves nothing behind."""
    made = Pool(processes, wait=wait, budget=budget)
    made.open()
    try:
        async with asyncio.timeout(2 * PATIENCE):
            yield made
    finally:
        await made.close()
        assert children() == []


def children() -> list[int]:
    """The numbers of this process's children."""
    return children_of(os.getpid())


def children_of(pid: int) -> list[int]:
    """The numbers of a process's children, but for those that are over and not yet waited for.

    Nor does multiprocessing's own tracker count, which stays for good once a test in this process had a duel with jobs.
    """
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                state, parent = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
                tracker = b"resource_tracker" in (folder / "cmdline").read_bytes()
                found += [int(folder.name)] if int(parent) == pid and state != "Z" and not tracker else []
    return found


async def ask(of: Pool, player: Searching, seed: int = 1) -> Decision:
    return await of.decide(player, VIEW, random.Random(seed))


async def trouble(of: Pool, player: Searching) -> Trouble:
    with pytest.raises(NoThought) as caught:
        await ask(of, player)
    assert searchers.SECRET not in str(caught.value)
    return caught.value.trouble


def crossed(thing: object) -> object:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - our own


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_what_crosses_crosses(rules: RuleSet) -> None:
    """Views of every phase, decisions with their reasons, and the players themselves."""
    seen = views(rules)
    assert {one.phase for one in seen} == {Phase.AUCTION, Phase.TRUMP, Phase.DISCARD, Phase.PLAY}
    for one in seen:
        decision = decide(one, random.Random(1))
        assert crossed((one, decision)) == (one, decision)
    assert {name: crossed(player) for name, player in PLAYERS.items()} == dict(PLAYERS)


async def test_a_process_decides_as_the_player_itself_would() -> None:
    """With the same view and the same random source; all phases, several at a time."""
    seen = views(CANADIAN)
    expert = PLAYERS["expert"]
    assert isinstance(expert, Searching)
    async with pool(2) as made:
        answers = await asyncio.gather(*(made.decide(expert, one, random.Random(7)) for one in seen))
    assert answers == [expert(one, random.Random(7)) for one in seen]


async def test_quick_players_need_no_process() -> None:
    made = Pool(0)
    try:
        assert await made.decide(decide, VIEW, random.Random(1)) == OWN
        assert await ask(made, taking(0)) == OWN, "with no process a thread searches"
        assert children() == []
    finally:
        await made.close()


async def test_a_search_on_a_thread_has_its_budget_too() -> None:
    made = Pool(0, budget=0.05)
    try:
        assert await trouble(made, taking(0.5)) is Trouble.TOO_LONG
    finally:
        await made.close()


@pytest.mark.parametrize("name", searchers.FAULTY)
async def test_a_player_that_fails_is_told_and_the_next_is_answered(name: str) -> None:
    async with pool() as made:
        for _ in range(2):
            found = await trouble(made, Searching(searchers.FAULTY[name]))
            assert found is (Trouble.BROKEN if name == "dies" else Trouble.FAILED)
        assert await ask(made, taking(0)) == OWN


@pytest.mark.parametrize("harmless", [searchers.chattering, searchers.interrupted])
async def test_what_a_process_shrugs_off(harmless: Player) -> None:
    """What a player prints is no answer, and Ctrl-C is the parent's."""
    async with pool() as made:
        assert await ask(made, taking(0)) == OWN
        before = children()
        assert await ask(made, Searching(harmless)) == OWN
        assert children() == before


async def test_a_search_beyond_its_budget_gives_its_process_back(caplog: pytest.LogCaptureFixture) -> None:
    """The process is ended at once and another one answers; the log tells of both."""
    async with pool(budget=3.0) as made:
        assert await ask(made, taking(0)) == OWN
        before = children()
        assert await trouble(made, taking(3600)) is Trouble.TOO_LONG
        assert await ask(made, taking(0)) == OWN
        assert len(children()) == 1
        assert not set(children()) & set(before)
    told = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert told == ["a robot's process is ended: too-long", "recovered: a robot's process was started anew"]


@pytest.mark.parametrize("busy", [True, False])
async def test_a_killed_process_is_replaced(tmp_path: Path, busy: bool) -> None:
    """Killed while it searches, its question has no answer; killed while it waits, one at most has none."""
    async with pool() as made:
        assert await ask(made, taking(0)) == OWN
        if busy:
            file = tmp_path / "pid"
            asked = asyncio.create_task(ask(made, Searching(searchers.Telling(file, taking(3600)))))
            await until(file.exists)
            await until(lambda: bool(file.read_text()))
            os.kill(int(file.read_text()), signal.SIGKILL)
            with pytest.raises(NoThought) as caught:
                await asked
            assert caught.value.trouble is Trouble.BROKEN
        else:
            (victim,) = children()
            os.kill(victim, signal.SIGKILL)
            await until(lambda: victim not in children())
        assert await warm(made)
        assert len(children()) == 1


async def until(so: Callable[[], object]) -> None:
    while not so():  # noqa: ASYNC110 - processes send no events
        await asyncio.sleep(0.01)


async def test_who_waits_too_long_is_told_and_never_asked() -> None:
    """No process begins a search that nobody waits for."""
    async with pool(wait=0.3) as made:
        assert await warm(made)
        long = asyncio.create_task(ask(made, taking(1.5)))
        await asyncio.sleep(0)
        waited = [trouble(made, taking(3600)) for _ in range(5)]
        assert await asyncio.gather(*waited) == [Trouble.NONE_FREE] * 5
        assert await long == OWN, "it was begun in time"
        assert await ask(made, taking(0)) == OWN


async def warm(made: Pool) -> bool:
    """Waits until there is a process, however short the pool's own patience is."""
    while True:
        with contextlib.suppress(NoThought):
            return await ask(made, taking(0)) == OWN
        await asyncio.sleep(0.01)  # it may be refused without waiting at all


async def test_a_cancelled_search_is_not_begun(tmp_path: Path) -> None:
    """A table that was changed while its robot waited asks anew: the old question costs nothing."""
    file = tmp_path / "pid"
    async with pool() as made:
        long = asyncio.create_task(ask(made, taking(0.5)))
        gone = asyncio.create_task(ask(made, Searching(searchers.Telling(file, taking(0)))))
        await until(lambda: made.waiting)
        gone.cancel()
        assert await long == OWN
        assert await ask(made, taking(0)) == OWN
    assert not file.exists()


async def test_a_full_line_refuses_at_once() -> None:
    async with pool() as made:
        asked = [asyncio.create_task(ask(made, taking(3600))) for _ in range(MOST_WAITING + 1)]
        await until(lambda: made.waiting == MOST_WAITING)
        assert await trouble(made, taking(0)) is Trouble.FULL
        for one in asked:
            one.cancel()


async def test_first_come_first_served() -> None:
    """Ten tables that ask for one robot after another have their turns in the same order, round after round."""
    order: list[int] = []

    async def table(number: int) -> None:
        for _ in range(3):
            await ask(made, taking(0.01))
            order.append(number)

    async with pool() as made:
        await asyncio.gather(*map(table, range(10)))
    assert order == [*range(10)] * 3


async def test_without_any_process_the_answer_comes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And when processes can be started again, they are."""
    with monkeypatch.context() as broken:
        broken.setattr("bot.mind.sys.executable", "/no/such/python")
        made = Pool(2, wait=PATIENCE, budget=PATIENCE)
        made.open()
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                assert await trouble(made, taking(0)) is Trouble.NO_PROCESS
    async with asyncio.timeout(PATIENCE):
        assert await warm(made)
    await made.close()
    assert children() == []


@pytest.mark.parametrize("began", [0.0, 0.05, 0.5])
async def test_closing_leaves_no_process_and_nobody_waiting(began: float) -> None:
    """While processes start, while they search, with a line before them."""
    made = Pool(2, wait=PATIENCE, budget=PATIENCE)
    made.open()
    asked = [asyncio.create_task(ask(made, taking(3600))) for _ in range(6)]
    await asyncio.sleep(began)
    async with asyncio.timeout(PATIENCE):
        await made.close()
        found = await asyncio.gather(*asked, return_exceptions=True)
    assert [one.trouble for one in found if isinstance(one, NoThought)] == [Trouble.CLOSING] * 6
    assert children() == []
    assert await trouble(made, taking(0)) is Trouble.CLOSING


_PARENT = """
import asyncio, random, sys
from bot.pool import Pool
from tests.players.searchers import taking
from tests.test_pool import VIEW

async def main():
    pool = Pool(2, budget=3600)
    pool.open()
    for player in (taking(0), taking(0)):
        await pool.decide(player, VIEW, random.Random(1))
    print("ready", flush=True)
    await pool.decide(taking(float(sys.argv[1])), VIEW, random.Random(1))
    await asyncio.sleep(60)  # until it is killed, with nothing to do

asyncio.run(main())
"""


@pytest.mark.parametrize("busy", ["0", "2"])
async def test_no_process_outlives_a_parent_that_was_killed(busy: str) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PARENT, busy,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert parent.stdout is not None
    async with asyncio.timeout(PATIENCE):
        assert await parent.stdout.readline() == b"ready\n"
        workers = children_of(parent.pid)
        assert len(workers) == 2
        parent.kill()
        await parent.communicate()
        await until(lambda: not any(lives(worker) for worker in workers))


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def test_a_process_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """The token is not in its environment, where other programs could read it."""
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    monkeypatch.setenv("discord_token", "very-secret")
    async with pool() as made:
        assert await ask(made, taking(0)) == OWN
        (worker,) = children()
        assert b"very-secret" not in environment_of(worker)


def environment_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


_BOT = """
import asyncio, random
from bot.app import KingPedro
from bot.config import Settings
from bot.pool import Pool
from bot.run import _serve
from tests.players.searchers import taking
from tests.test_pool import VIEW

class Thinking(KingPedro):
    async def start(self, token, *, reconnect=True):
        self.pool = Pool(2, budget=3600)
        self.pool.open()
        for player in (taking(0), taking(0)):
            await self.pool.decide(player, VIEW, random.Random(1))
        print("ready", flush=True)
        await self.pool.decide(taking(3600), VIEW, random.Random(1))

async def main():
    await _serve(Thinking(Settings(discord_token=None, robot_processes=0)), "")

asyncio.run(main())
print("ended", flush=True)
"""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_the_bot_ends_with_its_processes_when_it_is_told(how: signal.Signals) -> None:
    """With a search under way; Ctrl-C goes to every process of a terminal's group, SIGTERM to one."""
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _BOT,
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert bot.stdout is not None
    async with asyncio.timeout(PATIENCE):
        assert await bot.stdout.readline() == b"ready\n"
        workers = children_of(bot.pid)
        assert len(workers) == 2
        if how is signal.SIGINT:
            os.killpg(bot.pid, how)
        else:
            bot.send_signal(how)
        out, log = await bot.communicate()
    assert (bot.returncode, out) == (0, b"ended\n")
    assert b"Traceback" not in log
    assert not any(lives(worker) for worker in workers)
