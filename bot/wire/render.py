"""From a MessageSpec to what discord.py sends."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.present.spec import (
    Accent,
    Button,
    ChannelMenu,
    Divider,
    Item,
    MessageSpec,
    Option,
    Part,
    Picture,
    Row,
    Style,
    Text,
)

_STYLES: Final = {Style.PRIMARY: 1, Style.SECONDARY: 2, Style.SUCCESS: 3, Style.DANGER: 4}
_COLOURS: Final = {
    Accent.LOBBY: 0x5865F2,
    Accent.PLAY: 0x2D9C5B,
    Accent.YOUR_TURN: 0xE0A030,
    Accent.WAITING: 0x6D7178,
    Accent.MADE: 0x2D9C5B,
    Accent.SET: 0xD9534F,
    Accent.OVER: 0xE0B83A,
    Accent.PLAIN: 0x4E5058,
}
#: Text channels, announcements, voice channels' text, stages and forums: where a table may be, or its threads.
_TABLE_CHANNELS: Final = [0, 5, 2, 13, 15]
_CUSTOM_EMOJI: Final = re.compile(r"<a?:(?P<name>\w+):(?P<id>\d+)>")


class SpecView(discord.ui.LayoutView):
    """A layout made of a spec's components as they go over the wire.

    It holds no items, so discord.py keeps nothing of it: presses come back as interactions and find their way by
    their custom_id alone (``bot.wire.presses``), however old the message and however often the bot was restarted.
    """

    def __init__(self, spec: MessageSpec) -> None:
        super().__init__(timeout=None)
        self.spec = spec
        self.stop()  # else discord.py waits a quarter of an hour beside each private message

    def to_components(self) -> list[dict[str, Any]]:
        """The one container of the message; what Discord takes for granted is not said."""
        return [
            {
                "type": 17,
                "accent_color": _COLOURS[self.spec.accent],
                "components": [_part(part) for part in self.spec.parts],
            }
        ]

    def has_components_v2(self) -> bool:
        """Always: containers are of the second kind of components."""
        return True

    def is_dispatchable(self) -> bool:
        """Never: there are no callbacks to keep."""
        return False


def allowed_mentions(spec: MessageSpec) -> discord.AllowedMentions:
    """Leave to notify the spec's people and nobody else."""
    people = [discord.Object(user_id) for user_id in spec.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=people or False)


def files_of(spec: MessageSpec) -> list[discord.File]:
    """The spec's pictures, to be sent with it; each time anew, for sending uses them up."""
    pictures = (part for part in spec.parts if isinstance(part, Picture))
    return [discord.File(io.BytesIO(one.content), filename=one.file, description=one.description) for one in pictures]


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Text(content):
            return {"type": 10, "content": content}
        case Divider():
            return {"type": 14}
        case Picture(file, description):
            return {"type": 12, "items": [{"media": {"url": f"attachment://{file}"}, "description": description}]}
        case Row(items):
            return {"type": 1, "components": list(_items(items))}


def _items(items: tuple[Item, ...]) -> Iterator[dict[str, Any]]:
    for item in items:
        if isinstance(item, Button):
            yield _button(item)
        elif isinstance(item, ChannelMenu):
            yield _channels(item)
        else:
            yield {
                "type": 3,
                "custom_id": str(item.control),
                "placeholder": item.placeholder,
                "min_values": item.fewest,
                "max_values": item.most,
                "disabled": item.disabled,
                "options": [_option(option) for option in item.options],
            }


def _channels(menu: ChannelMenu) -> dict[str, Any]:
    return {
        "type": 8,
        "custom_id": str(menu.control),
        "placeholder": menu.placeholder,
        "channel_types": _TABLE_CHANNELS,
        "default_values": [{"id": str(one), "type": "channel"} for one in menu.chosen],
        "min_values": 0,
        "max_values": menu.most,
    }


def _button(button: Button) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": 2,
        "style": _STYLES[button.style],
        "custom_id": str(button.control),
    }
    if button.disabled:
        made["disabled"] = True
    if button.label:
        made["label"] = button.label
    if button.emoji:
        made["emoji"] = _emoji(button.emoji)
    return made


def _option(option: Option) -> dict[str, Any]:
    made: dict[str, Any] = {"label": option.label, "value": option.value}
    if option.chosen:
        made["default"] = True
    if option.description:
        made["description"] = option.description
    if option.emoji:
        made["emoji"] = _emoji(option.emoji)
    return made


def _emoji(text: str) -> dict[str, Any]:
    custom = _CUSTOM_EMOJI.fullmatch(text)
    if custom is None:
        return {"name": text}
    return {"id": custom["id"], "name": custom["name"]}
