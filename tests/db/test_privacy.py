"""One person's rows: all are shown, and none is left of them when they are forgotten."""

from __future__ import annotations

from sqlalchemy import BigInteger

from db import privacy
from db.schema import metadata
from db.store import Store
from db.values import SavedEntry, SavedHint, SavedSeat
from tests.db.givens import NOON, a_lobby

ANA, BOB = 1_456_074_443_980_800_092, 1_456_074_443_980_800_093


def test_no_column_that_names_a_person_is_forgotten() -> None:
    """A new one must say whether it stays, with another number, or goes."""
    naming = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if isinstance(column.type, BigInteger)
        and column.name not in ("guild_id", "channel_id", "message_id", "game_id", "id")
    }
    known = [f"{column.table.name}.{column.name}" for column in (*privacy.STAYING, *privacy.GOING)]
    assert naming == set(known)
    assert len(known) == len(set(known))


async def test_nothing_is_stored_about_a_stranger(store: Store) -> None:
    assert not await store.privacy.stored(ANA)
    assert await store.privacy.about(ANA) == {}
    assert await store.privacy.sits_at(ANA) is None
    await store.privacy.forget(ANA)


async def test_settings_are_those_of_the_person(store: Store) -> None:
    """A server may have the same number."""
    await store.settings.put("person", ANA, "cards", "text")
    await store.settings.put("guild", ANA, "clock", "fast")
    stored = await store.privacy.stored(ANA)
    assert (stored.settings, stored.games, stored.name) == (1, 0, None)
    about = await store.privacy.about(ANA)
    assert about == {"settings": [{"scope": "person", "owner_id": str(ANA), "name": "cards", "value": "text"}]}
    await store.privacy.forget(ANA)
    assert await store.settings.all("person", ANA) == {}
    assert await store.settings.all("guild", ANA) == {"clock": "fast"}


async def test_a_seat_that_a_robot_keeps_is_theirs(store: Store) -> None:
    game_id = await a_lobby(store, host_id=BOB)
    seats = (SavedSeat("S", BOB, "Bob", None, None, 0, False), SavedSeat("N", None, "Ana", "normal", ANA, 2, False))
    await store.games.start(
        game_id, dealer="N", seats=seats, started_at=NOON, entries=[SavedEntry(0, "N", "pass", "robot", ANA, NOON)]
    )
    await store.games.add_hint(game_id, SavedHint(0, "N", ANA))
    assert await store.privacy.sits_at(ANA) is not None
    assert (await store.privacy.stored(ANA)).games == 1
    about = await store.privacy.about(ANA)
    assert about.keys() == {"seats", "entries", "hints"}
    assert str(BOB) not in str(about)
    await store.privacy.forget(ANA)
    saved = await store.games.load(game_id)
    assert saved is not None
    north = next(seat for seat in saved.seats if seat.seat == "N")
    assert north.owner_id is not None
    assert (north.owner_id < 0, north.name) == (True, "")
    assert {saved.entries[0].user_id, saved.hints[0].user_id} == {north.owner_id}
    assert await store.privacy.about(ANA) == {}
    assert (await store.privacy.stored(BOB)).games == 1


async def test_two_who_are_forgotten_are_two_strangers(store: Store) -> None:
    game_id = await a_lobby(store, host_id=ANA)
    seats = (SavedSeat("S", ANA, "Ana", None, None, 0, False), SavedSeat("N", BOB, "Bob", None, None, 0, False))
    await store.games.save_seats(game_id, seats)
    for person in (ANA, BOB):
        await store.privacy.forget(person)
    saved = await store.games.load(game_id)
    assert saved is not None
    assert len({seat.user_id for seat in saved.seats}) == 2
    assert saved.host_id == next(seat.user_id for seat in saved.seats if seat.seat == "S")
