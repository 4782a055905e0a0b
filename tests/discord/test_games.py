"""Whole games on Discord, from `/pedro start` to `/pedro leaderboard`: by pressing what one sees, and by commands."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Final

import pytest
from simcord import InteractionResult

from bot.game.actions import Action, Bid, parse_action
from bot.game.cards import Suit
from bot.game.rules import CANADIAN, PRESETS
from bot.lobby import Status
from bot.present.words import words_for
from bot.tools.verify import Tally, verify
from db.values import SavedGame
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.playing import DECISIONS, Stacked, check_finished, decide, open_table, play_on, south_in_spades
from tests.game.table_text import stack


async def check_told(here: Room, saved: SavedGame) -> None:
    """Everybody finds the result on the leaderboard and in their statistics: people only, each once (J1, J3)."""
    names = {seat.user_id: seat.name for seat in saved.seats if seat.user_id is not None}
    won = {seat.user_id for seat in saved.seats if seat.seat in (saved.winner or "")}
    for person in here.people:
        board = [line for line in (await person.told("leaderboard", by="wins")).splitlines() if line.startswith("`")]
        expected = {
            f"{f'**{name} (you)**' if user_id == person.id else name} · **{int(user_id in won)}** of 1 won"
            for user_id, name in names.items()
        }
        assert {re.sub(r"^` *\d+` ", "", line) for line in board} == expected
        assert len(board) == len(names)
        stats = await person.told("stats")
        if person.id in names:
            assert f"Games won: **{int(person.id in won)}** of 1" in stats
        else:
            assert "has not finished a game yet" in stats


def check_nothing_left_to_press(here: Room) -> None:
    """B7: of a game that is over only what looks back or goes on can be pressed, on its last message."""
    *earlier, last = here.public()
    assert set(offers(last)) == {"rematch", "replay-open", "record", "deals"}
    assert all(not offers(message) for message in earlier)
    for person in here.people:
        for message in person.private():
            assert not set(DECISIONS) & set(offers(message)), text_of(message)


@pytest.mark.seed(2)
@pytest.mark.parametrize("rules", PRESETS)
async def test_four_people_play_a_whole_game(here: Room, rules: str) -> None:
    """By pressing what each sees in their own panel, to the preset's own target (I14)."""
    game = await open_table(here, rules=rules, clock="none")
    await play_on(here, random.Random(2))
    saved = await check_finished(here, game)
    assert {entry.by for entry in saved.entries} <= {"person", "table"}
    assert saved.rules["name"] == rules
    check_nothing_left_to_press(here)
    await check_told(here, saved)


@pytest.mark.seed(3)
async def test_j7_one_person_and_three_robots(here: Room) -> None:
    """The cards come without asking, the robots play by themselves, and only the person has a row (J1, J7)."""
    game = await open_table(here, sitting=1, target=50)
    ana = here.people[0]
    assert "Hand 1" in text_of(here.board())
    assert ana.offers(), "the cards come without asking"
    await play_on(here, random.Random(5), people=[ana])
    saved = await check_finished(here, game)
    assert {entry.by for entry in saved.entries} == {"person", "robot", "table"}
    await check_told(here, saved)


_OPTIONS: Final = {"bid": "amount", "trump": "suit", "discard": "cards", "play": "cards"}


@pytest.mark.seed(4)
async def test_a_game_by_commands_alone(here: Room) -> None:
    """Everything a hand asks for can be said in words; what autocomplete offers is legal, all of it, and accepted."""
    ana, bob, *_ = here.people
    await ana.command("start", target=50, clock="none")
    await bob.command("sit", seat="E")
    game = here.table.id
    await ana.command("begin")
    chance = random.Random(8)
    used: set[str] = set()
    for _ in range(2000):
        if not here.has_table():
            break
        acted = [name for person in (ana, bob) if (name := await _say_something(here, person, chance))]
        used.update(acted)
        if not acted:
            await here.wait(2)
    assert used == set(_OPTIONS)
    await check_told(here, await check_finished(here, game))


async def _say_something(here: Room, person: Person, chance: random.Random) -> str | None:
    """A command for the decision that is asked of this person, taken from what is offered; gives its name."""
    if not _is_asked(here, person):
        return None
    legal = here.table.view(here.table.seat_of(person.id)).legal
    for name, option in _OPTIONS.items():
        offered = await person.suggested(name, option)
        assert len(offered) <= 25
        assert all(_action(name, value) in legal for value in offered)
        if offered:
            before = here.table.seq
            told = await person.told(name, **{option: chance.choice(offered[:2] if name == "bid" else offered)})
            assert not here.has_table() or here.table.seq > before, told
            return name
    raise AssertionError("nothing is offered to who is asked")


def _action(command: str, typed: str) -> Action:
    """The move that a command with this option means, in the record's words."""
    return parse_action(typed if typed == "pass" else f"{command} {typed}")


