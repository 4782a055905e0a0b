"""The text forms of actions."""

from __future__ import annotations

import pytest

from bot.game.actions import parse_action
from bot.game.rules import (
    PRESETS,
    RuleSet,
)
from tests.game.random_play import game


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_every_action_reads_back_from_its_text(rules: RuleSet) -> None:
    for step in game(rules, 3):
        assert parse_action(str(step.action)) == step.action


NO_ACTIONS = """
bid|bid |bid x|bid -1|bid 7 8|bid 12345|bid ٣|bid 7.0|pass 1|PASS|Pass| pass|pass |trump|trump X|trump s|trump S S
play|play |play AS  KS|play AS,KS|play XX|discard XX|discard |deal XX|fold|bid  7|bid\t7
"""


@pytest.mark.parametrize(
    "text", ["", "bid 7\n", "\x00", "play " + "AS " * 60, *NO_ACTIONS.strip().replace("\n", "|").split("|")]
)
def test_other_texts_are_no_action(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a|too many"):
        parse_action(text)
