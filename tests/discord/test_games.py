"""Whole games by pressing what one sees, and by commands alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.game.rules import PRESETS
from bot.lobby import Status
from tests.discord.kit import offers, room, text_of
from tests.discord.playing import check_finished, open_table, play_on


@pytest.mark.parametrize("rules", PRESETS)
async def test_four_people_play_a_whole_game(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(11), monkeypatch) as here:
        game = await open_table(here, rules=rules, target=62, clock="none")
        await play_on(here, random.Random(5))
        await check_finished(here, game)
        ana = here.people[0]
        shown = await ana.command("leaderboard")
        assert "Ana" in text_of(ana.panel())
        assert shown.ephemeral
        await ana.command("stats")
        assert "Ana" in ana.reads()


async def test_one_person_and_three_robots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game alone; only the person is on the leaderboard (J1, J7)."""
    async with room(tmp_path, random.Random(3), monkeypatch) as here:
        game = await open_table(here, sitting=1, target=50, clock="none")
        ana = here.people[0]
        assert ana.offers(), "the cards come without asking"
        await play_on(here, random.Random(5))
        await check_finished(here, game)
        over = offers(here.board())
        assert set(over) == {"rematch", "record"}
        await ana.press("record", message=here.board())
        await ana.press("rematch", message=here.board())
        assert here.table.status is Status.LIVE, "alone, a rematch begins at once"
        assert here.table.id != game


async def test_a_rematch_of_several_waits_for_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(11), monkeypatch) as here:
        await open_table(here, sitting=2, target=50, clock="none")
        seats = [who.user_id for who in here.table.seating]
        await play_on(here, random.Random(5))
        await here.people[1].press("rematch", message=here.board())
        assert here.table.status is Status.LOBBY
        assert [who.user_id for who in here.table.seating] == seats
        assert here.table.host_id == here.people[1].id


async def test_a_hand_thrown_in_is_dealt_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R4.6 at the table: four passes, a summary that says so, the next dealer."""
    async with room(tmp_path, random.Random(11), monkeypatch) as here:
        await open_table(here, clock="none")
        first_dealer = here.table.view(None).dealer
        while here.table.next_at is None:
            for person in here.people:
                if "pass" in person.offers():
                    await person.press("pass")
            await here.wait(2)
        assert here.table.view(None).results[-1].declarer is None
        for person in here.people:
            await person.press("next")
        await here.wait(2)
        assert here.table.view(None).dealer is first_dealer.next
        assert here.table.view(None).number == 2


async def test_a_bid_of_ones_own_through_the_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(tmp_path, random.Random(11), monkeypatch) as here:
        await open_table(here, clock="none")
        person = next(one for one in here.people if "bid-other" in one.offers())
        for wrong in ("6", "45", "-1", "many"):
            form = await person.press("bid-other")
            before = here.table.seq
            await person.member.submit_modal(form, {"amount": wrong})
            assert here.table.seq == before
            assert "bid-other" in person.offers(), "the panel is still there, with the reason in it"
        form = await person.press("bid-other")
        await person.member.submit_modal(form, {"amount": "23"})
        assert here.table.view(None).bid == 23
