"""Discord fails in each of its ways: the table goes on, the person is told, nobody else is harmed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.http import client as rest

from bot.wire import panels
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.lifelike import Sent
from tests.discord.playing import act, asked, entries, open_table, play_on

TABLE = "/channels/*/messages/*"
CHANNEL = "/channels/*/messages"
PANEL = "/webhooks/*"
ANSWER = "/interactions/*/callback"


def in_channel(sent: list[Sent], method: str = "") -> list[Sent]:
    """The requests for the channel's own messages."""
    return [one for one in sent if one.path.startswith("/channels/") and method in ("", one.method)]


# The table's message


async def test_g1_a_deleted_table_is_posted_anew(here: Room) -> None:
    """10008: once, and its new number is kept."""
    game = await open_table(here, clock="none")
    old = here.board().id
    here.env.backend.delete_message(here.channel.id, old)
    await act(here)
    await here.wait(2)
    new = here.board().id
    assert new != old
    assert here.table.message_id == new
    assert (await here.saved(game)).message_id == new
    assert "cards" in offers(here.board())
    since = len(here.sent)
    await act(here)
    await here.wait(2)
    assert {one.path.split("/")[4] for one in in_channel(here.sent[since:], "PATCH")} == {str(new)}
    assert len(here.public()) == 1


async def test_g1_a_press_in_a_table_that_is_being_deleted(here: Room) -> None:
    """The press counts and is answered privately; the table comes back."""
    game = await open_table(here, clock="none")
    person, old = asked(here)[0], here.board()
    before = await entries(here, game)
    here.env.inject_error("POST", ANSWER, status=404, code=10008)
    here.env.inject_error("PATCH", TABLE, status=404, code=10008)
    await person.press("pass", message=old)
    assert await entries(here, game) == before + 1
    assert here.board().id == old.id
    await here.wait(2)
    assert here.board().id != old.id


async def test_b17_after_fifty_minutes_the_table_moves(here: Room) -> None:
    """It is posted anew, the old message goes, and only the new one is edited from then on."""
    game = await open_table(here, clock="none")
    old = here.board().id
    await here.wait(51 * 60)
    await asked(here)[0].press("pass", message=here.public()[0])  # the answer draws it: nothing is edited
    await here.wait(2)
    await asked(here)[0].press("cards", message=here.public()[0])
    await act(here)
    await here.wait(2)
    new = here.table.message_id
    assert new is not None
    assert new == (await here.saved(game)).message_id != old
    shown = {message.id: text_of(message) for message in here.public()}
    assert old not in shown
    assert shown[new] == here.bot.desk.screen(here.table).spec().text()


async def test_b17_too_many_edits_of_an_old_message(here: Room) -> None:
    """30046: not tried again, posted anew."""
    await open_table(here, clock="none")
    old = here.board().id
    here.env.inject_error("PATCH", TABLE, status=429, code=30046)
    await act(here)
    await here.wait(2)
    assert here.table.message_id == here.board().id != old


@pytest.mark.parametrize("code", [50001, 50013])
async def test_g3_shut_out_of_the_channel(code: int, here: Room) -> None:
    """The bot tries once a press and not for what robots and clocks do; the game goes on, and the table comes back."""
    game = await open_table(here, clock="fast")
    here.env.inject_error("*", "/channels/*", status=403, code=code, times=None)
    since, before = len(here.sent), await entries(here, game)
    await act(here)
    await here.wait(1)
    assert len(in_channel(here.sent[since:])) == 1
    while await entries(here, game) < before + 4:
        await here.wait(5)
    assert len(in_channel(here.sent[since:])) == 1, "one try told enough"
    here.env.backend.faults.clear()
    await here.people[0].command("hand")
    await here.wait(2)
    assert len(in_channel(here.sent[since:], "PATCH")) == 2
    assert text_of(here.public()[0]) == here.bot.desk.screen(here.table).spec().text()


async def test_g5_one_channel_shut_out_and_another_not(here: Room) -> None:
    other = here.at(here.env.guild.create_text_channel("the-other-room"))
    await open_table(here, clock="none")
    await open_table(other, clock="none")
    here.env.inject_error("*", f"/channels/{here.channel.id}/*", status=403, code=50013, times=None)
    for where in (here, other):
        await act(where)
    await here.wait(2)
    assert text_of(other.board()) == other.bot.desk.screen(other.table).spec().text()
    assert text_of(here.board()) != here.bot.desk.screen(here.table).spec().text()
    here.env.backend.faults.clear()


