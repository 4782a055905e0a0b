"""What tables make of docs/ratings.md: whole games on a real store, by people who leave, stay away and come back."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.game.cards import SEATS, Seat
from bot.game.engine import RULES_VERSION
from bot.game.rules import CANADIAN, house
from bot.house import House
from bot.lobby import Opening, Status
from bot.pace import MOST_STRIKES
from bot.players.player import Decision
from bot.players.registry import PLAYERS
from bot.recount import MODEL, finish_of
from bot.saving import moment, saved_seats
from bot.seats import NOBODY, Occupant, Seating, with_occupant
from bot.table import Table
from db.store import Store
from db.values import RatingChange, SavedGame

GUILD = 7
ANN, BOB, CID, DEE, EVE = 11, 12, 13, 14, 15
PEOPLE = dict(zip(SEATS, (ANN, BOB, CID, DEE), strict=True))
NAMES = {ANN: "Ann", BOB: "Bob", CID: "Cid", DEE: "Dee", EVE: "Eve"}
ROBOT = PLAYERS["normal"]
RULES = house(CANADIAN, target=150)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(f"sqlite+aiosqlite:///{tmp_path}/games.db", model=MODEL)
    yield opened
    assert [finding for finding in await opened.check() if not finding.sound] == []
    recount = await opened.count_again(finish_of)
    assert (recount.differences, recount.unreadable) == ({}, []), "counted again is what was stored, to the last digit"
    await opened.close()


async def _never(*_: object) -> Decision:
    raise AssertionError("nobody asks for a robot here")


def house_of(store: Store, seed: int, *, rated: bool = True) -> House:
    clock: Iterator[int] = itertools.count(1_790_000_000 + 10_000 * seed)
    return House(
        games=store.games,
        sleep=asyncio.sleep,
        compute=_never,
        now=lambda: float(next(clock)),
        chance=random.Random(seed),
        rates=lambda _: rated,
    )


async def a_table(store: Store, seed: int = 1, *, channel_id: int = 1, sitting: int = 4, rated: bool = True) -> Table:
    """A table whose game has begun, Ann in the North and the others clockwise."""
    seating: Seating = NOBODY
    for seat, user_id in list(PEOPLE.items())[:sitting]:
        seating = with_occupant(seating, seat, Occupant(user_id, NAMES[user_id]))
    game_id = await store.games.create(
        guild_id=GUILD,
        channel_id=channel_id,
        host_id=ANN,
        rules=RULES.to_json(),
        rules_version=RULES_VERSION,
        clock="none",
        level="normal",
        created_at=moment(1_790_000_000),
        seats=saved_seats(seating),
    )
    opening = Opening(GUILD, channel_id, ANN, "Ann", RULES, "none", "normal")
    table = Table(game_id, opening, house_of(store, seed, rated=rated), seating=seating)
    await table.start(ANN)
    return table


async def play(
    table: Table, *, until: Callable[[], bool] = lambda: False, by_clock: frozenset[int] = frozenset()
) -> None:
    """Everybody decides as the normal robot does, until the game is over; the clock does it for those named."""
    while table.status is Status.LIVE and not until():
        if table.next_at is not None:
            await table.deal_next(table.seq)
            continue
        assert table.state is not None
        seat = table.state.to_act[0]
        action = ROBOT(table.view(seat), random.Random(table.seq)).action
        who = table.seating[seat.place]
        if who.robot is not None:
            await table.act_for(seat, action, table.seq, by="robot")
        elif who.user_id in by_clock:
            await table.act_for(seat, action, table.seq, by="clock")
        else:
            assert who.user_id is not None
            await table.act(who.user_id, action)


def hands(table: Table, number: int) -> Callable[[], bool]:
    """Whether so many hands are over, and the next is not dealt."""
    return lambda: table.next_at is not None and table.state is not None and len(table.state.results) >= number


async def saved(store: Store, table: Table) -> SavedGame:
    game = await store.games.load(table.id)
    assert game is not None
    assert game.status == "finished"
    return game


async def record(store: Store, user_id: int) -> tuple[int, int, int]:
    """Games, wins and rated games of a person."""
    page = await store.boards.people(guild_id=GUILD, period="all", by="wins", offset=0, limit=1, asker=user_id)
    return (page.own.games, page.own.wins, page.own.rated) if page.own is not None else (0, 0, 0)


def own_share(game: SavedGame, user_id: int) -> float:
    """How much of the decisions in their seat a person made."""
    (seat,) = {entry.seat for entry in game.entries if entry.user_id == user_id}
    made = Counter(entry.by == "person" for entry in game.entries if entry.seat == seat and entry.by != "table")
    return made[True] / made.total()


async def test_four_people_rate(store: Store) -> None:
    table = await a_table(store)
    await play(table)
    game = await saved(store, table)
    for seat, user_id in PEOPLE.items():
        assert await record(store, user_id) == (1, int(seat.value in (game.winner or "")), 1)
    news = table.info().ratings
    assert {one.name for one in news} == {"Ann", "Bob", "Cid", "Dee"}
    assert news == Table.restored(game, table.surroundings).info().ratings, "also after a restart"


async def test_three_people_count_and_do_not_rate(store: Store) -> None:
    table = await a_table(store, sitting=3)
    await play(table)
    assert [(await record(store, user_id))[0] for user_id in PEOPLE.values()] == [1, 1, 1, 0]
    assert [(await record(store, user_id))[2] for user_id in PEOPLE.values()] == [0, 0, 0, 0]
    assert table.info().ratings == ()


async def test_what_the_server_said_when_the_game_began_holds(store: Store) -> None:
    table = await a_table(store, rated=False)
    await play(table, until=hands(table, 1))
    loaded = await store.games.load(table.id)
    assert loaded is not None
    table = Table.restored(loaded, house_of(store, 1, rated=True))
    await play(table)
    assert [await record(store, user_id) for user_id in PEOPLE.values()].count((1, 1, 0)) == 2
    assert table.info().ratings == ()


async def test_an_ended_game_counts_for_nobody(store: Store) -> None:
    table = await a_table(store)
    await play(table, until=hands(table, 2))
    await table.end(ANN, may_manage=False)
    assert [await record(store, user_id) for user_id in PEOPLE.values()] == [(0, 0, 0)] * 4


async def test_a_game_whose_people_all_left_counts_for_nobody(store: Store) -> None:
    table = await a_table(store)
    await play(table, until=hands(table, 1))
    for user_id in PEOPLE.values():
        await table.leave(user_id)
    assert table.status is Status.ENDED
    assert [await record(store, user_id) for user_id in PEOPLE.values()] == [(0, 0, 0)] * 4


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("late", [False, True], ids=["early", "late"])
async def test_who_leaves(store: Store, seed: int, late: bool) -> None:
    """A loss counts however early; a win for who made half of their seat's decisions. The others win, lose and rate."""
    table = await a_table(store, seed)
    await play(table, until=hands(table, 3) if late else lambda: table.seq > 10)
    await table.leave(BOB)
    await play(table)
    game = await saved(store, table)
    won, half = "E" in (game.winner or ""), own_share(game, BOB) >= 0.5
    assert await record(store, BOB) == ((1, int(won), 1) if half or not won else (0, 0, 0))
    assert [(await record(store, user_id))[2] for user_id in (ANN, CID, DEE)] == [1, 1, 1]
    (news,) = [one for one in table.info().ratings if one.seat is Seat.EAST]
    assert news.name == "Bob"
    assert (news.change is None) is (won and not half)
    assert news.change is None or (news.change > 0) is won


