"""People who come, leave, come back and go for good: seats stay as they are, and a robot keeps what is left."""

from __future__ import annotations

import random
from typing import Final

import pytest

from bot.game.cards import Seat
from bot.game.state import Phase
from bot.lobby import Status
from bot.present.faces import emoji_name
from tests.discord.kit import Person, Room, offers, text_of
from tests.discord.playing import check_finished, decide, low_bids, open_table, play_on

_PHASES: Final = (Phase.AUCTION, Phase.DISCARD, Phase.PLAY)


async def leave(person: Person) -> None:
    """Leaves a running game, after the question."""
    await person.command("leave")
    assert "Leave the table?" in person.reads()
    await person.press("leave-yes")


async def until(here: Room, phase: Phase) -> None:
    await play_on(here, random.Random(1), until=lambda: here.table.view(None).phase is phase)


async def test_e1_leaving_the_lobby_frees_the_seat(here: Room) -> None:
    ana, bob, carla, _ = here.people
    await ana.command("start")
    await bob.press("sit", message=here.board())
    assert await bob.told("leave") == "You have left the table."
    await here.wait(2)
    assert "North** free" in text_of(here.board())
    await carla.press("sit", "N", message=here.board())
    assert here.table.seat_of(carla.id) is Seat.NORTH
    await carla.press("leave", message=here.board())
    assert "North** free" in text_of(here.board())


async def test_a_host_who_leaves_the_lobby_hands_it_on(here: Room) -> None:
    """The next person is the host, and whoever comes first after the last one has gone."""
    ana, bob, carla, _ = here.people
    await ana.command("start", clock="none")
    await bob.press("sit", message=here.board())
    await ana.press("leave", message=here.board())
    assert "Bob · host" in text_of(here.board())
    await bob.press("options", message=here.board())
    assert "Options" in bob.reads()
    await bob.press("leave", message=here.board())
    assert "start" not in offers(here.board()), "nobody sits there, so nobody can start"
    await carla.press("sit", message=here.board())
    await carla.press("start", message=here.board())
    assert here.table.status is Status.LIVE


@pytest.mark.parametrize("phase", _PHASES)
async def test_e9_who_leaves_and_returns_has_the_same_hand(here: Room, phase: Phase) -> None:
    """E1, E5, E7, E9, E15: a robot goes on at once, the others stay, and the owner takes the seat back at any time."""
    game = await open_table(here, clock="none")
    await until(here, phase)
    bob = here.people[1]
    seat = here.table.seat_of(bob.id)
    held = set(here.table.view(seat).hand)
    await leave(bob)
    assert bob.reads() == "You have left the table."
    assert here.table.seating[seat.place].robot is not None
    await here.wait(3)
    assert "Robot North" in text_of(here.board())
    assert {person.id for person in here.people if person is not bob} == {
        who.user_id for who in here.table.seating if who.user_id
    }
    assert (await bob.told("hand")).startswith("You don't sit at this table.")
    await bob.command("sit")
    assert here.table.seat_of(bob.id) is seat
    now = here.table.view(seat).hand
    assert set(now) <= held
    assert all(emoji_name(card.text) in bob.reads() for card in now)
    await here.wait(2)
    assert "**Bob** North" in text_of(here.board())
    assert [entry.seat for entry in (await here.saved(game)).entries].count(None) == 1, "nothing was dealt anew"


async def test_e7_the_others_play_on_and_it_counts_as_a_loss_for_who_left(here: Room) -> None:
    """E3, E7, J1: the game ends as a game; who left it early has a loss, or nothing where a robot won it for them."""
    game = await open_table(here, target=50, clock="none")
    await until(here, Phase.PLAY)
    bob = here.people[1]
    seat = here.table.seat_of(bob.id)
    await leave(bob)
    await play_on(here, random.Random(3), people=[person for person in here.people if person is not bob])
    won = seat.value in ((await here.saved(game)).winner or "")
    told = await bob.told("stats")
    assert ("has not finished a game yet" if won else "Games won: **0** of 1") in told


