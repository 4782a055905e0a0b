"""The table's own refusals, in one sentence that says what would work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.game.cards import Seat
from bot.game.rules import RulesFault
from bot.present.names import seat_name
from bot.present.refusals import explain_rules
from bot.present.words import Words
from bot.refusals import Refusal


def refused(words: Words, refusal: Refusal, details: Mapping[str, Any]) -> str:
    """The sentence of a refusal. Names in ``details`` are escaped already."""
    if refusal is Refusal.BAD_RULES:
        fault = details["fault"]
        assert isinstance(fault, RulesFault)
        return explain_rules(words, fault)
    values = {name: seat_name(words, value) if isinstance(value, Seat) else value for name, value in details.items()}
    key = f"refused.{refusal.value}"
    if refusal is Refusal.TABLE_HERE and not values.get("link"):
        key += ".unlinked"
    return words(key, **values)
