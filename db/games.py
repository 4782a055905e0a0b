"""Games: lobbies, live tables and what became of them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db.changes import Changes
from db.counts import Counts
from db.engine import reading
from db.faults import ChannelTaken, FaultKind, SeqGap, SeqTaken, StoreConflict, StoreFault
from db.saved import load_games
from db.schema import entries as entries_table
from db.schema import games as games_table
from db.values import LIVE, LOBBY, OPEN, Finish, RatingChange, SavedEntry, SavedGame, SavedHint, SavedSeat, SavedShuffle
from db.writer import Step, Turn, Writer


class Games:
    """Every change is one durable transaction; what is refused leaves nothing behind."""

    def __init__(self, engine: AsyncEngine, writer: Writer, now: Callable[[], datetime], counts: Counts) -> None:
        self._engine = engine
        self._writer = writer
        self._now = now
        self._counts = counts
        self._changes = Changes(writer)

    async def create(
        self,
        *,
        guild_id: int | None,
        channel_id: int,
        host_id: int,
        rules: Mapping[str, Any],
        rules_version: int,
        clock: str,
        level: str,
        created_at: datetime,
        seats: Sequence[SavedSeat] = (),
        options: Mapping[str, Any] | None = None,
        message_id: int | None = None,
    ) -> int:
        """Opens a lobby and returns its id; raises ChannelTaken."""
        lobby = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "host_id": host_id,
            "rules": dict(rules),
            "rules_version": rules_version,
            "clock": clock,
            "level": level,
            "message_id": message_id,
            "options": dict(options or {}),
            "created_at": created_at,
        }
        try:
            return await self._writer.insert(
                self._changes.create(lobby), lambda game_id: self._replace_seats(game_id, seats)
            )
        except StoreFault as fault:
            if fault.kind is FaultKind.REFUSED and (other := await self._open_game(channel_id)):
                raise ChannelTaken(other) from fault
            raise

    async def save_lobby(
        self,
        game_id: int,
        *,
        host_id: int,
        seats: Sequence[SavedSeat],
        rules: Mapping[str, Any],
        clock: str,
        level: str,
        options: Mapping[str, Any],
    ) -> None:
        """Saves all that can change before a game starts; raises StoreConflict when it is no lobby."""
        lobby = self._changes.save_lobby(
            game_id, host_id=host_id, rules=dict(rules), clock=clock, level=level, options=dict(options)
        )
        await self._run(game_id, (LOBBY,), [lobby, *self._replace_seats(game_id, seats)])

    async def start(
        self,
        game_id: int,
        *,
        dealer: str,
        seats: Sequence[SavedSeat],
        started_at: datetime,
        entries: Sequence[SavedEntry],
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Makes a lobby a live game with its first entries; raises StoreConflict when it is no lobby.

        Without `options` the lobby's stay.
        """
        steps = [self._changes.start(game_id, dealer, started_at), *self._replace_seats(game_id, seats)]
        if options is not None:
            steps.append(self._changes.save_options(game_id, options))
        if entries:
            steps.append(self._changes.add_entries(game_id, entries))
        await self._run(game_id, (LOBBY,), steps, entries)

    async def append(
        self,
        game_id: int,
        entries: Sequence[SavedEntry],
        *,
        seats: Sequence[SavedSeat] | None = None,
        finish: Finish | None = None,
    ) -> tuple[RatingChange, ...]:
        """Adds entries to a live game, with the seats they changed and the end they brought, all or nothing.

        With an end comes all that it counts for; what it did to ratings is returned. Raises SeqTaken, SeqGap or
        StoreConflict (the game is not live). A task that is cancelled here can't know whether the entries were saved:
        load the game again.
        """
        steps = [self._changes.add_entries(game_id, entries)] if entries else [self._changes.hold(game_id)]
        if seats is not None:
            steps += self._replace_seats(game_id, seats)
        if finish is None:
            await self._run(game_id, (LIVE,), steps, entries)
            return ()
        rated: tuple[RatingChange, ...] = ()

        async def count(turn: Turn) -> None:
            nonlocal rated
            rated = await self._counts.add(turn, game_id, finish)

        await self._run(game_id, (LIVE,), [*steps, self._changes.finish(game_id, finish)], entries, then=count)
        return rated

    async def save_seats(self, game_id: int, seats: Sequence[SavedSeat]) -> None:
        """Replaces the seats of a lobby or a live game; raises StoreConflict for any other."""
        await self._run(game_id, OPEN, [self._changes.hold(game_id), *self._replace_seats(game_id, seats)])

    async def add_hint(self, game_id: int, hint: SavedHint) -> None:
        """Remembers a hint, once for each question and seat; raises StoreConflict when the game is not open."""
        await self._run(game_id, OPEN, [self._changes.hold(game_id), self._changes.add_hint(game_id, hint)])

    async def save_shuffle(self, game_id: int, shuffle: SavedShuffle) -> None:
        """Remembers what a coming hand is promised, in place of an earlier promise.

        Raises StoreConflict when the game is not open.
        """
        await self._run(game_id, OPEN, [self._changes.hold(game_id), self._changes.save_shuffle(game_id, shuffle)])

    async def save_message(self, game_id: int, message_id: int | None, hand: int | None = None) -> None:
        """Remembers the table's newest message, None when that was drawn for the last time.

        With `hand` it is the first message that showed that hand's commitment. Raises StoreConflict when there is no
        such game, or no such promise.
        """
        steps = [self._changes.save_message(game_id, message_id)]
        if hand is not None and message_id is not None:
            steps.append(self._changes.show_shuffle(game_id, hand, message_id))
        if not await self._writer.run(*steps):
            raise StoreConflict(game_id, None)

    async def end(self, game_id: int, ending: str, at: datetime) -> None:
        """Ends a lobby or a live game without a result; a game that is over stays as it is."""
        await self._writer.run(self._changes.end(game_id, ending, at))

    async def unfinished(self) -> list[SavedGame]:
        """All lobbies and live games by id, in five queries however many there are."""
        async with reading(self._engine) as connection:
            return await load_games(connection, games_table.c.status.in_(OPEN))

    async def undrawn(self, since: datetime) -> list[SavedGame]:
        """All games that are over since then, and whose message was not drawn for the last time; by id."""
        over = games_table.c.status.not_in(OPEN) & (games_table.c.ended_at >= since)
        async with reading(self._engine) as connection:
            return await load_games(connection, over & games_table.c.message_id.is_not(None))

    async def load(self, game_id: int) -> SavedGame | None:
        async with reading(self._engine) as connection:
            found = await load_games(connection, games_table.c.id == game_id)
        return found[0] if found else None

    def _replace_seats(self, game_id: int, seats: Sequence[SavedSeat]) -> list[Step]:
        return self._changes.replace_seats(game_id, seats, self._now())

    async def _open_game(self, channel_id: int) -> int | None:
        question = select(games_table.c.id).where(
            games_table.c.channel_id == channel_id, games_table.c.status.in_(OPEN)
        )
        async with reading(self._engine) as connection:
            return await connection.scalar(question)

    async def _run(
        self,
        game_id: int,
        needed: Sequence[str],
        steps: Sequence[Step],
        entries: Sequence[SavedEntry] = (),
        then: Callable[[Turn], Awaitable[None]] | None = None,
    ) -> None:
        """Runs the steps, or raises what kept them from happening."""
        fault: StoreFault | None = None
        try:
            if await self._writer.run(*steps, then=then):
                return
        except StoreFault as raised:
            if raised.kind is not FaultKind.REFUSED:
                raise
            fault = raised
        async with reading(self._engine) as connection:
            await _expect_order(connection, game_id, entries)
            await _expect_status(connection, game_id, needed)
        raise fault or StoreFault(FaultKind.LOCKED, "the game changed in between; try again")


async def _expect_order(connection: AsyncConnection, game_id: int, entries: Sequence[SavedEntry]) -> None:
    question = select(func.max(entries_table.c.seq)).where(entries_table.c.game_id == game_id)
    last = await connection.scalar(question)
    for expected, entry in enumerate(entries, start=0 if last is None else last + 1):
        if entry.seq < expected:
            raise SeqTaken(game_id, entry.seq)
        if entry.seq > expected:
            raise SeqGap(game_id, entry.seq, expected)


async def _expect_status(connection: AsyncConnection, game_id: int, needed: Sequence[str]) -> None:
    status = await connection.scalar(select(games_table.c.status).where(games_table.c.id == game_id))
    if status not in needed:
        raise StoreConflict(game_id, status)
