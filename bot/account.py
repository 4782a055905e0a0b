"""What a table's game counts for: kept beside the game, decided at its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.game.cards import Seat
from bot.game.state import GameState
from bot.info import RatingNews
from bot.rating import is_provisional, shown
from bot.saving import Move, is_rated
from bot.shares import Decided, Shares, counted_for, with_decisions
from db.counting import scopes_of
from db.values import Finish, RatedSeat, RatingChange, SavedContract, SavedEntry, SavedGame, SavedResult


@dataclass(frozen=True, slots=True)
class Account:
    """``rated`` is what the server said when the game began, ``changes`` what the game did to ratings."""

    rated: bool = True
    shares: Shares = field(default_factory=dict)
    changes: tuple[RatingChange, ...] = ()

    @classmethod
    def of(cls, saved: SavedGame) -> Account:
        """A stored game's."""
        return cls(is_rated(saved.options), with_decisions({}, _decided(saved.entries)), saved.ratings)

    def with_moves(self, moves: Iterable[Move]) -> Account:
        """The account after more moves."""
        return replace(self, shares=with_decisions(self.shares, _decided(moves)))

    def finish(self, state: GameState, guild_id: int | None, at: datetime) -> Finish:
        """The end of a game that is won: a result for everybody it counts for."""
        assert state.winner is not None
        counted = counted_for(self.shares)
        results = tuple(
            _result(state, seat, who.user_id, guild_id)
            for seat, who in counted.items()
            if who.wins or state.winner is not seat.side
        )
        seats = tuple(
            RatedSeat(who.user_id, guild_id, seat.value, seat.side.value, who.wins) for seat, who in counted.items()
        )
        rated = seats if self.rated and len(seats) == len(Seat) else ()
        return Finish(winner=state.winner.value, at=at, results=results, rated=rated, contracts=_contracts(state))

    def news(self, guild_id: int | None) -> tuple[RatingNews, ...]:
        """What people see of the changes, those of the server's ratings."""
        here = scopes_of(guild_id)[-1]
        return tuple(_news(one) for one in self.changes if one.guild_id == here)


def _news(one: RatingChange) -> RatingNews:
    rating, change = shown(one.after), shown(one.after) - shown(one.before)
    counted = one.after != one.before
    return RatingNews(Seat(one.seat), one.name, rating, change if counted else None, is_provisional(one.games))


def _decided(moves: Iterable[Move | SavedEntry]) -> Iterable[Decided]:
    return (Decided(Seat(one.seat), one.by, one.user_id) for one in moves if one.seat and one.by != "table")


def _contracts(state: GameState) -> tuple[SavedContract, ...]:
    return tuple(
        SavedContract(hand, result.declarer.value, result.bid, result.points.of(result.declarer.side))
        for hand, result in enumerate(state.results, 1)
        if result.declarer is not None
    )


def _result(state: GameState, seat: Seat, user_id: int, guild_id: int | None) -> SavedResult:
    played = [result for result in state.results if result.declarer is not None]
    contracts = [result for result in played if result.declarer is seat]
    made = sum(1 for result in contracts if result.made)
    return SavedResult(
        user_id=user_id,
        guild_id=guild_id,
        seat=seat.value,
        side=seat.side.value,
        won=state.winner is seat.side,
        points_for=sum(result.points.of(seat.side) for result in played),
        points_against=sum(result.points.of(seat.side.other) for result in played),
        bids_made=made,
        bids_set=len(contracts) - made,
        hands=len(played),
    )