async def test_the_last_person_closes_the_door(here: Room) -> None:
    """When no person is left the table ends, without a result, and the channel is free."""
    game = await open_table(here, sitting=2, clock="none")
    ana, bob, *_ = here.people
    await leave(ana)
    assert here.table.host_id == bob.id
    await leave(bob)
    assert not here.has_table()
    await here.wait(2)
    assert "Everybody has left" in text_of(here.board())
    assert not offers(here.board())
    assert (await here.saved(game)).ending == "nobody-left"
    await ana.command("start")
    assert here.has_table()


async def test_a_robots_seat_is_taken_between_hands(here: Room) -> None:
    """In a hand it is not to be had, between hands at once, with its cards from the next deal on."""
    await open_table(here, sitting=2, clock="none")
    ana, bob, carla, _ = here.people
    told = await carla.told("sit", seat="E")
    assert told == "A robot holds that seat. You can take it over as soon as this hand is over."
    assert (await carla.told("sit")) == told
    await play_on(here, random.Random(1), people=[ana, bob], until=lambda: here.table.next_at is not None)
    await carla.command("sit", seat="E")
    assert here.table.seat_of(carla.id) is Seat.EAST
    for person in (ana, bob, carla):
        await person.press("next", message=here.board())
    await play_on(here, random.Random(1), until=lambda: bool(set(carla.offers()) & {"bid", "discard", "play"}))


async def test_a_former_owners_seat_is_theirs_first_only_by_name(here: Room) -> None:
    """Between hands anybody may take a seat that was left; then its former owner finds it taken."""
    await open_table(here, sitting=3, clock="none")
    ana, bob, carla, dmytro = here.people
    await leave(bob)
    await play_on(here, random.Random(1), people=[ana, carla], until=lambda: here.table.next_at is not None)
    await dmytro.command("sit", seat="N")
    assert here.table.seat_of(dmytro.id) is Seat.NORTH
    told = await bob.told("sit", seat="N")
    assert told == "Dmytro sits in the North. Take another seat."
    await bob.command("sit")
    assert here.table.seat_of(bob.id) is Seat.WEST


async def test_d1_a_lobby_that_nobody_starts_closes(here: Room) -> None:
    """After a quarter of an hour, says so, and has nothing to press any more (B7)."""
    ana, bob, *_ = here.people
    await ana.command("start")
    game, board = here.table.id, here.board()
    await here.wait(10 * 60)
    await bob.press("sit", message=here.board())
    await here.wait(5 * 60 - 5)
    assert here.has_table()
    await here.wait(10)
    assert not here.has_table()
    assert (await here.saved(game)).ending == "nobody-started"
    assert here.board().id == board.id
    assert "Nobody started this table" in text_of(here.board())
    assert offers(here.board()) == {}
    await here.forged(ana, board, f"kp:start:{game}:0:")
    assert ana.reads() == "That game is over. Start a new one with `/pedro start`."


async def test_f19_a_seat_is_not_for_joining_late(here: Room) -> None:
    """The lobby's buttons, kept on somebody's screen, do not seat anybody in the middle of a hand."""
    ana, bob, *_ = here.people
    await ana.command("start", clock="none")
    lobby, game = here.board(), here.table.id
    await ana.press("start", message=lobby)
    await here.forged(bob, lobby, f"kp:sit:{game}:0:E")
    assert "as soon as this hand is over" in bob.reads()
    await here.forged(ana, lobby, f"kp:start:{game}:0:")
    assert [entry.seat for entry in (await here.saved(game)).entries].count(None) == 1


async def test_someone_who_is_away_keeps_the_seat(here: Room) -> None:
    """E15: a person whom a robot stands in for is still the seat's, also at the end of the game."""
    game = await open_table(here, sitting=2, target=50, clock="fast")
    ana, bob, *_ = here.people
    for _ in range(20):
        if any(who.is_away for who in here.table.seating):
            break
        await here.wait(10)
    for person in (ana, bob):
        if here.table.seating[here.table.seat_of(person.id).place].is_away:
            assert "A robot plays for you" in person.reads()
            await person.press("I'm back")
    assert not any(who.is_away for who in here.table.seating)
    await play_on(here, random.Random(1), people=[ana, bob], choose=low_bids)
    await check_finished(here, game)
    assert not await decide(ana, random.Random(1))
