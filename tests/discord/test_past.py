"""Games that are over: listed, stepped through, had as a file; only those of this server, and never one in play."""

from __future__ import annotations

import asyncio
import random
from typing import Final

import discord
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.game.record import read_record
from bot.game.view import PlayerView
from bot.players.normal import robot as normal
from bot.players.player import Decision, Player
from bot.pool import NoThought, Trouble
from bot.replay import replay_of
from tests.discord.kit import Person, Room, argument_of, components_of, text_of
from tests.discord.playing import open_table, play_on

_few: Final = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


async def ended_game(here: Room, presses: int = 14) -> int:
    """A game of four that its host ends in the middle."""
    game = await open_table(here, clock="none")
    count = 0

    def enough() -> bool:
        nonlocal count
        count += 1
        return count > presses

    await play_on(here, random.Random(3), until=enough)
    ana = here.people[0]
    await ana.command("end")
    await ana.press("end-yes")
    await here.wait(5)
    return game


def step_of(person: Person) -> tuple[int, str]:
    """The position and the sight of the page a person looks at."""
    custom_id = next(one for one in person.offers()["replay"])
    return int(custom_id.split(":")[3]), argument_of(custom_id).partition(".")[0]


async def test_a_whole_game_is_stepped_through(here: Room) -> None:
    """From the message at its end, trick by trick, hand by hand, and looked at from each side."""
    game = await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(3))
    ana = here.people[0]
    await ana.press("replay-open", message=here.board())
    saved = await here.saved(game)
    seat = next(one.seat for one in saved.seats if one.user_id == ana.id)
    assert step_of(ana) == (0, seat)
    assert "Your hand" in ana.reads()
    messages = len(ana.private())
    await ana.press("replay", f"{seat}.on")
    assert step_of(ana) == (1, seat)
    await ana.press("replay", f"{seat}.back")
    await ana.press("replay", "table.here")
    assert step_of(ana) == (0, "table")
    assert "Your hand" not in ana.reads()
    places = [0]
    while "table.hand-on" in {argument_of(one) for one in ana.offers()["replay"]}:
        await ana.press("replay", "table.hand-on")
        places.append(step_of(ana)[0])
    assert places == sorted(set(places))
    assert places[-1] == len(saved.entries) - 1
    assert "win" in ana.reads()
    await ana.press("replay", "open.here")
    await ana.press("replay", "open.trick-back")
    for name in ("Ana", "Bob", "Carla", "Dmytro"):
        assert name in ana.reads()
    await ana.choose("replay", ["1"], argument="open.hand")
    assert step_of(ana) == (0, "open")
    assert len(ana.private()) == messages, "the page is drawn in one message"
    await ana.press("history")
    assert f"`{game}`" in ana.reads()


async def test_a_game_ended_without_a_result(here: Room) -> None:
    game = await ended_game(here)
    bob = here.people[1]
    said = await bob.told("history")
    assert "ended without a result" in said
    assert "Ana" in said
    await bob.choose("history-open", [str(game)])
    while "on" in {argument_of(one).partition(".")[2] for one in bob.offers()["replay"]}:
        await bob.press("replay", f"{step_of(bob)[1]}.trick-on")
    assert "ended here" in bob.reads()


async def test_without_a_number_it_is_the_last_of_the_channel(here: Room) -> None:
    ana = here.people[0]
    assert "/pedro history" in await ana.told("replay")
    await ended_game(here, 3)
    game = await ended_game(here, 3)
    assert f"game {game} " in await ana.told("replay")
    there = here.at(here.env.guild.create_text_channel("elsewhere"))
    assert "No game was played in this channel" in await there.people[0].told("replay")
    assert f"game {game} " in await there.people[0].told("replay", game=game)


async def test_the_games_are_offered(here: Room) -> None:
    first, second = await ended_game(here, 2), await ended_game(here, 2)
    ana = here.people[0]
    assert await ana.suggested("replay", "game") == [second, first]
    assert await ana.suggested("replay", "game", f"game {first}") == [first]
    stranger = here.joined_by("Zoe")
    assert await stranger.suggested("replay", "game") == []
    assert "has not played" in await stranger.told("history")
    assert f"`{second}`" in await stranger.told("history", member=ana.member)


