"""Refusals and the examples in the engine's docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re

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
