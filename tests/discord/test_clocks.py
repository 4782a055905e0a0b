"""Clocks: a warning, then one decision by the robot, then the seat; whoever is there again has it back."""

from __future__ import annotations

import random

import pytest

from bot.lobby import Status
from bot.pace import CLOCKS
from bot.wire.painter import LEISURE
from db.values import SavedEntry
from tests.discord.kit import Person, Room, text_of
from tests.discord.playing import decide, open_table, play_on


async def by_clock(here: Room, game: int) -> list[SavedEntry]:
    """The decisions that the clock made."""
    return [entry for entry in (await here.saved(game)).entries if entry.by == "clock"]


def asked(here: Room) -> Person:
    """The one person who is asked."""
    (seat,) = here.table.people_to_act()
    return next(person for person in here.people if here.table.seat_of(person.id) is seat)


@pytest.mark.parametrize("clock", ["fast", "normal", "slow", "daily"])
async def test_d3_the_clock_decides_once(here: Room, clock: str) -> None:
    """D3, D13, D17, D19: when the time is up and not before, and nobody has to press anything for it."""
    game = await open_table(here, clock=clock)
    first, seconds = asked(here), CLOCKS[clock]
    assert seconds is not None
    await here.wait(seconds - 2)
    assert asked(here) is first
    assert await by_clock(here, game) == []
    await here.wait(3)
    assert [entry.seat for entry in await by_clock(here, game)] == [here.table.seat_of(first.id).value]
    assert here.table.seating[here.table.seat_of(first.id).place].robot is None, "once is not twice"
    assert asked(here) is not first


async def test_without_a_clock_nobody_is_hurried(here: Room) -> None:
    game = await open_table(here, clock="none")
    first = asked(here)
    await here.wait(3 * 24 * 3600)
    assert asked(here) is first
    assert await by_clock(here, game) == []


async def test_d11_who_does_not_act_is_called_at_half_time(here: Room) -> None:
    """I10: by a new message that notifies them and nobody else, and that goes when they act."""
    await open_table(here, clock="normal")
    first = asked(here)
    before = {message.id for message in here.public()}
    await here.wait(28)
    assert {message.id for message in here.public()} == before
    await here.wait(4)
    (call,) = [message for message in here.public() if message.id not in before]
    assert f"<@{first.id}>" in text_of(call)
    sent = [one.json for one in here.env.http_requests if one.path.endswith("/messages") and one.json]
    assert sent[-1]["allowed_mentions"] == {"parse": [], "users": [first.id]}
    await first.press("pass")
    await here.wait(2)
    assert call.id not in {message.id for message in here.public()}


async def test_i10_who_has_no_panel_is_called_at_once(here: Room) -> None:
    """Whoever opened no cards hears that it is their turn; the message has the button that shows them."""
    ana, bob, *_ = here.people
    await ana.command("start", clock="none")
    await bob.press("sit", message=here.board())
    await here.wait(14 * 60 + 50)
    await ana.press("start", message=here.board())
    await here.wait(3)
    seat = here.table.seat_of(bob.id)
    await play_on(here, random.Random(1), people=[ana], until=lambda: here.table.people_to_act() == (seat,))
    await here.wait(3)
    call = here.board()
    assert f"<@{bob.id}>" in text_of(call)
    await bob.press("My cards", message=call)
    assert bob.offers()


async def test_d5_twice_in_a_row_and_the_robot_holds_the_seat(here: Room) -> None:
    """D5, D15, D17: until its owner is back, by the button; the table says so, and waits for them no longer."""
    game = await open_table(here, clock="fast")
    ana, *others = here.people
    seat = here.table.seat_of(ana.id)
    for _ in range(400):
        if here.table.seating[seat.place].is_away:
            break
        if not any([await decide(person, random.Random(1)) for person in others]):
            await here.wait(2)
    assert here.table.seating[seat.place].is_away
    mine = [entry.by for entry in (await here.saved(game)).entries if entry.seat == seat.value]
    assert mine[-2:] == ["clock", "clock"]
    await here.wait(LEISURE + 1)
    assert "away 🤖" in text_of(here.board())
    assert "A robot plays for you" in ana.reads()
    await play_on(here, random.Random(1), people=others, until=lambda: here.table.next_at is not None)
    await ana.press("I'm back")
    assert not here.table.seating[seat.place].is_away
    assert "A robot plays for you" not in ana.reads()


@pytest.mark.parametrize("way", ["cards and act", "more", "command"])
async def test_whoever_acts_is_back(here: Room, way: str) -> None:
    """There are more ways back than one: a decision, the button behind ``More``, `/pedro sit` (A13)."""
    await open_table(here, sitting=2, clock="fast")
    ana, bob, *_ = here.people
    seat = here.table.seat_of(ana.id)
    for _ in range(400):
        if here.table.seating[seat.place].is_away:
            break
        if not await decide(bob, random.Random(1)):
            await here.wait(2)
    match way:
        case "more":
            await ana.press("more", message=here.board())
            await ana.press("I'm back")
        case "command":
            await ana.command("sit")
        case _:
            await _act_before_the_robot(here, ana, bob)
    assert not here.table.seating[seat.place].is_away
    assert here.table.seating[seat.place].strikes == 0


async def _act_before_the_robot(here: Room, ana: Person, bob: Person) -> None:
    """A press that comes before the robot has acted is a decision, and its maker is back."""
    seat = here.table.seat_of(ana.id)
    for _ in range(400):
        if seat in here.table.robots_to_act():
            await ana.press("cards", message=here.board())
            assert await decide(ana, random.Random(1))
            return
        if not await decide(bob, random.Random(1)):
            await here.wait(0.3)
    raise AssertionError("it is never their turn")


async def test_d7_acting_starts_the_count_anew(here: Room) -> None:
    """D7, D9: late once, then in time, then late once more: nobody loses a seat by that."""
    game = await open_table(here, clock="fast")
    ana, *others = here.people
    seat = here.table.seat_of(ana.id)
    decisions = 0
    for _ in range(600):
        if decisions == 6:
            break
        if here.table.people_to_act() == (seat,):
            await (decide(ana, random.Random(1)) if decisions % 2 else here.wait(21))
            decisions += 1
        elif not any([await decide(person, random.Random(1)) for person in others]):
            await here.wait(2)
    assert [entry.seat for entry in await by_clock(here, game)] == [seat.value] * 3
    assert not here.table.seating[seat.place].is_away


async def test_d21_where_everybody_is_away_the_table_ends(here: Room) -> None:
    """A hand without a single person, and the robots do not play on for ever."""
    game = await open_table(here, sitting=2, clock="fast")
    for _ in range(200):
        if not here.has_table():
            break
        await here.wait(20)
    saved = await here.saved(game)
    assert (saved.status, saved.ending) == (Status.ENDED.value, "everybody-away")
    await here.wait(2)
    assert "Everybody was away" in text_of(here.board())
