"""Boards: golden ones worked by hand, ties among them, and many random ones beside a count in plain Python."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from sqlalchemy import event

from bot.rating import NEWCOMER, after, shown
from db.faults import StoreConflict
from db.periods import period_of, periods_of
from db.schema import MINIMUM_GAMES
from db.store import Store
from db.values import BoardPage, BoardRow, Finish, Order, PairRow
from tests.db.givens import (
    ANN,
    BOB,
    CID,
    DEE,
    GUILD,
    NOON,
    Person,
    a_finished_game,
    a_live_game,
    a_lobby,
    entry,
    result,
    seat_of,
)

ORDERS: tuple[Order, ...] = get_args(Order)
NOBODY = 99


async def page_of(
    store: Store,
    by: Order,
    *,
    guild_id: int | None = GUILD,
    period: str = "all",
    offset: int = 0,
    limit: int = 10,
    asker: int = NOBODY,
) -> BoardPage[BoardRow]:
    return await store.boards.people(guild_id=guild_id, period=period, by=by, offset=offset, limit=limit, asker=asker)


async def pairs_of(
    store: Store, *, period: str = "all", offset: int = 0, limit: int = 10, asker: int = NOBODY
) -> BoardPage[PairRow]:
    return await store.boards.pairs(guild_id=GUILD, period=period, offset=offset, limit=limit, asker=asker)


def told(rows: Sequence[BoardRow]) -> list[str]:
    return [f"{row.rank} {row.name} {row.wins}/{row.games} made {row.bids_made} set {row.bids_set}" for row in rows]


async def four_friends(store: Store) -> None:
    """Ann 3/4, Bob 2/3, Cid 2/4, Dee 0/1."""
    await a_finished_game(store, [ANN, BOB], [CID, DEE], bids_made=2)
    await a_finished_game(store, [ANN, BOB], [CID], bids_set=1)
    await a_finished_game(store, [CID], [ANN, BOB], bids_made=1)
    await a_finished_game(store, [ANN, CID])


async def test_boards_worked_by_hand(store: Store) -> None:
    """Equals share a rank, and the next rank counts them all."""
    await four_friends(store)
    assert told((await page_of(store, "wins")).rows) == [
        "1 Ann 3/4 made 3 set 1",
        "2 Cid 2/4 made 3 set 1",
        "2 Bob 2/3 made 3 set 1",
        "4 Dee 0/1 made 2 set 0",
    ]
    assert told((await page_of(store, "bids-made")).rows) == [
        "1 Ann 3/4 made 3 set 1",
        "1 Cid 2/4 made 3 set 1",
        "1 Bob 2/3 made 3 set 1",
        "4 Dee 0/1 made 2 set 0",
    ]
    assert told((await page_of(store, "rating")).rows) == [
        "1 Ann 3/4 made 3 set 1",
        "1 Bob 2/3 made 3 set 1",
        "3 Cid 2/4 made 3 set 1",
        "3 Dee 0/1 made 2 set 0",
    ]
    assert (await page_of(store, "win-rate")).rows == ()


async def test_averages_are_for_who_has_finished_enough(store: Store) -> None:
    for number in range(MINIMUM_GAMES):
        points = 100 + number
        await a_finished_game(store, [ANN], [BOB] if number else [], points_for=points, hands=4)
        await a_finished_game(store, [], [ANN], points_for=points, hands=4)
        await a_finished_game(store, [CID], points_for=points, hands=4)
    for by, first in (("win-rate", "1 Cid 5/5 made 0 set 0"), ("points", "1 Cid 5/5 made 0 set 0")):
        rows = await page_of(store, by, asker=BOB[0])  # type: ignore[arg-type]
        assert [one.split()[1] for one in told(rows.rows)].count("Bob") == 0
        assert told(rows.rows)[0] == first
        assert (rows.total, rows.own, rows.own_games) == (2, None, MINIMUM_GAMES - 1)
    assert [row.rank for row in (await page_of(store, "points")).rows] == [1, 1], "25.5 points a hand each"
    await a_finished_game(store, [BOB])
    rows = await page_of(store, "win-rate", asker=BOB[0])
    assert told(rows.rows)[-1] == "3 Bob 1/5 made 0 set 0"
    assert rows.own == rows.rows[-1]


async def test_equal_win_rates_are_equal_however_many_games(store: Store) -> None:
    for _ in range(3):
        await a_finished_game(store, [ANN], [BOB])
        await a_finished_game(store, [BOB], [ANN])
        await a_finished_game(store, [ANN], [BOB])
        await a_finished_game(store, [CID])
        await a_finished_game(store, [CID])
        await a_finished_game(store, [], [CID])
        await a_finished_game(store, [DEE])
        await a_finished_game(store, [DEE, CID], [ANN, BOB])
        await a_finished_game(store, [CID], [])
        await a_finished_game(store, [], [CID])
    rows = (await page_of(store, "win-rate")).rows
    assert [(row.rank, row.name, row.wins, row.games) for row in rows] == [
        (1, "Dee", 6, 6),
        (2, "Cid", 12, 18),
        (3, "Ann", 6, 12),
        (4, "Bob", 3, 12),
    ]


async def test_a_board_of_a_server_and_of_everywhere(store: Store) -> None:
    await a_finished_game(store, [ANN], guild_id=GUILD)
    await a_finished_game(store, [ANN], guild_id=7)
    await a_finished_game(store, [BOB], guild_id=None)
    await a_finished_game(store, [BOB], guild_id=None)
    assert told((await page_of(store, "wins", guild_id=7)).rows) == ["1 Ann 1/1 made 0 set 0"]
    assert told((await page_of(store, "wins", guild_id=None)).rows) == [
        "1 Bob 2/2 made 0 set 0",
        "1 Ann 2/2 made 0 set 0",
    ]


@pytest.mark.parametrize(
    ("at", "names"),
    [
        ("2026-01-01T00:00Z", ("all", "2026-Q1", "2026-01", "2026-W01")),
        ("2025-12-31T23:59Z", ("all", "2025-Q4", "2025-12", "2026-W01")),
        ("2027-01-03T23:59Z", ("all", "2027-Q1", "2027-01", "2026-W53")),
        ("2026-07-01T01:00+02:00", ("all", "2026-Q2", "2026-06", "2026-W27")),
        ("2026-09-30T23:59-05:00", ("all", "2026-Q4", "2026-10", "2026-W40")),
    ],
)
def test_periods_begin_at_midnight_utc(at: str, names: tuple[str, ...]) -> None:
    moment = datetime.fromisoformat(at)
    assert periods_of(moment) == names
    assert tuple(period_of(kind, moment) for kind in ("all-time", "season", "month", "week")) == names


async def test_a_game_counts_in_the_periods_it_ended_in(store: Store) -> None:
    new_year = datetime(2026, 1, 1, tzinfo=UTC)
    await a_finished_game(store, [ANN], at=new_year - timedelta(microseconds=1))
    await a_finished_game(store, [BOB], at=new_year)
    await a_finished_game(store, [BOB], at=new_year + timedelta(days=40))
    found = {
        period: [f"{row.name} {row.games}" for row in (await page_of(store, "wins", period=period)).rows]
        for period in ("all", "2025-Q4", "2025-12", "2026-W01", "2026-Q1", "2026-01", "2026-02", "2026-03")
    }
    assert found == {
        "all": ["Bob 2", "Ann 1"],
        "2025-Q4": ["Ann 1"],
        "2025-12": ["Ann 1"],
        "2026-W01": ["Bob 1", "Ann 1"],
        "2026-Q1": ["Bob 2"],
        "2026-01": ["Bob 1"],
        "2026-02": ["Bob 1"],
        "2026-03": [],
    }


async def test_a_rating_board_of_a_period_is_as_the_period_left_it(store: Store) -> None:
    """Whoever played no rated game in it is not on it."""
    await a_finished_game(store, [ANN, BOB], [CID, DEE])
    march = (await page_of(store, "rating", period="2026-03")).rows
    await a_finished_game(store, [CID, DEE], [ANN, BOB], at=NOON + timedelta(days=40))
    await a_finished_game(store, [(5, "Eve")], at=NOON + timedelta(days=40))
    assert (await page_of(store, "rating", period="2026-03")).rows == march
    assert [(row.name, row.rated) for row in march] == [("Bob", 1), ("Ann", 1), ("Dee", 1), ("Cid", 1)]
    now = (await page_of(store, "rating", period="2026-04")).rows
    assert [(row.name, row.rated) for row in now] == [("Dee", 2), ("Cid", 2), ("Bob", 2), ("Ann", 2)]
    assert [row.rating for row in now] == [row.rating for row in (await page_of(store, "rating")).rows]


async def test_pairs_worked_by_hand(store: Store) -> None:
    """A pair is on the board once, whoever sat where; one's own is the best of one's pairs."""
    for number in range(5):
        await a_finished_game(store, [ANN, BOB] if number % 2 else [BOB, ANN], [CID, DEE])
    for _ in range(4):
        await a_finished_game(store, [ANN, CID], [BOB, DEE])
    board = await pairs_of(store, asker=CID[0])
    assert [(row.rank, row.name, row.partner_name, row.wins, row.games) for row in board.rows] == [
        (1, "Ann", "Bob", 5, 5),
        (2, "Cid", "Dee", 0, 5),
    ]
    assert board.own == PairRow(2, *CID, *DEE, games=5, wins=0)
    assert board.own_games == 5
    assert board.total == 2
    assert (await pairs_of(store, asker=NOBODY)).own is None
    await a_finished_game(store, [ANN, CID], [BOB, DEE])
    board = await pairs_of(store, asker=CID[0])
    assert [(row.rank, row.name, row.partner_name) for row in board.rows] == [
        (1, "Ann", "Cid"),
        (1, "Ann", "Bob"),
        (3, "Cid", "Dee"),
        (3, "Bob", "Dee"),
    ]
    assert board.own == PairRow(1, *CID, *ANN, games=5, wins=5)
    second = await pairs_of(store, offset=1, limit=2)
    assert [(row.rank, row.partner_name) for row in second.rows] == [(1, "Bob"), (3, "Dee")]


async def test_only_finished_games_count(store: Store) -> None:
    await a_finished_game(store, [ANN])
    ended = await a_live_game(store, seats=[seat_of("N", BOB)])
    await store.games.append(ended, [entry(1)])
    await store.games.end(ended, "host", NOON)
    await a_live_game(store, channel_id=1, seats=[seat_of("N", CID)])
    await a_lobby(store, channel_id=2, seats=[seat_of("N", DEE)])
    # A game that has ended gives no result any more.
    with pytest.raises(StoreConflict):
        await store.games.append(ended, [entry(2)], finish=Finish("NS", NOON, (result(BOB, "N", won=True),)))
    assert [row.name for row in (await page_of(store, "wins")).rows] == ["Ann"]
    for person in (BOB, CID, DEE):
        assert await store.records.stats(person[0], None) is None
        for by in ORDERS:
            board = await page_of(store, by, asker=person[0])
            assert (board.own, board.own_games) == (None, 0)


async def test_nobody_has_a_board(store: Store) -> None:
    for by in ORDERS:
        assert await page_of(store, by) == BoardPage((), 0, None, 0)
    assert await pairs_of(store) == BoardPage((), 0, None, 0)
    assert not await store.boards.anybody_rated(GUILD)


async def test_a_board_says_how_many_there_are_beyond_its_end(store: Store) -> None:
    await four_friends(store)
    board = await page_of(store, "wins", offset=90)
    assert (board.rows, board.total) == ((), 4)
    assert await store.boards.anybody_rated(GUILD)
    assert await store.boards.anybody_rated(None)
    assert not await store.boards.anybody_rated(7)


async def test_names_are_the_newest_and_stay_when_somebody_leaves(store: Store) -> None:
    await a_finished_game(store, [(1, "Ann"), (2, "")], [CID])
    await a_lobby(store, seats=[seat_of("N", (1, "Änn *the* |best|")), seat_of("S", (3, ""))])
    rows = (await page_of(store, "wins")).rows
    assert [(row.user_id, row.name) for row in rows] == [(2, ""), (1, "Änn *the* |best|"), (3, "Cid")]


async def test_no_board_is_sorted_when_it_is_read(store: Store) -> None:
    """Page, rank and size come out of the board's index alone."""
    asked: list[tuple[str, object]] = []

    def note(_connection: object, _cursor: object, statement: str, values: object, *_rest: object) -> None:
        asked.append((statement, values))

    await four_friends(store)
    engine = store._engine
    if engine.dialect.name != "sqlite":
        pytest.skip("SQLite's way of saying how it goes about it")
    event.listen(engine.sync_engine, "before_cursor_execute", note)
    for by in ORDERS:
        await page_of(store, by, offset=1, asker=ANN[0])
    await pairs_of(store, offset=1, asker=ANN[0])
    event.remove(engine.sync_engine, "before_cursor_execute", note)
    for statement, values in asked:
        async with engine.connect() as connection:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)  # type: ignore[arg-type]
            steps = [row[-1] for row in plan]
        if "people" not in statement and ("count(*)" in statement or "OFFSET" in statement):
            looks = [step for step in steps if step.startswith(("SEARCH", "SCAN standings", "SCAN pairs"))]
            assert looks
            assert all("COVERING INDEX" in step for step in looks), (statement, steps)
            assert not [step for step in steps if "B-TREE" in step], (statement, steps)


