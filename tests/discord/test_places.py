"""Where a table can be, who its people are, and in which language they are spoken to."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Final

import discord
import pytest
from simcord import ChannelHandle, Env
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.lobby import Status
from tests.discord.kit import Person, Room, text_of
from tests.discord.playing import open_table, play_on


def _thread(env: Env, room: Room) -> ChannelHandle:
    made = env.backend.create_thread(room.channel.id, "cards", room.people[0].id)
    return ChannelHandle(env, env.guild, made)


def _forum_post(env: Env, room: Room) -> ChannelHandle:
    forum = env.guild.create_forum_channel("games")
    made = env.backend.create_thread(forum.id, "tonight's game", room.people[0].id)
    return ChannelHandle(env, env.guild, made)


def _voice(env: Env, room: Room) -> ChannelHandle:
    return env.guild.create_voice_channel("Lounge")


def _stage(env: Env, room: Room) -> ChannelHandle:
    return env.guild.create_stage_channel("Stage")


_PLACES: Final[list[Callable[[Env, Room], ChannelHandle]]] = [_thread, _forum_post, _voice, _stage]


@pytest.mark.parametrize("place", _PLACES, ids=lambda place: place.__name__.strip("_"))
async def test_g9_a_hand_in_a_thread_a_post_and_beside_a_call(
    here: Room, place: Callable[[Env, Room], ChannelHandle]
) -> None:
    """Each is a place of its own: a game in the channel above goes on beside it."""
    await here.people[0].command("start")
    there = here.at(place(here.env, here))
    await there.env.settle()
    await open_table(there, sitting=2, clock="none")
    await play_on(there, random.Random(1), until=lambda: there.table.next_at is not None)
    await there.wait(12)
    assert "Hand 2" in text_of(there.board())
    assert here.table.status is Status.LOBBY
    assert here.table.id != there.table.id


@pytest.mark.parametrize(("permission", "said"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")])
async def test_g3_a_missing_permission_is_named_before_anything_begins(here: Room, permission: str, said: str) -> None:
    _deny(here, permission)
    told = await here.people[0].told("start")
    assert told.startswith(f"I can't show a table here: I need the permission **{said}** in this channel.")
    assert not here.has_table()


def _deny(here: Room, permission: str) -> None:
    """The bot alone loses a permission in the channel."""
    denied = discord.Permissions(**{permission: True}).value
    me = here.env.backend.bot_user.id
    here.env.backend.set_overwrite(here.channel.id, Overwrite(me, OverwriteType.MEMBER, deny=denied))


_NAMES: Final = {
    "markdown": "**_~~`|| #1 ||`~~_**",
    "mention": "@everyone <@1> <#2>",
    "right to left": "\u202eמלך פדרו\u202c",
    "wide": "王" * 32,
    "combining": "Z" + "\u0301" * 31,
    "blank": "\u3164\u2800 \u200b",
    "emoji": "👨‍👩‍👧‍👦🂡🃁🃑" * 2,
    "code": "```\nAS\n```",
    "long": "W" * 32,
}


@pytest.mark.parametrize("name", _NAMES.values(), ids=_NAMES)
async def test_i8_names_of_every_kind(here: Room, name: str) -> None:
    """Lobby, table, panel, summary, refusals and boards stay whole, notify nobody, and end when the game does."""
    odd = here.joined_by("odd", global_name=name)
    ana = here.people[0]
    await odd.command("start", clock="none")
    await ana.press("sit", message=here.board())
    assert await ana.told("begin")
    await odd.press("start", message=here.board())
    people = [odd, ana]
    await play_on(here, random.Random(1), people=people, until=lambda: here.table.next_at is not None)
    await here.wait(2)
    await ana.command("leaderboard")
    await ana.command("stats", member=odd.member)
    await odd.command("leave")
    await odd.press("leave-yes")
    everything = [text_of(message) for person in people for message in person.sees()]
    for text in everything:
        assert not re.search(r"(?<!\\)@everyone|(?<!\\)<[@#]", text)
        assert name not in text or name.isalpha(), "what could be read as markdown is escaped"
    for request in here.env.http_requests:
        if isinstance(request.json, dict):
            mentions = (request.json.get("data") or request.json).get("allowed_mentions")
            assert not mentions or mentions["parse"] == []


@pytest.mark.parametrize("locale", ["de", "uk", "fr", "en-GB", "pt-BR", "zh-CN"])
async def test_every_language_is_answered(here: Room, locale: str) -> None:
    """Where there is no catalogue yet, in English, and never not at all."""
    people: list[Person] = list(here.people)
    for person in people:
        person.speaks(locale)
    await open_table(here, clock="none")
    await play_on(here, random.Random(1), until=lambda: here.table.next_at is not None)
    assert await people[0].told("help")
    assert (await people[0].told("bid", amount="7")).startswith("The cards have not been dealt yet")
