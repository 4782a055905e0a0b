"""Seats, entries and games for the tests to begin with."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from db.store import Store
from db.values import Finish, RatedSeat, SavedEntry, SavedResult, SavedSeat

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
GUILD = 81_384_788_765_712_384
CHANNEL = 2**63 - 1
DECK = "deal AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"

Person = tuple[int, str]
ANN: Person = (1, "Ann")
BOB: Person = (2, "Bob")
CID: Person = (3, "Cid")
DEE: Person = (4, "Dee")


def seat_of(seat: str, person: Person) -> SavedSeat:
    return SavedSeat(seat, person[0], person[1], None, None, 0, auto_pass=False)


def robot_in(seat: str, owner_id: int | None = None) -> SavedSeat:
    return SavedSeat(seat, None, "", "steady", owner_id, 2, auto_pass=True)


def entry(seq: int, action: str = "play AS", seat: str | None = "N") -> SavedEntry:
    return SavedEntry(seq, seat, action, "person", 2**62 + 1, NOON + timedelta(seconds=seq))


DEAL = SavedEntry(0, None, DECK, "table", None, NOON)


async def a_lobby(store: Store, channel_id: int = CHANNEL, **changes: Any) -> int:
    fields: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": channel_id,
        "host_id": ANN[0],
        "rules": {"name": "canadian", "target": 200, "bids": [7, 44]},
        "rules_version": 1,
        "clock": "normal",
        "level": "steady",
        "created_at": NOON,
    }
    return await store.games.create(**{**fields, **changes})


async def a_live_game(store: Store, channel_id: int = CHANNEL, seats: Sequence[SavedSeat] = (), **changes: Any) -> int:
    game_id = await a_lobby(store, channel_id, **changes)
    await store.games.start(game_id, dealer="W", seats=seats, started_at=NOON, entries=[DEAL])
    return game_id


def result(person: Person, seat: str, *, won: bool, guild_id: int | None = GUILD, **changes: int) -> SavedResult:
    numbers = {"points_for": 200, "points_against": 90, "bids_made": 0, "bids_set": 0, "hands": 9, **changes}
    return SavedResult(person[0], guild_id, seat, "NS" if seat in "NS" else "EW", won, **numbers)


async def a_finished_game(
    store: Store,
    winners: Sequence[Person],
    losers: Sequence[Person] = (),
    *,
    at: datetime = NOON,
    guild_id: int | None = GUILD,
    channel_id: int = CHANNEL,
    without_gain: Sequence[Person] = (),
    **numbers: int,
) -> int:
    """Winners sit N and S, losers E and W; robots sit where nobody does. Four people's game is rated.

    Who is `without_gain` held a seat that a robot won.
    """
    people = dict(zip("NS", winners, strict=False)) | dict(zip("EW", losers, strict=False))
    seats = [seat_of(seat, people[seat]) if seat in people else robot_in(seat) for seat in "NESW"]
    finish = a_finish(people, at, guild_id, without_gain, **numbers)
    game_id = await a_live_game(store, channel_id, seats=seats, guild_id=guild_id)
    await store.games.append(game_id, [entry(1)], finish=finish)
    return game_id


def a_finish(
    people: Mapping[str, Person],
    at: datetime = NOON,
    guild_id: int | None = GUILD,
    without_gain: Sequence[Person] = (),
    **numbers: int,
) -> Finish:
    """North and South have won."""
    results = tuple(
        result(person, seat, won=seat in "NS", guild_id=guild_id, **numbers)
        for seat, person in people.items()
        if person not in without_gain
    )
    rated = tuple(
        RatedSeat(person[0], guild_id, seat, "NS" if seat in "NS" else "EW", person not in without_gain)
        for seat, person in people.items()
    )
    return Finish("NS", at, results, rated=rated if len(rated) == 4 else ())
