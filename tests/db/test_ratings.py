"""Ratings: kept with a game's end, in its order, once; and counted again from the log to the last digit."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.rating import NEWCOMER, after, shown
from bot.recount import MODEL
from db.counting import EVERYWHERE
from db.faults import StoreConflict
from db.store import Store
from db.values import Finish, RatingChange, SavedGame
from tests.db.givens import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DEE,
    GUILD,
    NOON,
    Person,
    a_finish,
    a_finished_game,
    a_live_game,
    entry,
    seat_of,
)

FOUR: dict[str, Person] = {"N": ANN, "S": BOB, "E": CID, "W": DEE}
FINISH = a_finish(FOUR)
COUNTED = ("results", "ratings", "rating_changes", "standings", "pairs")


async def a_game_of_four(store: Store, channel_id: int = CHANNEL) -> int:
    return await a_live_game(store, channel_id, seats=[seat_of(seat, person) for seat, person in FOUR.items()])


async def changes_of(store: Store, game_id: int) -> tuple[RatingChange, ...]:
    game = await store.games.load(game_id)
    assert game is not None
    return game.ratings


def everything(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is counted, and the games' numbers."""
    with closing(sqlite3.connect(file)) as connection:
        found = {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in COUNTED}  # noqa: S608
        return found | {"games": connection.execute("SELECT id, number FROM games ORDER BY id").fetchall()}


async def test_a_rated_game_moves_four_ratings_here_and_everywhere(store: Store) -> None:
    game_id = await a_game_of_four(store)
    changes = await store.games.append(game_id, [entry(1)], finish=FINISH)
    assert changes == await changes_of(store, game_id)
    won, lost = after((NEWCOMER, NEWCOMER), (NEWCOMER, NEWCOMER))
    expected = {ANN: won[0], BOB: won[1], CID: lost[0], DEE: lost[1]}
    assert {(one.guild_id, one.user_id, one.name): (one.before, one.after, one.games) for one in changes} == {
        (scope, *person): (NEWCOMER, skill, 1) for person, skill in expected.items() for scope in (EVERYWHERE, GUILD)
    }


async def test_a_rematch_is_another_game(store: Store) -> None:
    first, second = [await a_finished_game(store, [ANN, BOB], [CID, DEE]) for _ in range(2)]
    before = {(one.guild_id, one.user_id): one for one in await changes_of(store, first)}
    for change in await changes_of(store, second):
        assert change.before == before[change.guild_id, change.user_id].after
        assert change.games == 2


async def test_servers_have_ratings_of_their_own_and_there_is_one_of_everywhere(store: Store) -> None:
    await a_finished_game(store, [ANN, BOB], [CID, DEE])
    there = {
        one.guild_id: one
        for one in await changes_of(store, await a_finished_game(store, [ANN, BOB], [CID, DEE], guild_id=7))
        if one.user_id == ANN[0]
    }
    assert there.keys() == {EVERYWHERE, 7}
    assert (there[7].before, there[7].games) == (NEWCOMER, 1)
    assert (there[EVERYWHERE].before, there[EVERYWHERE].games) != (NEWCOMER, 1)
    nowhere = await changes_of(store, await a_finished_game(store, [ANN, BOB], [CID, DEE], guild_id=None))
    assert {one.guild_id for one in nowhere} == {EVERYWHERE}


async def test_who_does_not_gain_stays_and_the_others_move(store: Store) -> None:
    """As with a robot that won the game for them; a loss counts in any case."""
    game_id = await a_finished_game(store, [ANN, BOB], [CID, DEE], without_gain=[BOB, DEE])
    here = {one.user_id: one for one in await changes_of(store, game_id) if one.guild_id == GUILD}
    assert (here[BOB[0]].after, here[BOB[0]].games) == (NEWCOMER, 0)
    assert all(here[person[0]].games == 1 for person in (ANN, CID, DEE))
    assert shown(here[ANN[0]].after) > shown(NEWCOMER) > shown(here[DEE[0]].after) == shown(here[CID[0]].after)


async def test_fewer_than_four_people_rate_nobody(store: Store) -> None:
    game_id = await a_finished_game(store, [ANN, BOB], [CID])
    assert await changes_of(store, game_id) == ()


async def test_an_end_counts_once_however_often_it_is_told(store: Store) -> None:
    game_id = await a_game_of_four(store)
    ends = [store.games.append(game_id, [entry(1)], finish=FINISH) for _ in range(4)]
    outcomes = await asyncio.gather(*ends, return_exceptions=True)
    assert [isinstance(one, tuple) for one in outcomes] == [True, False, False, False]
    assert {one.games for one in await changes_of(store, game_id)} == {1}


async def test_a_game_that_was_ended_never_counts(file: Path, file_store: Store) -> None:
    before = everything(file)
    game_id = await a_game_of_four(file_store)
    await file_store.games.end(game_id, "host", NOON)
    with pytest.raises(StoreConflict):
        await file_store.games.append(game_id, [entry(1)], finish=FINISH)
    assert everything(file) == before | {"games": [(game_id, None)]}


async def test_a_rated_game_needs_a_model_and_is_not_saved_by_half(file_url: str, file: Path) -> None:
    store = await Store.open(file_url)
    game_id = await a_game_of_four(store)
    before = everything(file)
    with pytest.raises(ValueError, match="model"):
        await store.games.append(game_id, [entry(1)], finish=FINISH)
    assert everything(file) == before
    game = await store.games.load(game_id)
    assert game is not None
    assert (game.status, len(game.entries)) == ("live", 1)
    await store.close()


