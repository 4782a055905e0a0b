"""What can't be done is refused in private, in one line that says what would work, and changes nothing."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from simcord import OptionError

from bot.game.cards import Seat
from bot.game.rules import CANADIAN
from bot.game.state import Phase
from bot.lobby import Status
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.playing import Stacked, open_table, play_on, south_in_spades
from tests.game.table_text import stack

#: South leads; then West, North and East follow.
_HANDS: Final = """
    S AS KS QS JS TS 9S
    W 8S 7S
    N 5S 4S 3S
    E 6S 5C 2S
"""


async def refused(person: Person, command: str, **options: Any) -> str:
    """The one line in which a command is refused; nothing has changed."""
    here = person.room
    before = (here.table.seq, here.table.seating) if here.has_table() else None
    text = await person.told(command, **options)
    assert before == ((here.table.seq, here.table.seating) if here.has_table() else None)
    assert text and "\n" not in text, text
    return text


@pytest.fixture
async def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """Four people at a table whose cards are known: Ana South, Bob North, Carla East, Dmytro West; North deals."""
    pack = stack(CANADIAN, "N", _HANDS, trump="S")
    async with room(tmp_path, Stacked("N", pack), monkeypatch) as here:
        await open_table(here, clock="none")
        yield here


async def until(here: Room, phase: Phase, plays: int = 0) -> None:
    """South bids seven, names spades and leads low cards, so far."""
    await play_on(
        here,
        random.Random(1),
        choose=south_in_spades,
        until=lambda: here.table.view(None).phase is phase and len(here.table.view(None).plays) >= plays,
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    {
        "6": "The lowest bid is 7 now, the highest 44.",
        "45": "The highest bid is 44; 7 is the lowest now.",
        "-1": "The lowest bid is 7 now, the highest 44.",
        "0": "The lowest bid is 7 now, the highest 44.",
        "999999": "The highest bid is 44; 7 is the lowest now.",
        "seven": "seven is not a number. A bid is a whole number such as 31.",
        "7.5": "7.5 is not a number. A bid is a whole number such as 31.",
        "٣٣": "٣٣ is not a number. A bid is a whole number such as 31.",
        "99999999999999999999": "99999999999999999999 is not a number. A bid is a whole number such as 31.",
        "@everyone **7**": "@\u200beveryone \\*\\*7\\*\\* is not a number. A bid is a whole number such as 31.",
        " ": "… is not a number. A bid is a whole number such as 31.",
    }.items(),
)
async def test_a_bid_that_is_none(known: Room, typed: str, told: str) -> None:
    carla = known.people[2]
    assert await refused(carla, "bid", amount=typed) == told
    assert "bid" in carla.offers(carla.private()[-2]), "the panel above is still good"


async def test_out_of_turn_and_out_of_phase(known: Room) -> None:
    """The one who is asked is named, or what is asked."""
    ana, bob, carla, dmytro = known.people
    assert await refused(ana, "bid", amount="10") == "It is Carla's turn to bid or pass."
    assert await refused(carla, "play", cards="6S") == "The auction is on: bid or pass."
    assert await refused(carla, "trump", suit="S") == "The auction is on: bid or pass."
    assert await refused(carla, "discard", cards="6S") == "The auction is on: bid or pass."
    await until(known, Phase.TRUMP)
    assert await refused(bob, "trump", suit="S") == "It is for Ana to name trumps."
    assert await refused(ana, "bid", amount="8") == "The declarer has to name trumps now."
    assert await refused(ana, "trump", suit="X") == "X is not a suit. Name clubs, diamonds, hearts or spades."
    await until(known, Phase.DISCARD)
    assert await refused(ana, "play", cards="AS") == (
        "Cards are being discarded now: discard, and then wait until everybody has."
    )
    await until(known, Phase.PLAY, plays=1)
    assert await refused(bob, "play", cards="5S") == "It is Dmytro's turn to play."
    assert await refused(dmytro, "bid", amount="8") == "The tricks are being played now: play a card."


async def test_a_trick_answered_wrongly(known: Room) -> None:
    """South led a trump; West holds the 8 and 7 of trumps and plain cards (R7.2)."""
    dmytro = known.people[3]
    await until(known, Phase.PLAY, plays=1)
    plain = next(card.text for card in known.table.view(Seat.WEST).hand if card.text not in ("8S", "7S"))
    assert await refused(dmytro, "play", cards=plain) == "A trump was led: play one of 7♠ 8♠."
    assert await refused(dmytro, "play", cards="AS") == "A♠ is not in this hand. Play one of 7♠ 8♠."
    assert await refused(dmytro, "play", cards="8S 8S") == "8♠ is named twice: name each card once."
    assert await refused(dmytro, "play", cards="8S 7S") == "Play one card."
    assert await refused(dmytro, "play", cards="1S") == (
        "1S is not a card. Write rank and suit: AS, 10H, 5C, or pick one from the list."
    )
    assert "is not a card" in await refused(dmytro, "play", cards=", ,")
    await dmytro.command("play", cards="8♠")
    assert known.table.view(None).plays[-1].top.text == "8S"


async def test_a_discard_that_is_none(known: Room) -> None:
    """Bob holds three trumps and nine plain cards: six must go, and none of the trumps (R6.2)."""
    bob = known.people[1]
    await until(known, Phase.DISCARD)
    before = known.table.view(Seat.NORTH).hand
    plain = [card.text for card in before if card.text not in ("5S", "4S", "3S")]
    assert (await refused(bob, "discard", cards=" ".join(plain[:5]))).startswith("Throw exactly 6 cards.")
    assert "trumps stay in this hand" in await refused(bob, "discard", cards=" ".join([*plain[:5], "5S"]))
    assert "is not in this hand" in await refused(bob, "discard", cards=" ".join([*plain[:5], "AS"]))
    assert "is named twice" in await refused(bob, "discard", cards=" ".join([*plain[:5], plain[0]]))
    await bob.command("discard", cards=" ".join(plain[:6]))
    assert await refused(bob, "discard", cards=" ".join(plain[:6])) == (
        "This seat has discarded already; still to discard: Carla, Ana and Dmytro."
    )


_TABLE_COMMANDS: Final[dict[str, dict[str, str]]] = {
    "sit": {},
    "leave": {},
    "begin": {},
    "status": {},
    "end": {},
    "fix": {},
    "hand": {},
    "bid": {"amount": "7"},
    "trump": {"suit": "S"},
    "discard": {"cards": "2H"},
    "play": {"cards": "AS"},
}


@pytest.mark.parametrize("command", _TABLE_COMMANDS)
async def test_g13_where_there_is_no_table(here: Room, command: str) -> None:
    told = await refused(here.people[0], command, **_TABLE_COMMANDS[command])
    assert told == "There is no table in this channel. Open one with `/pedro start`."


@pytest.mark.parametrize("command", ["start", *_TABLE_COMMANDS])
async def test_in_a_direct_message(here: Room, command: str) -> None:
    """Discord does not offer them there; whoever gets one through is told where to play."""
    told = await here.people[0].writes(command, **_TABLE_COMMANDS.get(command, {}))
    assert told == "King Pedro is played in a server's channels. Use this command there."
    assert not here.has_table()


@pytest.mark.parametrize("command", ["help", "rules", "leaderboard", "stats"])
async def test_what_needs_no_table_works_in_a_direct_message(here: Room, command: str) -> None:
    assert await here.people[0].writes(command)


@pytest.mark.parametrize("command", ["leave", "hand", "bid", "trump", "discard", "play"])
async def test_who_does_not_sit_is_told_how_to(here: Room, command: str) -> None:
    await open_table(here, sitting=3, clock="none")
    told = await refused(here.people[3], command, **_TABLE_COMMANDS[command])
    assert told.startswith("You don't sit at this table. Take a seat with `/pedro sit`")


async def test_before_the_game_begins(here: Room) -> None:
    ana, bob, *_ = here.people
    await ana.command("start")
    await bob.press("sit", message=here.board())
    for command in ("hand", "bid", "trump", "discard", "play"):
        assert await refused(ana, command, **_TABLE_COMMANDS[command]) == (
            "The game has not begun yet. The host begins it with `Start`."
        )
    assert await refused(bob, "begin") == "Only the host, Ana, can do this."
    await bob.press("options", message=here.board())
    assert bob.reads() == "Only the host, Ana, can do this."
    await bob.press("start", message=here.board())
    assert bob.reads() == "Only the host, Ana, can do this."
    assert here.table.status is Status.LOBBY


async def test_g11_a_start_where_a_table_is(here: Room) -> None:
    """The second one is told where the first is; also when it is a game by then."""
    ana, bob, *_ = here.people
    await ana.command("start", clock="none")
    link = f"https://discord.com/channels/{here.env.guild.id}/{here.channel.id}/{here.board().id}"
    assert link in await refused(bob, "start")
    await ana.press("start", message=here.board())
    assert "This channel has a table already" in await refused(bob, "start")
    assert "This channel has a table already" in await refused(ana, "start")


async def test_e19_who_sits_here_may_start_elsewhere(here: Room) -> None:
    """Also who sits at a table without being its host; the two games know nothing of each other (E13)."""
    other = here.at(here.env.guild.create_text_channel("another"))
    await open_table(here, sitting=2, clock="none")
    bob_there = other.people[1]
    await bob_there.command("start", clock="none")
    await bob_there.press("start", message=other.board())
    assert other.table.host_id == bob_there.id
    assert other.table.id != here.table.id
    assert here.table.seat_of(bob_there.id) is Seat.NORTH
    assert other.table.seat_of(bob_there.id) is Seat.SOUTH


async def test_seats_that_are_taken(here: Room) -> None:
    ana, bob, carla, dmytro = here.people
    late = here.joined_by("Olena")
    await ana.command("start", clock="none")
    assert await bob.told("sit", seat="N") == "You sit in the North."
    assert await refused(carla, "sit", seat="N") == "Bob sits in the North. Take another seat."
    assert await bob.told("sit", seat="W") == "You sit in the West."
    assert here.table.seat_of(bob.id) is Seat.WEST
    await carla.command("sit")
    await dmytro.command("sit")
    assert (await refused(late, "sit")).startswith("All four seats are taken.")
    await ana.press("start", message=here.board())
    assert (await refused(late, "sit")).startswith("All four seats are taken.")
    assert await refused(late, "sit", seat="N") == "Carla sits in the North. Take another seat."
    assert (await refused(ana, "sit", seat="N")).startswith("You sit in the South already")


async def test_the_end_is_the_hosts_and_the_managers(here: Room) -> None:
    """Each is asked first; nobody else can, not even with the question's button."""
    managers = here.env.guild.create_role("Hosts", permissions=discord.Permissions(manage_channels=True))
    ana, bob, *_ = here.people
    keeper = here.joined_by("Keeper", roles=[managers])
    game = await open_table(here, sitting=2, clock="none")
    told = await refused(bob, "end")
    assert told.startswith("Only the host, Ana, or somebody who manages this channel can end the table.")
    await here.forged(bob, here.board(), f"kp:end-yes:{game}:0:")
    assert bob.reads().startswith("Only the host, Ana,")
    await ana.command("end")
    await ana.press("end-no")
    assert ana.reads() == "The table goes on."
    assert here.has_table()
    await keeper.command("end")
    await keeper.press("end-yes")
    assert not here.has_table()
    await here.wait(2)
    saved = await here.saved(game)
    assert (saved.status, saved.ending, saved.winner) == ("ended", "manager", None)
    assert "has not finished a game yet" in await ana.told("stats")
    await ana.command("start")
    await ana.command("end")
    await ana.press("end-yes")
    assert not here.has_table()
    await here.wait(2)
    assert "This table is closed" in text_of(here.board())
    assert offers(here.board()) == {}


