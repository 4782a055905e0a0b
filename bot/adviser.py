"""Hints: what the strongest robot would do in a person's place, worked out from what that person may know."""

from __future__ import annotations

from typing import Final

from bot.game.cards import Seat
from bot.hints import Hint
from bot.lobby import saving
from bot.players.player import Decision
from bot.refusals import Refusal, Refused, Stale
from bot.table import Table
from bot.thinking import robots_decision
from db.values import SavedHint

_ADVISER: Final = "expert"


def hint_for(table: Table, seat: Seat) -> Decision | None:
    """What the seat was told about what it is asked now."""
    is_asked = table.has_hints and table.state is not None and seat in table.state.to_act
    return table.given_hints.of(seat, table.asked_seq) if is_asked else None


async def advise(table: Table, user_id: int) -> None:
    """Gives the person a hint for what they are asked now, and counts it; ``hint_for`` has it until the game goes on.

    A question has one hint however often it is asked for: chance comes from the question, and from no shuffle.
    Raises Refused where there is none to be had, and Stale when the game went on meanwhile.
    """
    seat, question = _expect_asked(table, user_id), table.asked_seq
    if hint_for(table, seat) is not None:
        return
    seed = f"{table.id} {question} {seat.value}"
    decision = await robots_decision(table.surroundings, _ADVISER, table.view(seat), seed)
    if decision is None:
        raise Refused(Refusal.SOMETHING_BROKE)
    if table.asked_seq != question or _expect_asked(table, user_id) is not seat:
        raise Stale
    with saving(table):
        await table.surroundings.games.add_hint(table.id, SavedHint(question, seat.value, user_id))
    table.given_hints.note(seat, Hint(question, decision), user_id)


def _expect_asked(table: Table, user_id: int) -> Seat:
    """The seat of a person who may be given a hint now. Raises Refused."""
    table.expect_live()
    seat = table.seat_of(user_id)
    if not table.has_hints:
        raise Refused(Refusal.NO_HINTS_AT_TABLE if table.may_have_hints else Refusal.NO_HINTS_IN_SERVER)
    assert table.state is not None
    if seat not in table.state.to_act:
        raise Refused(Refusal.NO_HINT_NOW)
    return seat
