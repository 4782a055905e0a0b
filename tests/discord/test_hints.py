"""Hints: by button and command, seen by nobody else, the same twice, counted once, gone when the game goes on."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.game.actions import Action, Bid, Discard, NameTrump, Play
from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.past import record_of_game
from bot.players.registry import PLAYERS
from bot.present.draft import cards_of
from bot.wire.answer import PATIENCE
from tests.discord.checks import unanswered
from tests.discord.kit import Person, Room, argument_of, components_of, room, text_of
from tests.discord.playing import act, asked, check_finished, decide, open_table, play_on, set_for_server
from tests.discord.test_secrecy import Watch

MARK = "💡"
MANAGE = discord.Permissions(manage_guild=True)


def other_than(here: Room, person: Person) -> Person:
    return next(one for one in here.people if one is not person)


async def hinted_person(here: Room) -> Person:
    """Somebody whose turn it is, with a panel that offers a hint."""
    person = asked(here)[0]
    if "hint" not in person.offers():
        await here.wait(4)
    return person


def hint_line(person: Person) -> str:
    (line,) = [line for line in person.reads().splitlines() if line.startswith(MARK)]
    return line


def green(person: Person) -> list[str]:
    """What the panel's green buttons do."""
    success = discord.ButtonStyle.success
    return [one.custom_id for one in components_of(person.panel()) if getattr(one, "style", None) is success]


async def hints_of(here: Room, game: int) -> list[tuple[int, str]]:
    return [(hint.seq, hint.seat) for hint in (await here.saved(game)).hints]


