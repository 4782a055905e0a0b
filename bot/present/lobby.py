"""A table that waits for people, and the host's private options for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.game.cards import SEATS, Seat
from bot.info import LobbyInfo
from bot.present.choices import CLOCKS, house_rule, menu, named, presets, switch
from bot.present.escape import safe_name
from bot.present.names import seat_name
from bot.present.people import called, called_on_label
from bot.present.proof import first_commitment
from bot.present.rules_line import HOUSE_RULES, rules_line, rules_name
from bot.present.spec import Accent, Button, Control, Divider, Menu, MessageSpec, Option, Row, Style, Text
from bot.present.turns import countdown
from bot.present.words import Words

#: How many columns a name may take where it has a line for itself.
NAME_IN_LINE: Final = 24
#: The choice of a robot like the table's others, among the levels.
COMMON: Final = "common"


def lobby(words: Words, info: LobbyInfo) -> MessageSpec:
    """The table before its game: rules, seats, who may sit where, and how to start."""
    head = words("lobby.title", host=_host(words, info))
    return MessageSpec(
        (
            Text(f"{head}\n{_rules(words, info)}"),
            Divider(),
            Text("\n".join(_seat_line(words, info, seat) for seat in SEATS)),
            Text(words("lobby.how", level=words(f"level.{info.level}"), when=countdown(info.closes_at))),
            Row(tuple(_sit_button(words, info, seat) for seat in SEATS)),
            Row(tuple(_other_buttons(words, info))),
            *([Text(first_commitment(words, info.proof))] if info.proof is not None else []),
        ),
        Accent.LOBBY,
    )


def _host(words: Words, info: LobbyInfo) -> str:
    return safe_name(info.host_name, NAME_IN_LINE) or words("nameless.host")


def _rules(words: Words, info: LobbyInfo) -> str:
    line = words(
        "lobby.rules",
        rules=rules_name(words, info.rules),
        line=rules_line(words, info.rules),
        clock=words(f"clock.{info.clock}"),
    )
    return line if info.hints else words("lobby.without-hints", line=line)


def _seat_line(words: Words, info: LobbyInfo, seat: Seat) -> str:
    who = info.seating[seat.place]
    seat_text = seat_name(words, seat)
    if who.is_free:
        return words("lobby.free", seat=seat_text)
    if who.user_id is None:
        return words("lobby.robot", seat=seat_text, level=words(f"level.{who.robot}"))
    key = "lobby.host" if who.user_id == info.host_id else "lobby.taken"
    return words(key, seat=seat_text, who=called(words, info.seating, seat, NAME_IN_LINE))


def _sit_button(words: Words, info: LobbyInfo, seat: Seat) -> Button:
    control = Control("sit", info.game, 0, seat.value)
    if info.seating[seat.place].user_id is None:
        return Button(words("button.sit", seat=seat_name(words, seat)), control, Style.SUCCESS)
    return Button(called_on_label(words, info.seating, seat), control, disabled=True)


def _other_buttons(words: Words, info: LobbyInfo) -> Iterator[Button]:
    robots = len(_without_person(info))
    label = words.count("button.start-with-robots", robots) if robots else words("button.start")
    yield Button(label, Control("start", info.game), Style.PRIMARY, disabled=robots == len(SEATS))
    yield Button(words("button.options"), Control("options", info.game))
    yield Button(words("button.leave-lobby"), Control("leave", info.game))


def _without_person(info: LobbyInfo) -> list[Seat]:
    return [seat for seat in SEATS if info.seating[seat.place].user_id is None]


def lobby_closed(words: Words, why: str) -> MessageSpec:
    """What a lobby turns into when it closes without a game."""
    known = why if why in ("nobody-started", "ended") else "ended"
    return MessageSpec((Text(words(f"lobby.closed.{known}")),), Accent.OVER)


def options(words: Words, info: LobbyInfo, levels: tuple[str, ...] = ()) -> MessageSpec:
    """The host's menus, private. ``levels`` are the robots there are; values of house rules are JSON text."""
    text = words("options.title", rules=rules_name(words, info.rules), line=rules_line(words, info.rules))
    menus = [
        menu(words, Control("set-rules", info.game, 0, "rules"), presets(words, info.rules)),
        menu(words, Control("set-clock", info.game, 0, "clock"), named(words, "clock", CLOCKS, info.clock)),
        _house_menu(words, info, "target"),
        menu(words, Control("set-level", info.game, 0, "level"), named(words, "level", levels, info.level)),
        _hints_menu(words, info),
        *(_house_menu(words, info, field) for field in HOUSE_RULES if field != "target"),
    ]
    rows = [Row((one,)) for one in menus if one is not None]
    if levels and _without_person(info):
        rows.append(Row((Button(words("button.robots"), Control("robots", info.game)),)))
    return MessageSpec((Text(text), *rows), Accent.PLAIN)


def robots(words: Words, info: LobbyInfo, levels: tuple[str, ...]) -> MessageSpec:
    """The host's menus for the robot of each seat that no person has, private."""
    rows = [Row((_robot_menu(words, info, seat, levels),)) for seat in _without_person(info)]
    back = Row((Button(words("button.to-options"), Control("options", info.game)),))
    return MessageSpec((Text(words("robots.title")), *rows, back), Accent.PLAIN)


def _robot_menu(words: Words, info: LobbyInfo, seat: Seat, levels: tuple[str, ...]) -> Menu:
    chosen, name = info.seating[seat.place].robot, seat_name(words, seat)
    common = Option(
        words("robots.common", seat=name, level=words(f"level.{info.level}")), COMMON, chosen=chosen is None
    )
    own = (
        Option(words("robots.own", seat=name, level=words(f"level.{level}")), level, chosen=level == chosen)
        for level in levels
    )
    return Menu(Control("set-robot", info.game, 0, seat.value), (common, *own), name)


def _hints_menu(words: Words, info: LobbyInfo) -> Menu | None:
    if not info.may_have_hints:
        return None
    return menu(words, Control("set-hints", info.game, 0, "hints"), switch(words, "hints", on=info.hints))


def _house_menu(words: Words, info: LobbyInfo, field: str) -> Menu | None:
    verb = "set-target" if field == "target" else "set-house"
    return menu(words, Control(verb, info.game, 0, field), house_rule(words, info.rules, field))


def end_question(words: Words, game: int) -> MessageSpec:
    """Asks before a game is ended for everybody."""
    yes = Button(words("button.end-yes"), Control("end-yes", game), Style.DANGER)
    no = Button(words("button.end-no"), Control("end-no", game))
    return MessageSpec((Text(words("end.question")), Row((yes, no))), Accent.WAITING)
