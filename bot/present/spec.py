"""A message as plain values, with no Discord in it. A spec that Discord would refuse can't be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

MOST_COMPONENTS: Final = 40
MOST_TEXT: Final = 4000
MOST_IN_ROW: Final = 5
MOST_OPTIONS: Final = 25
LONGEST_ID: Final = 100
LONGEST_LABEL: Final = 80
LONGEST_OPTION: Final = 100
LONGEST_DESCRIPTION: Final = 1024


class SpecFault(ValueError):
    """A message that Discord would refuse; the text says which limit it breaks."""


class Style(Enum):
    """What a button is for: the main choice, an ordinary one, a good one, a grave one."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


class Accent(Enum):
    """What the colour at the edge of a message says; never the only sign of it."""

    LOBBY = "lobby"
    PLAY = "play"
    YOUR_TURN = "your-turn"
    WAITING = "waiting"
    MADE = "made"
    SET = "set"
    OVER = "over"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Control:
    """What a press means: ``verb`` on game ``game`` as it was after ``seq`` entries, with an ``argument``.

    Its text form is the component's custom_id, ``kp:play:12:57:AS``. Game 0 is no game.
    """

    verb: str
    game: int = 0
    seq: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"kp:{self.verb}:{self.game}:{self.seq}:{self.argument}"


@dataclass(frozen=True, slots=True)
class Button:
    """A button; ``emoji`` is a custom emoji's text ``<:name:id>`` or a Unicode one."""

    label: str
    control: Control
    style: Style = Style.SECONDARY
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a menu."""

    label: str
    value: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu; it has a row of its own."""

    control: Control
    options: tuple[Option, ...]
    placeholder: str
    fewest: int = 1
    most: int = 1
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A menu of the server's text channels, which Discord fills; none or up to ``most`` may be chosen."""

    control: Control
    chosen: tuple[int, ...]
    placeholder: str
    most: int = MOST_OPTIONS


Item = Button | Menu | ChannelMenu


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons, or one menu."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown text; everything from outside in it is escaped already."""

    content: str


@dataclass(frozen=True, slots=True)
class Divider:
    """A thin line."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG under its file's name, with ``description`` for who can't see it."""

    file: str
    description: str
    content: bytes


Part = Text | Divider | Row | Picture


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """One message: a container of parts with a coloured edge. ``mentions`` are the people it may notify.

    Raises SpecFault when Discord would refuse it.
    """

    parts: tuple[Part, ...]
    accent: Accent = Accent.PLAIN
    mentions: tuple[int, ...] = field(default=())

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise SpecFault(fault)

    def controls(self) -> Iterator[Item]:
        """Every button and menu, in order."""
        for part in self.parts:
            if isinstance(part, Row):
                yield from part.items

    def without_controls(self) -> MessageSpec:
        """The same message with nothing to press."""
        kept = tuple(part for part in self.parts if not isinstance(part, Row))
        return MessageSpec(kept, self.accent, self.mentions)

    def text(self) -> str:
        """All of the message's text, a line a part."""
        return "\n".join(part.content for part in self.parts if isinstance(part, Text))


def rows(buttons: list[Button]) -> tuple[Row, ...]:
    """The buttons in as few rows as hold them."""
    return tuple(Row(tuple(buttons[start : start + MOST_IN_ROW])) for start in range(0, len(buttons), MOST_IN_ROW))


def _faults(spec: MessageSpec) -> Iterator[str]:
    controls = list(spec.controls())
    pictures = sum(isinstance(part, Picture) for part in spec.parts)
    components = 1 + len(spec.parts) + len(controls) + pictures
    if components > MOST_COMPONENTS:
        yield f"{components} components"
    if not spec.parts:
        yield "no parts"
    if len(spec.text()) > MOST_TEXT:
        yield f"{len(spec.text())} characters of text"
    ids = [str(one.control) for one in controls]
    if len(set(ids)) < len(ids):
        yield f"the same id twice in {ids}"
    for part in spec.parts:
        yield from _part_faults(part)


def _part_faults(part: Part) -> Iterator[str]:
    match part:
        case Text(content):
            if not content.strip():
                yield "an empty text"
        case Row(items):
            if not 1 <= len(items) <= MOST_IN_ROW or (len(items) > 1 and any(not isinstance(i, Button) for i in items)):
                yield f"{len(items)} in a row"
            for item in items:
                yield from _control_faults(item)
        case Picture(_, description):
            if not 1 <= len(description) <= LONGEST_DESCRIPTION:
                yield f"the description {description!r}"
        case Divider():
            pass


def _control_faults(item: Item) -> Iterator[str]:
    if len(str(item.control)) > LONGEST_ID:
        yield f"the id {item.control}"
    if isinstance(item, ChannelMenu):
        if len(item.chosen) > item.most:
            yield "too many channels chosen"
        return
    if isinstance(item, Button):
        if len(item.label) > LONGEST_LABEL or not (item.label or item.emoji):
            yield f"the label {item.label!r}"
        return
    if not 1 <= len(item.options) <= MOST_OPTIONS or not 0 <= item.fewest <= item.most <= len(item.options):
        yield f"{len(item.options)} options, {item.fewest} to {item.most}"
    if len({option.value for option in item.options}) < len(item.options):
        yield "an option twice"
    if sum(option.chosen for option in item.options) > item.most:
        yield "too many options chosen"
    for option in item.options:
        if not 1 <= len(option.label) <= LONGEST_OPTION or len(option.description or "") > LONGEST_OPTION:
            yield f"the option {option.label!r}"
