"""What a table can be played with, as the lines of menus."""

from __future__ import annotations

import json
from typing import Any, Final

from bot.game.rules import PRESETS, RuleSet
from bot.present.rules_line import offered, rules_line, rules_name
from bot.present.spec import Control, Menu, Option
from bot.present.words import Words

CLOCKS: Final = ("fast", "normal", "slow", "daily", "none")


def menu(words: Words, control: Control, choices: tuple[Option, ...]) -> Menu | None:
    """A menu for what the control's argument names, or None where there is nothing to choose."""
    if len(choices) < 2:
        return None
    return Menu(control, choices, words(f"options.{control.argument}"))


def presets(words: Words, now: RuleSet) -> tuple[Option, ...]:
    """The presets, by name."""
    return tuple(
        Option(words("options.rules.value", value=rules_name(words, rules)), name, rules_line(words, rules),
               chosen=name == now.name)
        for name, rules in PRESETS.items()
    )  # fmt: skip


def named(words: Words, subject: str, names: tuple[str, ...], now: str) -> tuple[Option, ...]:
    """Choices by name."""
    return tuple(
        Option(words(f"options.{subject}.value", value=words(f"{subject}.{name}")), name, chosen=name == now)
        for name in names
    )


def switch(words: Words, subject: str, *, on: bool) -> tuple[Option, ...]:
    """``on`` and ``off``."""
    return named(words, subject, ("on", "off"), "on" if on else "off")


def house_rule(words: Words, rules: RuleSet, field: str) -> tuple[Option, ...]:
    """The values of a house rule, as JSON text."""
    now = rules.to_json()[field]
    return tuple(
        Option(_house_label(words, field, value), json.dumps(value), chosen=value == now)
        for value in offered(rules, field)
    )


def _house_label(words: Words, field: str, value: Any) -> str:
    if field == "losing_score":
        return (
            words("options.losing_score.none") if value is None else words("options.losing_score.value", value=-value)
        )
    if isinstance(value, bool):
        return words(f"options.{field}.{'yes' if value else 'no'}")
    if isinstance(value, str):
        return words(f"options.{field}.{value}")
    return words(f"options.{field}.value", value=value)
