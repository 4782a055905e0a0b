"""Statistics, worked by hand."""

from datetime import timedelta

import pytest

from db.faults import StoreFault
from db.store import Store
from db.values import Finish, Partner
from tests.db.givens import ANN, BOB, CHANNEL, CID, DEE, GUILD, NOON, a_finished_game, a_live_game, entry, result


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
