"""A table: the only holder of a game outside the engine. Under its lock it computes, saves, and then believes."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot import seats
from bot.account import Account
from bot.game.actions import Action, Deal
from bot.game.cards import SEATS, Seat
from bot.game.engine import RULES_VERSION, apply, new_game, replay
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.hints import GivenHints
from bot.house import House
from bot.lobby import OutOfStep, Status, opening_of, saving
from bot.pace import MOST_STRIKES, forced_move
from bot.refusals import Refusal, Refused, Stale
from bot.saving import Move, moment, moves_of, saved_entries, saved_options, saved_seats, seating_of
from bot.seats import Occupant, Seating
from bot.standing import Standing
from db.values import LIVE, SavedGame

LOG = logging.getLogger(__name__)


class Table(Standing):
    """One table in one channel, from its lobby to its end. Everything that changes it is a coroutine.

    Those raise Refused, Illegal or Stale, and then nothing has changed.
    """

    __slots__ = ()

    @classmethod
    def restored(cls, saved: SavedGame, surroundings: House) -> Table:
        """A stored game. Clocks start anew: time did not run while the bot was away.

        Raises RulesFault, ValueError or Illegal when the game is not one this program can go on with.
        """
        if saved.status == LIVE and saved.rules_version != RULES_VERSION:
            raise ValueError(f"rules version {saved.rules_version}")
        seating = seating_of(saved.seats)
        table = cls(saved.id, opening_of(saved, seating), surroundings, seating=seating)
        table.message_id = saved.message_id
        table.shuffles.take_over(saved.shuffles, 0)
        if saved.dealer is not None:
            table._take_over(saved)
        table.status, table.ending = Status(saved.status), saved.ending
        return table

    def _take_over(self, saved: SavedGame) -> None:
        assert saved.dealer is not None
        self.status = Status.LIVE
        self.state = replay(new_game(self.rules, Seat(saved.dealer)), moves_of(saved.entries))
        self.seq = len(saved.entries)
        self.given_hints, self.account = GivenHints(saved.hints), Account.of(saved)
        self.seating = seating_of(saved.seats)
        hand = self.state.hand
        answered = sum(1 for cards in hand.discards if cards is not None) if hand is not None else 0
        self.asked_seq = self.seq - (answered if self.state.phase is Phase.DISCARD else 0)
        self.shuffles.take_over(saved.shuffles, self.hand)
        self._note_end_of_hand()

    # Coming, going and beginning

    async def sit(self, user_id: int, name: str, wanted: Seat | None) -> Seat:
        """Takes a seat: a free one in the lobby, a robot's between hands, one's own at any time."""
        async with self._lock:
            if self.status is Status.LOBBY:
                return await self._sit_in_lobby(user_id, name, wanted)
            self.expect_live()
            between_hands = self.next_at is not None
            seat = seats.choose_late(self.seating, user_id, wanted, between_hands=between_hands)
            await self._seat_decider(seat, user_id, name)
            return seat

    async def leave(self, user_id: int) -> None:
        """Leaves the seat: free in the lobby, a robot's in a game; with the last person the table ends."""
        async with self._lock:
            if self.status is Status.LOBBY:
                await self._leave_lobby(user_id)
                return
            self.expect_live()
            seating = seats.left_to_robot(self.seating, self.seat_of(user_id), self.level)
            if not seats.people(seating):
                await self._end("nobody-left")
                return
            await self._save_seating(seating)
            self.host_id, self.host_name = self._host_without(user_id, seating)

    async def start(self, user_id: int) -> None:
        """Starts the game: robots take the free seats, the first dealer is drawn, the first hand dealt (R1.3)."""
        async with self._lock:
            if self.status is not Status.LOBBY:
                raise Stale
            self._expect_host(user_id)
            await self._start()

    async def _start(self) -> None:
        seating = seats.filled(self.seating, self.level)
        if not seats.people(seating):
            raise Refused(Refusal.NOT_SEATED)
        dealer = self.surroundings.chance.choice(SEATS)
        deal = Deal(self.shuffles.deck())
        state = apply(new_game(self.rules, dealer), None, deal)
        now, account = self.surroundings.now(), Account(self.surroundings.rates(self.guild_id))
        with saving(self):
            await self.surroundings.games.start(
                self.id,
                dealer=dealer.value,
                seats=saved_seats(seating),
                started_at=moment(now),
                entries=saved_entries([Move(None, deal, "table")], 0, now),
                options=saved_options(hints=self.hints, rated=account.rated),
            )
        self.shuffles.note_dealt()
        self.status, self.seating, self.state, self.seq, self.account = Status.LIVE, seating, state, 1, account
        self.asked_at, self.asked_seq = now, 1
        LOG.info("game %s in channel %s: started, %s", self.id, self.channel_id, self.rules.name)
        self._changed()

    # The game

    async def act(self, user_id: int, action: Action, seq: int | None = None, *, for_auction: bool = False) -> None:
        """One decision of the person who sits there; who was away is back with it.

        ``seq`` is the control's, None for a command; ``for_auction`` passes for the rest of the auction too.
        """
        async with self._lock:
            seat = self._expect_decider(user_id)
            self._expect_fresh(seq)
            who = replace(self.seating[seat.place], robot=None, strikes=0, auto_pass=for_auction)
            seating = seats.with_occupant(self.seating, seat, who)
            await self._commit(Move(seat, action, "person", user_id), seating)

    async def act_for(self, seat: Seat, action: Action, seq: int, *, by: str) -> None:
        """A robot's or the clock's decision for the moment ``seq``; nothing later, or when the seat decides otherwise.

        The clock's second in a row for a person gives the seat to a robot until they are back.
        """
        async with self._lock:
            if self.status is not Status.LIVE or self.state is None or seat not in self.state.to_act:
                return
            if seq < self.asked_seq or (by == "robot") is (self.seating[seat.place].robot is None):
                return
            seating, who = self.seating, self.seating[seat.place]
            whose = who.user_id or who.owner_id
            if by == "clock":
                who = replace(who, strikes=who.strikes + 1)
                seating = seats.with_occupant(seating, seat, who)
                if who.strikes >= MOST_STRIKES:
                    seating = seats.away(seating, seat, self.level)
            await self._commit(Move(seat, action, by, whose), seating)

    async def say_next(self, user_id: int, seq: int | None = None) -> None:
        """The person has seen the summary; when all have, the next hand is due."""
        async with self._lock:
            seat = self._expect_decider(user_id)
            if self.next_at is None or (seq is not None and seq < self.seq):
                raise Stale
            self.ready |= {seat}
            self._changed()

    async def deal_next(self, seq: int) -> None:
        """Promises the next hand, or deals it when that was shown, if it was not dealt since ``seq``.

        Ends a table at which nobody is left.
        """
        async with self._lock:
            if self.next_at is None or seq != self.seq:
                return
            if not any(who.is_present for who in self.seating):
                await self._end("everybody-away")
            elif self.shuffles.promise is None:
                await self._promise_next()
            elif self.shuffles.due(self.surroundings.now()) <= self.surroundings.now():
                await self._deal()

    async def come_back(self, user_id: int) -> None:
        """The person decides for their seat again, at once; also who left it to a robot."""
        async with self._lock:
            self.expect_live()
            seat = seats.seat_of(self.seating, user_id) or seats.former_seat_of(self.seating, user_id)
            if seat is None:
                raise Refused(Refusal.NOT_SEATED)
            await self._seat_decider(seat, user_id, self.seating[seat.place].name)

    async def mend(self) -> None:
        """Believes the store again, gives the people to act their whole time, and wakes clock and robots."""
        async with self._lock:
            if self.status is Status.LIVE:
                with saving(self):
                    await self._catch_up()
            self.asked_at = self.surroundings.now()
            self._changed()

    async def stand_in(self, user_id: int) -> None:
        """Robots hold the seats of the people to act, but for this person's, until those are back."""
        async with self._lock:
            self.expect_live()
            seating = self.seating
            for seat in self.people_to_act():
                if seating[seat.place].user_id != user_id:
                    seating = seats.away(seating, seat, self.level)
            await self._save_seating(seating)

    # Inside the lock

    async def _promise_next(self) -> None:
        try:
            await self._promise(self.hand + 1)
        except OutOfStep:
            await self._catch_up()
            raise

    async def _deal(self) -> None:
        fresh = tuple(replace(who, auto_pass=False) for who in self.seating)
        north, east, south, west = fresh
        await self._commit(Move(None, Deal(self.shuffles.deck()), "table"), (north, east, south, west))
        self.shuffles.note_dealt()

    async def _commit(self, first: Move, seating: Seating) -> None:
        """Applies a move and all that follow without asking, saves them together, and then believes them."""
        assert self.state is not None
        state, moves = apply(self.state, first.seat, first.action), [first]
        while (forced := forced_move(state, seating)) is not None:
            state = apply(state, *forced)
            moves.append(Move(*forced, "table"))
        now, account = self.surroundings.now(), self.account.with_moves(moves)
        finish = account.finish(state, self.guild_id, moment(now)) if state.winner is not None else None
        try:
            with saving(self):
                changes = await self.surroundings.games.append(
                    self.id,
                    saved_entries(moves, self.seq, now),
                    seats=saved_seats(seating) if seating != self.seating else None,
                    finish=finish,
                )
        except OutOfStep:
            await self._catch_up()
            raise
        self.account = replace(account, changes=changes)
        self._believe(state, seating, len(moves), now)

    def _believe(self, state: GameState, seating: Seating, count: int, now: float) -> None:
        before = self.state
        assert before is not None
        same_question = before.phase is Phase.DISCARD and state.phase is Phase.DISCARD
        self.state, self.seating, self.seq = state, seating, self.seq + count
        if not same_question:
            self.asked_at, self.asked_seq = now, self.seq
        if len(state.results) > len(before.results):
            self._over_at, self.ready = now, frozenset()
            self._note_end_of_hand()
        if state.winner is not None:
            self.status = Status.FINISHED
            LOG.info("game %s in channel %s: won by %s", self.id, self.channel_id, state.winner.value)
        self._changed()

    def _note_end_of_hand(self) -> None:
        if self.state is not None and self.state.phase in (Phase.DEAL, Phase.FINISHED):
            self.finished_view = view(self.state, None)

    async def _catch_up(self) -> None:
        saved = await self.surroundings.games.load(self.id)
        if saved is not None and saved.status == LIVE:
            LOG.warning("recovered: game %s in channel %s caught up with the store", self.id, self.channel_id)
            self._take_over(saved)
        elif saved is not None:
            self.status, self.ending = Status(saved.status), saved.ending
        self._changed()

    async def _seat_decider(self, seat: Seat, user_id: int, name: str) -> None:
        """Gives a seat to a person; if it is their turn they have the whole clock."""
        if self.seating[seat.place] == Occupant(user_id, name):
            return
        await self._save_seating(seats.with_occupant(self.seating, seat, Occupant(user_id, name)))
        if seat in self.people_to_act():
            self.asked_at = self.surroundings.now()

    async def _save_seating(self, seating: Seating) -> None:
        with saving(self):
            await self.surroundings.games.save_seats(self.id, saved_seats(seating))
        self.seating = seating
        self._changed()

    def _expect_decider(self, user_id: int) -> Seat:
        self.expect_live()
        return self.seat_of(user_id)

    def _expect_fresh(self, seq: int | None) -> None:
        if seq is not None and not self.asked_seq <= seq <= self.seq:
            raise Stale
