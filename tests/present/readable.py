"""A message spec as text to read in a golden file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.present.emojis import Emojis
from bot.present.faces import VERSION, all_names
from bot.present.spec import Button, ChannelMenu, Divider, Menu, MessageSpec, Part, Picture, Row, Text

EMOJIS = Emojis({name: f"<:{name}:{1000 + number}>" for number, name in enumerate(all_names())})
NO_EMOJIS = Emojis()
_EMOJI = re.compile(rf"<:{VERSION}_(?:suit_)?(\w+):\d+>")


def readable(spec: MessageSpec) -> str:
    """The edge's meaning, the texts with ``{AS}`` for emojis, and a line a button or option."""
    lines = [f"({spec.accent.value})"]
    if spec.mentions:
        lines.append(f"(mentions {', '.join(map(str, spec.mentions))})")
    for part in spec.parts:
        lines += _part(part)
    return "\n".join(lines)


def _part(part: Part) -> Iterator[str]:
    match part:
        case Text(content):
            yield _shown(content)
        case Picture(file, description):
            yield f"[picture {file}: {description}]"
        case Divider():
            yield "────────"
        case Row((Menu() as menu,)):
            yield from _menu(menu)
        case Row((ChannelMenu() as menu,)):
            yield f"  <{menu.placeholder}: 0 to {menu.most} channels>  {menu.control}"
            yield from (f"    * channel {one}" for one in menu.chosen)
        case Row(items):
            for item in items:
                assert isinstance(item, Button)
                yield _button(item)


def _button(button: Button) -> str:
    face = f"{_shown(button.emoji)} " if button.emoji else ""
    off = " (disabled)" if button.disabled else ""
    return f"  [{face}{button.label}] {button.style.value}{off}  {button.control}"


def _menu(menu: Menu) -> Iterator[str]:
    yield f"  <{menu.placeholder}: {menu.fewest} to {menu.most}>  {menu.control}"
    for option in menu.options:
        face = f"{_shown(option.emoji)} " if option.emoji else ""
        more = f" – {option.description}" if option.description else ""
        yield f"    {'*' if option.chosen else '-'} {face}{option.label}{more}  = {option.value}"


def _shown(text: str) -> str:
    return _EMOJI.sub(r"{\1}", text)
