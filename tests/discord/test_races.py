"""People at the very same moment, old buttons, forged ones: one effect a press, each press answered (F1 to F19)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.lobby import Status
from bot.past import record_of_game
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.playing import check_finished, decide, open_table


@pytest.mark.parametrize("seed", range(4))
async def test_f7_everybody_wants_the_same_seat(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(1), monkeypatch) as here:
        await here.people[0].command("start")
        board = here.board()
        seat = f"kp:sit:{here.table.id}:0:E"
        await here.together(*((person, board, seat) for person in here.people[1:]), chance=random.Random(seed))
        holders = [who.user_id for who in here.table.seating if who.user_id is not None]
        assert len(holders) == len(set(holders)) == 2


@pytest.mark.parametrize("seed", range(4))
async def test_f19_start_twice_and_a_late_seat(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(1), monkeypatch) as here:
        ana, bob = here.people[:2]
        await ana.command("start", clock="none")
        board, game = here.board(), here.table.id
        await here.together(
            (ana, board, f"kp:start:{game}:0:"),
            (ana, board, f"kp:start:{game}:0:"),
            (bob, board, f"kp:sit:{game}:0:E"),
            chance=random.Random(seed),
        )
        assert here.table.status is Status.LIVE
        deals = [entry for entry in (await here.saved(game)).entries if entry.seat is None]
        assert len(deals) == 1


@pytest.mark.parametrize("seed", range(3))
async def test_f3_the_same_button_twice_acts_once(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(seed), monkeypatch) as here:
        game = await open_table(here, clock="none")
        chance = random.Random(seed)
        for _ in range(25):
            for person in here.people:
                seen = offers(person.panel())
                verb = next((one for one in ("discard", "trump", "play", "bid") if one in seen), None)
                if verb is None or here.table.next_at is not None:
                    continue
                before = [entry for entry in (await here.saved(game)).entries if entry.by == "person"]
                twice = (person, person.panel(), chance.choice(seen[verb][:2]))
                await here.together(twice, twice, chance=chance)
                after = [entry for entry in (await here.saved(game)).entries if entry.by == "person"]
                assert len(after) == len(before) + 1
            await here.wait(2)


async def test_f9_an_old_panel_shows_the_present(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stale press does nothing and is not scolded: what was pressed is drawn anew."""
    async with room(tmp_path, random.Random(2), monkeypatch) as here:
        await open_table(here, clock="none")
        person = next(one for one in here.people if "bid" in one.offers())
        old, custom_id = person.panel(), person.offers()["bid"][0]
        await person.press("pass")
        while "bid" not in person.offers():
            for other in here.people:
                if other is not person and "bid" in other.offers():
                    await other.press("bid")
            await here.wait(2)
        before = here.table.seq
        await here.forged(person, old, custom_id)
        assert here.table.seq == before
        assert "bid" in person.offers()


_FORGED = (
    "kp:play:{game}:{seq}:ZZ",
    "kp:play:{game}:{seq}:",
    "kp:play:{game}:{seq}:ASAS",
    "kp:bid:{game}:{seq}:99999999999",
    "kp:bid:{game}:{seq}:x",
    "kp:trump:{game}:{seq}:X",
    "kp:sit:{game}:0:X",
    "kp:discard:{game}:{seq}:2",
    "kp:throw:{game}:{seq}:nonsense",
    "kp:top:{game}:{seq}:.",
    "kp:bury:{game}:{seq}:AS",
    "kp:board:0:0:s.a",
    "kp:board:0:0:s.a.w.99999999999999999999",
    "kp:rematch:99999:0:",
    "kp:record:{game}:0:",
    "kp:set-house:{game}:0:target",
    "kp:set-rules:{game}:0:rules",
    "kp:nothing:{game}:{seq}:",
    "kp:cards:4242:0:",
    "kp:play:{game}:999999:AS",
    "something else",
)


async def test_forged_controls_are_answered_and_do_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(2), monkeypatch) as here:
        game = await open_table(here, clock="none")
        person = next(one for one in here.people if "bid" in one.offers())
        before = here.table.seq
        for custom_id in _FORGED:
            for message in (person.panel(), here.board()):
                await here.forged(person, message, custom_id.format(game=game, seq=before))
                assert here.table.seq == before, custom_id


async def test_b15_a_strangers_press_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(2), monkeypatch) as here:
        await open_table(here, sitting=3, clock="none")
        stranger = here.people[3]
        for verb in ("cards", "pass", "bid"):
            for custom_id in offers(here.board()).get(verb, ()):
                before = here.table.seq
                await here.forged(stranger, here.board(), custom_id)
                assert here.table.seq == before
                assert "/pedro sit" in text_of(stranger.panel())


@pytest.mark.parametrize("seed", range(3))
async def test_people_press_all_at_once_over_hands(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right and wrong, old and new, each other's: the game stays one the rules allow."""
    async with room(tmp_path, random.Random(seed), monkeypatch, interleaving=seed) as here:
        game = await open_table(here, clock="none", target=50)
        await _press_at_random(here, random.Random(seed), rounds=40)
        saved = await here.saved(game)
        assert len(saved.entries) > 40
        assert read_record(write_record(record_of_game(saved))).faults() == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(500))
async def test_people_press_all_at_once_over_a_game(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five hundred ways in which the presses of a whole game may cross each other."""
    rules, target = (("canadian", 50), ("king-pedro", 50), ("ukrainian-canadian", 100))[seed % 3]
    async with room(tmp_path, random.Random(seed), monkeypatch, interleaving=seed) as here:
        game = await open_table(here, clock="none", target=target, rules=rules)
        await _press_at_random(here, random.Random(seed), rounds=1000)
        await check_finished(here, game)


async def _press_at_random(here: Room, chance: random.Random, *, rounds: int) -> None:
    """Each person has no more decisions than presses; that each press is answered is the kit's to check."""
    game, pressed = here.table.id, dict.fromkeys((person.id for person in here.people), 0)
    for _ in range(rounds):
        if not here.has_table():
            await here.wait(5)
            break
        presses = [
            (person, message, custom_id)
            for person in here.people
            for message in _messages(here, person)
            for custom_id in _some(offers(message), chance)
        ]
        crossing = chance.sample(presses, min(8, len(presses)))
        await here.together(*crossing, chance=chance)
        for person in here.people:
            pressed[person.id] += sum(1 for who, _, _ in crossing if who is person)
            if here.has_table():
                pressed[person.id] += await decide(person, chance)
        await here.wait(1.5)
    made = [entry.user_id for entry in (await here.saved(game)).entries if entry.by == "person"]
    assert all(made.count(user_id) <= count for user_id, count in pressed.items())


def _messages(here: Room, person: Person) -> list[Any]:
    return list(here.channel.history(viewer=person.member)[-6:])


def _some(found: dict[str, list[str]], chance: random.Random) -> list[str]:
    """Up to two decisions of those offered; of the bids only the lowest, so that games come to an end."""
    wanted = [
        one
        for verb, ids in found.items()
        if verb in ("play", "bid", "pass", "discard", "trump", "next", "cards")
        for one in (ids[:1] if verb == "bid" else ids)
    ]
    return chance.sample(wanted, min(2, len(wanted)))