@pytest.mark.parametrize("seed", range(4))
async def test_who_stays_away_has_the_seat_and_the_loss(store: Store, seed: int) -> None:
    """The clock and then a robot decide for them, and they never come back."""
    table = await a_table(store, seed)
    await play(table, by_clock=frozenset({BOB}))
    game = await saved(store, table)
    assert Counter(entry.by for entry in game.entries if entry.user_id == BOB)["clock"] == MOST_STRIKES
    assert await record(store, BOB) == ((0, 0, 0) if "E" in (game.winner or "") else (1, 0, 1))


@pytest.mark.parametrize("seed", range(4))
async def test_who_comes_back_in_time_wins(store: Store, seed: int) -> None:
    table = await a_table(store, seed)
    await play(table, until=lambda: table.seq > 20)
    await table.leave(BOB)
    await play(table, until=lambda: table.seq > 40)
    await table.come_back(BOB)
    await play(table)
    game = await saved(store, table)
    assert own_share(game, BOB) >= 0.5
    assert await record(store, BOB) == (1, int("E" in (game.winner or "")), 1)


@pytest.mark.parametrize("seed", range(4))
async def test_who_takes_a_seat_over(store: Store, seed: int) -> None:
    """It counts for the one of the two who held it for longer."""
    table = await a_table(store, seed)
    await play(table, until=hands(table, 1))
    await table.leave(BOB)
    await table.sit(EVE, "Eve", Seat.EAST)
    await play(table)
    game = await saved(store, table)
    held = Counter(entry.user_id for entry in game.entries if entry.seat == "E" and entry.by != "table")
    theirs, others = (EVE, BOB) if held[EVE] > held[BOB] else (BOB, EVE)
    assert await record(store, theirs) == (1, int("E" in (game.winner or "")), 1)
    assert await record(store, others) == (0, 0, 0)