@pytest.mark.parametrize(
    ("option", "value"), [("rules", "poker"), ("clock", "never"), ("seat", "Q"), ("target", 1000), ("target", 10)]
)
async def test_options_that_discord_would_not_send(here: Room, option: str, value: Any) -> None:
    """Choices and ranges are told to Discord, which lets nobody send anything else."""
    command = "sit" if option == "seat" else "start"
    with pytest.raises(OptionError, match=option):
        await here.people[0].command(command, **{option: value})


async def test_a_target_under_one_hands_points(here: Room) -> None:
    """Sixty-two points are in a hand of the Ukrainian-Canadian rules: fewer make no game."""
    told = await refused(here.people[0], "start", rules="ukrainian-canadian", target=50)
    assert told == "target must be at least 62, the points of one hand."
    assert not here.has_table()


@pytest.mark.parametrize("page", ["99999999999999999999", "999999999", "0", "-1", "x", ""])
async def test_a_page_of_the_board_that_is_none(here: Room, page: str) -> None:
    """Only a forged button has it: an empty page, or the first, or that the button is old."""
    ana = here.people[0]
    await ana.command("leaderboard")
    await here.forged(ana, ana.panel(), f"kp:board:0:0:s.a.w.{page}")
    assert "Nobody is on this board yet" in ana.reads() or "from an earlier moment" in ana.reads()
