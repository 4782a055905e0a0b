"""What the lobby's controls do."""

from __future__ import annotations

import json

from bot.game.cards import Seat
from bot.lobby import Status
from bot.past import rematch_of, sat_in
from bot.players.registry import LEVELS
from bot.present.lobby import COMMON, end_question, options, robots
from bot.present.more import leave_question
from bot.present.settings import channel_list
from bot.present.spec import MessageSpec, Text
from bot.refusals import Refusal, Refused
from bot.seats import people
from bot.table import Table
from bot.wire.answer import Answer
from bot.wire.presses import Handler, Press
from bot.wire.render import SpecView, allowed_mentions


async def _sit(press: Press) -> None:
    table = press.table
    wanted = press.argument(Seat) if press.control.argument else None
    await table.sit(press.user_id, press.user_name, wanted)
    if table.status is Status.LOBBY:
        await press.redraw_table(table)
    else:
        await press.show_panel(table)


async def _leave(press: Press) -> None:
    table = press.table
    seat = table.seat_of(press.user_id)
    if table.status is Status.LIVE:
        await press.redraw(leave_question(press.words, table.view(seat), table.info()))
        return
    await table.leave(press.user_id)
    await press.redraw_table(table)


async def start_game(answer: Answer, table: Table) -> None:
    """Begins the game; the caller answers. Everybody who sat down lately gets their cards without asking."""
    answer.desk.panels.pressed(answer.interaction, table)
    await table.start(answer.user_id)


async def _start(press: Press) -> None:
    await start_game(press, press.table)
    await press.redraw_table(press.table)
    press.desk.panels.move_down(press.table)


def _expect_own_lobby(press: Press) -> Table:
    """The lobby that the person is the host of. Raises Refused."""
    table = press.table
    if table.host_id != press.user_id:
        raise Refused(Refusal.NOT_HOST, name=table.host_name)
    if table.status is not Status.LOBBY:
        raise Refused(Refusal.STARTED)
    return table


async def _options(press: Press) -> None:
    table = _expect_own_lobby(press)
    page = options(press.words, table.lobby_info(), LEVELS)
    await (press.redraw(page) if press.in_private else press.show(page))


async def _robots(press: Press) -> None:
    await press.redraw(robots(press.words, _expect_own_lobby(press).lobby_info(), LEVELS))


async def _set_robot(press: Press) -> None:
    level = press.values[0] if press.values else COMMON
    table, seat = press.table, press.argument(Seat)
    await table.choose_robot(press.user_id, seat, None if level == COMMON else level)
    await press.redraw(robots(press.words, table.lobby_info(), LEVELS))


async def _set(press: Press, field: str) -> None:
    table = press.table
    value = press.values[0] if press.values else press.control.argument
    await table.change_options(press.user_id, field, value)
    await press.redraw(options(press.words, table.lobby_info(), LEVELS))


async def _set_rules(press: Press) -> None:
    await _set(press, "rules")


async def _set_clock(press: Press) -> None:
    await _set(press, "clock")


async def _set_level(press: Press) -> None:
    await _set(press, "level")


async def _set_hints(press: Press) -> None:
    await _set(press, "hints")


async def _set_house(press: Press) -> None:
    """A menu's argument is the house rule's field, its values are JSON."""
    try:
        value = json.loads(press.values[0])
    except (IndexError, ValueError):
        raise Refused(Refusal.OLD_CONTROL) from None
    await press.table.change_options(press.user_id, press.control.argument, value)
    await press.redraw(options(press.words, press.table.lobby_info(), LEVELS))


async def _end_yes(press: Press) -> None:
    await press.table.end(press.user_id, may_manage=may_manage(press))
    await press.redraw(MessageSpec((Text(press.words("end.done")),)))


async def _end_no(press: Press) -> None:
    await press.redraw(MessageSpec((Text(press.words("end.not")),)))


async def ask_to_end(answer: Answer, table: Table) -> None:
    """Asks whether to end the table; only who may gets the question."""
    if answer.user_id != table.host_id and not may_manage(answer):
        raise Refused(Refusal.NOT_ALLOWED_TO_END, name=table.host_name)
    await answer.show(end_question(answer.words, table.id))


def may_manage(answer: Answer) -> bool:
    """Whether the person manages the channel."""
    return answer.interaction.permissions.manage_channels


def expect_channel(answer: Answer) -> None:
    """A table may be opened here, as far as the server goes; a thread goes by its channel. Raises Refused."""
    interaction = answer.interaction
    allowed = answer.desk.servers.channels(interaction.guild_id)
    here = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if allowed and here.isdisjoint(allowed):
        raise Refused(Refusal.NOT_IN_THIS_CHANNEL, channels=channel_list(allowed))


async def _rematch(press: Press) -> None:
    """The same seats at a new table; begun at once by a person alone, else with the host's ``Start``."""
    expect_channel(press)
    saved = await press.desk.store.games.load(press.control.game)
    if saved is None:
        raise Refused(Refusal.NO_SUCH_GAME)
    if not sat_in(saved, press.user_id):
        raise Refused(Refusal.NOT_SEATED)
    opening, seating = rematch_of(saved, press.user_id, press.user_name)
    table = await press.desk.manager.open(opening, seating)
    screen = press.desk.screen(table)
    spec = screen.spec()
    sent = await press.interaction.response.send_message(view=SpecView(spec), allowed_mentions=allowed_mentions(spec))
    await screen.opened(spec, sent.message_id)
    press.desk.panels.pressed(press.interaction, table)
    if len(people(seating)) == 1:  # only now: the deal follows from the message, too
        await start_game(press, table)
    press.desk.panels.move_down(table)


LOBBY_CONTROLS: dict[str, Handler] = {
    "sit": _sit,
    "leave": _leave,
    "start": _start,
    "options": _options,
    "set-rules": _set_rules,
    "set-clock": _set_clock,
    "set-level": _set_level,
    "robots": _robots,
    "set-robot": _set_robot,
    "set-hints": _set_hints,
    "set-house": _set_house,
    "set-target": _set_house,
    "end-yes": _end_yes,
    "end-no": _end_no,
    "rematch": _rematch,
}
