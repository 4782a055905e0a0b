"""Which table is in which channel: open, find, bring back, close."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Final

from bot.driver import TableDriver
from bot.game.engine import RULES_VERSION
from bot.game.rules import CANADIAN
from bot.house import House, Screen
from bot.lobby import BROKEN, OLDER_RULES, Opening, Status
from bot.pace import CLOCKS
from bot.refusals import Refusal, Refused
from bot.saving import moment, saved_options, saved_seats
from bot.seats import NOBODY, Seating
from bot.table import Table
from db.faults import ChannelTaken, StoreError
from db.values import LIVE, SavedGame

LOG = logging.getLogger(__name__)

#: Seconds for which the end of a table is worth drawing, where it was not when it came.
_LATELY: Final = 24 * 3600


class GameManager:
    """All open tables of this process, at most one a channel; the store holds that too."""

    def __init__(self, house: House, screen_of: Callable[[Table], Screen]) -> None:
        self.house = house
        self._screen_of = screen_of
        self._by_channel: dict[int, Table] = {}
        self._by_game: dict[int, Table] = {}
        self._still: set[int] = set()  # servers that the bot was removed from

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._by_game.values()))

    def __len__(self) -> int:
        return len(self._by_game)

    def in_channel(self, channel_id: int) -> Table | None:
        """The open table of a channel."""
        table = self._by_channel.get(channel_id)
        return table if table is not None and table.is_open else None

    def of_game(self, game_id: int) -> Table | None:
        """The table of a game, as long as it is open or just over."""
        return self._by_game.get(game_id)

    async def open(self, opening: Opening, seating: Seating = NOBODY) -> Table:
        """Opens a lobby. Raises Refused when the channel has a table."""
        known = self.in_channel(opening.channel_id)
        if known is not None:
            raise Refused(Refusal.TABLE_HERE, table=known)
        try:
            game_id = await self.house.games.create(
                guild_id=opening.guild_id,
                channel_id=opening.channel_id,
                host_id=opening.host_id,
                rules=opening.rules.to_json(),
                rules_version=RULES_VERSION,
                clock=opening.clock,
                level=opening.level,
                created_at=moment(self.house.now()),
                seats=saved_seats(seating),
                options=saved_options(hints=opening.hints),
            )
        except ChannelTaken as taken:
            raise Refused(Refusal.TABLE_HERE, table=self._by_game.get(taken.game_id)) from None
        except StoreError as error:
            LOG.error("channel %s: no table opened: %s", opening.channel_id, error)
            raise Refused(Refusal.TRY_AGAIN) from error
        table = Table(game_id, opening, self.house, seating=seating)
        with contextlib.suppress(Refused):  # then it is promised a little later
            await table.promise_first()
        self._keep(table)
        LOG.info("game %s in channel %s: opened", table.id, table.channel_id)
        return table

    async def restore(self) -> None:
        """Brings back every unfinished table; a game this program can't go on with is ended, and says so.

        A table that ended when nothing could be drawn any more is brought back until its end is.
        """
        for saved in await self.house.games.undrawn(moment(self.house.now() - _LATELY)):
            try:
                self._keep(Table.restored(saved, self.house))
            except ValueError as error:
                LOG.info("game %s in channel %s: its end is not drawn: %s", saved.id, saved.channel_id, type(error))
        for saved in await self.house.games.unfinished():
            try:
                self._keep(Table.restored(_whole(saved), self.house))
            except ValueError as error:  # RulesFault and Illegal are ValueErrors too
                await self._give_up(saved, error)
        if brought_back := sum(table.is_open for table in self):
            LOG.info("recovered: tables brought back: %d", brought_back)

    async def _give_up(self, saved: SavedGame, error: ValueError) -> None:
        why = OLDER_RULES if saved.rules_version != RULES_VERSION else BROKEN
        kind = type(error).__name__  # its text may name a card
        LOG.warning("game %s in channel %s: can't go on: %s (%s)", saved.id, saved.channel_id, why, kind)
        await self.house.games.end(saved.id, why, moment(self.house.now()))
        opening = Opening(saved.guild_id, saved.channel_id, saved.host_id, "", CANADIAN, "none", saved.level)
        table = Table(saved.id, opening, self.house, seating=NOBODY)
        table.status, table.ending, table.message_id = Status.ENDED, why, saved.message_id
        self._keep(table)  # until its message is drawn

    def stand_still(self, guild_id: int) -> None:
        """No robot and no clock acts at a server's tables until they are mended."""
        self._still.add(guild_id)
        for table in self:
            if table.guild_id == guild_id and table.driver is not None:
                table.driver.stop()

    def stood_still(self, guild_id: int) -> list[Table]:
        """The tables of a server that have stood still until now."""
        if guild_id not in self._still:
            return []
        self._still.remove(guild_id)
        return [table for table in self if table.guild_id == guild_id and table.is_open]

    def begin(self) -> None:
        """Draws every table that was brought back and lets its clock run."""
        for table in self:
            if table.driver is not None:
                table.driver.wake()
            if table.screen is not None:
                table.screen.changed()

    def drop(self, table: Table) -> None:
        """Forgets a table that is over."""
        if self._by_channel.get(table.channel_id) is table:
            del self._by_channel[table.channel_id]
        self._by_game.pop(table.id, None)
        if table.driver is not None:
            table.driver.stop()

    async def close(self) -> None:
        """Stops every table when nothing of it is being saved."""
        for table in self:
            await table.settled()
            if table.driver is not None:
                table.driver.stop()

    def _keep(self, table: Table) -> None:
        table.screen = self._screen_of(table)
        table.driver = TableDriver(table)
        table.driver.wake()
        self._by_channel[table.channel_id] = table
        self._by_game[table.id] = table


def _whole(saved: SavedGame) -> SavedGame:
    """The stored game, if it has all that one needs. Raises ValueError."""
    if saved.status == LIVE and saved.rules_version != RULES_VERSION:
        raise ValueError("rules of another version")
    if saved.clock not in CLOCKS:
        raise ValueError("an unknown clock")
    if saved.status == LIVE and (saved.dealer is None or not saved.entries):
        raise ValueError("a game that never began")
    return saved
