"""What keeps a table going: `/pedro setup`, `/pedro fix`, and what may happen to people, places and the bot."""

from __future__ import annotations

import random
from collections.abc import Callable

import discord
import pytest
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.game.state import Phase
from tests.discord.kit import Person, Room, offers, text_of
from tests.discord.playing import asked, check_finished, decide, entries, open_table, play_on
from tests.discord.test_places import _thread

_PHASES = (Phase.AUCTION, Phase.DISCARD, Phase.PLAY)


def set_allowed(here: Room, *denied: str) -> None:
    """The bot may do everything in the channel but these."""
    value = discord.Permissions(**dict.fromkeys(denied, True)).value
    me = here.env.backend.bot_user.id
    here.env.backend.set_overwrite(here.channel.id, Overwrite(me, OverwriteType.MEMBER, deny=value))


async def until(here: Room, phase: Phase) -> None:
    await play_on(here, random.Random(1), until=lambda: here.table.view(None).phase is phase)


async def move(here: Room) -> None:
    """Whose turn it is does something, in their newest panel or in one they ask for."""
    person = asked(here)[0]
    await here.wait(4)  # who was not asked is told at leisure
    if not await decide(person, random.Random(1)):
        await person.command("hand")
        assert await decide(person, random.Random(1))


def keeper_of(here: Room) -> Person:
    """Somebody who manages the channel and does not play."""
    managers = here.env.guild.create_role("Hosts", permissions=discord.Permissions(manage_channels=True))
    return here.joined_by("Keeper", roles=[managers])


# /pedro setup


async def test_g3_setup_names_what_is_missing(here: Room) -> None:
    """And `/pedro start` names the same, before anything is dealt."""
    ana = here.people[0]
    told = await ana.told("setup")
    assert told.count("✅") == 3
    assert "❌" not in told
    assert told.endswith("Everything is there. `/pedro start` opens a table.")
    set_allowed(here, "read_message_history")
    told = await ana.told("setup")
    assert "❌ Read Message History" in told
    assert "`/pedro start` opens a table." in told
    set_allowed(here, "send_messages", "view_channel")
    told = await ana.told("setup")
    assert "❌ Send Messages" in told
    assert "❌ View Channel" in told
    assert "Without **View Channel and Send Messages** I can't show a table." in told
    told = await ana.told("start")
    assert told.startswith("I can't show a table here: I need the permission **View Channel and Send Messages**")
    assert not here.has_table()
    set_allowed(here)
    await ana.command("start")
    assert here.has_table()


async def test_g9_setup_in_a_thread_asks_for_what_a_thread_needs(here: Room) -> None:
    set_allowed(here, "send_messages_in_threads")
    there = here.at(_thread(here.env, here))
    await here.env.settle()
    assert "Without **Send Messages in Threads**" in await there.people[0].told("setup")
    assert (await here.people[0].told("setup")).endswith("`/pedro start` opens a table.")


# /pedro fix


async def test_c7_fix_is_the_hosts_and_the_managers(here: Room) -> None:
    game = await open_table(here, clock="none")
    bob, keeper = here.people[1], keeper_of(here)
    told = await bob.told("fix")
    assert told.startswith("Only the host, Ana, or somebody who manages this channel can do that.")
    for verb in ("stand-in", "end-yes"):
        before = here.table.seating
        await here.forged(bob, here.board(), f"kp:{verb}:{game}:0:")
        assert here.table.seating == before
    for person in (here.people[0], keeper):
        assert (await person.told("fix")).startswith("The table's message comes anew below")


@pytest.mark.parametrize("phase", _PHASES)
async def test_a13_fix_posts_the_table_anew_and_changes_no_card(here: Room, phase: Phase) -> None:
    game = await open_table(here, clock="none")
    await until(here, phase)
    before, old, state = await entries(here, game), here.board().id, here.table.state
    await here.people[0].command("fix")
    await here.wait(2)
    assert here.board().id != old
    assert old not in {message.id for message in here.public()}
    assert here.table.message_id == here.board().id == (await here.saved(game)).message_id
    assert "cards" in offers(here.board())
    assert here.table.state == state
    assert await entries(here, game) == before
    await move(here)
    assert await entries(here, game) >= before + 1


async def test_d19_fix_wakes_what_sleeps_and_believes_the_store(here: Room) -> None:
    """A driver that has stopped for whatever reason, and a state that is not the stored one."""
    game = await open_table(here, sitting=1, clock="fast")
    ana = here.people[0]
    await here.wait(30)
    here.bot.desk.manager.stand_still(here.env.guild.id)
    state, seq = here.table.state, here.table.seq
    here.table.seq -= 1
    before = await entries(here, game)
    await here.wait(2000)
    assert await entries(here, game) == before
    await ana.command("fix")
    assert (here.table.state, here.table.seq) == (state, seq)
    assert here.table.deadline is None or here.table.deadline > here.env.now().timestamp()
    await here.wait(700)
    assert await entries(here, game) > before


async def test_c7_fix_ends_a_stuck_table_and_keeps_its_record(here: Room) -> None:
    game = await open_table(here, clock="none")
    keeper = keeper_of(here)
    await until(here, Phase.PLAY)
    await keeper.command("fix")
    before = await entries(here, game)
    await keeper.press("end-stuck")
    assert here.has_table()
    await keeper.press("end-yes")
    assert not here.has_table()
    saved = await here.saved(game)
    assert (saved.status, saved.ending, len(saved.entries)) == ("ended", "manager", before)
    await here.wait(5)
    assert offers(here.board()).keys() <= {"record", "rematch", "replay-open"}
    assert "has not finished a game yet" in await here.people[0].told("stats")


