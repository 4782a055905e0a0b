"""People who play a game by what they see, and what must be true of a game that is over."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.game.record import read_record, write_record
from bot.lobby import Status
from bot.past import record_of_game
from db.values import SavedGame
from tests.discord.kit import Person, Room, argument_of

#: What a panel may ask for.
DECISIONS: Final = ("next", "discard", "trump", "play", "bid", "pass")

Choose = Callable[[dict[str, list[str]], random.Random], str]
"""Which of the enabled controls (custom_ids by verb) to press; there is a decision among them."""


async def open_table(here: Room, sitting: int = 4, **options: Any) -> int:
    """Opens a table with so many people and begins; gives the game's number."""
    host, *others = here.people[:sitting]
    await host.command("start", **options)
    for person in others:
        await person.press("sit", message=here.board())
    game = here.table.id
    await host.press("start", message=here.board())
    return game


def low_bids(offered: dict[str, list[str]], chance: random.Random) -> str:
    """The lowest bid now and then, so that contracts are made and the game ends; else anything."""
    verb = next(verb for verb in DECISIONS if verb in offered)
    if verb == "bid" and ("pass" not in offered or chance.random() < 0.4):
        return min(offered["bid"], key=lambda one: int(argument_of(one)))
    if verb == "bid":
        return offered["pass"][0]
    return chance.choice(offered[verb])


async def decide(person: Person, chance: random.Random, choose: Choose = low_bids) -> bool:
    """One press of what the person's panel offers, if it asks for a decision."""
    offered = person.offers()
    if not any(verb in offered for verb in DECISIONS):
        return False
    await person.member.click(person.panel(), custom_id=choose(offered, chance))
    return True


async def play_on(
    here: Room,
    chance: random.Random,
    *,
    people: Sequence[Person] | None = None,
    choose: Choose = low_bids,
    until: Callable[[], bool] | None = None,
    patience: int = 3000,
) -> None:
    """People press what their own panels offer, in turns, until the table is over or ``until`` says so."""
    over = until or (lambda: not here.has_table())
    for _ in range(patience):
        acted = False
        for person in people or here.people:
            if over():
                return
            acted = await decide(person, chance, choose) or acted
        if over():
            return
        if not acted:
            await here.wait(2)
    raise AssertionError("the game does not end")


async def check_finished(here: Room, game: int) -> SavedGame:
    """The stored record is clean, and each person has exactly one result."""
    saved = await here.saved(game)
    assert saved.status == Status.FINISHED.value
    record = read_record(write_record(record_of_game(saved)))
    assert record.faults() == []
    assert record.winner == saved.winner
    people = [seat.user_id for seat in saved.seats if seat.user_id is not None]
    page = await here.bot.store.records.board(guild_id=saved.guild_id, since=None, by="games", offset=0, limit=10)
    assert sorted(row.user_id for row in page.rows) == sorted(people)
    assert {row.games for row in page.rows} == {1}
    winners = [seat.user_id for seat in saved.seats if seat.user_id and seat.seat in (saved.winner or "")]
    assert sorted(row.user_id for row in page.rows if row.wins) == sorted(winners)
    return saved
