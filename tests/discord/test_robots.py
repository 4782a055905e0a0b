"""Robots of a level, for the table and by seat: chosen, told, kept; seats that change hands, and the record of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.game.cards import Seat
from bot.game.state import Phase
from tests.discord.kit import Person, Room, offers, text_of
from tests.discord.playing import DECISIONS, decide, open_table, play_on

N, E, S, W = Seat


def robots(here: Room) -> dict[str, str | None]:
    """The level of each seat's robot, by the seat's letter."""
    return {seat.value: here.table.seating[seat.place].robot for seat in Seat}


async def choose_level(here: Room, level: str) -> None:
    """The host chooses in the options."""
    ana = here.people[0]
    await ana.press("options", message=here.board())
    await ana.choose("set-level", [level])


async def choose_robot(here: Room, seat: str, level: str) -> None:
    ana = here.people[0]
    await ana.press("options", message=here.board())
    await ana.press("robots")
    await ana.choose("set-robot", [level], argument=seat)


async def test_the_host_chooses_levels_for_the_table_and_by_seat(here: Room) -> None:
    """Everybody sees them, before the game and in it, and a restart forgets none."""
    ana = here.people[0]
    await ana.command("start", clock="none")
    await choose_level(here, "easy")
    await choose_robot(here, "E", "expert")
    await here.wait(2)
    assert "**East** robot, expert" in text_of(here.board())
    assert "Robots (easy) fill" in text_of(here.board())

    await here.restart(random.Random(2))
    assert (robots(here), here.table.level) == ({"N": None, "E": "expert", "S": None, "W": None}, "easy")
    await ana.press("Start with 3 robots", message=here.board())
    await here.wait(2)
    assert "**Robot East** expert" in text_of(here.board())
    assert "**Robot West** easy" in text_of(here.board())

    await here.restart(random.Random(3), in_order=False)
    assert robots(here) == {"N": "easy", "E": "expert", "S": None, "W": "easy"}
    seats = {seat.seat: seat.robot for seat in (await here.saved(here.table.id)).seats}
    assert seats == {"N": "easy", "E": "expert", "S": None, "W": "easy"}


async def test_a_seat_like_the_others_follows_the_table(here: Room) -> None:
    await here.people[0].command("start")
    await choose_robot(here, "N", "expert")
    await choose_robot(here, "N", "common")
    await choose_level(here, "easy")
    await here.people[0].press("start", message=here.board())
    assert robots(here) == {"N": "easy", "E": "easy", "S": None, "W": "easy"}


@pytest.mark.parametrize("level", ["easy", "normal", "expert"])
async def test_the_level_of_a_start(here: Room, level: str) -> None:
    await open_table(here, sitting=1, level=level, clock="none")
    assert robots(here) == {"N": level, "E": level, "S": None, "W": level}
    await here.wait(30)
    assert here.table.seq > 1 or here.table.people_to_act()


async def test_a_person_takes_a_lobbys_robots_place(here: Room) -> None:
    _, bob, carla, _ = here.people
    await here.people[0].command("start")
    await choose_robot(here, "E", "expert")
    await bob.press("sit", "E", message=here.board())
    assert here.table.seat_of(bob.id) is E
    await carla.command("sit")
    assert here.table.seat_of(carla.id) is N
    await bob.press("leave", message=here.board())
    assert here.table.seating[E.place].is_free


async def test_only_the_host_chooses_and_only_what_there_is(here: Room) -> None:
    ana, bob, *_ = here.people
    await ana.command("start")
    await bob.press("sit", "E", message=here.board())
    game, before = here.table.id, here.table.lobby_info()
    for person, control, value in (
        (bob, f"kp:set-robot:{game}:0:N", "expert"),
        (bob, f"kp:set-level:{game}:0:level", "expert"),
        (ana, f"kp:set-robot:{game}:0:E", "expert"),
        (ana, f"kp:set-robot:{game}:0:N", "random"),
        (ana, f"kp:set-robot:{game}:0:X", "easy"),
        (ana, f"kp:set-level:{game}:0:level", "random"),
    ):
        await here.forged(person, here.board(), control, [value])
        assert len(person.reads().splitlines()) == 1, "one sentence"
    await here.forged(bob, here.board(), f"kp:robots:{game}:0:")
    assert bob.reads() == "Only the host, Ana, can do this."
    assert here.table.lobby_info() == before
    await ana.press("start", message=here.board())
    await here.forged(ana, here.board(), f"kp:set-robot:{game}:0:N", ["easy"])
    assert robots(here)["N"] == "normal"


async def test_who_takes_over_for_a_person_is_of_the_tables_level(here: Room) -> None:
    """For who leaves, and for who is away."""
    ana, bob, carla, _ = here.people
    await ana.command("start", level="expert", clock="fast")
    await choose_robot(here, "W", "easy")
    for person in (bob, carla):
        await person.press("sit", message=here.board())
    await ana.press("start", message=here.board())
    await bob.command("leave")
    await bob.press("leave-yes")
    assert robots(here)[seat_before(here, bob)] == "expert"
    for _ in range(60):
        if any(who.is_away for who in here.table.seating):
            break
        await here.wait(10)
    assert {who.robot for who in here.table.seating if who.is_away} == {"expert"}


def seat_before(here: Room, person: Person) -> str:
    """The seat that the person left."""
    (seat,) = (seat for seat in Seat if here.table.seating[seat.place].owner_id == person.id)
    return str(seat.value)


async def test_a_rematch_has_the_same_robots(here: Room) -> None:
    ana, bob, *_ = here.people
    await ana.command("start", level="easy", clock="none", target=50)
    await choose_robot(here, "W", "normal")
    await bob.press("sit", "N", message=here.board())
    await ana.press("start", message=here.board())
    await play_on(here, random.Random(1), people=[ana, bob])
    await ana.press("rematch", message=here.board())
    assert (robots(here), here.table.level) == ({"N": None, "E": None, "S": None, "W": "normal"}, "easy")


async def test_a_robots_seat_is_taken_by_a_button_between_hands(here: Room) -> None:
    """In the summary; there is none where people have all seats."""
    await open_table(here, sitting=3, clock="none")
    ana, bob, carla, dmytro = here.people
    await play_on(here, random.Random(1), people=[ana, bob, carla], until=lambda: here.table.next_at is not None)
    await here.wait(1.5)
    (button,) = offers(here.board())["sit"]
    await dmytro.press("sit", message=here.board())
    assert here.table.seat_of(dmytro.id) is W
    assert not any(who.robot for who in here.table.seating)
    await here.wait(2)
    assert "sit" not in offers(here.board())
    assert "next" in dmytro.offers()
    for person in here.people:
        await person.press("next")
    await here.forged(dmytro, here.board(), button)
    assert here.table.seat_of(dmytro.id) is W


async def test_the_record_says_who_decided(here: Room) -> None:
    """E15: the person, the robot after they left, they again, the clock, the robot while they are away, they again."""
    game = await open_table(here, sitting=2, clock="fast")
    ana, bob, *_ = here.people
    seat = here.table.seat_of(bob.id)
    expected: list[str] = []

    async def other_decides() -> bool:
        return await decide(ana, random.Random(1))

    async def entries_of_bob() -> list[tuple[str, int | None]]:
        """Who made each decision that somebody was asked for at Bob's seat."""
        saved = await here.saved(game)
        return [(one.by, one.user_id) for one in saved.entries if one.seat == seat.value and one.by != "table"]

    async def until_bob_decided(by: str, act: Any = None) -> None:
        before = len(await entries_of_bob())
        for _ in range(400):
            assert here.has_table()
            found = await entries_of_bob()
            if len(found) > before:
                expected.append(by)
                assert [one for one, _ in found][: len(expected)] == expected
                expected[:] = [one for one, _ in found]
                assert set(expected[before:]) == {by}
                return
            if not (await other_decides() or (act is not None and await act())):
                await here.wait(1)
        raise AssertionError(f"no decision by {by}")

    async def bob_acts() -> bool:
        return bool(set(bob.offers()) & set(DECISIONS)) and await decide(bob, random.Random(1))

    await until_bob_decided("person", bob_acts)
    await bob.command("leave")
    await bob.press("leave-yes")
    await until_bob_decided("robot")
    await bob.command("sit")
    await until_bob_decided("person", bob_acts)
    await until_bob_decided("clock")
    await until_bob_decided("clock")
    assert here.table.seating[seat.place].is_away
    await until_bob_decided("robot")
    await bob.command("hand")
    await bob.press("back")
    await until_bob_decided("person", bob_acts)
    assert {user_id for _, user_id in await entries_of_bob()} == {bob.id}, "whoever decided, it was for him"
    saved = await here.saved(game)
    robots_seats = {"N", "E", "S", "W"} - {seat.value, here.table.seat_of(ana.id).value}
    assert {one.by for one in saved.entries if one.seat in robots_seats} <= {"robot", "table"}
    assert {one.by for one in saved.entries if one.seat is None} == {"table"}


async def test_a_robot_that_is_late_does_not_decide_for_who_is_back(here: Room) -> None:
    """Its decision was on its way when the seat's person came back."""
    await open_table(here, sitting=2, clock="none")
    ana, bob, *_ = here.people
    await play_on(here, random.Random(1), people=[ana, bob], until=lambda: here.table.view(None).phase is Phase.PLAY)
    table = here.table
    while not table.people_to_act():
        await here.wait(1)
    (seat,) = table.people_to_act()
    before = table.seq
    action = table.view(seat).legal
    assert isinstance(action, tuple)
    await table.act_for(seat, action[0], before, by="robot")
    assert table.seq == before