@dataclass
class Count:
    """What a person's results come to."""

    name: str = ""
    games: int = 0
    wins: int = 0
    made: int = 0
    sets: int = 0
    hands: int = 0
    points: int = 0
    skill: tuple[float, float] = NEWCOMER
    rated: int = 0
    partners: dict[int, list[bool]] = field(default_factory=dict)

    def measure(self, by: Order) -> float:
        match by:
            case "rating":
                return shown(self.skill)
            case "wins":
                return self.wins
            case "bids-made":
                return self.made
            case "win-rate":
                return self.wins / self.games
            case "points":
                return self.points / self.hands

    def is_on(self, by: Order) -> bool:
        return self.rated > 0 if by == "rating" else self.games >= 5 or by in ("wins", "bids-made")


def row_of(counts: dict[int, Count], user_id: int, by: Order) -> BoardRow:
    one = counts[user_id]
    better = [other for other in counts.values() if other.is_on(by) and other.measure(by) > one.measure(by)]
    rating = shown(one.skill) if one.rated else None
    return BoardRow(
        1 + len(better), user_id, one.name, one.games, one.wins, one.made, one.sets, one.hands, one.points, rating,
        one.rated,
    )  # fmt: skip


async def random_season(store: Store, dice: random.Random) -> dict[int, Count]:
    everybody: list[Person] = [(dice.getrandbits(62), f"Person {number}") for number in range(16)]
    counts: dict[int, Count] = {}
    for _ in range(60):
        seated = dice.sample(everybody, dice.choice((1, 2, 3, 4, 4, 4)))
        split = dice.randint(max(0, len(seated) - 2), min(2, len(seated)))
        made, sets, hands, points = (dice.randint(low, 3) for low in (0, 0, 1, 0))
        won, lost = seated[:split], seated[split:]
        await a_finished_game(store, won, lost, bids_made=made, bids_set=sets, hands=hands, points_for=points)
        for place, (user_id, name) in enumerate(seated):
            count = counts.setdefault(user_id, Count(name))
            count.games += 1
            count.wins += place < split
            count.made += made
            count.sets += sets
            count.hands += hands
            count.points += points
            for other, _ in won if place < split else lost:
                if other != user_id:
                    count.partners.setdefault(other, []).append(place < split)
        if len(seated) == 4:
            (one, two), (three, four) = ([counts[user_id] for user_id, _ in side] for side in (won, lost))
            skills = after((one.skill, two.skill), (three.skill, four.skill))
            for count, skill in zip((one, two, three, four), (*skills[0], *skills[1]), strict=True):
                count.skill, count.rated = skill, count.rated + 1
    return counts


