"""A rule set in one line: its preset, and what is peculiar to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.game.rules import PRESETS, AllPass, KittyTiming, RuleSet, RulesFault, TrumpDiscard, house
from bot.present.words import Words

#: The fields a table may change, and the values it is offered; JSON values.
HOUSE_RULES: Final[dict[str, tuple[Any, ...]]] = {
    "bid_min": (6, 7, 30),
    "passed_may_reenter": (True, False),
    "all_pass": tuple(one.value for one in AllPass),
    "kitty_timing": tuple(one.value for one in KittyTiming),
    "trump_discard": tuple(one.value for one in TrumpDiscard),
    "losing_score": (None, -100, -200),
    "target": (50, 75, 100, 150, 200, 250, 300, 400, 500),
}


def rules_name(words: Words, rules: RuleSet) -> str:
    """``Canadian``, or ``Canadian with house rules``."""
    if rules.based_on is None:
        return words(f"rules.{rules.name}")
    return words("rules.house", based_on=words(f"rules.{rules.based_on}"))


def rules_line(words: Words, rules: RuleSet) -> str:
    """``bids from 7 · kitty before trumps · to 200``."""
    return " · ".join(_peculiarities(words, rules))


def _peculiarities(words: Words, rules: RuleSet) -> Iterator[str]:
    yield words("rules.bids-from", bid=rules.bid_min)
    yield (
        words(f"rules.kitty.{rules.kitty_timing.value}")
        if rules.kitty_size
        else words("rules.second-deal", number=rules.second_deal)
    )
    if not rules.passed_may_reenter:
        yield words("rules.pass-is-final")
    if rules.all_pass is not AllPass.NEXT_DEALER:
        yield words(f"rules.all-pass.{rules.all_pass.value}")
    if rules.trump_discard is not TrumpDiscard.NEVER:
        yield words(f"rules.discard.{rules.trump_discard.value}")
    yield words("rules.target", target=rules.target)
    if rules.losing_score is not None:
        yield words("rules.losing", limit=-rules.losing_score)


def offered(rules: RuleSet, field: str) -> tuple[Any, ...]:
    """The values of a house rule that make a game with these rules, JSON values; the present one is among them."""
    now = rules.to_json()[field]
    values = [value for value in HOUSE_RULES[field] if _makes_a_game(rules, field, value)]
    return tuple(values) if now in values else (*values, now)


def _makes_a_game(rules: RuleSet, field: str, value: Any) -> bool:
    try:
        house(rules, **{field: value})
    except RulesFault:
        return False
    return True


def presets() -> tuple[str, ...]:
    """The names of the presets."""
    return tuple(PRESETS)
