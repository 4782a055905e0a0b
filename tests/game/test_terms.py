"""Refusals and the examples in the engine's docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import bot.game
from bot.game.terms import Illegal, Reason
from tests.game.table_text import cards

MODULES = [f"bot.game.{module.name}" for module in pkgutil.iter_modules(bot.game.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_some_docstrings_have_examples() -> None:
    attempted = [doctest.testmod(importlib.import_module(name)).attempted for name in MODULES]
    assert sum(attempted) >= 3


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_names_its_rule(reason: Reason) -> None:
    assert re.fullmatch(r"R\d+\.\d+", reason.rule)
    illegal = Illegal(reason)
    assert illegal.rule == reason.rule
    assert str(illegal) == f"{reason.rule} {reason.value[1]}"


def test_a_refusal_says_what_would_do() -> None:
    illegal = Illegal(Reason.WRONG_PHASE, rule="R5.1", cards=cards("AS"), low=1, high=2)
    assert (illegal.rule, illegal.cards, illegal.low, illegal.high, illegal.seats) == ("R5.1", cards("AS"), 1, 2, ())
    assert str(illegal) == "R5.1 wrong-phase"


#: How many numbers each chapter of the rules has: R1.1 to R1.3, R2.1 to R2.4 …
CHAPTERS = {1: 3, 2: 4, 3: 2, 4: 6, 5: 2, 6: 5, 7: 6, 8: 3, 9: 3, 10: 3}


def test_every_rule_has_a_test_of_its_name() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    tested = {(int(chapter), int(number)) for chapter, number in re.findall(r"def test_R(\d+)_(\d+)_", text)}
    assert tested == {(chapter, number) for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}


def test_every_refusal_names_a_rule_there_is() -> None:
    numbers = {f"R{chapter}.{number}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)}
    assert {reason.rule for reason in Reason} <= numbers
