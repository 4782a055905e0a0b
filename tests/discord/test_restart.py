"""The bot stops, or is killed, between any two presses and in the middle of one: the game goes on as if it had not."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.game.cards import Card
from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.lobby import Status
from bot.pace import LOBBY_PATIENCE, SUMMARY_PAUSE
from bot.past import record_of_game
from db.values import RatingChange
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.playing import DECISIONS, check_finished, decide, low_bids, open_table


class Decks(random.Random):
    """Chance that a restart does not change: North deals first, and the nth pack of a game depends on n alone."""

    def __init__(self, dealt: int = 0) -> None:
        super().__init__(0)
        self._dealt = dealt

    def choice(self, seq: Any) -> Any:
        return seq[0]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        self._dealt += 1
        return random.Random(self._dealt).sample(population, k)

    def random(self) -> float:
        return 0.5


class Entry(NamedTuple):
    seat: str | None
    action: str
    by: str
    user_id: int | None


async def entries(here: Room, game: int) -> list[Entry]:
    return [Entry(one.seat, one.action, one.by, one.user_id) for one in (await here.saved(game)).entries]


async def restart(here: Room, game: int, *, in_order: bool = True) -> None:
    """A restart that changes nothing of what will be dealt."""
    dealt = sum(1 for entry in await entries(here, game) if entry.seat is None)
    await here.restart(Decks(dealt), in_order=in_order)


def by_what_is_offered(person: Person, offered: dict[str, list[str]], chance: random.Random) -> str:
    """The same choice wherever the same is offered, with a hint or without."""
    decisions = sorted((verb, controls) for verb, controls in offered.items() if verb != "hint")
    return low_bids(person, offered, random.Random(str(decisions)))


def asked(here: Room) -> list[Person]:
    """The people who are to act."""
    waiting = {here.table.seating[seat.place].user_id for seat in here.table.people_to_act()}
    return [person for person in here.people if person.id in waiting]


async def act(here: Room, person: Person) -> None:
    """A decision of a person who is to act, with the panel there is or with a new one."""
    before = here.table.seq
    for _ in range(3):
        if not await decide(person, random.Random(0), by_what_is_offered):
            await person.press("cards", message=here.board())
        if not here.has_table() or here.table.seq > before:
            return
    raise AssertionError(f"{person.member.name} cannot act")


async def play(here: Room, game: int, restarts: Callable[[int], bool], most: int = 1000) -> None:
    """People act in turns until the game is over, or so many presses are made; some presses come after a restart."""
    pressed, restarted = 0, -1
    while pressed < most:
        if not here.has_table():
            return
        waiting = asked(here)
        if restarts(pressed) and restarted < pressed:
            restarted = pressed
            await restart(here, game, in_order=pressed % 2 == 0)
        if waiting:
            await act(here, waiting[0])
            pressed += 1
        else:
            await here.wait(SUMMARY_PAUSE + 1 if here.table.next_at else 1.3)


async def both_ways(
    folder: Path, patch: pytest.MonkeyPatch, restarts: Callable[[int], bool], *, most: int = 1000, **options: Any
) -> tuple[list[Entry], list[Entry]]:
    """The entries of a game without restarts, and with them, in two databases."""
    found = []
    for name, when in (("plain", lambda _: False), ("restarted", restarts)):
        (folder / name).mkdir()
        with patch.context() as patched:
            async with room(folder / name, Decks(), patched) as here:
                game = await open_table(here, target=90, clock="none", **options)
                await play(here, game, when, most)
                if most == 1000:
                    await check_finished(here, game)
                found.append(await entries(here, game))
    plain, restarted = found
    return plain, restarted


async def test_c1_restarts_before_every_press_of_a_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every second one is no orderly stop. People use what they saw before: panels and messages of old (C9)."""
    plain, restarted = await both_ways(tmp_path, monkeypatch, lambda _: True, most=44)
    assert {entry.action.split()[0] for entry in plain} == {"deal", "bid", "pass", "trump", "discard", "play"}
    assert restarted == plain


