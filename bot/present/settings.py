"""What a person has set for themselves, and a server for its tables: private pages of menus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.game.cards import Card
from bot.game.rules import RuleSet
from bot.look import CARDS, SORTINGS, Look
from bot.present.choices import CLOCKS, house_rule, menu, named, presets, switch
from bot.present.emojis import Emojis
from bot.present.panel_hand import with_trump
from bot.present.rules_line import HOUSE_RULES, rules_line, rules_name
from bot.present.spec import Accent, Button, ChannelMenu, Control, Menu, MessageSpec, Row, Text
from bot.present.words import Words

#: The pages, as the argument of the control that shows one.
YOU: Final = "you"
SERVER: Final = "server"
HOUSE: Final = "house"

_SAMPLE: Final = tuple(map(Card.parse, ("AS", "5S", "5C", "KH", "9H", "4H", "QD")))


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server has set; ``channels`` are where tables may be, everywhere if there is none."""

    rules: RuleSet
    clock: str
    level: str
    hints: bool
    rated: bool
    channels: tuple[int, ...]


def own_page(words: Words, emojis: Emojis, look: Look, *, mentions: bool) -> MessageSpec:
    """A person's own settings, and a hand as they will see it."""
    sample = with_trump(words, emojis, _SAMPLE, _SAMPLE[0].suit)
    menus = (
        menu(words, _own("cards"), named(words, "cards", CARDS, look.cards)),
        menu(words, _own("sorting"), named(words, "sorting", SORTINGS, look.sorting)),
        menu(words, _own("mentions"), switch(words, "mentions", on=mentions)),
    )
    return MessageSpec(
        (
            Text(words("settings.you")),
            Text("\n".join((words("settings.sample"), *sample))),
            *_rows(*menus),
            Row((_to(words, SERVER), _usual(words, YOU))),
        )
    )


def server_page(words: Words, now: ServerSettings, levels: tuple[str, ...], *, may_set: bool) -> MessageSpec:
    """What new tables of a server have; only who manages the server gets menus."""
    text = Text("\n".join(_server_lines(words, now)))
    if not may_set:
        return MessageSpec((text, Text(words("settings.ask")), Row((_to(words, YOU),))))
    menus = (
        menu(words, _server("rules"), presets(words, now.rules)),
        menu(words, _server("clock"), named(words, "clock", CLOCKS, now.clock)),
        menu(words, _server("level"), named(words, "level", levels, now.level)),
        menu(words, _server("hints"), switch(words, "hints", on=now.hints)),
        menu(words, _server("rated"), switch(words, "rated", on=now.rated)),
    )
    channels = ChannelMenu(_server("channels"), now.channels, words("settings.channels.menu"))
    buttons = (_to(words, HOUSE), _to(words, YOU), _usual(words, SERVER))
    return MessageSpec((text, *_rows(*menus), Row((channels,)), Row(buttons)))


def house_page(words: Words, now: ServerSettings) -> MessageSpec:
    """The house rules of a server's new tables, for who manages it."""
    head = words("settings.house", rules=rules_name(words, now.rules), line=rules_line(words, now.rules))
    fields = ("target", *(field for field in HOUSE_RULES if field != "target"))
    menus = (menu(words, Control("server-house", 0, 0, field), house_rule(words, now.rules, field)) for field in fields)
    return MessageSpec((Text(head), *_rows(*menus), Row((_to(words, SERVER),))), Accent.PLAIN)


def channel_list(channels: tuple[int, ...]) -> str:
    """``<#1> <#2>``: Discord shows their names."""
    return " ".join(f"<#{channel}>" for channel in channels)


def _server_lines(words: Words, now: ServerSettings) -> Iterator[str]:
    yield words("settings.server")
    yield words("settings.rules", rules=rules_name(words, now.rules), line=rules_line(words, now.rules))
    clock, level = words(f"clock.{now.clock}"), words(f"level.{now.level}")
    yield words("settings.table", clock=clock, level=level)
    hints, rated = words(f"hints.{_word(now.hints)}"), words(f"rated.{_word(now.rated)}")
    yield words("settings.games", hints=hints, rated=rated)
    if now.channels:
        yield words("settings.channels", channels=channel_list(now.channels))
    else:
        yield words("settings.channels.all")


def _word(on: bool) -> str:
    return "on" if on else "off"


def _own(name: str) -> Control:
    return Control("own", 0, 0, name)


def _server(name: str) -> Control:
    return Control("server", 0, 0, name)


def _to(words: Words, page: str) -> Button:
    return Button(words(f"button.settings.{page}"), Control("settings", 0, 0, page))


def _usual(words: Words, page: str) -> Button:
    return Button(words("button.settings.usual"), Control("settings-usual", 0, 0, page))


def _rows(*menus: Menu | None) -> tuple[Row, ...]:
    return tuple(Row((one,)) for one in menus if one is not None)