async def test_autocomplete_offers_nothing_to_who_is_not_asked(here: Room) -> None:
    """Neither before the game, nor out of turn, nor to a stranger; and what is typed narrows it (H5)."""
    ana, bob, carla, dmytro = here.people
    await ana.command("start", clock="none")
    assert await ana.suggested("bid", "amount") == []
    await bob.press("sit", message=here.board())
    await ana.press("start", message=here.board())
    await here.wait(5)
    asked, other = (ana, bob) if here.table.seat_of(ana.id) in here.table.people_to_act() else (bob, ana)
    legal = here.table.view(here.table.seat_of(asked.id)).legal
    bids = [str(action.amount) for action in legal if isinstance(action, Bid)]
    assert await asked.suggested("bid", "amount") == ["pass", *bids][:25]
    assert await asked.suggested("bid", "amount", "pa") == ["pass"]
    assert await asked.suggested("bid", "amount", "2") == [bid for bid in bids if "2" in bid]
    assert await asked.suggested("bid", "amount", "nonsense") == []
    for person in (other, carla, dmytro):
        assert await person.suggested("bid", "amount") == []


_NINE_TRUMPS: Final = """
    S AS KS QS JS TS 9S 8S 7S 6S
    N 5S 4S
    E 5C
    W 3S 2S
"""


