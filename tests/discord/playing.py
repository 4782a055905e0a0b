"""People who play a game by what they see, and what must be true of a game that is over."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.account import Account
from bot.game.cards import Card, Seat
from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.lobby import Status
from bot.past import record_of_game
from bot.shares import counted_for
from bot.wire.painter import LEISURE
from db.values import SavedGame
from tests.discord.kit import Person, Room, argument_of, offers, text_of

#: What a panel may ask for.
DECISIONS: Final = ("next", "discard", "trump", "play", "bid", "pass")

Choose = Callable[[Person, dict[str, list[str]], random.Random], str]
"""Which of a person's enabled controls (custom_ids by verb) to press; there is a decision among them."""


class Stacked(random.Random):
    """Chance that lets ``dealer`` deal the given packs, and then deals as the seed 1 would."""

    def __init__(self, dealer: str, *packs: tuple[Card, ...]) -> None:
        super().__init__(1)
        self._dealer = Seat(dealer)
        self._packs = list(packs)

    def choice(self, seq: Any) -> Any:
        return self._dealer if self._dealer in seq else super().choice(seq)

    def sample(self, population: Any, k: int, *, counts: Any = None) -> Any:
        return self._packs.pop(0) if self._packs else super().sample(population, k, counts=counts)


async def open_table(here: Room, sitting: int = 4, **options: Any) -> int:
    """Opens a table with so many people and begins; gives the game's number."""
    host, *others = here.people[:sitting]
    await host.command("start", **options)
    for person in others:
        await person.press("sit", message=here.board())
    game = here.table.id
    await host.press("start", message=here.board())
    return game


async def set_for_server(chief: Person, name: str, *values: Any) -> None:
    """Somebody who manages the server chooses on the page of its settings."""
    await chief.command("settings")
    await chief.press("settings", "server")
    await chief.choose("server", values, argument=name)


def low_bids(person: Person, offered: dict[str, list[str]], chance: random.Random) -> str:
    """The lowest bid now and then, so that contracts are made and the game ends; else anything."""
    verb = next(verb for verb in DECISIONS if verb in offered)
    if verb == "bid" and ("pass" not in offered or chance.random() < 0.4):
        return min(offered["bid"], key=lambda one: int(argument_of(one)))
    if verb == "bid":
        return offered["pass"][0]
    return chance.choice(offered[verb])


def south_in_spades(person: Person, offered: dict[str, list[str]], chance: random.Random) -> str:
    """Ana, who opened the table and sits South, bids and names spades; the others pass."""
    if "trump" in offered:
        return next(one for one in offered["trump"] if argument_of(one) == "S")
    if "bid" in offered:
        return offered["bid"][0] if person is person.room.people[0] else offered["pass"][0]
    return low_bids(person, offered, chance)


async def decide(person: Person, chance: random.Random, choose: Choose = low_bids) -> bool:
    """One press in the newest private message that asks for a decision, if there is one.

    Who is called, because no panel follows the game any more (after a restart, or hours), asks for the cards first.
    """
    if await _press_decision(person, chance, choose):
        return True
    called = [message for message in person.room.public()[-3:] if person.member.mention in text_of(message)]
    if not called:
        return False
    await person.press("cards", message=called[0])
    return await _press_decision(person, chance, choose)


async def _press_decision(person: Person, chance: random.Random, choose: Choose) -> bool:
    for message in reversed(person.private()):
        offered = offers(message)
        if any(verb in offered for verb in DECISIONS):
            await person.member.click(message, custom_id=choose(person, offered, chance))
            return True
    return False


async def play_on(
    here: Room,
    chance: random.Random,
    *,
    people: Sequence[Person] | None = None,
    choose: Choose = low_bids,
    until: Callable[[], bool] | None = None,
    patience: int = 3000,
) -> None:
    """People press what their own panels offer, in turns, until ``until`` says so or the game is over and drawn."""
    for _ in range(patience):
        acted = False
        for person in people or here.people:
            if until is not None and until():
                return
            if not here.has_table():
                await here.wait(LEISURE + 1)
                return
            acted = await decide(person, chance, choose) or acted
        if not acted:
            await here.wait(2)
    raise AssertionError("the game does not end")


def asked(here: Room) -> list[Person]:
    """The people who are to act."""
    waiting = {here.table.seating[seat.place].user_id for seat in here.table.people_to_act()}
    return [person for person in here.people if person.id in waiting]


async def act(here: Room) -> Person:
    """Whose turn it is passes, or bids where that can't be, in their panel; it may have to be opened first."""
    person = asked(here)[0]
    if not {"pass", "bid"} & person.offers().keys():
        await here.wait(4)  # who was not asked is told at leisure
    await person.press("pass" if "pass" in person.offers() else "bid")
    return person


async def entries(here: Room, game: int) -> int:
    """How many lines of the game are stored."""
    return len((await here.saved(game)).entries)


async def check_finished(here: Room, game: int) -> SavedGame:
    """The stored record is clean, and who has a result is who the game counts for; in most games who sits there."""
    saved = await here.saved(game)
    assert saved.status == Status.FINISHED.value
    record = read_record(write_record(record_of_game(saved)))
    assert record.faults() == []
    assert record.winner == saved.winner
    page = await here.bot.store.boards.people(
        guild_id=saved.guild_id, period="all", by="wins", offset=0, limit=10, asker=0
    )
    assert {row.games for row in page.rows} <= {1}
    counted = counted_for(Account.of(saved).shares)
    won = {who.user_id: seat.value in (saved.winner or "") for seat, who in counted.items()}
    wins = {who.user_id for who in counted.values() if who.wins}
    expected = {user_id: int(won[user_id]) for user_id in won if user_id in wins or not won[user_id]}
    assert {row.user_id: row.wins for row in page.rows} == expected
    if {entry.by for entry in saved.entries} <= {"person", "table"}:
        assert won.keys() == {seat.user_id for seat in saved.seats if seat.user_id is not None}
    return saved
