"""A restart between any two presses leads to the same end as without (C1, C9, C15)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.lobby import Status
from bot.table import Table
from tests.discord.kit import Room, room, text_of
from tests.discord.playing import check_finished, decide, open_table


class Decks(random.Random):
    """Chance that is the same after every restart: the nth pack of a game depends on n alone."""

    def __init__(self, dealt: int = 0) -> None:
        super().__init__(0)
        self._dealt = dealt

    def sample(self, population, k, *, counts=None):  # type: ignore[no-untyped-def]
        self._dealt += 1
        return random.Random(self._dealt).sample(population, k)

    def choice(self, seq):  # type: ignore[no-untyped-def]
        return seq[0]


async def _entries(here: Room, game: int) -> list[tuple[str | None, str, str]]:
    return [(entry.seat, entry.action, entry.by) for entry in (await here.saved(game)).entries]


async def _play(here: Room, presses: int, restart_at: frozenset[int]) -> int:
    """Four people press what they see, in turns; with restarts before some presses. Gives the game's number."""
    game = await open_table(here, target=50, clock="none")
    chance = random.Random(21)
    pressed = 0
    while pressed < presses and here.has_table():
        for person in here.people:
            if pressed in restart_at and here.has_table():
                restart_at -= {pressed}
                dealt = sum(1 for entry in (await here.saved(game)).entries if entry.seat is None)
                await here.restart(Decks(dealt))
            if here.has_table() and await decide(person, chance):
                pressed += 1
        await here.wait(2)
    return game


async def test_restarts_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old buttons work on after a restart, and the game's entries are the same ones."""
    (tmp_path / "plain").mkdir()
    (tmp_path / "restarted").mkdir()
    async with room(tmp_path / "plain", Decks(), monkeypatch) as here:
        plain = await _entries(here, await _play(here, 70, frozenset()))
    monkeypatch.undo()
    async with room(tmp_path / "restarted", Decks(), monkeypatch) as here:
        restarted = await _entries(here, await _play(here, 70, frozenset(range(0, 70, 3))))
    assert len(plain) > 60
    assert restarted == plain


async def test_a_game_that_was_restarted_ends_and_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, Decks(), monkeypatch) as here:
        game = await _play(here, 4000, frozenset({1, 20, 45, 46}))
        await check_finished(here, game)


async def test_a_lobby_comes_back_with_its_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, Decks(), monkeypatch) as here:
        ana, bob = here.people[:2]
        await ana.command("start")
        await bob.press("sit", "E", message=here.board())
        await here.restart(Decks())
        assert [who.name for who in here.table.seating if who.user_id] == ["Bob", "Ana"]
        await bob.press("sit", "W", message=here.board())
        await ana.press("start", message=here.board())
        assert here.table.status is Status.LIVE


async def test_c3_a_game_of_other_rules_is_ended_politely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, Decks(), monkeypatch) as here:
        await open_table(here, clock="none")
        old = here.table
        monkeypatch.setattr("bot.table.RULES_VERSION", 999)
        await here.restart(Decks())
        assert not here.has_table()
        saved = await here.saved(old.id)
        assert (saved.status, saved.ending) == ("ended", "older-rules")
        ana = here.people[0]
        await ana.press("cards", message=here.board())
        assert "over" in text_of(ana.panel())


async def test_a_clock_does_not_run_while_the_bot_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, Decks(), monkeypatch) as here:
        await open_table(here, clock="normal")
        await here.wait(50)
        asked = here.table.people_to_act()
        await here.restart(Decks(1))
        table: Table = here.table
        assert table.deadline == pytest.approx(here.bot.now() + 60, abs=2)
        await here.wait(50)
        assert table.people_to_act() == asked
        await here.wait(15)
        assert table.people_to_act() != asked, "then the robot decides"