async def test_the_button_shows_what_to_do_above_the_buttons(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = await hinted_person(here)
    before = person.offers()
    await person.press("hint")
    assert hint_line(person)
    assert {verb: ids for verb, ids in before.items() if verb != "hint"}.items() <= person.offers().items()
    assert len(green(person)) == 1
    seat = here.table.seat_of(person.id)
    assert await hints_of(here, game) == [(here.table.asked_seq, seat.value)]
    await person.member.click(person.panel(), custom_id=green(person)[0])
    assert person not in asked(here)
    assert MARK not in person.reads()


async def test_the_command_brings_the_cards_with_the_hint(here: Room) -> None:
    await open_table(here, clock="none")
    person = await hinted_person(here)
    said = await person.told("hint")
    assert MARK in said
    assert text_of(person.panel()) == said
    assert len(person.private()) == 1, "the panel before it stays"
    assert {"pass", "bid"} & person.offers().keys()


async def test_twice_is_the_same_and_counts_once(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = await hinted_person(here)
    button = person.offers()["hint"][0]
    await person.press("hint")
    first = hint_line(person)
    await here.forged(person, person.panel(), button)
    assert hint_line(person) == first
    await person.command("hint")
    assert hint_line(person) == first
    assert len(await hints_of(here, game)) == 1


async def test_two_presses_at_once_count_once(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = await hinted_person(here)
    panel, button = person.panel(), person.offers()["hint"][0]
    await here.together((person, panel, button), (person, panel, button), chance=random.Random(1))
    assert hint_line(person)
    assert len(await hints_of(here, game)) == 1


async def test_after_a_restart_it_is_the_same_and_still_counted_once(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = await hinted_person(here)
    await person.press("hint")
    first = hint_line(person)
    await here.restart(random.Random(5))
    await person.command("hint")
    assert hint_line(person) == first
    assert len(await hints_of(here, game)) == 1


async def test_it_does_not_come_from_the_shuffle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's own chance stands where it stood, so that a hint changes no deal that follows."""
    chance = random.Random(9)
    async with room(tmp_path, chance, monkeypatch) as here:
        await open_table(here, clock="none")
        person = await hinted_person(here)
        before = chance.getstate()
        await person.press("hint")
        assert hint_line(person)
        assert chance.getstate() == before


async def test_a_hint_is_for_who_is_asked(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = other_than(here, asked(here)[0])
    assert "hint" not in person.offers()
    assert "A hint is for whoever is asked" in await person.told("hint")
    button = (await hinted_person(here)).offers()["hint"][0]
    await here.forged(person, person.panel(), button)
    assert MARK not in person.reads()
    assert await hints_of(here, game) == []


async def test_no_seat_no_table_no_game_no_hint(here: Room) -> None:
    assert "There is no table" in await here.people[0].told("hint")
    ana = here.people[0]
    await ana.command("start")
    assert "has not begun" in await ana.told("hint")
    guest = here.people[3]
    await ana.press("start", message=here.board())
    assert "You don't sit at this table" in await guest.told("hint")
    button = ana.offers().get("hint") or [f"kp:hint:{here.table.id}:1:"]
    board = here.board()
    await ana.command("end")
    await ana.press("end-yes")
    await here.wait(4)
    await here.forged(ana, board, button[0])
    assert "game is over" in ana.reads()


async def test_between_hands_there_is_none(here: Room) -> None:
    await open_table(here, clock="none")
    await play_on(here, random.Random(4), until=lambda: here.table.next_at is not None)
    person = here.people[0]
    assert "hint" not in person.offers()
    assert "A hint is for whoever is asked" in await person.told("hint")


async def test_it_goes_when_the_game_goes_on(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = await hinted_person(here)
    old = person.offers()["hint"][0]
    await person.press("hint")
    assert await act(here) is person
    assert MARK not in person.reads()
    await act(here)
    await here.wait(4)
    assert MARK not in person.reads()
    counted = await hints_of(here, game)
    await here.forged(person, person.panel(), old)  # pressed long ago, arrived now
    assert MARK not in person.reads()
    assert await hints_of(here, game) == counted


def held_back(here: Room) -> asyncio.Event:
    """From now on nothing is worked out before this event."""
    done = asyncio.Event()
    plain = here.bot.desk.house.compute

    async def compute(*arguments: Any) -> Any:
        await here.env.external_wait(done.wait(), reason="thought")
        return await plain(*arguments)

    object.__setattr__(here.bot.desk.house, "compute", compute)
    return done


async def test_who_decides_before_it_is_worked_out_gets_none(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = await hinted_person(here)
    done = held_back(here)
    panel, offered = person.panel(), person.offers()
    await person.press("hint")
    await person.member.click(panel, custom_id=(offered.get("pass") or offered["bid"])[0])
    done.set()
    await here.env.settle()
    assert MARK not in person.reads()
    assert await hints_of(here, game) == []


@pytest.mark.parametrize("by", ["button", "command"])
async def test_one_that_takes_long_comes_late(here: Room, by: str) -> None:
    """Discord is told in time that an answer will come, and the panel is one that follows the game."""
    await open_table(here, clock="none")
    person = await hinted_person(here)
    done = held_back(here)
    await (person.press("hint") if by == "button" else person.command("hint"))
    assert len(list(unanswered(here.env))) == 1
    await here.wait(PATIENCE + 0.1)
    assert len(list(unanswered(here.env))) == 0
    assert MARK not in person.reads()
    await here.wait(5)
    done.set()
    await here.env.settle()
    assert hint_line(person)
    assert len(person.private()) == 1
    verb = "pass" if "pass" in person.offers() else "bid"
    await other_than(here, person).press("more", message=here.board())
    await person.press(verb)
    assert MARK not in person.reads()


@pytest.mark.parametrize("by", ["button", "command"])
async def test_a_late_refusal_is_an_answer_too(here: Room, by: str) -> None:
    await open_table(here, clock="none")
    person = await hinted_person(here)
    done = held_back(here)
    await (person.press("hint") if by == "button" else person.command("hint"))
    await here.wait(PATIENCE + 0.1)
    await person.command("leave")
    await person.press("leave-yes")
    done.set()
    await here.env.settle()
    assert any("You don't sit at this table" in text_of(message) for message in person.private())


async def test_a_robot_that_breaks_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(1), monkeypatch, expect_errors=True) as here:
        game = await open_table(here, clock="none")
        person = await hinted_person(here)

        async def broken(*_: Any) -> Any:
            raise ZeroDivisionError

        object.__setattr__(here.bot.desk.house, "compute", broken)
        await person.press("hint")
        assert "went wrong" in person.reads()
        await person.command("hand")
        assert await act(here) is person
        assert await hints_of(here, game) == []


async def switch_hints(here: Room, value: str) -> None:
    ana = here.people[0]
    await ana.press("options", message=here.board())
    await ana.choose("set-hints", [value])


async def test_the_host_switches_them_off_for_a_table(here: Room) -> None:
    ana = here.people[0]
    await ana.command("start", clock="none")
    assert "no hints" not in text_of(here.board())
    await switch_hints(here, "off")
    await here.wait(2)
    assert "no hints" in text_of(here.board())
    await ana.press("start", message=here.board())
    await play_on(here, random.Random(3), until=lambda: ana in asked(here))
    await here.wait(4)
    assert {"pass", "bid"} & ana.offers().keys()
    assert "hint" not in ana.offers()
    assert not re.search(r"trumps?, \d+ point", ana.reads()), "what a suit is worth is a hint too"
    assert "without hints" in await ana.told("hint")
    await here.restart(random.Random(5))
    assert "without hints" in await ana.told("hint")


async def test_a_rematch_keeps_what_the_host_chose(here: Room) -> None:
    ana = here.people[0]
    await ana.command("start", clock="none", target=50)
    await switch_hints(here, "off")
    await ana.press("start", message=here.board())
    await play_on(here, random.Random(3), people=[ana])
    await ana.press("rematch", message=here.board())
    assert not here.table.hints


async def test_a_server_switches_them_off_for_all_its_tables(here: Room) -> None:
    """What runs already has none from that moment, also after a restart."""
    chief = here.joined_by("Chief", roles=[here.env.guild.create_role("chief", permissions=MANAGE)])
    await open_table(here, clock="none")
    person = await hinted_person(here)
    await person.press("hint")
    assert hint_line(person)
    await set_for_server(chief, "hints", "off")
    assert "This server plays without hints" in await person.told("hint")
    await person.command("hand")
    assert MARK not in person.reads()
    assert "hint" not in person.offers()
    await here.restart(random.Random(5))
    assert "This server plays without hints" in await person.told("hint")
    await set_for_server(chief, "hints", "on")
    assert MARK in await person.told("hint")


async def test_a_server_without_hints_leaves_the_host_no_choice(here: Room) -> None:
    chief = here.joined_by("Chief", roles=[here.env.guild.create_role("chief", permissions=MANAGE)])
    await set_for_server(chief, "hints", "off")
    ana = here.people[0]
    await ana.command("start")
    await ana.press("options", message=here.board())
    assert "set-hints" not in ana.offers()


def control_for(action: Action) -> tuple[str, str]:
    """The control that does what a robot would."""
    match action:
        case Bid(amount):
            return "bid", str(amount)
        case NameTrump(suit):
            return "trump", suit.value
        case Discard():
            return "discard", ""
        case Play():
            return "play", ""
        case _:
            return "pass", ""


async def test_whoever_follows_hints_plays_as_the_expert_and_it_is_told(here: Room) -> None:
    """Each hint can be followed by one press in the panel that shows it; the end tells who was helped how often."""
    game = await open_table(here, 2, target=50, clock="none")
    ana, chance = here.people[0], random.Random(2)
    followed = 0
    while here.has_table():
        acted = False
        for person in here.people[:2]:
            if person is ana and here.has_table() and "hint" in ana.offers() and ana in asked(here):
                seat = here.table.seat_of(ana.id)
                view, seq = here.table.view(seat), here.table.asked_seq
                await ana.press("hint")
                told = PLAYERS["expert"](view, random.Random(f"{game} {seq} {seat.value}")).action
                verb, argument = control_for(told)
                (offered,) = [
                    one
                    for one in ana.offers()[verb]
                    if argument in ("", argument_of(one)) and one in chosen(ana, verb, told)
                ]
                if isinstance(told, Discard | Play):
                    assert set(cards_of(argument_of(offered))) == set(told.cards)
                await ana.member.click(ana.panel(), custom_id=offered)
                acted, followed = True, followed + 1
            elif here.has_table():
                acted = await decide(person, chance) or acted
        if not acted:
            await here.wait(2)
    await here.wait(4)
    saved = await check_finished(here, game)
    assert followed > 5
    assert len(saved.hints) == followed
    assert f"Hints: Ana {followed}" in text_of(here.board())
    record = record_of_game(saved)
    assert record["hints"] == {"S": followed}
    assert read_record(write_record(record)).faults() == []


def chosen(person: Person, verb: str, action: Action) -> list[str]:
    """The control that plays the hint's card; where several cards go together there is but one."""
    if isinstance(action, Play) and len(action.cards) == 1:
        return [one for one in person.offers()[verb] if argument_of(one) == action.top.text]
    return person.offers()[verb]


async def test_a_hint_goes_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_lines: list[str]
) -> None:
    """Everybody asks for a hint at every decision of two hands: no request names a card to who may not know it, no
    public message changes for a hint, and no log line names a card.
    """
    async with room(tmp_path, random.Random(31), monkeypatch) as here:
        await open_table(here, clock="none")
        watch, chance = Watch(here), random.Random(2)
        hinted = 0
        while here.has_table() and len(here.table.view(None).results) < 2:
            acted = False
            for person in here.people:
                if person in asked(here) and "hint" in person.offers():
                    public = [text_of(message) for message in here.public()]
                    await person.press("hint")
                    assert [text_of(message) for message in here.public()] == public
                    hinted += 1
                watch.look()
                acted = await decide(person, chance) or acted
                watch.look()
            if not acted:
                await here.wait(2)
                watch.look()
        assert hinted > 20
        assert not any(MARK in text_of(message) for message in here.public())
    for line in log_lines:
        assert not re.search(r"\b[2-9TJQKA][CDHS]\b", line), line


async def test_a_game_without_hints_says_nothing_of_them(here: Room) -> None:
    game = await open_table(here, 1, target=50, clock="none")
    await play_on(here, random.Random(2), people=here.people[:1])
    assert "Hints" not in text_of(here.board())
    assert "hints" not in record_of_game(await here.saved(game))


async def test_who_left_was_helped_all_the_same(here: Room) -> None:
    game = await open_table(here, 2, clock="none")
    bob = here.people[1]
    await play_on(here, random.Random(3), until=lambda: bob in asked(here))
    await here.wait(4)
    await bob.press("hint")
    seat = here.table.seat_of(bob.id)
    await bob.command("leave")
    await bob.press("leave-yes")
    assert here.table.info().hinted[seat.place] == 1
    await here.restart(random.Random(5))
    assert here.table.info().hinted[seat.place] == 1
    await bob.command("sit")
    assert here.table.info().hinted[seat.place] == 1
    assert len(await hints_of(here, game)) == 1