async def test_g1_a_channel_that_is_gone_ends_its_table(here: Room) -> None:
    """10003: without a result for anybody, and the others play on."""
    other = here.at(here.env.guild.create_text_channel("the-other-room"))
    game = await open_table(other, clock="fast")
    await open_table(here, clock="none")
    since = len(here.sent)
    here.env.backend.delete_channel(other.channel.id)
    await here.wait(25)
    saved = await here.saved(game)
    assert (saved.status, saved.ending, saved.winner) == ("ended", "channel-gone", None)
    assert here.bot.desk.manager.of_game(game) is None
    assert len([one for one in in_channel(here.sent[since:]) if str(other.channel.id) in one.path]) <= 2
    page = await here.bot.store.boards.people(guild_id=None, period="all", by="wins", offset=0, limit=5, asker=0)
    assert page.rows == ()
    await act(here)


async def test_a_server_error_is_tried_again_later(here: Room) -> None:
    """500: the game goes on; some seconds later the message shows what is true by then."""
    await open_table(here, clock="none")
    here.env.inject_error("PATCH", TABLE, status=503)
    since = len(here.sent)
    await act(here)
    await act(here)
    assert text_of(here.board()) != here.bot.desk.screen(here.table).spec().text()
    await here.wait(6)
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()
    assert len(in_channel(here.sent[since:], "PATCH")) == 2


async def test_a_rate_limit_is_waited_out(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 for longer than the library waits: nothing is asked before its time, then the newest wish is drawn."""
    await open_table(here, clock="none")
    limited = _fails_once(monkeypatch, rest.FakeHTTPClient, "PATCH", discord.RateLimited(45))
    since = len(here.sent)
    for _ in range(3):
        await act(here)
        await here.wait(4)
    await here.wait(30)
    assert limited.count == 1
    assert in_channel(here.sent[since:]) == []
    await here.wait(6)
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()


@pytest.mark.parametrize("error", [TimeoutError(), ConnectionResetError(104, "reset"), discord.RateLimited(45)])
@pytest.mark.parametrize("client", [rest.FakeHTTPClient, rest.FakeWebhookAdapter])
async def test_a_connection_that_breaks(
    here: Room, monkeypatch: pytest.MonkeyPatch, client: Any, error: Exception
) -> None:
    """The table's message and the panels show the truth some time later."""
    await open_table(here, clock="none")
    broken = _fails_once(monkeypatch, client, "PATCH", error)
    await act(here)
    await here.wait(60)
    assert broken.count == 1
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()
    for person in here.people:
        assert person.reads() == _true_panel(here, person)


async def test_a_new_hand_that_could_not_be_posted_at_first(here: Room) -> None:
    """The last hand stays as its summary; the new one comes in a message of its own."""
    await open_table(here, clock="none")
    for _ in range(4):
        await asked(here)[0].press("pass", message=here.board())
    await here.wait(2)
    first = here.board().id
    here.env.inject_error("POST", CHANNEL, status=500)
    await here.wait(20)
    assert here.table.view(None).number == 2
    old, new = here.public()[-2:]
    assert old.id == first
    assert offers(old) == {}
    assert "pass" in offers(new)


def _true_panel(here: Room, person: Person) -> str:
    shown = here.bot.desk.panels.spec(here.table, person.id, here.bot.desk.screen(here.table)._words)
    assert shown is not None
    return shown.text()


class _fails_once:  # noqa: N801 - used as a statement
    """The next request of this method does not get through."""

    def __init__(self, patch: pytest.MonkeyPatch, client: Any, method: str, error: Exception) -> None:
        plain: Callable[..., Any] = client.request
        self.count = 0

        async def request(sender: Any, route: Any, *arguments: Any, **options: Any) -> Any:
            if route.method == method and not self.count:
                self.count += 1
                raise error
            return await plain(sender, route, *arguments, **options)

        patch.setattr(client, "request", request)


# Panels


async def test_b1_a_panel_is_of_use_after_forty_minutes(here: Room) -> None:
    """Its token is dead, its buttons are not: a press in it acts, and it follows the game again (B1, B5, B9)."""
    game = await open_table(here, clock="none")
    person = asked(here)[0]
    old = person.panel()
    since = len(here.sent)
    await here.wait(40 * 60)
    assert here.sent[since:] == [] or all("/webhooks/" not in one.path for one in here.sent[since:])
    before = await entries(here, game)
    await person.press("pass", message=old)
    assert await entries(here, game) == before + 1
    assert person.panel().id == old.id
    await asked(here)[0].press("pass", message=here.board())
    await here.wait(4)
    assert person.reads() == _true_panel(here, person), "it follows again"


async def test_50027_an_expired_panel_is_dropped_quietly(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """One try, nothing logged as an error; the next press brings a fresh one."""
    await open_table(here, clock="none")
    monkeypatch.setattr(panels, "TOKEN_LIFE", 60 * 60)  # so that the bot tries
    await here.wait(16 * 60)
    since = len(here.sent)
    person = asked(here)[0]
    await person.press("pass", message=here.public()[0])
    for _ in range(2):
        await asked(here)[0].press("pass", message=here.public()[0])
        await here.wait(4)
    tries = [one.path for one in here.sent[since:] if "/webhooks/" in one.path and one.method == "PATCH"]
    assert len(tries) == len(set(tries)), "no token is tried twice"
    last = asked(here)[0]
    shown = len(last.private())
    await last.press("cards", message=here.public()[0])
    assert len(last.private()) == shown + 1
    assert last.reads() == _true_panel(here, last)


async def test_a_panel_outlives_a_server_error(here: Room) -> None:
    await open_table(here, clock="none")
    here.env.inject_error("PATCH", PANEL, status=500, times=4)
    await act(here)
    await here.wait(30)
    assert here.env.backend.faults == []
    for person in here.people:
        assert person.reads() == _true_panel(here, person)


async def test_a_panel_dismissed_by_its_owner(here: Room) -> None:
    """B13, B15: 10008 for a panel nobody has any more; the cards are one press away."""
    await open_table(here, clock="none")
    person = here.people[2]
    here.env.backend.delete_message(here.channel.id, person.panel().id)
    await act(here)
    await here.wait(4)
    await person.press("cards", message=here.board())
    assert person.reads() == _true_panel(here, person)


# Answers


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060)])
async def test_a9_an_answer_that_came_too_late(status: int, code: int, here: Room) -> None:
    """What was done stays done; nothing is logged as an error; the next press shows it."""
    game = await open_table(here, clock="none")
    before = await entries(here, game)
    here.env.inject_error("POST", ANSWER, status=status, code=code)
    await _press_unanswered(here, asked(here)[0], "pass")
    assert here.excuse() == 1
    assert await entries(here, game) == before + 1
    await act(here)
    await here.wait(4)
    assert await entries(here, game) == before + 2
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()


