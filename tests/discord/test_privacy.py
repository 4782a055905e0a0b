"""`/pedro privacy`: what there is, the whole of it as a file, and nothing left when it is deleted."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.departures import KEPT_FOR
from bot.recount import finish_of
from db.faults import FaultKind, StoreFault
from tests.discord.kit import Person, Room, offers, room
from tests.discord.playing import asked, open_table, play_on, set_for_server

DAY = 86_400


async def played(here: Room) -> int:
    """A rated game that is over, with a hint and a setting of Ana's and a hint of somebody's."""
    ana = here.people[0]
    await ana.command("settings")
    await ana.choose("own", ["two-colours"], argument="cards")
    game = await open_table(here, clock="none", target=50)
    hinted: set[int] = set()

    def hints_are_had() -> bool:
        return ana.id in hinted

    while not hints_are_had():
        person = asked(here)[0]
        if not {"pass", "bid"} & person.offers().keys():
            await here.wait(4)
        if "hint" in person.offers():
            await person.press("hint")
            hinted.add(person.id)
        await person.press("pass" if "pass" in person.offers() else "bid")
    await play_on(here, random.Random(1))
    return game


def traces(folder: Path, user_id: int) -> list[str]:
    """Where the id stands in the files of the store: as SQLite writes numbers, or as text."""
    forms = (user_id.to_bytes(8, "big"), user_id.to_bytes(8, "little"), str(user_id).encode())
    files = [file for file in folder.iterdir() if file.is_file()]
    assert any(file.name == "games.db" for file in files)
    return [f"{file.name}: {form!r}" for file in files for form in forms if form in file.read_bytes()]


async def test_nothing_is_stored_about_who_never_played(here: Room) -> None:
    assert "Nothing. You have not played here" in await here.people[0].told("privacy")
    assert offers(here.people[0].panel()) == {}


async def test_it_tells_what_there_is(here: Room) -> None:
    await played(here)
    told = await here.people[0].told("privacy")
    assert "Your name as it was last seen: Ana" in told
    assert "1 game with your seat" in told
    assert "What 1 finished game came to" in told
    assert "1 setting of yours" in told


async def test_the_file_has_all_of_it_and_nobody_else(here: Room) -> None:
    game = await played(here)
    ana, *others = here.people
    await ana.command("privacy")
    await ana.press("privacy-file")
    (file,) = ana.panel().attachments
    found = json.loads(await file.read())
    assert found.keys() == {
        "games", "seats", "entries", "hints", "results", "ratings", "rating_changes", "standings", "pairs", "people",
        "settings",
    }  # fmt: skip
    saved = await here.saved(game)
    assert len(found["entries"]) == sum(entry.user_id == ana.id for entry in saved.entries)
    assert found["people"][0]["name"] == "Ana"
    assert not [person for person in others if str(person.id) in json.dumps(found)]


async def test_nothing_is_left_of_who_is_deleted(here: Room, tmp_path: Path, log_lines: list[str]) -> None:
    """Not in a table, not in a file of the store, not in the log; and what others played stays as it was."""
    game = await played(here)
    ana, bob = here.people[:2]
    before = await bob.told("stats")
    assert traces(tmp_path, ana.id)
    await ana.command("privacy")
    await ana.press("privacy-ask")
    await ana.press("privacy-delete")
    assert "Nothing about you is kept" in ana.reads()
    assert traces(tmp_path, ana.id) == []
    assert not [line for line in log_lines if str(ana.id) in line]
    assert "Nothing. You have not played here" in await ana.told("privacy")
    assert await here.bot.store.privacy.about(ana.id) == {}
    assert await bob.told("stats") == before.replace("Ana", "A player")
    assert (await here.bot.store.count_again(finish_of)).differences == {}
    assert "a former player" in await bob.told("leaderboard")
    await bob.command("replay", game=game)
    assert "a former player" in bob.reads()
    assert "Ana" not in bob.reads()
    assert here.bot.desk.preferences.look(ana.id).cards == "four-colours"
    await here.restart(random.Random(1))
    assert traces(tmp_path, ana.id) == []


async def test_who_was_deleted_may_play_again(here: Room) -> None:
    await played(here)
    ana = here.people[0]
    await ana.command("privacy")
    await ana.press("privacy-ask")
    await ana.press("privacy-delete")
    await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(1))
    assert "1 game with your seat" in await ana.told("privacy")


async def test_not_while_they_sit_at_a_table(here: Room) -> None:
    ana, bob = here.people[:2]
    await open_table(here, sitting=2, clock="none")
    for person in (ana, bob):
        await person.command("privacy")
        await person.press("privacy-ask")
        await person.press("privacy-delete")
        assert f"You sit at a table in <#{here.channel.id}>" in person.reads()
    assert (await here.bot.store.privacy.stored(ana.id)).games == 1


async def test_thinking_twice_and_pressing_twice(here: Room) -> None:
    await played(here)
    ana = here.people[0]
    await ana.command("privacy")
    await ana.press("privacy-ask")
    question = ana.panel()
    await ana.press("Keep it")
    assert "1 setting of yours" in ana.reads()
    for _ in range(2):
        await here.forged(ana, question, "kp:privacy-delete:0:0:")
        assert "Nothing about you is kept" in ana.reads()
    await here.forged(ana, question, "kp:privacy:0:0:")
    assert "Nothing. You have not played here" in ana.reads()
    await here.forged(ana, question, "kp:privacy-file:0:0:")
    (file,) = ana.panel().attachments
    assert json.loads(await file.read()) == {}


async def test_a_store_that_fails_forgets_nothing_by_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(1), monkeypatch, expect_errors=True) as here:
        await played(here)
        ana = here.people[0]
        before = await here.bot.store.privacy.about(ana.id)

        async def full(*_: Any, **__: Any) -> None:
            raise StoreFault(FaultKind.FULL, "disk full")

        await ana.command("privacy")
        await ana.press("privacy-ask")
        with monkeypatch.context() as patch:
            patch.setattr(here.bot.store.privacy._writer, "run", full)
            await ana.press("privacy-delete")
        assert "could not be saved" in ana.reads()
        assert await here.bot.store.privacy.about(ana.id) == before


# Servers


@pytest.fixture
def chief(here: Room) -> Person:
    manage = discord.Permissions(manage_guild=True)
    return here.joined_by("Chief", roles=[here.env.guild.create_role("chief", permissions=manage)])


async def test_settings_of_a_server_go_thirty_days_after_the_bot(here: Room, chief: Person) -> None:
    """Its games stay; and when it is invited again before, everything does."""
    guild = here.env.guild.id
    await set_for_server(chief, "clock", "daily")
    here.env.backend.emit("GUILD_DELETE", {"id": str(guild)})
    await here.wait(KEPT_FOR - 2 * DAY)
    assert "clock" in await here.bot.store.settings.all("guild", guild)
    await here.bot.departures.note_back(guild)
    await here.wait(5 * DAY)
    assert await here.bot.store.settings.all("guild", guild) == {"clock": "daily"}
    await here.bot.departures.note_gone(guild)
    await here.wait(KEPT_FOR + DAY)
    assert await here.bot.store.settings.all("guild", guild) == {}
    assert here.bot.desk.servers.clock(guild) == "normal"


async def test_who_removed_it_while_it_was_off_is_noticed(here: Room) -> None:
    store, guild = here.bot.store.settings, here.env.guild.id
    for one in (guild, 12):
        await store.put("guild", one, "clock", "fast")
    await here.restart(random.Random(1))
    await here.wait(KEPT_FOR + 2 * DAY)
    assert await here.bot.store.settings.every("guild") == {guild: {"clock": "fast"}}
