"""Every fault that Discord, the store and people bring, in every phase of a game: no table is lost, and it goes on."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from simcord.backend import serializers
from simcord.http import client as rest

from bot.game.cards import Card, Suit, strengths
from bot.game.rules import CANADIAN
from bot.game.state import Phase
from bot.lobby import Status
from db.faults import FaultKind, StoreFault
from tests.discord.kit import Person, Room, argument_of, offers, room, text_of
from tests.discord.playing import Stacked, decide, open_table, play_on
from tests.game.table_text import stack

#: South has the best five trumps and the five: one hand is enough for the least target.
_PACK: Final = stack(CANADIAN, "N", "S AS KS QS JS TS 5S\nN 5C 9S 2S\nE 8S 6S\nW 7S 4S 3S", trump="S")

_STRENGTHS: Final = strengths(Suit.SPADES)

PHASES: Final = ("lobby", "auction", "trump", "discard", "play", "between hands", "over")

_CHANNEL: Final = "/channels/*"
_ANSWER: Final = "/interactions/*/callback"

Fault = Callable[[Room, pytest.MonkeyPatch], AbstractAsyncContextManager[None]]
"""What is wrong as long as the context lasts."""


def _answered_with(status: int, code: int, *requests: tuple[str, str], times: int | None = None) -> Fault:
    @asynccontextmanager
    async def fault(here: Room, _: pytest.MonkeyPatch) -> AsyncIterator[None]:
        for method, path in requests:
            here.env.inject_error(method, path, status=status, code=code, times=times)
        yield
        here.env.backend.faults.clear()

    return fault


def _broken(error: Exception) -> Fault:
    """Half of the requests that draw end so."""

    @asynccontextmanager
    async def fault(_: Room, patch: pytest.MonkeyPatch) -> AsyncIterator[None]:
        chance = random.Random(3)
        with patch.context() as broken:
            for client in (rest.FakeHTTPClient, rest.FakeWebhookAdapter):
                broken.setattr(client, "request", _failing(client.request, error, chance))
            yield

    return fault


def _failing(plain: Callable[..., Any], error: Exception, chance: random.Random) -> Callable[..., Any]:
    async def request(sender: Any, route: Any, *arguments: Any, **options: Any) -> Any:
        if route.method == "PATCH" and chance.random() < 0.5:
            raise error
        return await plain(sender, route, *arguments, **options)

    return request


@asynccontextmanager
async def _message_gone(here: Room, _: pytest.MonkeyPatch) -> AsyncIterator[None]:
    here.env.backend.delete_message(here.channel.id, here.board().id)
    yield


@asynccontextmanager
async def _panels_gone(here: Room, _: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for person in here.people:
        for message in person.private():
            here.env.backend.delete_message(here.channel.id, message.id)
    yield


@asynccontextmanager
async def _removed(here: Room, _: pytest.MonkeyPatch) -> AsyncIterator[None]:
    async with _away(here, {"id": str(here.env.guild.id)}):
        yield


@asynccontextmanager
async def _unavailable(here: Room, _: pytest.MonkeyPatch) -> AsyncIterator[None]:
    async with _away(here, {"id": str(here.env.guild.id), "unavailable": True}):
        yield


@asynccontextmanager
async def _away(here: Room, gone: dict[str, Any]) -> AsyncIterator[None]:
    """Nobody can press anything until the server is back."""
    backend = here.env.backend
    backend.emit("GUILD_DELETE", gone)
    await here.wait(600)
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.guilds[here.env.guild.id]))
    await here.env.settle()
    yield


@asynccontextmanager
async def _every_press_twice(here: Room, patch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    plain = here.env.backend.emit

    def emit(event: str, payload: Any, *arguments: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            plain(event, payload, *arguments, **options)
        return plain(event, payload, *arguments, **options)

    with patch.context() as doubled:
        doubled.setattr(here.env.backend, "emit", emit)
        yield


@asynccontextmanager
async def _everybody_at_once(here: Room, _: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Each presses what anybody sees, at the same moment, and controls that are nobody's."""
    chance = random.Random(5)
    seen = [(one, custom_id) for person in here.people for one in person.sees() for custom_id in _controls(one)]
    forged = [(here.board(), f"kp:{verb}:{game}:0:AS") for verb in ("play", "next", "start") for game in (1, 99)]
    presses = [(person, *one) for person in here.people for one in chance.sample(seen, min(4, len(seen))) + forged]
    await here.together(*presses, chance=chance)
    yield


def _controls(message: discord.Message) -> list[str]:
    ending = ("leave", "end-yes", "leave-yes")
    return [one for verb, found in offers(message).items() if verb not in ending for one in found]


def _store_that(fault: StoreFault) -> Fault:
    @asynccontextmanager
    async def failing(here: Room, patch: pytest.MonkeyPatch) -> AsyncIterator[None]:
        async def change(*_: Any, **__: Any) -> Any:
            raise fault

        with patch.context() as broken:
            for name in ("create", "save_lobby", "start", "append", "save_seats", "end", "save_message"):
                broken.setattr(here.bot.store.games, name, change)
            yield

    return failing