@pytest.mark.parametrize("status", [400, 403, 500, 503])
async def test_an_answer_that_is_refused_is_followed_by_another(status: int, here: Room) -> None:
    """What was done stays done, and the person hears that something went wrong rather than nothing."""
    game = await open_table(here, clock="none")
    before = await entries(here, game)
    person = asked(here)[0]
    here.env.inject_error("POST", ANSWER, status=status)
    await person.press("pass")
    assert await entries(here, game) == before + 1
    assert "went wrong" in person.reads()
    await here.wait(4)
    await act(here)
    await here.wait(2)
    assert text_of(here.board()) == here.bot.desk.screen(here.table).spec().text()


async def test_a_table_that_could_not_be_shown_does_not_stay(here: Room) -> None:
    """The channel is free for another try (E13)."""
    here.env.inject_error("POST", ANSWER, status=500, times=None)
    await here.people[0].command("start")
    here.env.backend.faults.clear()
    assert here.excuse() == 1
    assert not here.has_table()
    await here.people[1].command("start")
    assert here.table.host_id == here.people[1].id


async def _press_unanswered(here: Room, person: Person, verb: str) -> None:
    panel = person.panel()
    await here.forged(person, panel, offers(panel)[verb][0])


# All of it


async def test_whole_game_through_a_bad_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth of all requests but the answers fail, one way or another: the game comes to its end all the same."""
    async with room(tmp_path, random.Random(1), monkeypatch, expect_errors=True) as here:
        game = await open_table(here, sitting=2, clock="normal", target=50)
        chance = random.Random(3)
        plain: Callable[..., Any] = rest.FakeHTTPClient.request

        async def request(sender: Any, route: Any, *arguments: Any, **options: Any) -> Any:
            if chance.random() < 0.2:
                raise chance.choice([TimeoutError(), ConnectionResetError(), discord.RateLimited(31), _server_error()])
            return await plain(sender, route, *arguments, **options)

        monkeypatch.setattr(rest.FakeHTTPClient, "request", request)
        await play_on(here, random.Random(5), people=here.people[:2])
        monkeypatch.setattr(rest.FakeHTTPClient, "request", plain)
        await here.wait(60)
        saved = await here.saved(game)
        assert saved.status == "finished"
        assert offers(here.board()).keys() == {"rematch", "replay-open", "record", "deals"}


def _server_error() -> discord.DiscordServerError:
    return discord.DiscordServerError(rest._FakeResponse(502), "bad gateway")