async def test_fix_of_a_lobby(here: Room) -> None:
    await here.people[0].command("start")
    old = here.board().id
    await here.people[0].command("fix")
    await here.wait(2)
    assert here.board().id != old
    await here.people[1].press("sit", message=here.board())
    await here.people[0].press("start", message=here.board())
    assert here.is_live()


# People


@pytest.mark.parametrize("how", ["left", "banned"])
@pytest.mark.parametrize("phase", _PHASES)
async def test_d15_a_member_who_is_gone_is_played_for(here: Room, how: str, phase: Phase) -> None:
    """Without a clock nobody would be hurried: the host lets robots play for them, and the game ends as a game."""
    game = await open_table(here, target=50, clock="none")
    await until(here, phase)
    ana, gone = here.people[0], next(person for person in here.people[1:])
    if how == "left":
        here.env.backend.remove_member(here.env.guild.id, gone.id)
    else:
        here.env.backend.apply_ban(here.env.guild.id, gone.id, None)
    others = [person for person in here.people if person is not gone]
    for _ in range(400):
        waiting = {here.table.seating[seat.place].user_id for seat in here.table.people_to_act()}
        if waiting == {gone.id}:
            break
        await play_on(here, random.Random(1), people=others, until=_after(3))
    await ana.command("fix")
    await ana.press("stand-in")
    assert "Robots play for whoever the table waited for" in ana.reads()
    assert here.table.seating[here.table.seat_of(gone.id).place].is_away
    await play_on(here, random.Random(1), people=others)
    await check_finished(here, game)


def _after(rounds: int) -> Callable[[], bool]:
    left = iter(range(rounds))
    return lambda: next(left, None) is None


# Places


async def test_g1_a_deleted_channel_ends_a_table_that_waits(here: Room) -> None:
    """Without a clock nothing would ever be drawn there; the end comes at once."""
    other = here.at(here.env.guild.create_text_channel("the-other-room"))
    game = await open_table(other, clock="none")
    await here.env.settle()
    here.env.backend.delete_channel(other.channel.id)
    await here.wait(3)
    assert (await here.saved(game)).ending == "channel-gone"
    assert here.bot.desk.manager.of_game(game) is None


async def test_g1_a_deleted_thread_ends_its_table(here: Room) -> None:
    there = here.at(_thread(here.env, here))
    await here.env.settle()
    game = await open_table(there, clock="none")
    here.env.backend.delete_channel(there.channel.id)
    await here.wait(3)
    assert (await here.saved(game)).ending == "channel-gone"


async def test_g7_an_archived_thread_is_opened_by_a_new_message(here: Room) -> None:
    """50083: nothing in it can be edited."""
    await open_table(here, clock="none")
    old = here.board().id
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)
    await move(here)
    await here.wait(2)
    assert here.table.message_id == here.board().id != old


@pytest.mark.parametrize("code", [50083, 160005])
async def test_g7_a_locked_thread_is_left_alone_and_comes_back(here: Room, code: int) -> None:
    """One look is enough; whoever presses something when it is open again gets the table back."""
    game = await open_table(here, clock="fast")
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=code, times=None)
    here.env.inject_error("POST", "/channels/*/messages", status=400, code=code, times=None)
    since, before = len(here.sent), await entries(here, game)
    await move(here)
    await here.wait(1)
    while await entries(here, game) < before + 4:
        await here.wait(5)
    tries = [one for one in here.sent[since:] if one.path.startswith("/channels/")]
    assert len(tries) <= 2
    here.env.backend.faults.clear()
    await here.people[0].command("hand")
    await here.wait(2)
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()


@pytest.mark.parametrize("phase", _PHASES)
async def test_g3_a_permission_taken_away_in_a_hand_and_given_back(here: Room, phase: Phase) -> None:
    """Presses are answered all the same; `/pedro setup` says what is missing, and then the table is there again."""
    game = await open_table(here, clock="none")
    await until(here, phase)
    set_allowed(here, "view_channel", "send_messages")
    here.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
    before = await entries(here, game)
    await move(here)
    await here.wait(2)
    assert await entries(here, game) > before
    assert "Without **View Channel and Send Messages**" in await here.people[0].told("setup")
    set_allowed(here)
    here.env.backend.faults.clear()
    await here.people[0].command("fix")
    await here.wait(2)
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()
    await move(here)


# The bot


async def test_a_bot_that_is_removed_and_invited_again(here: Room) -> None:
    """Nobody can press anything meanwhile, so no clock runs, nobody is struck, and no game ends without its people."""
    game = await open_table(here, sitting=2, clock="fast")
    await here.wait(2)
    guild = here.env.backend.guilds[here.env.guild.id]
    here.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await here.env.settle()
    before, seating = await entries(here, game), here.table.seating
    await here.wait(3600)
    assert await entries(here, game) == before
    assert here.table.seating == seating
    here.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(here.env.backend, guild))
    await here.wait(2)
    assert here.has_table()
    shown = [text_of(message) for message in here.public()]
    assert here.bot.desk.screen(here.table).spec().text() in shown
    await here.wait(30)
    assert await entries(here, game) > before


async def test_a_server_that_is_unavailable_keeps_its_tables(here: Room) -> None:
    game = await open_table(here, clock="none")
    guild = here.env.backend.guilds[here.env.guild.id]
    here.env.backend.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
    await here.env.settle()
    await here.wait(60)
    assert here.has_table()
    here.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(here.env.backend, guild))
    await here.env.settle()
    before = await entries(here, game)
    assert asked(here)
    await move(here)
    assert await entries(here, game) > before
