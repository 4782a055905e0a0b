"""A table as far as its people go: who sits where, who may change what, how it ends. The game is ``bot.table``'s."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot import seats
from bot.game.cards import Seat
from bot.game.rules import RuleSet, RulesFault, house, preset, rules_from_json
from bot.house import Driver, House, Screen
from bot.info import LobbyInfo
from bot.pace import CLOCKS, LOBBY_PATIENCE
from bot.players.registry import LEVELS, known_level
from bot.refusals import Refusal, Refused
from bot.saving import hints_of, moment, saved_options, saved_seats
from bot.seats import Seating
from bot.shuffles import Promise, Shuffles
from db.faults import SeqTaken, StoreConflict, StoreError
from db.values import LIVE, SavedGame

LOG = logging.getLogger(__name__)

#: How a stored game ends that this program can't go on with.
OLDER_RULES: Final = "older-rules"
BROKEN: Final = "broken"
#: … and one whose channel was deleted.
CHANNEL_GONE: Final = "channel-gone"


#: What a switch is set to.
SWITCH: Final = MappingProxyType({"on": True, "off": False})


class Status(Enum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    LIVE = "live"
    FINISHED = "finished"  # played to its end
    ENDED = "ended"  # without a result


class Host(NamedTuple):
    """Who may begin and end the table."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Opening:
    """What a table is opened with."""

    guild_id: int | None
    channel_id: int
    host_id: int
    host_name: str
    rules: RuleSet
    clock: str
    level: str
    hints: bool = True


