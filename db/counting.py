"""What a finished game adds to results, boards and ratings, as rows; when it ends, and when all is counted again."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from itertools import permutations
from types import MappingProxyType
from typing import Any, Final

from db.periods import periods_of
from db.values import Finish, RatedSeat, RatingModel, SavedResult, Side, Skill

EVERYWHERE: Final = 0
"""The guild_id of what is counted over all servers."""

SHARES: Final = MappingProxyType({"win_rate": ("wins", "games"), "points_a_hand": ("points_for", "hands")})
"""Quotients of two sums."""

Row = dict[str, Any]
Known = Mapping[tuple[int, int], tuple[Skill, int]]
"""Skill and number of rated games by server (or EVERYWHERE) and person; who is missing is new."""


@dataclass(frozen=True, slots=True)
class Additions:
    """Rows to add to the tables called so; ratings replace those that are there."""

    results: list[Row] = field(default_factory=list)
    contracts: list[Row] = field(default_factory=list)
    standings: list[Row] = field(default_factory=list)
    pairs: list[Row] = field(default_factory=list)
    ratings: list[Row] = field(default_factory=list)
    rating_changes: list[Row] = field(default_factory=list)

    def extend(self, more: "Additions") -> None:
        """Adds those of the next game."""
        for one in fields(self):
            getattr(self, one.name).extend(getattr(more, one.name))


def scopes_of(guild_id: int | None) -> tuple[int, ...]:
    """Where a server's game counts; a direct message belongs to no server."""
    return (EVERYWHERE,) if guild_id is None else (EVERYWHERE, guild_id)


def additions(game_id: int, number: int, finish: Finish, known: Known, model: RatingModel | None) -> Additions:
    """All that the game adds. `known` has the four people of a rated game.

    Raises ValueError for a rated game without a model.
    """
    added = Additions()
    added.results.extend({"game_id": game_id, "ended_at": finish.at, **asdict(result)} for result in finish.results)
    added.contracts.extend({"game_id": game_id, **asdict(contract)} for contract in finish.contracts)
    if finish.rated:
        if model is None:
            raise ValueError("a store that is opened without a model of ratings can't save a rated game")
        for change in _changes(finish, known, model):
            added.rating_changes.append({**change, "game_id": game_id, "number": number})
            added.ratings.append({key: change[key] for key in ("guild_id", "user_id", "mu", "sigma", "games")})
    shown = {
        (row["guild_id"], row["user_id"]): {"rating": model.shown((row["mu"], row["sigma"])), "rated": row["games"]}
        for row in added.ratings
        if model is not None
    }
    for period in periods_of(finish.at):
        for result in finish.results:
            for scope in scopes_of(result.guild_id):
                rating = shown.get((scope, result.user_id), {"rating": None, "rated": None})
                added.standings.append({"guild_id": scope, "period": period, **_figures(result), **rating})
        added.pairs.extend(_pairs(finish, period))
    return added


def _figures(result: SavedResult) -> Row:
    return {
        "user_id": result.user_id,
        "games": 1,
        "wins": int(result.won),
        "bids_made": result.bids_made,
        "bids_set": result.bids_set,
        "hands": result.hands,
        "points_for": result.points_for,
        "win_rate": float(result.won),
        "points_a_hand": result.points_for / result.hands if result.hands else 0.0,
    }


def _pairs(finish: Finish, period: str) -> Iterator[Row]:
    for one, other in permutations(finish.results, 2):
        if one.side == other.side:
            figures = {"games": 1, "wins": int(one.won), "win_rate": float(one.won)}
            ids = {"user_id": one.user_id, "partner_id": other.user_id}
            for scope in scopes_of(one.guild_id):
                yield {"guild_id": scope, "period": period, **ids, **figures}


def _changes(finish: Finish, known: Known, model: RatingModel) -> Iterator[Row]:
    winners = [seat for seat in finish.rated if seat.side == finish.winner]
    losers = [seat for seat in finish.rated if seat.side != finish.winner]
    for scope in scopes_of(finish.rated[0].guild_id):
        before = {seat.seat: known.get((scope, seat.user_id), (model.newcomer, 0)) for seat in finish.rated}
        after = model.after(_skills(winners, before), _skills(losers, before))
        for side, skills in zip((winners, losers), after, strict=True):
            for seat, skill in zip(side, skills, strict=True):
                (old, games), counts = before[seat.seat], seat.gains or side is losers
                yield _change(scope, seat, old, skill if counts else old, games + counts)


def _skills(side: list[RatedSeat], known: Mapping[str, tuple[Skill, int]]) -> Side:
    one, other = side
    return known[one.seat][0], known[other.seat][0]


def _change(scope: int, seat: RatedSeat, before: Skill, after: Skill, games: int) -> Row:
    return {
        "guild_id": scope,
        "user_id": seat.user_id,
        "seat": seat.seat,
        "mu_before": before[0],
        "sigma_before": before[1],
        "mu": after[0],
        "sigma": after[1],
        "games": games,
    }
