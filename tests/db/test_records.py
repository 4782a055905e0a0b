"""Boards and statistics: golden ones worked by hand, and many random ones beside a count in plain Python."""

import random
from dataclasses import dataclass
from datetime import timedelta
from typing import get_args

import pytest

from db.faults import StoreConflict, StoreFault
from db.store import Store
from db.values import BoardRow, Finish, Order, Partner
from tests.db.givens import (
    ANN,
    BOB,
    CHANNEL,
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


async def board(
    store: Store, by: Order, *, minimum_games: int = 1, limit: int = 10, offset: int = 0
) -> tuple[BoardRow, ...]:
    page = await store.records.board(
        guild_id=GUILD, since=None, by=by, offset=offset, limit=limit, minimum_games=minimum_games
    )
    return page.rows


def told(rows: tuple[BoardRow, ...]) -> list[str]:
    return [f"{row.rank} {row.name} {row.wins}/{row.games} made {row.bids_made} set {row.bids_set}" for row in rows]


async def four_friends(store: Store) -> None:
    """Ann 3/4, Bob 2/3, Cid 2/4, Dee 0/1."""
    await a_finished_game(store, [ANN, BOB], [CID, DEE], bids_made=2)
    await a_finished_game(store, [ANN, BOB], [CID], bids_set=1)
    await a_finished_game(store, [CID], [ANN, BOB], bids_made=1)
    await a_finished_game(store, [ANN, CID])


async def test_boards_worked_by_hand(store: Store) -> None:
    await four_friends(store)
    assert told(await board(store, "wins")) == [
        "1 Ann 3/4 made 3 set 1",
        "2 Bob 2/3 made 3 set 1",
        "2 Cid 2/4 made 3 set 1",
        "4 Dee 0/1 made 2 set 0",
    ]
    assert told(await board(store, "games")) == [
        "1 Ann 3/4 made 3 set 1",
        "1 Cid 2/4 made 3 set 1",
        "3 Bob 2/3 made 3 set 1",
        "4 Dee 0/1 made 2 set 0",
    ]
    assert told(await board(store, "win-rate")) == [
        "1 Ann 3/4 made 3 set 1",
        "2 Bob 2/3 made 3 set 1",
        "3 Cid 2/4 made 3 set 1",
        "4 Dee 0/1 made 2 set 0",
    ]
    assert told(await board(store, "bids-made")) == [
        "1 Ann 3/4 made 3 set 1",
        "1 Bob 2/3 made 3 set 1",
        "1 Cid 2/4 made 3 set 1",
        "4 Dee 0/1 made 2 set 0",
    ]


async def test_few_games_give_no_win_rate(store: Store) -> None:
    await four_friends(store)
    assert told(await board(store, "win-rate", minimum_games=4)) == [
        "1 Ann 3/4 made 3 set 1",
        "2 Cid 2/4 made 3 set 1",
    ]
    page = await store.records.board(guild_id=GUILD, since=None, by="win-rate", offset=0, limit=10, minimum_games=4)
    assert page.total == 2
    assert len(await board(store, "wins", minimum_games=4)) == 4
    assert await store.records.own_row(BOB[0], guild_id=GUILD, since=None, by="win-rate", minimum_games=4) is None


async def test_equal_win_rates_are_equal_however_many_games(store: Store) -> None:
    for _ in range(2):
        await a_finished_game(store, [ANN], [BOB])
        await a_finished_game(store, [BOB], [ANN])
    await a_finished_game(store, [CID])
    await a_finished_game(store, [], [CID])
    await a_finished_game(store, [DEE])
    rows = await board(store, "win-rate")
    assert [(row.rank, row.name, row.wins, row.games) for row in rows] == [
        (1, "Dee", 1, 1),
        (2, "Ann", 2, 4),
        (2, "Bob", 2, 4),
        (2, "Cid", 1, 2),
    ]


async def test_a_board_of_a_server_and_of_everywhere(store: Store) -> None:
    await a_finished_game(store, [ANN], guild_id=GUILD)
    await a_finished_game(store, [ANN], guild_id=7)
    await a_finished_game(store, [BOB], guild_id=None)
    await a_finished_game(store, [BOB], guild_id=None)
    here = await store.records.board(guild_id=7, since=None, by="wins", offset=0, limit=10)
    assert [(row.name, row.wins) for row in here.rows] == [("Ann", 1)]
    everywhere = await store.records.board(guild_id=None, since=None, by="wins", offset=0, limit=10)
    assert [(row.rank, row.name, row.wins) for row in everywhere.rows] == [(1, "Ann", 2), (1, "Bob", 2)]


async def test_a_board_since_a_moment_counts_what_ended_then_or_later(store: Store) -> None:
    moment = timedelta(microseconds=1)
    await a_finished_game(store, [ANN], at=NOON - moment)
    await a_finished_game(store, [BOB], at=NOON)
    await a_finished_game(store, [CID], at=NOON + moment)
    page = await store.records.board(guild_id=GUILD, since=NOON, by="wins", offset=0, limit=10)
    assert [row.name for row in page.rows] == ["Bob", "Cid"]
    assert page.total == 2


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
    for by in ORDERS:
        assert [row.name for row in await board(store, by)] == ["Ann"]
    for person in (BOB, CID, DEE):
        assert await store.records.stats(person[0], None) is None
        assert await store.records.own_row(person[0], guild_id=GUILD, since=None, by="wins") is None


async def test_nobody_has_a_board(store: Store) -> None:
    page = await store.records.board(guild_id=GUILD, since=None, by="wins", offset=0, limit=10)
    assert (page.rows, page.total) == ((), 0)


async def test_a_board_says_how_many_there_are_beyond_its_end(store: Store) -> None:
    await four_friends(store)
    page = await store.records.board(guild_id=GUILD, since=None, by="wins", offset=90, limit=10)
    assert (page.rows, page.total) == ((), 4)


async def test_names_are_the_newest_and_stay_when_somebody_leaves(store: Store) -> None:
    await a_finished_game(store, [(1, "Ann"), (2, "")], [CID])
    await a_lobby(store, seats=[seat_of("N", (1, "Änn *the* |best|")), seat_of("S", (3, ""))])
    rows = await board(store, "games")
    assert [(row.user_id, row.name) for row in rows] == [(1, "Änn *the* |best|"), (2, ""), (3, "Cid")]


async def test_statistics_worked_by_hand(store: Store) -> None:
    late = NOON + timedelta(days=3)
    await a_finished_game(store, [ANN, BOB], [CID, DEE], points_for=204, points_against=88, bids_made=4)
    await a_finished_game(store, [ANN, BOB], [CID], points_for=210, points_against=-12, bids_set=2, hands=7)
    await a_finished_game(store, [ANN, CID], at=late, guild_id=7, points_for=200, points_against=199)
    await a_finished_game(store, [DEE, BOB], [ANN, CID], points_for=-40, points_against=201)
    stats = await store.records.stats(ANN[0], None)
    assert stats is not None
    assert (stats.user_id, stats.name, stats.games, stats.wins, stats.hands) == (1, "Ann", 4, 3, 34)
    assert (stats.points_for, stats.points_against) == (204 + 210 + 200 - 40, 88 - 12 + 199 + 201)
    assert (stats.bids_made, stats.bids_set, stats.last_played) == (4, 2, late)
    assert stats.best_partner == Partner(BOB[0], "Bob", games=2, wins=2)

    elsewhere = await store.records.stats(ANN[0], 7)
    assert elsewhere is not None
    assert (elsewhere.games, elsewhere.best_partner) == (1, Partner(CID[0], "Cid", games=1, wins=1))


async def test_a_partner_who_never_won_is_no_best_partner(store: Store) -> None:
    await a_finished_game(store, [ANN, BOB], [CID, DEE])
    await a_finished_game(store, [CID])
    for person, partner in ((CID, None), (BOB, Partner(ANN[0], "Ann", games=1, wins=1))):
        stats = await store.records.stats(person[0], GUILD)
        assert stats is not None
        assert stats.best_partner == partner


async def test_among_equal_partners_the_one_with_fewer_games_is_best(store: Store) -> None:
    await a_finished_game(store, [ANN, BOB])
    await a_finished_game(store, [CID], [ANN, BOB])
    await a_finished_game(store, [ANN, CID])
    stats = await store.records.stats(ANN[0], GUILD)
    assert stats is not None
    assert stats.best_partner == Partner(CID[0], "Cid", games=1, wins=1)


async def test_a_game_gives_one_person_one_result(store: Store) -> None:
    game_id = await a_live_game(store, channel_id=CHANNEL)
    twice = (result(ANN, "N", won=True), result(ANN, "S", won=True))
    with pytest.raises(StoreFault, match="refused"):
        await store.games.append(game_id, [entry(1)], finish=Finish("NS", NOON, twice))
    assert await store.records.stats(ANN[0], None) is None


@dataclass
class Count:
    games: int = 0
    wins: int = 0
    made: int = 0
    sets: int = 0
    name: str = ""

    def measure(self, by: Order) -> float:
        match by:
            case "wins":
                return self.wins
            case "games":
                return self.games
            case "bids-made":
                return self.made
            case "win-rate":
                return self.wins / self.games


async def test_random_seasons_agree_with_a_count_in_plain_python(store: Store) -> None:
    dice = random.Random("king pedro")
    everybody: list[Person] = [(dice.getrandbits(62), f"Person {number}") for number in range(25)]
    counts: dict[int, Count] = {}
    for _ in range(60):
        seated = dice.sample(everybody, dice.randint(1, 4))
        split = dice.randint(max(0, len(seated) - 2), min(2, len(seated)))
        made, sets = dice.randint(0, 3), dice.randint(0, 2)
        await a_finished_game(store, seated[:split], seated[split:], bids_made=made, bids_set=sets)
        for place, (user_id, name) in enumerate(seated):
            count = counts.setdefault(user_id, Count(name=name))
            count.games += 1
            count.wins += place < split
            count.made += made
            count.sets += sets

    for by in ORDERS:
        minimum = 5 if by == "win-rate" else 1
        on_board = {user_id: count for user_id, count in counts.items() if count.games >= minimum}
        order = sorted(on_board, key=lambda one: (-on_board[one].measure(by), -on_board[one].wins, one))
        expected = [
            BoardRow(
                rank=1 + sum(other.measure(by) > on_board[one].measure(by) for other in on_board.values()),
                user_id=one,
                name=on_board[one].name,
                games=on_board[one].games,
                wins=on_board[one].wins,
                bids_made=on_board[one].made,
                bids_set=on_board[one].sets,
            )
            for one in order
        ]
        for limit in (1, 3, 7, 100):
            rows: list[BoardRow] = []
            for offset in range(0, len(expected), limit):
                rows += await board(store, by, minimum_games=minimum, limit=limit, offset=offset)
            assert rows == expected
        for row in expected:
            own = await store.records.own_row(row.user_id, guild_id=GUILD, since=None, by=by)
            assert own == row
