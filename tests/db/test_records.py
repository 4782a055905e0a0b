"""Statistics, worked by hand."""

from datetime import timedelta

import pytest

from db.faults import StoreFault
from db.store import Store
from db.values import Finish, Level, Partner, SavedContract, SavedEntry, SavedHint
from tests.db.givens import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DEE,
    GUILD,
    NOON,
    a_finished_game,
    a_live_game,
    entry,
    result,
    seat_of,
)


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


async def test_with_whom_and_against_whom_most_often(store: Store) -> None:
    await a_finished_game(store, [ANN, BOB], [CID, DEE])
    await a_finished_game(store, [CID, ANN], [BOB, DEE])
    await a_finished_game(store, [CID, DEE], [ANN, BOB])
    stats = await store.records.stats(ANN[0], GUILD)
    assert stats is not None
    assert stats.partner == Partner(BOB[0], "Bob", games=2, wins=1)
    assert stats.opponent == Partner(DEE[0], "Dee", games=3, wins=2)


async def test_contracts_by_level_are_the_declarers(store: Store) -> None:
    """Those of the seat the game counts for, in the server that is asked for."""
    contracts = (
        SavedContract(1, "N", 29, 29), SavedContract(2, "N", 30, 29), SavedContract(4, "N", 39, 44),
        SavedContract(5, "S", 7, 7), SavedContract(6, "E", 40, 44), SavedContract(9, "N", 62, 62),
    )  # fmt: skip
    for guild_id in (GUILD, 7):
        game_id = await a_live_game(store, seats=[seat_of("N", ANN)], guild_id=guild_id)
        won = (result(ANN, "N", won=True, guild_id=guild_id),)
        await store.games.append(game_id, [entry(1)], finish=Finish("NS", NOON, won, contracts=contracts))
    stats = await store.records.stats(ANN[0], GUILD)
    assert stats is not None
    assert stats.levels == (Level(0, 1, 0), Level(30, 1, 1), Level(50, 1, 0))
    assert stats.average_bid == (29 + 30 + 39 + 62) / 4
    assert stats.average_take == (29 + 29 + 44 + 62) / 4
    everywhere = await store.records.stats(ANN[0], None)
    assert everywhere is not None
    assert everywhere.levels == (Level(0, 2, 0), Level(30, 2, 2), Level(50, 2, 0))


async def test_who_never_bid_has_no_averages(store: Store) -> None:
    await a_finished_game(store, [ANN])
    stats = await store.records.stats(ANN[0], GUILD)
    assert stats is not None
    assert (stats.levels, stats.average_bid, stats.average_take) == ((), None, None)
    assert (stats.hints, stats.seconds, stats.skills) == (0, None, ())


async def test_hints_and_the_time_of_decisions(store: Store) -> None:
    """Own decisions only, and no discards; in games that are finished."""
    game_id = await a_live_game(store, seats=[seat_of("N", ANN)])

    def at(seq: int, seconds: float, action: str = "play AS", by: str = "person", who: int = ANN[0]) -> SavedEntry:
        return SavedEntry(seq, "N", action, by, who, NOON + timedelta(seconds=seconds))

    played = [
        at(1, 2), at(2, 12, who=BOB[0]), at(3, 16), at(4, 100, "discard AS"), at(5, 200, by="clock"), at(6, 209.5),
    ]  # fmt: skip
    await store.games.add_hint(game_id, SavedHint(1, "N", ANN[0]))
    await store.games.add_hint(game_id, SavedHint(3, "N", ANN[0]))
    await store.games.add_hint(game_id, SavedHint(2, "S", BOB[0]))
    await store.games.append(game_id, played, finish=Finish("NS", NOON, (result(ANN, "N", won=True),)))
    stats = await store.records.stats(ANN[0], GUILD)
    assert stats is not None
    assert stats.hints == 2
    assert stats.seconds == 4  # of 2, 4 and 9.5


async def test_a_game_gives_one_person_one_result(store: Store) -> None:
    game_id = await a_live_game(store, channel_id=CHANNEL)
    twice = (result(ANN, "N", won=True), result(ANN, "S", won=True))
    with pytest.raises(StoreFault, match="refused"):
        await store.games.append(game_id, [entry(1)], finish=Finish("NS", NOON, twice))
    assert await store.records.stats(ANN[0], None) is None