@pytest.mark.parametrize("seed", range(3))
async def test_random_seasons_agree_with_a_count_in_plain_python(store: Store, seed: int) -> None:
    counts = await random_season(store, random.Random(seed))
    for by in ORDERS:
        on_board = [user_id for user_id, count in counts.items() if count.is_on(by)]
        order = sorted(on_board, key=lambda one: (counts[one].measure(by), counts[one].wins, one), reverse=True)
        expected = [row_of(counts, one, by) for one in order]
        for limit in (1, 3, 100):
            rows: list[BoardRow] = []
            for offset in range(0, len(expected), limit):
                page = await page_of(store, by, limit=limit, offset=offset)
                assert page.total == len(expected)
                rows += page.rows
            assert rows == expected
        for user_id, count in counts.items():
            page = await page_of(store, by, asker=user_id, limit=1)
            assert page.own == (row_of(counts, user_id, by) if count.is_on(by) else None)
            assert page.own_games == count.games

    rates = {
        (one, other): (sum(games) / len(games), sum(games), len(games))
        for one, count in counts.items()
        for other, games in count.partners.items()
        if one < other and len(games) >= MINIMUM_GAMES
    }
    order_of_pairs = sorted(rates, key=lambda pair: (rates[pair][0], rates[pair][1], *pair), reverse=True)
    found = (await pairs_of(store, limit=100)).rows
    assert [(row.user_id, row.partner_id) for row in found] == order_of_pairs
    for row in found:
        rate, wins, games = rates[row.user_id, row.partner_id]
        assert (row.wins, row.games) == (wins, games)
        assert row.rank == 1 + sum(other > rate for other, _, _ in rates.values())