async def test_a_pile_of_four(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R7.4: the top card and what lies under it are chosen in the panel; nobody sees the buried ones until the end."""
    pack = stack(CANADIAN, "N", _NINE_TRUMPS, trump="S")
    async with room(tmp_path, Stacked("N", pack), monkeypatch) as here:
        game = await open_table(here, clock="none")
        south = here.people[0]
        await play_on(here, random.Random(1), until=lambda: bool(here.table.view(None).thrown), choose=south_in_spades)
        await here.wait(2)
        assert "Lead a pile of 4" in south.reads()
        await south.press("top", "QS.")
        await south.choose("bury", ["6S", "8S", "9S"])
        await south.press("play")
        played = [entry.action for entry in (await here.saved(game)).entries if entry.action.startswith("play")]
        assert [sorted(action.split()[2:]) for action in played] == [["6S", "8S", "9S"]]
        assert played[0].split()[1] == "QS"
        await here.wait(2)
        shown = text_of(here.board())
        assert re.search(r"Ana.*Q.* on 3 more", shown)
        assert "buried" not in shown
        await play_on(here, random.Random(1), until=lambda: here.table.next_at is not None)
        await here.wait(2)
        assert re.search(r"Ana buried .*9 8 6.* under Q", text_of(here.board()))


async def test_r6_3_a_discard_without_a_choice_is_one_press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who may choose has a menu, already filled in; who may not has one button (R6.2, R6.3)."""
    pack = stack(CANADIAN, "N", _NINE_TRUMPS, trump="S")
    async with room(tmp_path, Stacked("N", pack), monkeypatch) as here:
        await open_table(here, clock="none")
        south, north, *_ = here.people
        await play_on(here, random.Random(1), until=lambda: "discard" in south.offers(), choose=south_in_spades)
        await here.wait(2)
        assert "throw" not in south.offers()
        assert "throw" in north.offers()
        held = here.table.view(here.table.seat_of(north.id)).hand
        plain = [card.text for card in held if card.suit is not Suit.SPADES]
        await north.choose("throw", plain[-4:])
        await north.press("discard")
        kept = here.table.view(here.table.seat_of(north.id))
        assert sorted(card.text for card in kept.discarded or ()) == sorted(plain[:-4])


async def test_r4_6_a_hand_thrown_in_is_dealt_again(here: Room) -> None:
    """Four passes: a summary that says so, no score, and the next player deals."""
    await open_table(here, clock="none")
    first_dealer = here.table.view(None).dealer
    await play_on(here, random.Random(1), until=lambda: here.table.next_at is not None, choose=_everybody_passes)
    await here.wait(2)
    assert here.table.view(None).results[-1].declarer is None
    assert "thrown in" in text_of(here.board())
    for person in here.people:
        assert set(person.offers()) == {"next"}
        await person.press("Next hand")
    await here.wait(2)
    assert here.table.view(None).dealer is first_dealer.next
    assert here.table.view(None).number == 2
    assert "Hand 2" in text_of(here.board())


def _everybody_passes(person: Person, offered: dict[str, list[str]], chance: random.Random) -> str:
    return offered["pass"][0] if "pass" in offered else offered["next"][0]


async def test_pass_for_this_hand(here: Room) -> None:
    """Who passes for the whole hand is not asked again in this auction, and is in the next."""
    await open_table(here, clock="none")
    first = next(person for person in here.people if "pass-all" in person.offers())
    await first.press("Pass for this hand")
    others = [person for person in here.people if person is not first]
    for _ in range(2):  # two rounds of bids
        for person in _in_turn(here, others):
            await here.wait(2)
            assert first.offers() == {}
            await person.press("bid")
    assert "You pass for the rest of this auction" in first.reads()
    await play_on(here, random.Random(1), until=lambda: here.table.next_at is not None)
    await play_on(here, random.Random(1), until=lambda: "pass-all" in first.offers(), choose=_everybody_passes)


def _in_turn(here: Room, people: list[Person]) -> list[Person]:
    """These people in the order in which they are asked."""
    first = here.table.people_to_act()[0]
    return sorted(people, key=lambda person: (here.table.seat_of(person.id).place - first.place) % 4)


async def test_a_bid_of_ones_own_through_the_form(here: Room) -> None:
    """``Other…``: a bad number is answered in the panel, which stays; a good one is bid."""
    game = await open_table(here, clock="none")
    person = next(one for one in here.people if "bid-other" in one.offers())
    refusals = {"6": "The lowest bid is 7", "45": "The highest bid is 44", "-1": "is not a number", "many": "is not a"}
    for typed, why in refusals.items():
        form = await person.press("Other…")
        await person.submit(form, amount=typed)
        assert why in person.reads()
        assert "bid-other" in person.offers(), "the panel is still there, with the reason in it"
    assert [entry.action.split()[0] for entry in (await here.saved(game)).entries] == ["deal"]
    form = await person.press("Other…")
    await person.submit(form, amount=" 23 ")
    assert here.table.view(None).bid == 23
    assert here.table.view(None).declarer is here.table.seat_of(person.id)


@pytest.mark.seed(3)
async def test_a_person_alone_plays_again_at_once(here: Room) -> None:
    """E9: the rematch is a game of its own, and the first one stays counted once."""
    game = await open_table(here, sitting=1, target=50)
    ana, bob, *_ = here.people
    await play_on(here, random.Random(5), people=[ana])
    over = here.board()
    await bob.press("rematch", message=over)
    assert "You don't sit at this table" in bob.reads()
    await ana.press("rematch", message=over)
    assert here.table.status is Status.LIVE
    assert here.table.id != game
    assert here.table.rules.target == 50
    await here.wait(2)
    await ana.press("rematch", message=over)
    assert "This channel has a table already" in ana.reads()
    await check_finished(here, game)


@pytest.mark.seed(11)
async def test_a_rematch_of_several_is_a_lobby_with_their_seats(here: Room) -> None:
    await open_table(here, sitting=2, target=50, clock="none")
    ana, bob, carla, _ = here.people
    seats = [who.user_id for who in here.table.seating]
    await play_on(here, random.Random(5), people=[ana, bob])
    await bob.press("rematch", message=here.board())
    assert here.table.status is Status.LOBBY
    assert [who.user_id for who in here.table.seating] == seats
    assert "Bob · host" in text_of(here.board())
    await carla.press("sit", message=here.board())
    await bob.press("start", message=here.board())
    await here.wait(2)
    for person in (bob, carla):
        assert has_cards(person), "the cards come without asking"
    await ana.press("cards", message=here.board())
    assert has_cards(ana)


def has_cards(person: Person) -> bool:
    """Whether the newest private message is the panel of an auction."""
    return "Not your turn yet" in person.reads() or "Bid or pass" in person.reads()


@pytest.mark.seed(3)
async def test_the_record_can_be_had_when_the_game_is_over(here: Room) -> None:
    """The file is what `king-pedro verify` reads; a game that goes on gives none."""
    game = await open_table(here, sitting=1, target=50)
    ana, bob, *_ = here.people
    await here.forged(ana, here.board(), f"kp:record:{game}:0:")
    assert "still being played" in ana.reads()
    await play_on(here, random.Random(5), people=[ana])
    given = await bob.press("Record", message=here.board())
    text = await _file_of(here, given)
    assert list(verify(words_for("en"), "game.jsonl", io.BytesIO(text), tally := Tally())) == []
    assert (tally.games, tally.faults) == (1, 0)
    assert given.ephemeral


async def _file_of(here: Room, given: InteractionResult) -> bytes:
    assert given.response is not None
    (attachment,) = given.response.attachments
    assert attachment.filename.endswith(".jsonl")
    return await attachment.read()


@pytest.mark.seed(7)
async def test_b1_cards_are_to_be_had_after_hours(here: Room) -> None:
    """B1, B3, B5, B11, B17: people who take a quarter of an hour and more for each decision lose nothing."""
    await open_table(here, sitting=2, clock="none")
    chance = random.Random(7)
    for minutes in [16, 40, 61] * 12:
        person = next((one for one in here.people[:2] if _is_asked(here, one)), None)
        if person is not None:
            await here.wait(minutes * 60)
            before = here.table.seq
            await decide(person, chance)
            if here.table.seq == before:  # the panel showed an earlier moment
                await person.press("My cards", message=here.board())
                await decide(person, chance)
            assert here.table.seq > before
        await here.wait(2)
    assert here.table.view(None).number > 1
    names = [text_of(message).splitlines()[0] for message in here.public()]
    assert len(names) == here.table.view(None).number, "one message a hand, however often it was posted anew"


def _is_asked(here: Room, person: Person) -> bool:
    return here.has_table() and here.table.seat_of(person.id) in here.table.people_to_act()
