"""`/pedro settings`: each has its effect, survives a restart, and can be taken back; who may change what."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from simcord import ChannelHandle

from bot.game.cards import RANKS
from bot.game.rules import CANADIAN, KING_PEDRO
from bot.preferences import PERSON_SETTINGS
from bot.present.faces import emoji_name
from bot.servers import SERVER_SETTINGS
from db.faults import FaultKind, StoreFault
from tests.discord.kit import Person, Room, argument_of, offers, private_text, room, text_of
from tests.discord.playing import asked, check_finished, open_table, play_on, set_for_server

MANAGE: Final = discord.Permissions(manage_guild=True)


@pytest.fixture
def chief(here: Room) -> Person:
    """Somebody who manages the server."""
    return joined_chief(here)


def joined_chief(here: Room) -> Person:
    return here.joined_by("Chief", roles=[here.env.guild.create_role("chief", permissions=MANAGE)])


async def set_own(person: Person, name: str, value: str) -> None:
    await person.command("settings")
    await person.choose("own", [value], argument=name)


async def opened(here: Room, **options: Any) -> str:
    """The text of a new lobby, which is closed again."""
    ana = here.people[0]
    await ana.command("start", **options)
    text = text_of(here.board())
    await here.table.end(ana.id, may_manage=False)
    await here.wait(3)
    return text


# A server's


async def test_new_tables_have_what_the_server_has_set(here: Room, chief: Person) -> None:
    """A command's own options win over it; after a restart it is the same."""
    await set_for_server(chief, "rules", "king-pedro")
    await set_for_server(chief, "clock", "daily")
    await set_for_server(chief, "level", "expert")
    for _ in range(2):
        text = await opened(here)
        assert "King Pedro" in text
        assert "a day a" in text
        assert "Robots (expert)" in text
        text = await opened(here, rules="canadian", clock="none", level="easy")
        assert "Canadian" in text
        assert "a day a" not in text
        assert "Robots (easy)" in text
        await here.restart(random.Random(1))
    await chief.command("rules")
    assert "King Pedro" in chief.reads()


async def test_house_rules_are_of_the_server_too(here: Room, chief: Person) -> None:
    await chief.command("settings")
    await chief.press("settings", "server")
    await chief.press("settings", "house")
    await chief.choose("server-house", ["300"], argument="target")
    await chief.choose("server-house", [json.dumps(-100)], argument="losing_score")
    assert "with house rules" in chief.reads()
    text = await opened(here)
    assert "to 300" in text
    assert "to 150" in await opened(here, target=150)
    await set_for_server(chief, "rules", "canadian")
    assert "to 200" in await opened(here)


async def test_tables_are_only_where_the_server_wants_them(here: Room, chief: Person) -> None:
    """A thread goes by its channel; the sentence says where to go; none named means everywhere."""
    other = here.at(here.env.guild.create_text_channel("cards"))
    await set_for_server(chief, "channels", other.channel)
    ana = here.people[0]
    assert await ana.told("start") == f"On this server tables are opened in <#{other.channel.id}>."
    assert not here.has_table()
    await opened(other)
    made = here.env.backend.create_thread(other.channel.id, "a game", ana.id)
    await opened(here.at(ChannelHandle(here.env, here.env.guild, made)))
    await set_for_server(chief, "channels")
    await opened(here)


async def test_no_rematch_where_tables_may_not_be(here: Room, chief: Person) -> None:
    await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(1))
    other = here.env.guild.create_text_channel("cards")
    await set_for_server(chief, "channels", other)
    refused = await here.people[0].press("rematch", message=here.board())
    assert f"<#{other.id}>" in private_text(refused)


async def test_games_of_a_server_without_ratings_change_none(here: Room, chief: Person) -> None:
    """A game that had begun keeps what it began with."""
    await set_for_server(chief, "rated", "off")
    game = await open_table(here, clock="none", target=50)
    await set_for_server(chief, "rated", "on")
    await play_on(here, random.Random(1))
    assert (await check_finished(here, game)).ratings == ()
    game = await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(1))
    assert (await here.saved(game)).ratings != ()


