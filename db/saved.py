"""Reading games back: rows into values."""

from collections import defaultdict
from typing import Any, Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.counts import rating_change, rating_changes_of
from db.schema import entries, games, hints, rating_changes, seats, shuffles
from db.values import SEATS, RatingChange, SavedEntry, SavedGame, SavedHint, SavedSeat, SavedShuffle

BATCH: Final = 1000
"""Entries fetched at a time."""


async def load_games(connection: AsyncConnection, which: ColumnElement[bool]) -> list[SavedGame]:
    """The games that `which` says, by id, in five queries, and one more for the ratings of finished games."""
    rows = (await connection.execute(select(games).where(which).order_by(games.c.id))).mappings().all()
    if not rows:
        return []
    seats_by_game = await load_seats(connection, which)
    entries_by_game = await _load_entries(connection, which)
    hints_by_game = await _load_hints(connection, which)
    shuffles_by_game = await _load_shuffles(connection, which)
    finished = any(row["number"] is not None for row in rows)
    ratings_by_game = await _load_ratings(connection, which) if finished else {}
    return [
        SavedGame(
            **row,
            seats=tuple(seats_by_game.get(row["id"], ())),
            entries=tuple(entries_by_game.get(row["id"], ())),
            hints=tuple(hints_by_game.get(row["id"], ())),
            ratings=tuple(ratings_by_game.get(row["id"], ())),
            shuffles=tuple(shuffles_by_game.get(row["id"], ())),
        )
        for row in rows
    ]


async def load_seats(connection: AsyncConnection, which: ColumnElement[bool]) -> dict[int, list[SavedSeat]]:
    """The seats of the games that `which` says, in the order N, E, S, W."""
    found: defaultdict[int, list[SavedSeat]] = defaultdict(list)
    for game_id, *values in await connection.execute(select(seats).join(games).where(which)):
        found[game_id].append(SavedSeat(*values))
    for taken in found.values():
        taken.sort(key=lambda seat: SEATS.index(seat.seat))
    return found


async def _load_hints(connection: AsyncConnection, which: ColumnElement[bool]) -> dict[int, list[SavedHint]]:
    found: defaultdict[int, list[SavedHint]] = defaultdict(list)
    question = select(hints).join(games).where(which).order_by(hints.c.game_id, hints.c.seq, hints.c.seat)
    for game_id, *values in await connection.execute(question):
        found[game_id].append(SavedHint(*values))
    return found


async def _load_shuffles(connection: AsyncConnection, which: ColumnElement[bool]) -> dict[int, list[SavedShuffle]]:
    found: defaultdict[int, list[SavedShuffle]] = defaultdict(list)
    question = select(shuffles).join(games).where(which).order_by(shuffles.c.game_id, shuffles.c.hand)
    for game_id, *values in await connection.execute(question):
        found[game_id].append(SavedShuffle(*values))
    return found


async def _load_ratings(connection: AsyncConnection, which: ColumnElement[bool]) -> dict[int, list[RatingChange]]:
    found: defaultdict[int, list[RatingChange]] = defaultdict(list)
    of_these = rating_changes.c.game_id.in_(select(games.c.id).where(which))
    for row in await connection.execute(rating_changes_of(of_these)):
        found[row.game_id].append(rating_change(row))
    return found


async def _load_entries(connection: AsyncConnection, which: ColumnElement[bool]) -> dict[int, list[SavedEntry]]:
    found: defaultdict[int, list[SavedEntry]] = defaultdict(list)
    # A thousand games say "play AS" often: one value for all of them.
    values: dict[Any, Any] = {}
    same = values.setdefault
    question = select(entries).join(games).where(which).order_by(entries.c.game_id, entries.c.seq)
    async with connection.stream(question.execution_options(yield_per=BATCH)) as answer:
        async for rows in answer.partitions():
            for game_id, seq, seat, action, by, user_id, at in rows:
                found[game_id].append(
                    SavedEntry(seq, same(seat, seat), same(action, action), same(by, by), same(user_id, user_id), at)
                )
    return found
