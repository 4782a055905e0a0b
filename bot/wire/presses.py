"""From a press to its answer, by the control's custom_id alone."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import discord

from bot.present.spec import Control
from bot.refusals import Refusal, Refused
from bot.table import Table
from bot.wire.answer import Answer, answering

if TYPE_CHECKING:
    from bot.wire.desk import Desk

LOG = logging.getLogger(__name__)

_CUSTOM_ID: Final = re.compile(
    r"kp:(?P<verb>[a-z-]{1,20}):(?P<game>\d{1,15}):(?P<seq>\d{1,9}):(?P<argument>.*)", re.ASCII
)

_Read = TypeVar("_Read")
Handler = Callable[["Press"], Awaitable[None]]


class Press(Answer):
    """A pressed button, a chosen menu line (``values``) or a sent form (``values`` are its texts)."""

    def __init__(
        self, interaction: discord.Interaction[Any], desk: Desk, control: Control, values: tuple[str, ...]
    ) -> None:
        super().__init__(interaction, desk)
        self.control = control
        self.values = values

    @property
    def known_table(self) -> Table | None:
        """The control's table, None when it is over."""
        return self.desk.manager.of_game(self.control.game)

    @property
    def table(self) -> Table:
        """The control's table. Raises Refused when it is over."""
        table = self.known_table
        if table is None:
            raise Refused(Refusal.GAME_IS_OVER)
        return table

    def argument(self, read: Callable[[str], _Read]) -> _Read:
        """The control's argument as ``read`` has it. Raises Refused for one that we never made."""
        try:
            return read(self.control.argument)
        except ValueError:
            raise Refused(Refusal.OLD_CONTROL) from None


def control_of(custom_id: str) -> Control | None:
    """The control of a custom_id, None where it is not one of ours."""
    match = _CUSTOM_ID.fullmatch(custom_id)
    return Control(match["verb"], int(match["game"]), int(match["seq"]), match["argument"]) if match else None


async def on_interaction(interaction: discord.Interaction[Any], desk: Desk, handlers: dict[str, Handler]) -> None:
    """Answers a press or a form; commands are not its business."""
    if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        return
    data: dict[str, Any] = dict(interaction.data or {})
    control = control_of(str(data.get("custom_id", "")))
    if control is None:
        control = Control("unknown")
    press = Press(interaction, desk, control, tuple(_values(data)))
    handler = handlers.get(control.verb, _unknown)
    press.metrics.pressed(control.verb if control.verb in handlers else "unknown")
    table = press.known_table
    if table is not None:
        desk.screen(table).welcome_back()
    await answering(press, _handled(handler, press), table)


async def _handled(handler: Handler, press: Press) -> None:
    await handler(press)


async def _unknown(press: Press) -> None:
    raise Refused(Refusal.OLD_CONTROL)


def _values(data: dict[str, Any]) -> list[str]:
    if "values" in data:
        return [str(value) for value in data["values"]]
    found: list[str] = []
    for component in data.get("components", ()):
        inner = [component["component"]] if "component" in component else component.get("components", ())
        found += [str(one.get("value", "")) for one in inner]
    return found