@pytest.mark.parametrize("rules", ["king-pedro", "ukrainian-canadian"])
async def test_c1_restarts_in_a_whole_game(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With robots, who may be thinking when the bot goes; the end is the same, and counts once."""
    plain, restarted = await both_ways(tmp_path, monkeypatch, lambda pressed: pressed % 5 == 2, sitting=2, rules=rules)
    assert len([entry for entry in plain if entry.by == "robot"]) > 20
    assert restarted == plain


# Killed in the middle of a press


class Killed:
    """The process dies when it saves for the next time: just before that, or just after, before anybody is told."""

    def __init__(self, here: Room, patch: pytest.MonkeyPatch, *, saved: bool) -> None:
        self._here = here
        self._saved = saved
        self.reached = 0
        for name in ("append", "start", "save_lobby", "save_seats", "end"):
            patch.setattr(here.bot.store.games, name, self._deadly(getattr(here.bot.store.games, name)))

    def _deadly(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        async def change(*arguments: Any, **options: Any) -> None:
            if self._saved:
                await plain(*arguments, **options)
            self.reached += 1
            await self._here.env.external_wait(asyncio.Event().wait(), reason="the process is dead")

        return change

    async def buried(self, game: int) -> None:
        """Another process comes; the press of the dead one stays without an answer."""
        assert self.reached == 1
        await restart(self._here, game, in_order=False)
        assert self._here.excuse() == 1


async def _reach(here: Room, game: int, phase: str) -> None:
    """People act until the game asks for this."""
    while here.table.view(None).phase.value != phase:
        await act(here, asked(here)[0])


@pytest.mark.parametrize("saved", [False, True], ids=["before-saving", "after-saving"])
@pytest.mark.parametrize("phase", ["auction", "trump", "discard", "play"])
async def test_c15_killed_in_the_middle_of_a_press(
    phase: str, saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was saved stays and happens once, what was not can be pressed again; nothing between the two."""
    async with room(tmp_path, Decks(), monkeypatch) as here:
        game = await open_table(here, clock="none")
        await _reach(here, game, phase)
        person = asked(here)[0]
        if not any(verb in person.offers() for verb in ("bid", "trump", "discard", "play")):
            await person.press("cards", message=here.board())
        panel = person.panel()
        custom_id = by_what_is_offered(person, offers(panel), random.Random(0))
        before = await entries(here, game)
        killed = Killed(here, monkeypatch, saved=saved)
        await here.forged(person, panel, custom_id)
        await killed.buried(game)
        after = await entries(here, game)
        assert len(after) == len(before) + saved
        await here.forged(person, panel, custom_id)
        again = await entries(here, game)
        assert again[: len(before)] == before
        assert [entry.user_id for entry in again[len(before) :]] == [person.id], "once, whether told or not"
        await play(here, game, lambda _: False, most=6)
        assert read_record(write_record(record_of_game(await here.saved(game)))).faults() == []


@pytest.mark.parametrize("saved", [False, True], ids=["before-saving", "after-saving"])
async def test_c13_killed_at_the_last_card_of_a_game(
    saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result is there with the last card or not at all, and once; the old message's buttons say that it is over."""
    async with room(tmp_path, Decks(), monkeypatch) as here:
        game = await open_table(here, sitting=1, target=50, clock="none")
        plain = here.bot.store.games.append
        last: list[Any] = []

        async def append(*arguments: Any, finish: Any = None, **options: Any) -> tuple[RatingChange, ...]:
            if finish is not None and not last:
                last.append(finish)
                if saved:
                    await plain(*arguments, finish=finish, **options)
                await here.env.external_wait(asyncio.Event().wait(), reason="the process is dead")
            return await plain(*arguments, finish=finish, **options)

        monkeypatch.setattr(here.bot.store.games, "append", append)
        for _ in range(1000):
            if last:
                break
            if here.table.people_to_act() and set(here.people[0].offers()) & set(DECISIONS):
                custom_id = by_what_is_offered(here.people[0], here.people[0].offers(), random.Random(0))
                await here.forged(here.people[0], here.people[0].panel(), custom_id)
            else:
                await here.wait(SUMMARY_PAUSE + 1 if here.table.next_at else 1.3)
        board = here.board()
        await restart(here, game, in_order=False)
        assert here.excuse() == 1
        assert here.has_table() is not saved
        if not saved:
            await play(here, game, lambda _: False)
            await here.wait(2)
        await check_finished(here, game)
        ana = here.people[0]
        await here.forged(ana, board, f"kp:cards:{game}:1:")
        assert "over" in ana.reads()


# What comes back


async def test_c9_a_lobby_comes_back_with_its_people_and_options(here: Room) -> None:
    ana, bob = here.people[:2]
    await ana.command("start", rules="king-pedro", clock="slow", target=75)
    await bob.press("sit", "E", message=here.board())
    await ana.press("leave", message=here.board())
    before, board = here.table.lobby_info(), text_of(here.board())
    await here.wait(60)
    await here.restart(Decks())
    after = here.table.lobby_info()
    assert after == replace(before, closes_at=here.bot.now() + LOBBY_PATIENCE)
    assert (after.host_id, after.rules.target, after.clock) == (bob.id, 75, "slow")
    await here.wait(2)
    assert text_of(here.board()).splitlines()[0] == board.splitlines()[0]
    await ana.press("sit", "W", message=here.board())
    await bob.press("start", message=here.board())
    assert here.table.status is Status.LIVE


async def test_d1_a_lobbys_time_begins_anew_and_ends(here: Room) -> None:
    await here.people[0].command("start")
    game = here.table.id
    await here.wait(LOBBY_PATIENCE - 10)
    await here.restart(Decks())
    await here.wait(LOBBY_PATIENCE - 10)
    assert here.has_table()
    await here.wait(20)
    assert not here.has_table()
    assert (await here.saved(game)).ending == "nobody-started"


async def test_a_clock_does_not_run_while_the_bot_is_away(here: Room) -> None:
    game = await open_table(here, clock="normal")
    await here.wait(50)
    to_act = here.table.people_to_act()
    await restart(here, game)
    assert here.table.deadline == pytest.approx(here.bot.now() + 60)
    await here.wait(55)
    assert here.table.people_to_act() == to_act
    await here.wait(6)
    assert here.table.people_to_act() != to_act, "then the robot decides"


async def test_who_sits_where_and_how_comes_back(here: Room) -> None:
    """One left, one is away, one passes for the whole auction."""
    game = await open_table(here, clock="fast")
    ana, bob, carla, dmytro = here.people
    await here.wait(120)  # nobody decides: the robots keep the seats in the end
    await ana.press("back", message=_with(ana, "back"))
    await bob.command("leave")
    await bob.press("leave-yes")
    before = here.table.seating
    assert {who.is_away for who in before} == {True, False}
    assert [who.owner_id for who in before if who.owner_id] == [bob.id]
    await restart(here, game)
    assert here.table.seating == before
    await carla.command("sit")
    await bob.command("sit")
    assert {who.user_id for who in here.table.seating} == {person.id for person in here.people}
    assert [who.is_away for who in here.table.seating if who.user_id == dmytro.id] == [True]


def _with(person: Person, verb: str) -> Any:
    return next(message for message in reversed(person.private()) if verb in offers(message))


async def test_a_pass_for_the_whole_auction_survives(here: Room) -> None:
    game = await open_table(here, clock="none")
    person = next(one for one in here.people if "pass-all" in one.offers())
    await person.press("pass-all")
    await restart(here, game)
    seat = here.table.seat_of(person.id)
    assert here.table.seating[seat.place].auto_pass


async def test_between_two_hands_the_next_one_is_dealt_after_a_restart_too(here: Room) -> None:
    game = await open_table(here, clock="none")
    for _ in range(4):
        await asked(here)[0].press("pass", message=here.board())
    await restart(here, game)
    assert here.table.next_at == pytest.approx(here.bot.now() + SUMMARY_PAUSE)
    await here.wait(SUMMARY_PAUSE + 1)
    assert here.table.view(None).number == 2
    person = asked(here)[0]
    await person.press("cards", message=here.board())
    assert "pass" in person.offers()


# Games that can't go on

BROKEN = {
    "a card that is none": "UPDATE entries SET action = 'play ZZ' WHERE game_id = :game AND seq = 3",
    "a bid that is none": "UPDATE entries SET action = 'bid 3' WHERE game_id = :game AND seq = 1",
    "a card twice": "UPDATE entries SET action = replace(action, 'AS', 'KS') WHERE game_id = :game AND seq = 0",
    "an entry missing": "DELETE FROM entries WHERE game_id = :game AND seq = 2",
    "all entries missing": "DELETE FROM entries WHERE game_id = :game",
    "no dealer": "UPDATE games SET dealer = NULL WHERE id = :game",
    "rules that are none": """UPDATE games SET rules = '{"name": "canadian", "target": "x"}' WHERE id = :game""",
    "rules of another kind": "UPDATE games SET rules = '7' WHERE id = :game",
    "a clock nobody knows": "UPDATE games SET clock = 'sundial' WHERE id = :game",
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
async def test_a_broken_game_is_ended_and_the_others_come_back(
    change: str, here: Room, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """C13: it is told, counts for nobody, and leaves its channel free."""
    other = here.at(here.env.guild.create_text_channel("the-other-room"))
    game = await open_table(here, clock="none")
    await play(here, game, lambda _: False, most=3)
    sound = await open_table(other, sitting=1, clock="none")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        database.execute(change, {"game": game})
        database.commit()
    caplog.clear()
    await restart(here, sound)
    await here.wait(2)
    saved = await here.saved(game)
    assert (saved.status, saved.winner, saved.ending) == ("ended", None, "broken")
    assert not any(card.text in record.getMessage() for record in caplog.records for card in _PACK)
    assert "ended" in text_of(here.board()), "its message says so"
    assert offers(here.board()) == {}
    assert other.table.id == sound
    await here.people[1].command("start")
    assert here.table.id not in (game, sound)


_PACK = tuple(Card.parse(rank + suit) for rank in "23456789TJQKA" for suit in "CDHS")


async def test_c3_a_game_of_other_rules_is_ended_politely(here: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_table(here, clock="none")
    old, panel = here.table.id, here.people[0].panel()
    monkeypatch.setattr("bot.manager.RULES_VERSION", 999)
    await here.restart(Decks())
    await here.wait(2)
    assert not here.has_table()
    saved = await here.saved(old)
    assert (saved.status, saved.ending) == ("ended", "older-rules")
    assert "older version" in text_of(here.board())
    assert offers(here.board()) == {}
    ana = here.people[0]
    await here.forged(ana, panel, f"kp:cards:{old}:1:")
    assert "over" in ana.reads()
    await ana.command("start")
    assert here.table.id != old
