"""What keeps tables going: a look at what the channel allows, and help for a table that does not go on."""

from __future__ import annotations

from bot.lobby import Status
from bot.present.lobby import end_question
from bot.present.upkeep import channel_checked, fixed, stood_in
from bot.refusals import Refusal, Refused
from bot.table import Table
from bot.wire.answer import Answer
from bot.wire.lobby_controls import may_manage
from bot.wire.permissions import needed, useful
from bot.wire.presses import Handler, Press


async def check_channel(answer: Answer) -> None:
    """Says what the bot may do here and what is missing."""
    if answer.interaction.guild_id is None:
        raise Refused(Refusal.ONLY_IN_SERVERS)
    await answer.show(channel_checked(answer.words, needed(answer.interaction), useful(answer.interaction)))


async def fix(answer: Answer) -> None:
    """Goes on from what is stored, lets clock and robots run anew, and posts the table's message under all others.

    For the host and who manages the channel; offers to end the table.
    """
    table = answer.table_here()
    _expect_allowed(answer, table)
    await table.mend()
    if not table.is_open:
        raise Refused(Refusal.GAME_IS_OVER)
    answer.desk.screen(table).post_anew()
    waits = any(table.seating[seat.place].user_id != answer.user_id for seat in table.people_to_act())
    await answer.show(fixed(answer.words, table.id, is_live=table.status is Status.LIVE, waits=waits))


def _expect_allowed(answer: Answer, table: Table) -> None:
    if answer.user_id != table.host_id and not may_manage(answer):
        raise Refused(Refusal.NOT_ALLOWED_TO_FIX, name=table.host_name)


async def _stand_in(press: Press) -> None:
    """Robots play for those the table waits for, who may have left the server for good."""
    table = press.table
    _expect_allowed(press, table)
    await table.stand_in(press.user_id)
    await press.redraw(stood_in(press.words))


async def _ask_to_end(press: Press) -> None:
    await press.redraw(end_question(press.words, press.table.id))


UPKEEP_CONTROLS: dict[str, Handler] = {"end-stuck": _ask_to_end, "stand-in": _stand_in}