async def test_back_to_the_usual(here: Room, chief: Person) -> None:
    await set_for_server(chief, "rules", "king-pedro")
    await set_for_server(chief, "hints", "off")
    await chief.press("settings-usual")
    assert "Canadian" in await opened(here)
    assert here.bot.desk.servers.allows_hints(here.env.guild.id)
    assert await here.bot.store.settings.all("guild", here.env.guild.id) == {}
    await set_own(chief, "cards", "text")
    await chief.press("settings-usual")
    assert await here.bot.store.settings.all("person", chief.id) == {}


async def test_others_see_what_holds_and_can_change_nothing(here: Room, chief: Person) -> None:
    """Not with a forged press either."""
    await set_for_server(chief, "clock", "daily")
    ana = here.people[0]
    await ana.command("settings")
    await ana.press("settings", "server")
    assert "a day a" in ana.reads()
    assert ana.offers().keys() == {"settings"}
    for forged, values in (
        ("kp:server:0:0:clock", ["none"]),
        ("kp:server:0:0:channels", []),
        ("kp:server-house:0:0:target", ["300"]),
        ("kp:settings:0:0:house", None),
        ("kp:settings-usual:0:0:server", None),
    ):
        await here.forged(ana, ana.panel(), forged, values)
        assert "Only who manages this server" in ana.reads()
    assert here.bot.desk.servers.clock(here.env.guild.id) == "daily"


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("kp:own:0:0:cards", ["gold"]),
        ("kp:own:0:0:colour", ["red"]),
        ("kp:own:0:0:cards", []),
        ("kp:own:0:0:mentions", ["perhaps"]),
        ("kp:server:0:0:clock", ["never"]),
        ("kp:server:0:0:rules", ["bridge"]),
        ("kp:server:0:0:house", ["1"]),
        ("kp:server-house:0:0:target", ["soon"]),
        ("kp:server-house:0:0:target", ["1e9"]),
        ("kp:server-house:0:0:colour", ["1"]),
        ("kp:settings:0:0:garden", None),
    ],
)
async def test_what_no_page_offers_is_refused(
    custom_id: str, values: list[str] | None, here: Room, chief: Person
) -> None:
    await chief.command("settings")
    page = chief.panel()
    await here.forged(chief, page, custom_id, values)
    assert await here.bot.store.settings.every("guild") == {}
    assert await here.bot.store.settings.every("person") == {}
    assert len(chief.private()) == 2


async def test_settings_belong_to_a_server(here: Room) -> None:
    assert "server's channels" in await here.people[0].writes("settings")


async def test_settings_that_could_not_be_saved_stay_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(tmp_path, random.Random(1), monkeypatch, expect_errors=True) as here:
        chief = joined_chief(here)

        async def full(*_: Any) -> None:
            raise StoreFault(FaultKind.FULL, "disk full")

        with monkeypatch.context() as patched:
            patched.setattr(here.bot.store.settings, "put", full)
            await set_for_server(chief, "hints", "off")
            assert "could not be saved" in chief.reads()
            await set_own(chief, "cards", "text")
            assert "could not be saved" in chief.reads()
        assert here.bot.desk.servers.allows_hints(here.env.guild.id)
        assert here.bot.desk.preferences.look(chief.id).cards == "four-colours"


@pytest.mark.parametrize("rubbish", [None, 7, "", "x", [], {}, [1.5], {"name": "canadian"}, [["a"]], [True]])
async def test_what_is_stored_and_not_understood_counts_as_not_set(rubbish: Any, here: Room) -> None:
    for name in SERVER_SETTINGS:
        await here.bot.store.settings.put("guild", here.env.guild.id, name, rubbish)
    for name in PERSON_SETTINGS:
        await here.bot.store.settings.put("person", here.people[0].id, name, rubbish)
    await here.bot.store.settings.put("guild", here.env.guild.id, "of a later version", 1)
    await here.restart(random.Random(1))
    assert "Canadian" in await opened(here)
    servers, wishes = here.bot.desk.servers, here.bot.desk.preferences
    assert servers.rules(here.env.guild.id) in (CANADIAN, KING_PEDRO)
    assert wishes.look(here.people[0].id) == ("four-colours", "suits")


