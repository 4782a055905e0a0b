"""What games count for, as docs/ratings.md says it: on the table, on the boards, in the store, and counted again."""

from __future__ import annotations

import random
import re

import pytest

from bot.present.words import words_for
from bot.recount import finish_of
from db.values import BoardRow, Order, SavedGame
from tests.discord.kit import Room, text_of
from tests.discord.playing import open_table, play_on

TOLD = re.compile(r"([A-Z]\w+) \*\*(\d+)\?\*\* \(([+−]\d+|a robot won it)\)")


async def rows_of(here: Room, by: Order = "wins") -> dict[str, BoardRow]:
    """The server's board by name."""
    guild_id = here.env.guild.id
    page = await here.bot.store.boards.people(guild_id=guild_id, period="all", by=by, offset=0, limit=9, asker=0)
    return {row.name: row for row in page.rows}


async def expect_sound(here: Room) -> None:
    """What is stored is what the log says, to the last digit."""
    assert [finding for finding in await here.bot.store.check() if not finding.sound] == []
    recount = await here.bot.store.count_again(finish_of)
    assert (recount.differences, recount.unreadable) == ({}, [])


def told_ratings(here: Room) -> dict[str, tuple[int, str]]:
    """What the table's last message says: rating and change by name."""
    return {name: (int(rating), change) for name, rating, change in TOLD.findall(text_of(here.board()))}


def on_side(here: Room, saved: SavedGame, *, won: bool) -> set[str]:
    return {seat.name for seat in saved.seats if (seat.seat in (saved.winner or "")) is won}


@pytest.mark.seed(2)
async def test_the_end_of_a_game_tells_what_it_did_to_ratings(here: Room) -> None:
    """On the table and on the board by rating, which comes first where there is one; a rematch goes on from there."""
    game = await open_table(here, target=50, clock="none")
    await play_on(here, random.Random(2))
    saved = await here.saved(game)
    first = told_ratings(here)
    assert first == {
        **dict.fromkeys(on_side(here, saved, won=True), (1097, "+97")),
        **dict.fromkeys(on_side(here, saved, won=False), (940, "−60")),
    }
    ana = here.people[0]
    assert "by rating" in await ana.told("leaderboard")
    assert "by rating" in await ana.told("leaderboard", scope="everywhere", period="season")
    rows = await rows_of(here, "rating")
    assert {name: row.rating for name, row in rows.items()} == {name: rating for name, (rating, _) in first.items()}

    await ana.press("rematch", message=here.board())
    await ana.press("start", message=here.board())
    await play_on(here, random.Random(4))
    assert (await here.saved(game + 1)).number == 2
    for name, (rating, change) in told_ratings(here).items():
        assert rating == first[name][0] + int(change.replace("−", "-"))
    assert {row.games for row in (await rows_of(here)).values()} == {2}
    assert {row.rated for row in (await rows_of(here)).values()} == {2}
    await expect_sound(here)


@pytest.mark.seed(2)
async def test_pedro_end_counts_for_nobody(here: Room) -> None:
    await open_table(here, clock="none")
    await play_on(here, random.Random(1), until=lambda: here.table.next_at is not None)
    await here.people[0].command("end")
    await here.people[0].press("end-yes")
    await here.wait(2)
    assert not here.has_table()
    assert await rows_of(here) == {}
    assert "Nobody is on this board yet" in await here.people[0].told("leaderboard")
    await expect_sound(here)


@pytest.mark.seed(2)
async def test_a_game_with_a_robots_seat_counts_and_does_not_rate(here: Room) -> None:
    await open_table(here, sitting=3, target=50, clock="none")
    await play_on(here, random.Random(2), people=here.people[:3])
    assert told_ratings(here) == {}
    assert {row.games for row in (await rows_of(here)).values()} == {1}
    assert await rows_of(here, "rating") == {}
    await expect_sound(here)


@pytest.mark.seed(2)
async def test_a_server_that_does_not_rate(here: Room) -> None:
    """What holds is what the server had set when the game began."""
    object.__setattr__(here.bot.desk.house, "rates", lambda guild_id: guild_id != here.env.guild.id)
    game = await open_table(here, target=50, clock="none")
    object.__setattr__(here.bot.desk.house, "rates", lambda _: True)
    await play_on(here, random.Random(2))
    assert (await here.saved(game)).options["rated"] is False
    assert told_ratings(here) == {}
    assert {row.rated for row in (await rows_of(here)).values()} == {0}
    await expect_sound(here)


@pytest.mark.seed(2)
async def test_a_board_of_an_earlier_version_is_answered(here: Room) -> None:
    """Its menus offered an order there is no more; what is no board at all gets a sentence."""
    ana = here.people[0]
    await ana.command("leaderboard")
    await here.forged(ana, ana.private()[-1], "kp:board:0:0:order", ["s.a.g.1"])
    assert "all time · by wins" in text_of(ana.private()[-1])
    await here.forged(ana, ana.private()[-1], "kp:board:0:0:s.a.x.1")
    assert ana.reads() == words_for("en")("refused.old-control")
