"""What `/pedro settings` does: pages, and what is chosen on them."""

from __future__ import annotations

import json
from typing import Any

from bot.lobby import SWITCH
from bot.players.registry import LEVELS
from bot.present.settings import HOUSE, SERVER, YOU, ServerSettings, house_page, own_page, server_page
from bot.present.spec import MessageSpec
from bot.refusals import Refusal, Refused
from bot.wire.answer import Answer
from bot.wire.presses import Handler, Press

_SWITCHES = ("hints", "rated", "mentions")


async def show_settings(answer: Answer) -> None:
    """The person's own, and the way to the server's."""
    _guild(answer)
    await answer.show(_own_page(answer))


def _guild(answer: Answer) -> int:
    guild_id = answer.interaction.guild_id
    if guild_id is None:
        raise Refused(Refusal.ONLY_IN_SERVERS)
    return guild_id


def _managed(answer: Answer) -> int:
    """The server, which the person manages. Raises Refused."""
    guild_id = _guild(answer)
    if not answer.interaction.permissions.manage_guild:
        raise Refused(Refusal.NOT_ALLOWED_TO_SET)
    return guild_id


def _own_page(answer: Answer) -> MessageSpec:
    wishes = answer.desk.preferences
    look, mentions = wishes.look(answer.user_id), wishes.may_mention(answer.user_id)
    return own_page(answer.words, answer.emojis, look, mentions=mentions)


def _server_page(answer: Answer) -> MessageSpec:
    may_set = answer.interaction.permissions.manage_guild
    return server_page(answer.words, _now(answer, _guild(answer)), LEVELS, may_set=may_set)


def _now(answer: Answer, guild_id: int) -> ServerSettings:
    servers = answer.desk.servers
    return ServerSettings(
        servers.rules(guild_id), servers.clock(guild_id), servers.level(guild_id), servers.allows_hints(guild_id),
        servers.rates(guild_id), servers.channels(guild_id),
    )  # fmt: skip


async def _page(press: Press) -> None:
    match press.control.argument:
        case page if page == YOU:
            await press.redraw(_own_page(press))
        case page if page == SERVER:
            await press.redraw(_server_page(press))
        case page if page == HOUSE:
            await press.redraw(house_page(press.words, _now(press, _managed(press))))
        case _:
            raise Refused(Refusal.OLD_CONTROL)


async def _own(press: Press) -> None:
    await press.desk.preferences.put(press.user_id, press.control.argument, _chosen(press))
    await press.redraw(_own_page(press))


async def _server(press: Press) -> None:
    guild_id, name, servers = _managed(press), press.control.argument, press.desk.servers
    if name == "channels":
        await servers.put(guild_id, name, [int(one) for one in press.values if one.isdecimal()])
    elif name == "rules":
        await servers.set_preset(guild_id, str(_chosen(press)))
    else:
        await servers.put(guild_id, name, _chosen(press))
    await press.redraw(_server_page(press))


def _chosen(press: Press) -> Any:
    """The chosen name, or on and off as the switch they are."""
    if len(press.values) != 1:
        raise Refused(Refusal.OLD_CONTROL)
    (value,) = press.values
    return SWITCH.get(value, value) if press.control.argument in _SWITCHES else value


async def _house_rule(press: Press) -> None:
    guild_id = _managed(press)
    try:
        value = json.loads(press.values[0])
    except (IndexError, ValueError):
        raise Refused(Refusal.OLD_CONTROL) from None
    await press.desk.servers.set_house_rule(guild_id, press.control.argument, value)
    await press.redraw(house_page(press.words, _now(press, guild_id)))


async def _usual(press: Press) -> None:
    if press.control.argument == YOU:
        await press.desk.preferences.reset(press.user_id)
        await press.redraw(_own_page(press))
    else:
        await press.desk.servers.reset(_managed(press))
        await press.redraw(_server_page(press))


SETTINGS_CONTROLS: dict[str, Handler] = {
    "settings": _page,
    "settings-usual": _usual,
    "own": _own,
    "server": _server,
    "server-house": _house_rule,
}