# One's own


def shown_in(text: str) -> set[str]:
    """The names of the cards' pictures in a text."""
    return set(re.findall(r":(kp1_(?:two_)?[2-9TJQKA][SHDC]):", text))


async def hand_of(here: Room, person: Person) -> str:
    await person.command("hand")
    return person.reads()


async def test_cards_look_as_a_person_wants(here: Room) -> None:
    """For them alone: others see what they saw, and a panel that is open already follows with the next press."""
    ana, bob = here.people[:2]
    await open_table(here, clock="none")
    cards = here.table.view(here.table.seat_of(ana.id)).hand
    usual = {emoji_name(card.text) for card in cards}
    two = {emoji_name(card.text, two_colours=True) for card in cards}
    assert usual != two
    assert shown_in(await hand_of(here, ana)) == usual
    before = await hand_of(here, bob)
    await set_own(ana, "cards", "two-colours")
    assert "kp1_two_" in ana.reads()
    for _ in range(2):
        assert shown_in(await hand_of(here, ana)) == two
        await here.restart(random.Random(1))
    await set_own(ana, "cards", "text")
    assert "kp1_" not in await hand_of(here, ana)
    assert await hand_of(here, bob) == before


@pytest.mark.parametrize(
    ("sorting", "key"),
    [("suits", lambda ranks: [-rank for rank in ranks]), ("low", list)],
    ids=["high first", "low first"],
)
async def test_a_hand_lies_as_a_person_wants(sorting: str, key: Callable[[list[int]], list[int]], here: Room) -> None:
    ana = here.people[0]
    await open_table(here, clock="none")
    await set_own(ana, "sorting", sorting)
    lines = [line.split(" · ")[0].split() for line in (await hand_of(here, ana)).splitlines() if line.startswith("-# ")]
    groups = [words[2:] for words in lines if words[1:2] and words[1] in ("spades", "hearts", "clubs", "diamonds")]
    assert groups
    for ranks in groups:
        places = [RANKS.index(rank.replace("10", "T")) for rank in ranks]
        assert key(places) == sorted(key(places))


async def test_the_longest_suit_comes_first_where_wanted(here: Room) -> None:
    ana = here.people[0]
    await open_table(here, clock="none")
    await set_own(ana, "sorting", "longest")
    lines = [line.split(" · ")[0].split() for line in (await hand_of(here, ana)).splitlines() if line.startswith("-# ")]
    lengths = [len(words) for words in lines if words[1:2] and words[1] in ("spades", "hearts", "clubs", "diamonds")]
    assert lengths == sorted(lengths, reverse=True)


async def test_who_wants_no_mention_is_called_by_name(here: Room) -> None:
    await open_table(here, clock="normal")
    person = asked(here)[0]
    await set_own(person, "mentions", "off")
    await here.wait(31)
    call = here.board()
    assert "cards" in offers(call)
    assert person.member.mention not in text_of(call)
    assert text_of(call).splitlines()[0].startswith(person.member.name.capitalize())
    sent = [request.json for request in here.env.http_requests if request.method == "POST" and request.json]
    assert not [one for one in sent if str(person.id) in str(one.get("allowed_mentions"))]


async def test_the_pages_show_what_is_chosen(here: Room, chief: Person) -> None:
    await set_own(chief, "sorting", "low")
    assert argument_of(offers(chief.panel())["own"][1]) == "sorting"
    await set_for_server(chief, "level", "easy")
    assert "Robots: easy" in chief.reads()
    await chief.press("settings", "you")
    assert "Your settings" in chief.reads()