async def test_games_that_end_at_the_same_moment_count_one_after_the_other(store: Store) -> None:
    """Whichever is saved first has the lower number, and is what the next one begins with."""
    ids = [await a_game_of_four(store, channel_id) for channel_id in range(1, 9)]
    random.Random(5).shuffle(ids)
    await asyncio.gather(*(store.games.append(game_id, [entry(1)], finish=FINISH) for game_id in ids))
    games = sorted([game for game_id in ids if (game := await store.games.load(game_id))], key=_number)
    assert [game.number for game in games] == list(range(1, 9))
    course = [next(one for one in game.ratings if one.user_id == ANN[0]) for game in games]
    assert [one.games for one in course] == list(range(1, 9))
    assert [one.before for one in course[1:]] == [one.after for one in course[:-1]]


def _number(game: SavedGame) -> int:
    assert game.number is not None
    return game.number


# Counting again


async def a_league(store: Store, seed: int, games: int = 40) -> dict[int, Finish]:
    """Random games, some of them saved at the same moment; their ends by id, as a log would say them."""
    dice = random.Random(seed)
    everybody: list[Person] = [(dice.getrandbits(60), f"Person {number}") for number in range(9)]
    ends: dict[int, Finish] = {}
    while len(ends) < games:
        coming: dict[int, Finish] = {}
        for channel_id in range(dice.randint(1, 4)):
            people = dict(zip("NSEW", dice.sample(everybody, dice.choice((2, 4, 4))), strict=False))
            guild_id = dice.choice((GUILD, 7, None))
            without_gain = [people["N"]] if dice.random() < 0.2 else []
            points = dice.randint(0, 400)
            finish = a_finish(people, NOON, guild_id, without_gain, points_for=points, bids_made=dice.randint(0, 5))
            seats = [seat_of(seat, person) for seat, person in people.items()]
            coming[await a_live_game(store, channel_id, seats=seats, guild_id=guild_id)] = finish
        ends |= coming
        order = dice.sample(list(coming), len(coming))
        await asyncio.gather(*(store.games.append(one, [entry(1)], finish=coming[one]) for one in order))
    return ends


@pytest.mark.parametrize("seed", range(4))
async def test_counted_again_is_the_same_to_the_last_digit(file: Path, file_store: Store, seed: int) -> None:
    ends = await a_league(file_store, seed)
    stored = everything(file)
    assert len(stored["rating_changes"]) > 50
    recount = await file_store.count_again(lambda game: ends[game.id])
    assert (recount.games, recount.unreadable, recount.differences) == (len(ends), [], {})
    assert everything(file) == stored


SPOILING: Sequence[tuple[str, dict[str, tuple[int, int]]]] = (
    ("UPDATE ratings SET mu = mu + 1e-13 WHERE user_id = 1 AND guild_id = 0", {"ratings": (1, 1)}),
    ("DELETE FROM rating_changes WHERE user_id = 2", {"rating_changes": (0, 2)}),
    ("UPDATE standings SET wins = 7 WHERE user_id = 3 AND period = 'all'", {"standings": (2, 2)}),
    ("INSERT INTO pairs SELECT guild_id, user_id, 999, period, 1, 1, 1.0 FROM pairs LIMIT 1", {"pairs": (1, 0)}),
    ("DELETE FROM results; DELETE FROM standings WHERE period = 'all'", {"results": (0, 4), "standings": (0, 8)}),
)


@pytest.mark.parametrize(("spoiling", "differences"), SPOILING)
async def test_counting_again_mends_what_is_wrong_and_says_what_was(
    file: Path, file_store: Store, spoiling: str, differences: dict[str, tuple[int, int]]
) -> None:
    await a_finished_game(file_store, [ANN, BOB], [CID, DEE])
    stored = everything(file)
    with closing(sqlite3.connect(file)) as saboteur:
        saboteur.executescript(spoiling)
    assert everything(file) != stored
    recount = await file_store.count_again(lambda _: FINISH)
    assert recount.differences == differences
    assert everything(file) == stored


async def test_a_game_that_can_not_be_read_keeps_its_results_and_is_not_rated(file: Path, file_store: Store) -> None:
    await a_finished_game(file_store, [ANN, BOB], [CID, DEE])
    broken = await a_finished_game(file_store, [ANN, BOB], [CID, DEE])
    stored = everything(file)

    def read(game: SavedGame) -> Finish:
        if game.id == broken:
            raise ValueError
        return FINISH

    recount = await file_store.count_again(read)
    assert recount.unreadable == [broken]
    assert everything(file)["results"] == stored["results"]
    assert await changes_of(file_store, broken) == ()


async def test_counting_that_fails_changes_nothing(file: Path, file_store: Store) -> None:
    await a_finished_game(file_store, [ANN, BOB], [CID, DEE])
    await a_finished_game(file_store, [ANN, BOB], [CID, DEE])
    stored = everything(file)

    def read(game: SavedGame) -> Finish:
        if game.id == 2:
            raise ZeroDivisionError
        return FINISH

    with pytest.raises(ZeroDivisionError):
        await file_store.count_again(read)
    assert everything(file) == stored
    await a_finished_game(file_store, [ANN, BOB], [CID, DEE])


async def test_a_new_store_has_nothing_to_count(store: Store) -> None:
    assert not await store.counts_are_due()
    recount = await store.count_again(lambda _: FINISH)
    assert (recount.games, recount.differences) == (0, {})


def test_the_model_is_the_one_that_people_see() -> None:
    assert MODEL.shown(MODEL.newcomer) == 1000
