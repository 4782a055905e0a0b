"""Saving what a finished game adds to results, standings, pairs and ratings."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, bindparam, func, literal_column, select

from db.counting import EVERYWHERE, SHARES, Additions, Known, additions
from db.schema import contracts, games, pairs, people, rating_changes, ratings, results, standings
from db.upsert import added_up, upsert
from db.values import Finish, RatingChange, RatingModel
from db.writer import Step, Turn, Writer

_SUMS: Final = ("games", "wins", "bids_made", "bids_set", "hands", "points_for")
_PEOPLE: Final = ("one", "two", "three", "four")


def rating_changes_of(which: ColumnElement[bool]) -> Select[Any]:
    """The changes, and the game each is of as the last column."""
    changes = rating_changes.c
    return (
        select(
            changes.guild_id,
            changes.user_id,
            changes.seat,
            changes.mu_before,
            changes.sigma_before,
            changes.mu,
            changes.sigma,
            changes.games,
            func.coalesce(people.c.name, literal_column("''")).label("name"),
            changes.game_id,
        )
        .outerjoin_from(rating_changes, people, people.c.user_id == changes.user_id)
        .where(which)
        .order_by(changes.game_id, changes.guild_id, changes.seat)
    )


def rating_change(row: Sequence[Any]) -> RatingChange:
    """A row of the question above as a value."""
    guild_id, user_id, seat, mu_before, sigma_before, mu, sigma, rated, name, _ = row
    return RatingChange(guild_id, user_id, seat, (mu_before, sigma_before), (mu, sigma), rated, name)


class Counts:
    """Adds finished games; each in the transaction that ends it, or all of them anew."""

    def __init__(self, writer: Writer, model: RatingModel | None) -> None:
        self.model = model
        prepare = writer.prepare
        self._add_results = prepare(results.insert())
        self._add_contracts = prepare(contracts.insert())
        self._add_standings = prepare(added_up(standings, writer.dialect, _SUMS, SHARES))
        self._add_pairs = prepare(added_up(pairs, writer.dialect, ("games", "wins"), {"win_rate": SHARES["win_rate"]}))
        self._put_ratings = prepare(upsert(ratings, writer.dialect))
        self._add_changes = prepare(rating_changes.insert())
        the_game = bindparam("game_id", type_=games.c.id.type)
        self._number = prepare(select(games.c.number).where(games.c.id == the_game))
        here = ratings.c.guild_id.in_([bindparam(name, type_=ratings.c.guild_id.type) for name in ("here", "there")])
        them = ratings.c.user_id.in_([bindparam(name, type_=ratings.c.user_id.type) for name in _PEOPLE])
        self._known = prepare(select(ratings).where(here, them))
        self._changes = prepare(rating_changes_of(rating_changes.c.game_id == the_game))

    async def add(self, turn: Turn, game_id: int, finish: Finish) -> tuple[RatingChange, ...]:
        """Adds a game that has just got its number; returns what it did to ratings."""
        ((number,),) = await turn.ask(Step(self._number, [{"game_id": game_id}]))
        known = await self._known_of(turn, finish) if finish.rated else {}
        await self.write(turn, additions(game_id, number, finish, known, self.model))
        if not finish.rated:
            return ()
        return tuple(rating_change(row) for row in await turn.ask(Step(self._changes, [{"game_id": game_id}])))

    async def write(self, turn: Turn, added: Additions) -> None:
        """Saves the rows of one game, or of many in order."""
        for statement, rows in (
            (self._add_results, added.results),
            (self._add_contracts, added.contracts),
            (self._add_standings, added.standings),
            (self._add_pairs, added.pairs),
            (self._put_ratings, added.ratings),
            (self._add_changes, added.rating_changes),
        ):
            if rows:
                await turn.run(Step(statement, rows))

    async def _known_of(self, turn: Turn, finish: Finish) -> Known:
        values = {name: seat.user_id for name, seat in zip(_PEOPLE, finish.rated, strict=True)}
        guild_id = finish.rated[0].guild_id
        values |= {"here": EVERYWHERE if guild_id is None else guild_id, "there": EVERYWHERE}
        found = await turn.ask(Step(self._known, [values]))
        return {(scope, user_id): ((mu, sigma), rated) for scope, user_id, mu, sigma, rated in found}
