"""A bot as a process, the people at its table, and a game they play to the end whatever happens to the process."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from simcord.backend import serializers
from simcord.backend.models import Interaction, Message

from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.past import record_of_game
from bot.recount import MODEL, finish_of
from db.store import Store
from db.values import SavedGame
from tests.crash.loopback import Loopback

ROOT: Final = Path(__file__).parents[2]

#: What a panel may ask for.
_DECISIONS: Final = ("next", "discard", "trump", "play", "bid", "pass")

#: The highest bid that people make.
_LOW: Final = 10

#: Real seconds until something is taken for stuck, on a machine with much else to do.
_PATIENCE: Final = 40.0
_LOOK: Final = 0.01


class Table:
    """One channel with two people, and the process that plays with them."""

    def __init__(self, discord: Loopback, folder: Path, *, seed: int, target: int, pace: float = 0.01) -> None:
        self.discord = discord
        self.folder = folder
        self.target = target
        self.lives = 0
        self.answered = self.unanswered = 0
        self._surroundings = os.environ | {
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": "placeholder",
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/games.db",
            "METRICS_ADDRESS": "off",
            "ROBOT_PROCESSES": "0",
            "DISCORD_PORT": str(discord.port),
            "PACE": str(pace),
            "SEED": str(seed),
        }
        backend = discord.backend
        guild = backend.create_guild("Card Room")
        self.channel_id: int = backend.create_channel(guild.id, "king-pedro").id
        self.people: list[int] = []
        for name in ("Ana", "Bob"):
            user = backend.make_user(name.lower(), global_name=name)
            backend.add_member(guild.id, user.id)
            self.people.append(user.id)
        self._process: asyncio.subprocess.Process | None = None

    # The process

    async def live(self, kill_at: str = "") -> None:
        """Starts the bot; returns when it is connected, or dead already."""
        sessions = self.discord.sessions
        self.lives += 1
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.crash.child",
                cwd=self.folder, env=self._surroundings | {"KILL_AT": kill_at}, stderr=log,
            )  # fmt: skip
        await until(lambda: self.is_dead or self.discord.sessions > sessions)

    @property
    def is_dead(self) -> bool:
        """Whether the process has ended."""
        return self._process is None or self._process.returncode is not None

    async def end(self, *, kindly: bool) -> int:
        """Ends the process, with a word before or without; gives its code."""
        assert self._process is not None
        if not self.is_dead:
            self._process.terminate() if kindly else self._process.kill()
        return await self._process.wait()

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def log(self) -> str:
        """All that the processes have written."""
        return self._log.read_text(encoding="utf-8")

    # What people see and do

    def sees(self, user_id: int | None) -> list[Message]:
        """The messages this person sees, or everybody, oldest first."""
        found: Iterable[Message] = self.discord.backend.messages[self.channel_id].values()
        return sorted((one for one in found if one.visible_to(user_id)), key=lambda one: one.id)

    def board(self) -> Message:
        """The newest message that everybody sees."""
        return self.sees(None)[-1]

    def text(self, message: Message) -> str:
        """All text of a message."""
        return "\n".join(one["content"] for one in self._components(message) if "content" in one)

    def offers(self, message: Message) -> dict[str, list[str]]:
        """The enabled controls of a message by verb, as custom_ids."""
        found: dict[str, list[str]] = {}
        for one in self._components(message):
            if "custom_id" in one and not one.get("disabled"):
                found.setdefault(one["custom_id"].split(":")[1], []).append(one["custom_id"])
        return found

    def _components(self, message: Message) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        waiting: list[Any] = list(serializers.message_payload(self.discord.backend, message)["components"])
        while waiting:
            one = waiting.pop(0)
            found.append(one)
            waiting = [*one.get("components", ()), *waiting]
        return found

    async def command(self, user_id: int, name: str, **options: Any) -> bool:
        """`/pedro NAME`; whether it was answered."""
        return await self._answered(self.discord.command(user_id, self.channel_id, name, **options))

    async def press(self, user_id: int, verb: str, message: Message | None = None) -> bool:
        """Presses the first control of this verb; whether that was answered."""
        shown = message or self.board()
        return await self._answered(self.discord.press(user_id, shown, self.offers(shown)[verb][0]))

    async def _answered(self, asked: Interaction) -> bool:
        await until(lambda: asked.responded or self.is_dead)
        if asked.responded:
            self.answered += 1
        else:
            self.unanswered += 1
        return asked.responded

    async def decide(self, user_id: int) -> bool:
        """One press by what the person sees, if they are asked for anything; whether there was one.

        Who is called, because no panel follows the game any more, asks for the cards first.
        """
        for message in reversed([one for one in self.sees(user_id) if one.is_ephemeral]):
            offered = self.offers(message)
            verb = next((one for one in _DECISIONS if one in offered), None)
            if verb is not None:
                await self.press(user_id, "pass" if self._passes(user_id, offered) else verb, message)
                return True
        for message in self.sees(None)[-3:]:
            if f"<@{user_id}>" in self.text(message) and "cards" in self.offers(message):
                await self.press(user_id, "cards", message)
                return True
        return False

    def _passes(self, user_id: int, offered: dict[str, list[str]]) -> bool:
        """The first of the people bids low, the other only where there is no way out; always the same way."""
        low = [one for one in offered.get("bid", ()) if int(one.split(":")[4]) <= _LOW]
        return "pass" in offered and (user_id != self.people[0] or not low)

    async def play(self, answers: int | None = None) -> bool:
        """People open a table, if there is none, and do what they are offered until the game is over and says so;
        False when the bot died, or has given so many answers.
        """
        enough = None if answers is None else self.answered + answers
        stuck_at = time.monotonic() + _PATIENCE
        while not (self.sees(None) and "rematch" in self.offers(self.board())):
            if self.is_dead or (enough is not None and self.answered >= enough):
                return False
            await self._gather()
            await self._decide_all()
            assert time.monotonic() < stuck_at, "the game does not go on"
            await asyncio.sleep(_LOOK)
        return True

    async def _gather(self) -> None:
        """What is to do before the game begins."""
        ana, bob = self.people
        if not self.sees(None):
            await self.command(ana, "start", clock="none", target=self.target)
            await until(lambda: self.is_dead or self.sees(None))
        elif "sit" in self.offers(self.board()) and "Bob" not in self.text(self.board()):
            await self.press(bob, "sit")
        elif "start" in self.offers(self.board()):
            await self.press(ana, "start")

    async def _decide_all(self) -> None:
        for user_id in self.people:
            if not self.is_dead:
                await self.decide(user_id)


async def play_through(folder: Path, kills: Sequence[str], *, seed: int, target: int = 50) -> Played:
    """A whole game, by a bot that is killed at each of these steps, one a life."""
    fates = iter(kills)
    async with table(folder, seed=seed, target=target) as here:
        while True:
            await here.live(next(fates, ""))
            if await here.play():
                break
            assert await here.end(kindly=True) == -signal.SIGKILL, here.log()
        assert await here.end(kindly=True) == 0
        assert here.unanswered <= len(kills)
        assert "Traceback" not in here.log()
        assert "placeholder" not in here.log()
        return await _played(here)


async def play_with_pauses(folder: Path, answers: Sequence[int], *, seed: int, target: int = 50) -> Played:
    """A whole game, by a bot that is told to end each time it has given so many answers."""
    async with table(folder, seed=seed, target=target) as here:
        for some in answers:
            await here.live()
            assert not await here.play(some)
            assert await here.end(kindly=True) == 0
        await here.live()
        assert await here.play()
        assert await here.end(kindly=True) == 0
        assert here.unanswered == 0
        assert "Traceback" not in here.log()
        return await _played(here)


class Played(NamedTuple):
    """A game that is over: what was decided by whom, its end, and what people can read."""

    lives: int
    moves: list[tuple[str | None, str, str]]
    winner: str | None
    rows: list[tuple[int, int, int]]
    boards: list[tuple[str, list[str]]]


async def _played(here: Table) -> Played:
    store = await Store.open(f"sqlite+aiosqlite:///{here.folder}/games.db", model=MODEL)
    try:
        game = await store.games.load(1)
        assert [finding for finding in await store.check() if not finding.sound] == []
        assert (await store.count_again(finish_of)).differences == {}
        page = await store.boards.people(guild_id=None, period="all", by="wins", offset=0, limit=10, asker=0)
    finally:
        await store.close()
    assert game is not None
    assert read_record(write_record(record_of_game(game))).faults() == []
    rows = sorted((here.people.index(row.user_id), row.games, row.wins) for row in page.rows)
    boards = [(here.text(one), sorted(here.offers(one))) for one in here.sees(None)]
    return Played(here.lives, _in_order(game), game.winner, rows, boards)


def _in_order(game: SavedGame) -> list[tuple[str | None, str, str]]:
    """Who did what; four people throw at once, so their discards stand by seat."""
    moves: list[tuple[str | None, str, str]] = []
    for discarding, some in itertools.groupby(game.entries, key=lambda entry: entry.action.startswith("discard")):
        found = [(entry.seat, entry.action, entry.by) for entry in some]
        moves += sorted(found, key=str) if discarding else found
    return moves


async def until(there: Any) -> None:
    """Waits until ``there()`` is true."""
    stuck_at = time.monotonic() + _PATIENCE
    while not there():
        assert time.monotonic() < stuck_at, "nothing happens"
        await asyncio.sleep(_LOOK)


@asynccontextmanager
async def table(folder: Path, *, seed: int = 1, target: int = 50) -> AsyncIterator[Table]:
    """A Discord with a channel; the bot has still to come."""
    discord = Loopback()
    await discord.start()
    made = Table(discord, folder, seed=seed, target=target)
    try:
        yield made
    finally:
        if not made.is_dead:
            await made.end(kindly=False)
        await discord.stop()