class Lobby:
    """A table before its game, and what of it stays the same in the game: people, seats, host, end.

    Everything that changes it is a coroutine; those raise Refused, and then nothing has changed.
    """

    __slots__ = (
        "_lock", "channel_id", "clock", "created_at", "driver", "ending", "guild_id", "hints", "host_id", "host_name",
        "id", "level", "message_id", "rules", "screen", "seating", "shuffles", "status", "surroundings",
    )  # fmt: skip

    def __init__(self, game_id: int, opening: Opening, surroundings: House, *, seating: Seating) -> None:
        self.id = game_id
        self.guild_id = opening.guild_id
        self.channel_id = opening.channel_id
        self.host_id = opening.host_id
        self.host_name = opening.host_name
        self.rules = opening.rules
        self.clock = opening.clock
        self.level = known_level(opening.level)
        self.hints = opening.hints
        self.surroundings = surroundings
        self.seating = seating
        self.status = Status.LOBBY
        self.ending: str | None = None
        self.message_id: int | None = None
        self.created_at = surroundings.now()
        self.screen: Screen | None = None
        self.driver: Driver | None = None
        self.shuffles = Shuffles(surroundings.dealing)
        self._lock = surroundings.metrics.lock()

    def lobby_info(self) -> LobbyInfo:
        """The table before the game."""
        return LobbyInfo(
            self.id, self.host_id, self.host_name, self.rules, self.clock, self.level, self.seating, self.closes_at,
            self.has_hints, self.may_have_hints, self.shuffles.proof(1, is_over=False),
        )  # fmt: skip

    @property
    def may_have_hints(self) -> bool:
        """Whether the server lets its tables have hints."""
        return self.surroundings.allows_hints(self.guild_id)

    @property
    def has_hints(self) -> bool:
        """Whether hints are to be had at this table."""
        return self.hints and self.may_have_hints

    @property
    def closes_at(self) -> float:
        """When a lobby that nobody starts closes."""
        return self.created_at + LOBBY_PATIENCE

    @property
    def is_open(self) -> bool:
        """Whether it still holds its channel."""
        return self.status in (Status.LOBBY, Status.LIVE)

    def seat_of(self, user_id: int) -> Seat:
        """The seat this person sits on. Raises Refused."""
        seat = seats.seat_of(self.seating, user_id)
        if seat is None:
            raise Refused(Refusal.NOT_SEATED)
        return seat

    async def change_options(self, user_id: int, field: str, value: Any) -> None:
        """Changes the lobby's rules, clock, level, hints, or one house rule; only the host may."""
        async with self._lock:
            self._expect_lobby()
            self._expect_host(user_id)
            try:
                match field:
                    case "rules":
                        await self._save_lobby(rules=preset(value))
                    case "clock" if value in CLOCKS:
                        await self._save_lobby(clock=value)
                    case "level" if value in LEVELS:
                        await self._save_lobby(level=value)
                    case "hints" if value in SWITCH:
                        await self._save_lobby(hints=SWITCH[value])
                    case _:
                        await self._save_lobby(rules=house(self.rules, **{field: value}))
            except RulesFault as fault:
                raise Refused(Refusal.BAD_RULES, fault=fault) from None

    async def choose_robot(self, user_id: int, seat: Seat, level: str | None) -> None:
        """Puts a robot of this level on a seat that no person has, or one of the table's (None); only the host may."""
        async with self._lock:
            self._expect_lobby()
            self._expect_host(user_id)
            if level is not None and level not in LEVELS:
                raise Refused(Refusal.OLD_CONTROL)
            await self._save_lobby(seating=seats.robot_on(self.seating, seat, level))

    async def close_lobby(self) -> None:
        """Closes a lobby that nobody started."""
        async with self._lock:
            if self.status is Status.LOBBY:
                await self._end("nobody-started")

    async def end(self, user_id: int, *, may_manage: bool) -> None:
        """Ends the table without a result; the host may, and who manages the channel."""
        async with self._lock:
            if not self.is_open:
                raise Refused(Refusal.GAME_IS_OVER)
            if user_id != self.host_id and not may_manage:
                raise Refused(Refusal.NOT_ALLOWED_TO_END, name=self.host_name)
            await self._end("host" if user_id == self.host_id else "manager")

    async def abandon(self, why: str) -> None:
        """Ends the table for a reason from outside, such as a channel that is gone."""
        async with self._lock:
            if self.is_open:
                await self._end(why)

    async def promise_first(self) -> None:
        """Promises the first hand's deal, if it is not."""
        async with self._lock:
            if self.status is Status.LOBBY and self.shuffles.promise is None:
                await self._promise(1)

    async def note_message(self, message_id: int, promise: Promise | None = None) -> None:
        """Remembers which message shows the table; it may be the first that shows a promise's commitment."""
        async with self._lock:
            self.message_id = message_id
            if promise is None or promise != self.shuffles.awaited:
                await self._save_message(message_id)
                return
            if await self._save_message(message_id, promise.hand):
                self.shuffles.shown(promise, message_id)
            else:
                self.shuffles.withdraw(promise)
            if self.driver is not None:
                self.driver.wake()

    def withdraw(self, promise: Promise) -> None:
        """The message with the promise's commitment may have arrived or not: another promise takes its place."""
        self.shuffles.withdraw(promise)
        if self.driver is not None:
            self.driver.wake()

    async def note_last_drawing(self) -> None:
        """Remembers that the message shows the table's end: nothing is left to draw, also after a restart."""
        await self._save_message(None)

    async def _save_message(self, message_id: int | None, hand: int | None = None) -> bool:
        try:
            await self.surroundings.games.save_message(self.id, message_id, hand)
        except StoreError as error:
            LOG.warning("game %s in channel %s: message not saved: %s", self.id, self.channel_id, error)
            return False
        return True

    async def settled(self) -> None:
        """Returns when nothing is being saved."""
        async with self._lock:
            return

    # Inside the lock

    async def _promise(self, hand: int) -> None:
        promise = self.shuffles.new_promise(hand)
        with saving(self):
            await self.surroundings.games.save_shuffle(self.id, promise.saved)
        self.shuffles.promised(promise, self.surroundings.now())
        self._changed()

    async def _sit_in_lobby(self, user_id: int, name: str, wanted: Seat | None) -> Seat:
        seat = seats.choose(self.seating, user_id, wanted)
        host = None if seats.people(self.seating) else Host(user_id, name)  # everybody had left
        await self._save_lobby(seating=seats.sit(self.seating, seat, user_id, name), host=host)
        return seat

    async def _leave_lobby(self, user_id: int) -> None:
        seating = seats.with_occupant(self.seating, self.seat_of(user_id), seats.EMPTY)
        await self._save_lobby(seating=seating, host=self._host_without(user_id, seating))

    def _host_without(self, user_id: int, seating: Seating) -> Host:
        """Who is host when this person has left: the next person, when it was them and there is one."""
        others = seats.people(seating)
        if user_id != self.host_id or not others:
            return Host(self.host_id, self.host_name)
        assert others[0].user_id is not None
        return Host(others[0].user_id, others[0].name)

    async def _save_lobby(
        self,
        *,
        seating: Seating | None = None,
        rules: RuleSet | None = None,
        clock: str | None = None,
        level: str | None = None,
        hints: bool | None = None,
        host: Host | None = None,
    ) -> None:
        host = host or Host(self.host_id, self.host_name)
        seating, rules = seating or self.seating, rules or self.rules
        clock, level = clock or self.clock, level or self.level
        hints = self.hints if hints is None else hints
        with saving(self):
            await self.surroundings.games.save_lobby(
                self.id,
                host_id=host.user_id,
                seats=saved_seats(seating),
                rules=rules.to_json(),
                clock=clock,
                level=level,
                options=saved_options(hints=hints),
            )
        self.seating, self.rules, self.clock, self.level, self.hints = seating, rules, clock, level, hints
        self.host_id, self.host_name = host
        self._changed()

    async def _end(self, why: str) -> None:
        with saving(self):
            await self.surroundings.games.end(self.id, why, moment(self.surroundings.now()))
        self.status, self.ending = Status.ENDED, why
        LOG.info("game %s in channel %s: ended, %s", self.id, self.channel_id, why)
        self._changed()

    def _changed(self) -> None:
        if self.driver is not None:
            self.driver.wake()
        if self.screen is not None:
            self.screen.changed()

    def _expect_lobby(self) -> None:
        if self.status is not Status.LOBBY:
            raise Refused(Refusal.STARTED if self.status is Status.LIVE else Refusal.GAME_IS_OVER)

    def expect_live(self) -> None:
        """Raises Refused when there is no game going on."""
        if self.status is not Status.LIVE:
            raise Refused(Refusal.NOT_STARTED if self.status is Status.LOBBY else Refusal.GAME_IS_OVER)

    def _expect_host(self, user_id: int) -> None:
        if user_id != self.host_id:
            raise Refused(Refusal.NOT_HOST, name=self.host_name)