async def test_a_stranger_sees_the_table_and_all_hands_and_no_seat(here: Room) -> None:
    game = await ended_game(here)
    stranger = here.joined_by("Zoe")
    await stranger.command("replay", game=game)
    assert step_of(stranger) == (0, "table")
    assert {argument_of(one) for one in stranger.offers()["replay"]} >= {"open.here"}
    assert not any(argument_of(one).endswith("N.here") for one in stranger.offers()["replay"])
    await here.forged(stranger, stranger.panel(), f"kp:replay:{game}:1:N.here")
    assert "earlier moment" in stranger.reads()


async def test_what_is_not_to_be_seen(here: Room) -> None:
    """A game in play, one that is unknown, one of another server, a lobby that was never begun: a sentence each."""
    ana, bob, *_ = here.people
    game = await open_table(here, clock="none")
    assert "still being played" in await ana.told("replay", game=game)
    assert "no such game" in await ana.told("replay", game=game + 1000)
    await here.forged(bob, here.board(), f"kp:record:{game}:0:")
    assert "still being played" in bob.reads()
    await here.forged(bob, here.board(), f"kp:replay:{game}:3:open.on")
    assert "still being played" in bob.reads()
    await ana.command("end")
    await ana.press("end-yes")
    await here.wait(5)
    store = here.bot.store.games
    saved = await here.saved(game)
    other = await store.create(
        guild_id=1, channel_id=5, host_id=1, rules=saved.rules, rules_version=1, clock="none", level="normal",
        created_at=saved.created_at,
    )  # fmt: skip
    await store.start(other, dealer="N", seats=saved.seats, started_at=saved.created_at, entries=saved.entries[:1])
    await store.end(other, "host", saved.created_at)
    for what in (f"kp:record:{other}:0:", f"kp:replay-open:{other}:0:", f"kp:replay:{other}:0:table.on"):
        await here.forged(bob, bob.panel(), what)
        assert "no such game" in bob.reads()
    assert f"`{other}`" not in await ana.told("history")


async def test_a_page_outlives_the_bot(here: Room) -> None:
    """What a page knows stands in its controls alone."""
    await ended_game(here)
    ana = here.people[0]
    await ana.command("replay")
    sight = step_of(ana)[1]
    await ana.press("replay", f"{sight}.on")
    await here.restart(random.Random(5))
    await ana.press("replay", f"{sight}.on")
    assert step_of(ana) == (2, sight)
    await here.restart(random.Random(6), in_order=False)
    await ana.press("history")
    assert "Games of" in ana.reads()


async def test_pages_of_the_history(here: Room) -> None:
    games = [await ended_game(here, 1) for _ in range(10)]
    ana = here.people[0]
    said = await ana.told("history")
    assert all(f"`{game}`" in said for game in games[2:])
    assert f"`{games[1]}`" not in said
    await ana.press("Next")
    assert all(f"`{game}`" in ana.reads() for game in games[:2])
    await ana.press("Previous")
    assert ana.reads() == said
    await here.forged(ana, ana.panel(), "kp:history:0:50:")
    assert "empty" in ana.reads()


async def test_the_record_is_that_of_the_game(here: Room) -> None:
    game = await ended_game(here)
    ana = here.people[0]
    await ana.command("replay")
    given = await ana.press("record")
    assert given.response is not None
    (file,) = given.response.message.attachments
    record = read_record(await file.read())
    assert record.faults() == []
    assert record.game == str(game)


@pytest.fixture
async def over(here: Room) -> Room:
    await ended_game(here)
    return here


@_few
@given(
    verb=st.sampled_from(["replay", "replay-open", "history", "history-open", "record", "turning", "turning-open"]),
    game=st.sampled_from([0, 1, 2, 999_999_999_999_999]),
    seq=st.sampled_from([0, 1, 5, 999_999_999]),
    argument=st.sampled_from(
        ["", "table.on", "open.hand", "S.here", "N.hand-on", ".", "x.y", "table.", "9" * 19, "9" * 30, "٧", "-1"]
    ),
    values=st.none() | st.lists(st.sampled_from(["1", "0", "99", "٧", "", "9" * 18, "x"]), max_size=2),
)
async def test_a11_ids_that_nobody_made(
    over: Room, verb: str, game: int, seq: int, argument: str, values: list[str] | None
) -> None:
    """Each is answered with a page or a sentence; what must always hold is the kit's to check."""
    ana = over.people[0]
    await ana.command("help")
    await over.forged(ana, ana.panel(), f"kp:{verb}:{game}:{seq}:{argument}"[:100], values)
    assert text_of(ana.panel()) or ana.panel().attachments


