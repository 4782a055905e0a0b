"""Whatever put itself right says so in one line that begins with `recovered: `, and with no card in it."""

from __future__ import annotations

import logging
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.wire import panels
from db.faults import FaultKind, StoreFault
from tests.discord.kit import Room, room
from tests.discord.playing import act, asked, entries, open_table

TABLE = "/channels/*/messages/*"
PANEL = "/webhooks/*"


@pytest.fixture
async def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """A room in which errors may be logged."""
    async with room(tmp_path, random.Random(1), monkeypatch, expect_errors=True) as made:
        yield made


@pytest.fixture(autouse=True)
def everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    for name in ("bot", "db"):
        caplog.set_level(logging.INFO, name)


def recovered(caplog: pytest.LogCaptureFixture) -> list[str]:
    lines = [record.getMessage() for record in caplog.records]
    caplog.clear()
    return [line.removeprefix("recovered: ") for line in lines if line.startswith("recovered: ")]


async def test_tables_that_are_brought_back(here: Room, caplog: pytest.LogCaptureFixture) -> None:
    await open_table(here, clock="none")
    assert recovered(caplog) == []
    await here.restart(random.Random(2), in_order=False)
    assert recovered(caplog) == ["tables brought back: 1"]


async def test_a_message_that_is_posted_anew(here: Room, caplog: pytest.LogCaptureFixture) -> None:
    game = await open_table(here, clock="none")
    here.env.backend.delete_message(here.channel.id, here.board().id)
    await act(here)
    await here.wait(2)
    assert recovered(caplog) == [f"game {game} in channel {here.channel.id}: posted anew"]


async def test_a_panel_that_is_given_up(
    here: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await open_table(here, clock="none")
    monkeypatch.setattr(panels, "TOKEN_LIFE", 60 * 60)
    await here.wait(20 * 60)
    await asked(here)[0].press("pass", message=here.public()[0])
    await here.wait(5)
    found = recovered(caplog)
    assert found
    assert all(line.startswith(f"game {game}: a panel is given up, a press brings a fresh one: ") for line in found)


async def test_a_table_that_was_shut_out(faulty: Room, caplog: pytest.LogCaptureFixture) -> None:
    game = await open_table(faulty, clock="none")
    faulty.env.inject_error("PATCH", TABLE, status=403, code=50001)
    await act(faulty)
    await faulty.wait(5)
    assert recovered(caplog) == []
    await faulty.people[0].command("status")
    assert recovered(caplog) == [f"game {game} in channel {faulty.channel.id}: drawn again"]


async def test_a_table_that_caught_up_with_the_store(faulty: Room, caplog: pytest.LogCaptureFixture) -> None:
    game = await open_table(faulty, clock="none")
    table, person = faulty.table, asked(faulty)[0]
    kept = (table.state, table.seq, table.asked_seq)
    await person.press("pass")
    table.state, table.seq, table.asked_seq = kept
    await person.command("bid", amount="pass")
    assert recovered(caplog) == [f"game {game} in channel {faulty.channel.id} caught up with the store"]


async def test_a_robot_whose_decision_could_not_be_saved(
    faulty: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await open_table(faulty, sitting=1, clock="none")
    plain, failing = faulty.bot.store.games.append, True

    async def append(*arguments: object, **options: object) -> object:
        if failing:
            raise StoreFault(FaultKind.LOCKED, "another program is using the database")
        return await plain(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(faulty.bot.store.games, "append", append)
    person = faulty.people[0]
    before = await entries(faulty, game)
    for _ in range(3):
        await faulty.wait(4)
    if asked(faulty):  # the person is asked first: their decision is refused, and nothing is tried again
        failing = False
        await person.press("pass" if "pass" in person.offers() else "bid")
        failing = True
        await faulty.wait(12)
    assert await entries(faulty, game) <= before + 1
    assert recovered(caplog) == []
    failing = False
    await faulty.wait(12)
    assert f"game {game} in channel {faulty.channel.id} goes on" in recovered(caplog)