class OutOfStep(Refused):
    """The store has entries this table does not know."""

    def __init__(self) -> None:
        super().__init__(Refusal.TRY_AGAIN)


class saving:  # noqa: N801 - used as a statement, like contextlib's
    """Turns the store's faults into a refusal; nothing was saved, and nothing is believed."""

    def __init__(self, table: Lobby) -> None:
        self._table = table

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SeqTaken | StoreConflict):
            raise OutOfStep from error
        if isinstance(error, StoreError):
            LOG.error("game %s in channel %s: not saved: %s", self._table.id, self._table.channel_id, error)
            raise Refused(Refusal.TRY_AGAIN) from error


def opening_of(saved: SavedGame, seating: Seating) -> Opening:
    """What a stored game was opened with, and its host now. Raises RulesFault."""
    who, name = host_of(saved, seating)
    rules, hints = rules_from_json(saved.rules), hints_of(saved.options)
    return Opening(saved.guild_id, saved.channel_id, who, name, rules, saved.clock, saved.level, hints)


def host_of(saved: SavedGame, seating: Seating) -> Host:
    """The stored host, or the next person where that one has left during the game."""
    sitting = [who for who in seats.people(seating) if who.user_id is not None]
    host = next((who for who in sitting if who.user_id == saved.host_id), None)
    if host is None and saved.status == LIVE and sitting:
        host = sitting[0]
    if host is None or host.user_id is None:
        return Host(saved.host_id, "")
    return Host(host.user_id, host.name)
