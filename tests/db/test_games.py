"""What is saved comes back as it was, and what the house forbids the database refuses."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import event, insert
from sqlalchemy.exc import IntegrityError

from db.faults import ChannelTaken, FaultKind, SeqGap, SeqTaken, StoreConflict, StoreError, StoreFault
from db.schema import entries as entries_table
from db.schema import games as games_table
from db.schema import seats as seats_table
from db.store import Store
from db.values import Finish, SavedGame, SavedHint
from tests.db.givens import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DEAL,
    GUILD,
    NOON,
    a_finished_game,
    a_live_game,
    a_lobby,
    entry,
    result,
    robot_in,
    seat_of,
)

SEATS = [robot_in("W", owner_id=9), seat_of("S", BOB), seat_of("N", ANN), robot_in("E")]


async def loaded(store: Store, game_id: int) -> SavedGame:
    game = await store.games.load(game_id)
    assert game is not None
    return game


async def test_a_lobby_comes_back_as_it_was_saved(store: Store) -> None:
    game_id = await a_lobby(store, seats=SEATS, options={"hints": False}, message_id=2**62)
    assert await store.games.load(game_id) == SavedGame(
        id=game_id,
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=1,
        status="lobby",
        rules={"name": "canadian", "target": 200, "bids": [7, 44]},
        rules_version=1,
        clock="normal",
        level="steady",
        dealer=None,
        message_id=2**62,
        options={"hints": False},
        created_at=NOON,
        started_at=None,
        ended_at=None,
        winner=None,
        ending=None,
        seats=(seat_of("N", ANN), robot_in("E"), seat_of("S", BOB), robot_in("W", owner_id=9)),
        entries=(),
    )


async def test_a_game_goes_from_lobby_to_its_end(store: Store) -> None:
    game_id = await a_lobby(store, seats=SEATS)
    await store.games.save_lobby(
        game_id,
        host_id=BOB[0],
        seats=[seat_of("E", BOB)],
        rules={"name": "ukrainian-canadian"},
        clock="fast",
        level="keen",
        options={"hints": True},
    )
    lobby = await loaded(store, game_id)
    assert (lobby.host_id, lobby.rules, lobby.clock, lobby.level, lobby.options, lobby.seats) == (
        BOB[0],
        {"name": "ukrainian-canadian"},
        "fast",
        "keen",
        {"hints": True},
        (seat_of("E", BOB),),
    )
    await store.games.start(game_id, dealer="E", seats=SEATS, started_at=NOON, entries=[DEAL, entry(1)])
    await store.games.append(game_id, [entry(2, "bid 7", "S")])
    await store.games.append(game_id, [entry(3), entry(4)])
    await store.games.save_message(game_id, 12)
    live = await loaded(store, game_id)
    assert (live.status, live.dealer, live.started_at, live.message_id) == ("live", "E", NOON, 12)
    assert live.entries == (DEAL, entry(1), entry(2, "bid 7", "S"), entry(3), entry(4))

    end = NOON + timedelta(hours=1)
    finish = Finish("NS", end, (result(ANN, "N", won=True), result(BOB, "S", won=True)), ending="target")
    await store.games.append(game_id, [entry(5)], finish=finish)
    over = await loaded(store, game_id)
    assert (over.status, over.winner, over.ended_at, over.ending) == ("finished", "NS", end, "target")
    assert len(over.entries) == 6
    assert await store.games.unfinished() == []


async def test_one_entry_and_many_are_stored_alike(store: Store) -> None:
    alone = await a_live_game(store, channel_id=1)
    together = await a_live_game(store, channel_id=2)
    await store.games.append(alone, [entry(1)])
    await store.games.append(alone, [replace(entry(2), seat=None, user_id=None)])
    await store.games.append(together, [entry(1), replace(entry(2), seat=None, user_id=None)])
    assert (await loaded(store, alone)).entries == (await loaded(store, together)).entries


async def test_times_are_utc_whatever_zone_they_were_given_in(store: Store) -> None:
    kyiv = timezone(timedelta(hours=2))
    game_id = await a_lobby(store, created_at=NOON.astimezone(kyiv))
    created = (await loaded(store, game_id)).created_at
    assert created == NOON
    assert created.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    game_id = await a_live_game(store)
    with pytest.raises(ValueError, match="zone"):
        await a_lobby(store, channel_id=7, created_at=datetime(2026, 3, 1))  # noqa: DTZ001
    with pytest.raises(ValueError, match="zone"):
        await store.games.append(game_id, [replace(entry(1), at=datetime(2026, 3, 1))])  # noqa: DTZ001
    assert (await loaded(store, game_id)).entries == (DEAL,)


async def test_a_channel_has_one_open_game(store: Store) -> None:
    first = await a_lobby(store)
    with pytest.raises(ChannelTaken) as taken:
        await a_lobby(store)
    assert taken.value.game_id == first
    await store.games.start(first, dealer="N", seats=(), started_at=NOON, entries=[DEAL])
    with pytest.raises(ChannelTaken):
        await a_lobby(store)
    other = await a_lobby(store, channel_id=5)
    await store.games.end(first, "host", NOON)
    rematch = await a_lobby(store)
    assert [game.id for game in await store.games.unfinished()] == [other, rematch]


async def test_the_database_itself_refuses_a_second_open_game(store: Store) -> None:
    game_id = await a_live_game(store)
    row = {
        "channel_id": CHANNEL,
        "host_id": 1,
        "status": "lobby",
        "rules": {},
        "rules_version": 1,
        "clock": "fast",
        "level": "steady",
        "options": {},
        "created_at": NOON,
    }
    with pytest.raises(IntegrityError):
        async with store._engine.begin() as connection:
            await connection.execute(insert(games_table), row)
    assert [game.id for game in await store.games.unfinished()] == [game_id]


async def test_ids_are_not_given_twice(store: Store) -> None:
    first = await a_lobby(store)
    async with store._engine.begin() as connection:
        await connection.execute(games_table.delete())
    assert await a_lobby(store) > first


async def test_a_game_starts_once(store: Store) -> None:
    game_id = await a_live_game(store)
    with pytest.raises(StoreConflict) as conflict:
        await store.games.start(game_id, dealer="E", seats=SEATS, started_at=NOON + timedelta(1), entries=[entry(1)])
    assert conflict.value.status == "live"
    game = await loaded(store, game_id)
    assert (game.dealer, game.started_at, game.seats, game.entries) == ("W", NOON, (), (DEAL,))


async def test_a_lobby_that_started_is_not_saved_as_a_lobby(store: Store) -> None:
    game_id = await a_live_game(store, seats=SEATS)
    before = await loaded(store, game_id)
    with pytest.raises(StoreConflict):
        await store.games.save_lobby(game_id, host_id=7, seats=(), rules={}, clock="slow", level="keen", options={})
    assert await loaded(store, game_id) == before


@pytest.mark.parametrize("doubled", [[1], [0], [1, 2], [0, 1, 2]])
async def test_a_double_append_is_refused_and_nothing_is_written(store: Store, doubled: list[int]) -> None:
    game_id = await a_live_game(store, seats=SEATS)
    await store.games.append(game_id, [entry(1)])
    before = await loaded(store, game_id)
    with pytest.raises(SeqTaken) as taken:
        await store.games.append(game_id, [entry(seq, "play 2C") for seq in doubled])
    assert (taken.value.game_id, taken.value.seq) == (game_id, doubled[0])
    assert await loaded(store, game_id) == before


async def test_the_last_append_twice_is_a_double_append_too(store: Store) -> None:
    game_id = await a_finished_game(store, [ANN, BOB], [CID])
    before = await loaded(store, game_id)
    finish = Finish("EW", NOON, (result(CID, "E", won=True),))
    with pytest.raises(SeqTaken):
        await store.games.append(game_id, [entry(1)], finish=finish)
    assert await loaded(store, game_id) == before
    stats = await store.records.stats(CID[0], None)
    assert stats is not None
    assert stats.wins == 0


@pytest.mark.parametrize(("added", "missing"), [([2], 1), ([2, 3], 1), ([1, 3], 2)])
async def test_a_gap_is_refused(store: Store, added: list[int], missing: int) -> None:
    game_id = await a_live_game(store)
    with pytest.raises(SeqGap) as gap:
        await store.games.append(game_id, [entry(seq) for seq in added])
    assert gap.value.expected == missing
    assert (await loaded(store, game_id)).entries == (DEAL,)


async def test_only_a_live_game_takes_entries(store: Store) -> None:
    lobby = await a_lobby(store, channel_id=1)
    ended = await a_live_game(store, channel_id=2)
    await store.games.end(ended, "host", NOON)
    finished = await a_finished_game(store, [ANN])
    for game_id, seq, status in ((lobby, 0, "lobby"), (ended, 1, "ended"), (finished, 2, "finished"), (99, 0, None)):
        for added in ([entry(seq)], [entry(seq), entry(seq + 1)]):
            with pytest.raises(StoreConflict) as conflict:
                await store.games.append(game_id, added)
            assert (conflict.value.game_id, conflict.value.status) == (game_id, status)


async def test_values_no_table_can_hold_are_refused(store: Store) -> None:
    game_id = await a_live_game(store)
    for change in (
        store.games.append(game_id, [entry(1, seat="Q")]),
        store.games.save_seats(game_id, [seat_of("N", ANN), seat_of("S", ANN)]),
        store.games.save_seats(game_id, [seat_of("N", ANN), seat_of("N", BOB)]),
    ):
        with pytest.raises(StoreFault) as fault:
            await change
        assert fault.value.kind is FaultKind.REFUSED
    game = await loaded(store, game_id)
    assert (game.entries, game.seats) == ((DEAL,), ())


async def test_seats_change_with_an_entry_or_alone(store: Store) -> None:
    game_id = await a_live_game(store, seats=SEATS)
    absent = replace(robot_in("S", owner_id=BOB[0]), strikes=2)
    await store.games.append(game_id, [entry(1)], seats=[seat_of("N", ANN), absent])
    assert (await loaded(store, game_id)).seats == (seat_of("N", ANN), absent)
    await store.games.save_seats(game_id, [seat_of("S", BOB)])
    assert (await loaded(store, game_id)).seats == (seat_of("S", BOB),)
    await store.games.append(game_id, [], seats=[])
    assert (await loaded(store, game_id)).seats == ()


async def test_seats_of_a_game_that_is_over_stay(store: Store) -> None:
    game_id = await a_finished_game(store, [ANN, BOB])
    before = await loaded(store, game_id)
    with pytest.raises(StoreConflict):
        await store.games.save_seats(game_id, [])
    assert await loaded(store, game_id) == before


async def test_ending_is_idempotent_and_never_undoes_a_result(store: Store) -> None:
    finished = await a_finished_game(store, [ANN])
    await store.games.end(finished, "host", NOON + timedelta(1))
    assert (await loaded(store, finished)).status == "finished"

    game_id = await a_live_game(store)
    await store.games.end(game_id, "channel gone", NOON)
    await store.games.end(game_id, "host", NOON + timedelta(1))
    game = await loaded(store, game_id)
    assert (game.status, game.ending, game.ended_at, game.winner) == ("ended", "channel gone", NOON, None)


async def test_a_message_of_no_game_is_refused(store: Store) -> None:
    with pytest.raises(StoreConflict):
        await store.games.save_message(99, 1)
    assert await store.games.load(99) is None


async def test_a_hint_is_kept_once_for_each_question_and_seat(store: Store) -> None:
    game_id, other = await a_live_game(store), await a_live_game(store, CHANNEL - 1)
    for seq, seat in ((3, "N"), (1, "W"), (3, "N"), (3, "E")):
        await store.games.add_hint(game_id, SavedHint(seq, seat, 2**62 + ord(seat)))
    await store.games.add_hint(other, SavedHint(1, "S", 5))
    loaded = await store.games.load(game_id)
    assert loaded is not None
    found = [(hint.seq, hint.seat, hint.user_id - 2**62) for hint in loaded.hints]
    assert found == [(1, "W", ord("W")), (3, "E", ord("E")), (3, "N", ord("N"))]


async def test_a_game_that_is_over_has_no_more_hints(store: Store) -> None:
    game_id = await a_live_game(store)
    await store.games.end(game_id, "host", NOON)
    with pytest.raises(StoreConflict):
        await store.games.add_hint(game_id, SavedHint(1, "N", 1))
    loaded = await store.games.load(game_id)
    assert loaded is not None
    assert loaded.hints == ()


async def test_a_thousand_games_come_back_in_five_queries(store: Store) -> None:
    async with store._engine.begin() as connection:
        await connection.execute(
            insert(games_table),
            [
                {
                    "id": number,
                    "channel_id": number,
                    "host_id": 1,
                    "status": ("lobby", "live", "ended")[number % 3],
                    "rules": {"number": number},
                    "rules_version": 1,
                    "clock": "fast",
                    "level": "steady",
                    "options": {},
                    "created_at": NOON,
                }
                for number in range(1, 1501)
            ],
        )
        await connection.execute(
            insert(seats_table),
            [
                {"game_id": number, "seat": seat, "name": "", "strikes": number, "auto_pass": False}
                for number in range(1, 1501)
                for seat in "WSEN"
            ],
        )
        await connection.execute(
            insert(entries_table),
            [
                {"game_id": number, "seq": seq, "action": f"game {number}", "by": "robot", "at": NOON}
                for number in range(1, 1501)
                for seq in range(number % 3)
            ],
        )
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith("SELECT"):
            asked.append(statement)

    event.listen(store._engine.sync_engine, "before_cursor_execute", note)
    games = await store.games.unfinished()
    assert len(asked) == 5
    assert [game.id for game in games] == [number for number in range(1, 1501) if number % 3 < 2]
    for game in games:
        assert game.rules == {"number": game.id}
        assert [(seat.seat, seat.strikes) for seat in game.seats] == [(seat, game.id) for seat in "NESW"]
        assert [(one.seq, one.action) for one in game.entries] == [
            (seq, f"game {game.id}") for seq in range(game.id % 3)
        ]


def test_every_refusal_names_the_game_and_no_card() -> None:
    errors: list[StoreError] = [ChannelTaken(5), SeqTaken(5, 1), SeqGap(5, 3, 2), StoreConflict(5, None)]
    assert all("5" in str(error) for error in errors)
