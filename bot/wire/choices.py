"""The fixed choices of the commands' options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from discord import app_commands

from bot.game.cards import SEATS
from bot.game.rules import PRESETS
from bot.pace import CLOCKS
from bot.players.registry import LEVELS
from bot.present.boards import ORDERS, PERIODS, SCOPES
from bot.wire.translator import said


def _choices(prefix: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=said(f"{prefix}.{value}"), value=value) for value in values]


rules_choices = partial(_choices, "choice.rules", PRESETS)
clock_choices = partial(_choices, "choice.clock", CLOCKS)
level_choices = partial(_choices, "choice.level", LEVELS)
seat_choices = partial(_choices, "seat", [seat.value for seat in SEATS])
scope_choices = partial(_choices, "choice.scope", SCOPES.values())
period_choices = partial(_choices, "choice.period", PERIODS.values())
order_choices = partial(_choices, "choice.order", ORDERS.values())