async def test_the_turning_points(here: Room) -> None:
    """The expert looks at one's own decisions, in a message of its own; each of its points leads to its moment."""
    game = await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(3))
    ana = here.people[0]
    await ana.command("replay")
    page = ana.panel()
    await ana.press("turning")
    assert "Turning points of game" in ana.reads()
    assert ana.panel().id != page.id
    assert "worth about" in ana.reads()
    first = ana.reads()
    (menu,) = ana.offers()["turning-open"]
    position = next(one.options[0].value for one in components_of(ana.panel()) if getattr(one, "custom_id", "") == menu)
    await ana.choose("turning-open", [position])
    assert step_of(ana) == (int(position), argument_of(menu))
    assert "💡" in ana.reads()
    await ana.press("turning")
    assert ana.reads() == first, "it is remembered"
    await here.restart(random.Random(5))
    await ana.press("replay-open")
    await ana.press("turning")
    assert ana.reads() == first, "and comes out the same when it is not"
    assert f"`{game}`" in await ana.told("history")


async def test_turning_points_are_ones_own(here: Room) -> None:
    game = await ended_game(here)
    stranger = here.joined_by("Zoe")
    await stranger.command("replay", game=game)
    assert "turning" not in stranger.offers()
    await here.forged(stranger, stranger.panel(), f"kp:turning:{game}:0:")
    assert "no seat" in stranger.reads()


async def test_a_review_that_no_process_can_make(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person is told, and can ask again."""
    game = await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(3))
    ana = here.people[0]

    async def busy(*_: object) -> Decision:
        raise NoThought(Trouble.NONE_FREE)

    with monkeypatch.context() as patched:
        patched.setattr(here.bot.desk.reviews, "_compute", busy)
        await here.forged(ana, here.board(), f"kp:turning:{game}:0:")
        assert "too much to do" in ana.reads()
    await here.forged(ana, ana.panel(), f"kp:turning:{game}:0:again")
    assert "Turning points of game" in ana.reads()


async def test_reviews_are_asked_one_question_at_a_time(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many people want one: the robots at the tables go first."""
    game = await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(3))
    asked, most = 0, 0

    async def watched(player: Player, view: PlayerView, rng: random.Random) -> Decision:
        nonlocal asked, most
        asked += 1
        most = max(most, asked)
        await asyncio.sleep(0)
        asked -= 1
        return normal.decide(view, rng)

    monkeypatch.setattr(here.bot.desk.reviews, "_compute", watched)
    board = here.board()
    await here.together(*((person, board, f"kp:turning:{game}:0:") for person in here.people), chance=random.Random(2))
    assert most == 1
    for person in here.people:
        assert "Well played" in person.reads()


async def test_the_figures_of_a_rated_game(here: Room) -> None:
    """The text tells what the picture shows, and the picture says in words what it is."""
    game = await open_table(here, clock="none", target=50)
    await play_on(here, random.Random(3))
    saved, ana = await here.saved(game), here.people[0]
    made = sum(result.made for result in replay_of(saved).states[-1].results)
    said = {person: await person.told("stats") for person in here.people}
    assert (
        sum(int(line.split("**")[1]) for text in said.values() for line in text.splitlines() if "Bids" in line) == made
    )
    for text in said.values():
        assert "Rating **" in text
        assert "1 rated game " in text
        assert "Most often against" in text
        assert "Half of the decisions" in text
    (attached,) = ana.panel().attachments
    assert attached.filename == "rating.png"
    assert "The rating of Ana over 1 rated game" in (attached.description or "")
    (gallery,) = [one for one in components_of(ana.panel()) if isinstance(one, discord.MediaGalleryComponent)]
    assert gallery.items[0].description == attached.description
    await ana.press("history")
    assert f"`{game}`" in ana.reads()


async def test_the_figures_of_nobody(here: Room) -> None:
    await ended_game(here)
    assert "has not finished a game yet" in await here.people[0].told("stats")
    assert not here.people[0].panel().attachments