DRAWING: Final = (("PATCH", _CHANNEL), ("POST", _CHANNEL), ("PATCH", "/webhooks/*"))
FAULTS: Final[dict[str, Fault]] = {
    "10008 message gone": _message_gone,
    "10008 panels gone": _panels_gone,
    "thread archived": _answered_with(400, 50083, ("*", _CHANNEL)),
    "thread locked": _answered_with(400, 160005, ("*", _CHANNEL)),
    "bot removed": _removed,
    "50001": _answered_with(403, 50001, ("*", _CHANNEL)),
    "50013": _answered_with(403, 50013, ("*", _CHANNEL)),
    "10062": _answered_with(404, 10062, ("POST", _ANSWER), times=1),
    "40060": _answered_with(400, 40060, ("POST", _ANSWER), times=1),
    "50027": _answered_with(401, 50027, ("PATCH", "/webhooks/*")),
    "429": _broken(discord.RateLimited(45)),
    "30046": _answered_with(429, 30046, ("PATCH", _CHANNEL), times=1),
    "5xx": _answered_with(503, 0, *DRAWING),
    "lost connection": _broken(ConnectionResetError(104, "reset")),
    "handlers run twice": _every_press_twice,
    "guild unavailable": _unavailable,
    "at once, old, another's, forged": _everybody_at_once,
    "locked": _store_that(StoreFault(FaultKind.LOCKED, "another program is using the database")),
    "full": _store_that(StoreFault(FaultKind.FULL, "there is no room left")),
}

#: Discord itself lost the answer of one press.
_UNANSWERED: Final = ("10062", "40060")


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with room(tmp_path, Stacked("N", _PACK), monkeypatch, expect_errors=True) as made:
        yield made


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", FAULTS)
async def test_no_table_is_lost(here: Room, monkeypatch: pytest.MonkeyPatch, name: str, phase: str) -> None:
    game = await _bring_to(here, phase)
    before = (await here.saved(game)).entries
    async with FAULTS[name](here, monkeypatch):
        await _press(here)
        await here.wait(7)
        await _press(here)
    if name in _UNANSWERED:
        here.excuse()
    await here.wait(61)
    if phase == "over":
        await _expect_over(here, game)
        return
    await here.people[0].command("hand")
    await here.wait(4)
    assert (await here.saved(game)).entries[: len(before)] == before
    assert here.table.id == game
    shown = [text_of(message) for message in here.public()]
    assert here.bot.desk.screen(here.table).spec().text() in shown
    await _expect_to_go_on(here, game)


@pytest.mark.parametrize("phase", PHASES[:-1])
async def test_10003_a_table_ends_with_its_channel(here: Room, phase: str) -> None:
    """Nothing is on the leaderboard."""
    game = await _bring_to(here, phase)
    here.env.backend.delete_channel(here.channel.id)
    await here.wait(25)
    saved = await here.saved(game)
    assert (saved.status, saved.ending, saved.winner) == ("ended", "channel-gone", None)
    page = await here.bot.store.boards.people(guild_id=None, period="all", by="wins", offset=0, limit=5, asker=0)
    assert page.rows == ()


async def _bring_to(here: Room, phase: str) -> int:
    if phase == "lobby":
        await here.people[0].command("start", clock="none")
        for person in here.people[1:3]:
            await person.press("sit", message=here.board())
        return here.table.id
    target = 50 if phase == "over" else 200
    game = await open_table(here, clock="none", target=target)
    await play_on(here, random.Random(1), choose=_south, until=lambda: _is_in(here, phase))
    await here.wait(4)
    return game


def _is_in(here: Room, phase: str) -> bool:
    if phase == "over":
        return not here.is_live()
    if phase == "between hands":
        return here.table.next_at is not None
    return here.table.view(None).phase is Phase(phase)


def _south(person: Person, offered: dict[str, list[str]], chance: random.Random) -> str:
    """Ana, who sits South, bids what ends a game at the least target, names spades and plays from the top."""
    if "trump" in offered:
        return next(one for one in offered["trump"] if argument_of(one) == "S")
    if "bid" in offered and person is person.room.people[0]:
        return min(offered["bid"], key=lambda one: abs(int(argument_of(one)) - 50))
    if "bid" in offered:
        return offered["pass"][0]
    if "play" in offered:
        return max(offered["play"], key=lambda one: _STRENGTHS.get(Card.parse(argument_of(one)[:2]), 0))
    verb = next(one for one in ("next", "discard", "pass") if one in offered)
    return chance.choice(offered[verb])


async def _press(here: Room) -> None:
    """Somebody does what they are asked, or what a lobby and the end of a game offer."""
    if here.is_live():
        for person in here.people:
            if await decide(person, random.Random(1), _south):
                return
        await here.people[0].command("hand")
    elif here.has_table():
        dmytro = here.people[3]
        seated = any(who.user_id == dmytro.id for who in here.table.seating)
        await dmytro.command("leave" if seated else "sit")
    elif found := [message for message in here.public() if "record" in offers(message)]:
        await here.people[0].press("record", message=found[-1])
    else:
        await here.people[0].command("leaderboard")


async def _expect_over(here: Room, game: int) -> None:
    saved = await here.saved(game)
    assert saved.status == Status.FINISHED.value
    page = await here.bot.store.boards.people(guild_id=None, period="all", by="wins", offset=0, limit=5, asker=0)
    assert {row.games for row in page.rows} == {1}


async def _expect_to_go_on(here: Room, game: int) -> None:
    if here.table.status is Status.LOBBY:
        await here.people[0].command("begin")
        await here.wait(4)
    before = len((await here.saved(game)).entries)
    for _ in range(3):
        await _press(here)
        await here.wait(15 * 60)  # who lost their panel is called
    assert len((await here.saved(game)).entries) > before