@pytest.mark.parametrize("seed", range(4))
async def test_changing_sides_pays_nothing(store: Store, seed: int) -> None:
    """Bob leaves his seat to a robot and takes the one that Ann has left, on the other side."""
    table = await a_table(store, seed)
    await play(table, until=hands(table, 2))
    await table.leave(ANN)
    await table.leave(BOB)
    await table.sit(BOB, "Bob", Seat.NORTH)
    await play(table)
    game = await saved(store, table)
    games, wins, _ = await record(store, BOB)
    assert wins == 0 or "E" in (game.winner or "")
    if "N" in (game.winner or ""):
        assert (games, wins) == (1, 0)


class Died(Exception):
    """The process is gone."""


@pytest.mark.parametrize("was_saved", [False, True], ids=["before-saving", "after-saving"])
async def test_a_crash_in_the_last_commit(store: Store, was_saved: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a game counts for is there with its last card, or none of it; then that is played again. Never twice."""
    plain = store.games.append

    async def append(*arguments: Any, finish: Any = None, **options: Any) -> tuple[RatingChange, ...]:
        if finish is not None and not was_saved:
            raise Died
        changes = await plain(*arguments, finish=finish, **options)
        if finish is not None:
            raise Died
        return changes

    table = await a_table(store)
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "append", append)
        with pytest.raises(Died):
            await play(table)
    assert (await record(store, ANN))[::2] == ((1, 1) if was_saved else (0, 0))
    loaded = await store.games.load(table.id)
    assert loaded is not None
    again = Table.restored(loaded, table.surroundings)
    assert again.status is (Status.FINISHED if was_saved else Status.LIVE)
    await play(again)
    assert {(await record(store, user_id))[::2] for user_id in PEOPLE.values()} == {(1, 1)}
    assert len(again.info().ratings) == 4


async def test_a_rematch_counts_again(store: Store) -> None:
    for seed in (1, 2):
        table = await a_table(store, seed)
        await play(table)
        assert (await saved(store, table)).number == seed
    assert {(await record(store, user_id))[::2] for user_id in PEOPLE.values()} == {(2, 2)}


async def test_tables_that_end_at_the_same_moment(store: Store) -> None:
    """The same four at five tables: whichever is saved first is what the next goes on from."""
    tables = [await a_table(store, seed, channel_id=seed) for seed in range(1, 6)]
    await asyncio.gather(*(play(table) for table in tables))
    games = sorted([await saved(store, table) for table in tables], key=lambda game: game.number or 0)
    assert [game.number for game in games] == [1, 2, 3, 4, 5]
    for before, following in itertools.pairwise(games):
        ended = {(one.guild_id, one.user_id): one.after for one in before.ratings}
        assert {(one.guild_id, one.user_id): one.before for one in following.ratings} == ended
    assert (await record(store, ANN))[::2] == (5, 5)
