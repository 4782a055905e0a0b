"""Our own code, another program or the store fails: nothing is lost, the person is told, the table goes on."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import app
from bot.lobby import Status
from db.faults import FaultKind, StoreFault
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.playing import act, asked, entries, open_table


@pytest.fixture
async def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A room in which errors may be logged."""
    async with room(tmp_path, random.Random(1), monkeypatch, expect_errors=True) as made:
        yield made


async def test_a5_a_handler_that_breaks_harms_nobody_else(faulty: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who pressed is told; every other control works, also theirs."""
    game = await open_table(faulty, clock="none")

    async def broken(press: Any) -> None:
        raise KeyError("AS")

    monkeypatch.setitem(app._CONTROLS, "more", broken)
    before = await entries(faulty, game)
    for person in faulty.people:
        await person.press("more", message=faulty.board())
        assert "went wrong" in person.reads()
    first = asked(faulty)[0]
    await first.press("pass", message=faulty.board())
    assert await entries(faulty, game) == before + 1
    await first.command("help")


async def test_a5_a_command_that_breaks_is_answered(faulty: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_table(faulty, clock="none")

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr("bot.wire.commands.status_page", broken)
        assert "went wrong" in await faulty.people[0].told("status")
    assert "went wrong" not in await faulty.people[0].told("status")
    await asked(faulty)[0].press("pass", message=faulty.board())


async def test_a5_a_drawing_that_breaks_does_not_stop_the_game(faulty: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the table's public message is without news, until it can be drawn again."""
    game = await open_table(faulty, clock="none")
    with monkeypatch.context() as broken:
        broken.setattr("bot.wire.screen.table_page", lambda *_: 1 / 0)
        before = await entries(faulty, game)
        for _ in range(2):
            await act(faulty)
            await faulty.wait(4)
        assert await entries(faulty, game) == before + 2
    await act(faulty)
    await faulty.wait(2)
    assert text_of(faulty.board()) == faulty.bot.desk.screen(faulty.table).spec().text()


async def test_k17_a_robot_that_breaks_holds_nobody_up(faulty: Room) -> None:
    """Another decides in its place, at once, and the error is in the log."""
    game = await open_table(faulty, sitting=2, clock="fast")
    plain, broken = faulty.bot.desk.house.compute, [3]

    async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
        if broken[0]:
            broken[0] -= 1
            raise RuntimeError("no idea")
        return await plain(function, *arguments)

    object.__setattr__(faulty.bot.desk.house, "compute", compute)
    before = await entries(faulty, game)
    for _ in range(12):
        await faulty.wait(10)
    assert broken == [0]
    assert await entries(faulty, game) > before + 4


@pytest.mark.parametrize("custom_id", ["", "x", "kp", "kp:play", "kp:dance:1:1:", "other-bot:1", "kp:cards:77:0:"])
async def test_a11_a_control_nobody_knows_is_answered(here: Room, custom_id: str) -> None:
    await open_table(here, clock="none")
    person = here.people[0]
    for message in (here.board(), person.panel()):
        await here.forged(person, message, custom_id)
    assert "/pedro" in person.reads() or "over" in person.reads()


# The store


class Store:
    """Makes the store's changes fail as long as ``fault`` is there."""

    def __init__(self, here: Room, patch: pytest.MonkeyPatch) -> None:
        self.fault: StoreFault | None = None
        self.refused = 0
        for name in ("create", "save_lobby", "start", "append", "save_seats", "end", "save_message"):
            patch.setattr(here.bot.store.games, name, self._failing(getattr(here.bot.store.games, name)))

    def _failing(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        async def change(*arguments: Any, **options: Any) -> Any:
            if self.fault is not None:
                self.refused += 1
                raise self.fault
            return await plain(*arguments, **options)

        return change


LOCKED = StoreFault(FaultKind.LOCKED, "another program is using the database")
FULL = StoreFault(FaultKind.FULL, "there is no room left")


@pytest.fixture
def store(faulty: Room, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    made = Store(faulty, monkeypatch)
    yield made
    made.fault = None


@pytest.mark.parametrize("fault", [LOCKED, FULL], ids=["locked", "full"])
async def test_nothing_changes_that_could_not_be_saved(faulty: Room, store: Store, fault: StoreFault) -> None:
    """Each change is refused with the advice to try again, and works when that is tried."""
    ana, bob, carla, _ = faulty.people
    store.fault = fault
    assert "again" in await ana.told("start")
    store.fault = None
    await ana.command("start", clock="none")

    lobby = faulty.table.lobby_info()
    store.fault = fault
    for verb, person in (("sit", bob), ("leave", ana), ("start", ana)):
        await person.press(verb, message=faulty.board())
        assert "again" in person.reads()
        assert faulty.table.lobby_info() == lobby
    store.fault = None
    await bob.press("sit", message=faulty.board())
    await carla.press("sit", message=faulty.board())
    await ana.press("start", message=faulty.board())

    game, state, seating = faulty.table.id, faulty.table.state, faulty.table.seating
    while not asked(faulty):
        await faulty.wait(1.3)
    state = faulty.table.state
    person = asked(faulty)[0]
    await faulty.wait(4)
    before = await entries(faulty, game)
    store.fault = fault
    await person.press("pass" if "pass" in person.offers() else "bid")
    assert "again" in person.reads()
    await ana.command("leave")
    await ana.press("leave-yes")
    assert "again" in ana.reads()
    await ana.command("end")
    await ana.press("end-yes")
    assert "again" in ana.reads()
    assert (faulty.table.state, faulty.table.seating) == (state, seating)
    assert await entries(faulty, game) == before
    store.fault = None
    await person.press("cards", message=faulty.board())
    await person.press("pass" if "pass" in person.offers() else "bid")
    assert await entries(faulty, game) > before


async def test_robots_and_clocks_try_again_when_the_store_does(faulty: Room, store: Store) -> None:
    """A table is never stuck: robots, clocks, the next deal and the last card wait until it can be saved."""
    game = await open_table(faulty, sitting=2, clock="fast", target=50)
    chance = random.Random(7)
    for _ in range(400):
        if not faulty.has_table():
            break
        store.fault = LOCKED if chance.random() < 0.5 else None
        await faulty.wait(7)
        store.fault = None
        await faulty.wait(7)
        if faulty.has_table() and chance.random() < 0.2:
            await faulty.people[0].command("sit")
    store.fault = None
    assert store.refused > 10
    await faulty.wait(10)
    saved = await faulty.saved(game)
    assert saved.status in ("finished", "ended")


async def test_a_locked_database_is_told_and_then_works(faulty: Room, tmp_path: Path) -> None:
    """The real thing: another program holds the file for a while."""
    game = await open_table(faulty, clock="none")
    person = asked(faulty)[0]
    before, state = await entries(faulty, game), faulty.table.state
    faulty.env.settle_timeout = 30
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        await person.press("pass")
        assert "again" in person.reads()
        assert faulty.table.state is state
        other_program.execute("ROLLBACK")
    await person.press("pass")
    assert await entries(faulty, game) == before + 1


async def test_f13_a_table_that_knows_less_than_the_store_catches_up(faulty: Room) -> None:
    """Another process played on: nothing is overwritten, and the next look shows what is true."""
    game = await open_table(faulty, clock="none")
    person, stale = asked(faulty)[0], faulty.table
    kept = (stale.state, stale.seq, stale.asked_seq)
    await person.press("pass")
    after = await entries(faulty, game)
    stale.state, stale.seq, stale.asked_seq = kept  # as if it had been this process that missed it
    await person.press("bid", message=_offering(person, faulty, "bid"))
    assert await entries(faulty, game) == after
    assert faulty.table.seq == after
    assert faulty.table.status is Status.LIVE
    await act(faulty)
    assert await entries(faulty, game) == after + 1


def _offering(person: Person, here: Room, verb: str) -> discord.Message:
    return here.board() if verb in offers(here.board()) else person.panel()
