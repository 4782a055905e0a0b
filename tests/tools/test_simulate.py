"""Simulated games: the same for the same seed, whatever else is asked for."""

import json
import random
from dataclasses import replace

import pytest

from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, RuleSet
from bot.game.view import PlayerView
from bot.players.player import Decision
from bot.players.registry import PLAYERS
from bot.present.words import words_for
from bot.tools import simulate as module
from bot.tools.lines import LONGEST_LINE
from bot.tools.simulate import MOST_HANDS, Plan, play_game, players_of, rules_of, simulate
from bot.tools.unusable import Unusable

WORDS = words_for("en")
PLAN = Plan(5, CANADIAN, 1, ("random", "random", "random", "random"))


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert list(simulate(PLAN)) == list(simulate(PLAN))
    assert list(simulate(PLAN)) != list(simulate(replace(PLAN, seed=2)))


def test_a_game_does_not_hang_on_how_many_there_are() -> None:
    assert list(simulate(replace(PLAN, games=2))) == list(simulate(PLAN))[:2]
    assert len(set(simulate(PLAN))) == 5


def test_writing_the_alternatives_down_changes_no_game() -> None:
    for with_legal, without in zip(simulate(replace(PLAN, legal=True)), simulate(PLAN), strict=True):
        record = json.loads(with_legal)
        for hand in record["hands"]:
            assert len(hand.pop("legal")) == len(hand["actions"])
        assert record == json.loads(without)


def first_of_all(view: PlayerView, rng: random.Random) -> Decision:
    assert rng is not None
    return Decision(next(iter(view.legal)))


def test_other_players_are_dealt_the_same_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAYERS", {**PLAYERS, "first": first_of_all})
    one, other = play_game(PLAN, 1), play_game(replace(PLAN, players=("random", "first", "random", "first")), 1)
    assert other["players"] == {"N": "random", "E": "first", "S": "random", "W": "first"}
    assert one["hands"][0]["dealer"] == other["hands"][0]["dealer"]
    for mine, theirs in zip(one["hands"], other["hands"], strict=False):
        assert mine["deck"] == theirs["deck"]
    assert one["hands"] != other["hands"]


def test_a_game_that_will_not_end_is_given_up_without_a_winner() -> None:
    record = play_game(replace(PLAN, most_hands=2), 1)
    assert len(record["hands"]) == 2
    assert record["winner"] is None
    assert all("result" in hand for hand in record["hands"])


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_no_game_is_longer_than_the_longest_line_that_is_read(rules: RuleSet) -> None:
    hands = [
        hand for number in range(1, 41) for hand in play_game(replace(PLAN, rules=rules, legal=True), number)["hands"]
    ]
    average = sum(len(json.dumps(hand)) for hand in hands) / len(hands)
    assert average * MOST_HANDS < LONGEST_LINE


def test_rules_from_the_command_line() -> None:
    assert rules_of(WORDS, "king-pedro", "") is KING_PEDRO
    assert rules_of(WORDS, "canadian", "bid_min=7") is CANADIAN
    changed = rules_of(WORDS, "king-pedro", "bid_min=6, losing_score=none,passed_may_reenter=Yes,points.T=10")
    assert (changed.name, changed.based_on, changed.bid_min, changed.losing_score) == ("house", "king-pedro", 6, None)
    assert changed.passed_may_reenter
    assert dict(changed.points)["T"] == 10
    assert changed.total == KING_PEDRO.total + 9
    forced = rules_of(WORDS, "canadian", "all_pass=dealer-forced")
    assert forced.dealer_forced_bid == 7


@pytest.mark.parametrize(
    ("name", "changes", "sentence"),
    [
        ("whist", "", 'There are no rules named "whist"; there are canadian, king-pedro, ukrainian-canadian.'),
        ("canadian", "bid_min", '"bid_min" is not a house rule; write them as bid_min=6,all_pass=dealer-forced.'),
        ("canadian", "bid_min=", '"bid_min=" is not a house rule; write them as bid_min=6,all_pass=dealer-forced.'),
        ("canadian", "bid_min=6,bid_min=7", "bid_min is set twice; set it once."),
        ("canadian", "bid_min=low", "bid_min must be a whole number."),
        ("canadian", "bid_min=99999999999999999999", "bid_min must be a whole number."),
        ("canadian", "bid_min=45", "bid_min must be from 1 to 44."),
        ("canadian", "target=43", "target must be from 50 to 500."),
        ("canadian", "pile=any", "pile must be one of scorer-on-top, one-scorer."),
        ("canadian", "kitty_size=0", None),
        ("canadian", "deal_size=13", None),
        ("canadian", "based_on=king-pedro", None),
        ("canadian", "name=mine", None),
        ("canadian", "points=9", None),
        ("canadian", "points.B=9", None),
        ("canadian", "points.=9", None),
        ("canadian", "bid_min.T=9", None),
        ("canadian", "points.T=ten", None),
    ],
)
def test_rules_that_make_no_game_are_refused_with_the_reason(name: str, changes: str, sentence: str | None) -> None:
    with pytest.raises(Unusable) as refused:
        rules_of(WORDS, name, changes)
    assert str(refused.value).endswith(".")
    if sentence is not None:
        assert str(refused.value) == sentence


def test_players_from_the_command_line() -> None:
    assert players_of(WORDS, "random") == ("random", "random", "random", "random")
    assert players_of(WORDS, "random, random,random,random") == ("random", "random", "random", "random")


@pytest.mark.parametrize("text", ["", "random,random", "random,random,random,random,random", "nobody", "random,,,"])
def test_players_that_can_not_sit_down_are_refused(text: str) -> None:
    with pytest.raises(Unusable):
        players_of(WORDS, text)
