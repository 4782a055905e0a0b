"""Rule sets: the presets as rules.md has them, house rules, and every reason to refuse one."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.game.cards import Seat
from bot.game.engine import new_game
from bot.game.rules import (
    CANADIAN,
    CHANGEABLE,
    KING_PEDRO,
    PRESETS,
    UKRAINIAN_CANADIAN,
    AllPass,
    Fault,
    KittyTiming,
    PileRule,
    RuleSet,
    RulesFault,
    TrumpDiscard,
    house,
    preset,
    rules_from_json,
)

# The table of rules.md, row by row.
TABLE = """
deal_size           | 12           | 12           | 9
deal_packet         | 1            | 3            | 3
kitty_size          | 4            | 4            | 0
kitty_timing        | before-trump | after-trump  | none
second_deal         | 0            | 0            | 4
hand_size           | 6            | 6            | 6
bid_min             | 7            | 30           | 7
passed_may_reenter  | true         | false        | true
all_pass            | next-dealer  | next-dealer  | next-dealer
dealer_forced_bid   | null         | null         | null
trump_discard       | never        | surplus      | never
pile                | scorer-on-top | one-scorer  | scorer-on-top
target              | 200          | 200          | 200
losing_score        | null         | -100         | null
"""
POINT_COLUMNS = ("A", "K", "J", "T", "9", "5", "off5", "2")
POINT_ROWS = {
    "canadian": (1, 30, 1, 1, 0, 5, 5, 1),
    "king-pedro": (1, 30, 1, 1, 0, 5, 5, 1),
    "ukrainian-canadian": (1, 30, 1, 10, 9, 5, 5, 1),
}


@pytest.mark.parametrize("column", range(3))
def test_the_presets_have_the_fields_of_the_table(column: int) -> None:
    name = tuple(PRESETS)[column]
    assert name == ("canadian", "king-pedro", "ukrainian-canadian")[column]
    wanted: dict[str, Any] = {"name": name, "points": dict(zip(POINT_COLUMNS, POINT_ROWS[name], strict=True))}
    for row in TABLE.strip().splitlines():
        field, *values = (part.strip() for part in row.split("|"))
        text = values[column]
        wanted[field] = text if text[0].isalpha() and text not in ("true", "false", "null") else json.loads(text)
    assert PRESETS[name].to_json() == wanted
    assert set(wanted) == CHANGEABLE | {"name"}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_presets_are_games_and_found_by_name(rules: RuleSet) -> None:
    rules.check()
    assert preset(rules.name) is rules
    assert rules_from_json(json.loads(json.dumps(rules.to_json()))) is rules


@pytest.mark.parametrize(
    ("changes", "field", "value"),
    [
        ({"bid_min": 6}, "bid_min", 6),
        ({"bid_min": 30}, "bid_min", 30),
        ({"all_pass": "same-dealer"}, "all_pass", AllPass.SAME_DEALER),
        ({"all_pass": AllPass.DEALER_FORCED}, "dealer_forced_bid", 7),
        ({"all_pass": "dealer-forced", "dealer_forced_bid": 5}, "dealer_forced_bid", 5),
        ({"trump_discard": "surplus"}, "trump_discard", TrumpDiscard.SURPLUS),
        ({"trump_discard": "to-six"}, "trump_discard", TrumpDiscard.TO_SIX),
        ({"pile": "one-scorer"}, "pile", PileRule.ONE_SCORER),
        ({"losing_score": -100}, "losing_score", -100),
        ({"target": 50}, "target", 50),
        ({"target": 500}, "target", 500),
        ({"passed_may_reenter": False}, "passed_may_reenter", False),
        ({"kitty_timing": "after-trump"}, "kitty_timing", KittyTiming.AFTER_TRUMP),
        ({"deal_size": 13, "kitty_size": 0, "kitty_timing": None}, "kitty_timing", KittyTiming.NONE),
    ],
)
def test_house_rules_change_single_fields(changes: dict[str, Any], field: str, value: object) -> None:
    rules = house(CANADIAN, **changes)
    assert (rules.name, rules.based_on) == ("house", "canadian")
    assert getattr(rules, field) == value
    back = {key: getattr(CANADIAN, key) for key in changes} | {"dealer_forced_bid": None}
    assert house(rules, **back) is CANADIAN
    form = rules.to_json()
    assert (form["name"], form["based_on"]) == ("house", "canadian")
    assert rules_from_json(json.loads(json.dumps(form))) == rules
    assert new_game(rules, Seat.NORTH).rules is rules


def test_house_rules_of_house_rules_keep_their_origin() -> None:
    rules = house(house(KING_PEDRO, bid_min=7), target=300)
    assert (rules.name, rules.based_on, rules.bid_min, rules.target) == ("house", "king-pedro", 7, 300)
    assert house(rules, bid_min=30, target=200) is KING_PEDRO


def test_a_change_that_changes_nothing_is_the_preset() -> None:
    assert house(CANADIAN) is CANADIAN
    assert house(CANADIAN, bid_min=7, losing_score=None) is CANADIAN


def test_another_rule_for_four_passes_takes_the_forced_bid_away() -> None:
    forced = house(CANADIAN, all_pass="dealer-forced", dealer_forced_bid=5)
    assert house(forced, target=300).dealer_forced_bid == 5
    assert house(forced, all_pass="same-dealer").dealer_forced_bid is None
    assert house(forced, all_pass="next-dealer") is CANADIAN


# One reason a row: the preset, the changes, the fault and the field it is found in.
FAULTS: list[tuple[RuleSet, dict[str, Any], Fault, str]] = [
    (CANADIAN, {"colour": "red"}, Fault.UNKNOWN_FIELD, "colour"),
    (CANADIAN, {"name": "mine"}, Fault.UNKNOWN_FIELD, "name"),
    (CANADIAN, {"based_on": "canadian"}, Fault.UNKNOWN_FIELD, "based_on"),
    (CANADIAN, {"bid_min": "7"}, Fault.NOT_A_VALUE, "bid_min"),
    (CANADIAN, {"bid_min": True}, Fault.NOT_A_VALUE, "bid_min"),
    (CANADIAN, {"bid_min": 7.0}, Fault.NOT_A_VALUE, "bid_min"),
    (CANADIAN, {"bid_min": None}, Fault.NOT_A_VALUE, "bid_min"),
    (CANADIAN, {"passed_may_reenter": 1}, Fault.NOT_A_VALUE, "passed_may_reenter"),
    (CANADIAN, {"passed_may_reenter": "yes"}, Fault.NOT_A_VALUE, "passed_may_reenter"),
    (CANADIAN, {"all_pass": "redeal"}, Fault.NOT_A_VALUE, "all_pass"),
    (CANADIAN, {"all_pass": []}, Fault.NOT_A_VALUE, "all_pass"),
    (CANADIAN, {"kitty_timing": "later"}, Fault.NOT_A_VALUE, "kitty_timing"),
    (CANADIAN, {"trump_discard": "NEVER"}, Fault.NOT_A_VALUE, "trump_discard"),
    (CANADIAN, {"pile": 3}, Fault.NOT_A_VALUE, "pile"),
    (CANADIAN, {"points": 44}, Fault.NOT_A_VALUE, "points"),
    (CANADIAN, {"points": {"X": 1}}, Fault.NOT_A_VALUE, "points"),
    (CANADIAN, {"points": {"A": "1"}}, Fault.NOT_A_VALUE, "points"),
    (CANADIAN, {"points": {"K": 30, "A": 14.0}}, Fault.NOT_A_VALUE, "points"),
    (CANADIAN, {"points": {}}, Fault.OUT_OF_RANGE, "points"),
    (CANADIAN, {"points": {"A": 0}}, Fault.OUT_OF_RANGE, "points"),
    (CANADIAN, {"points": {"A": -1, "K": 45}}, Fault.OUT_OF_RANGE, "points"),
    (CANADIAN, {"points": {"A": 101}}, Fault.OUT_OF_RANGE, "points"),
    (CANADIAN, {"points": {"A": 10**4000, "K": 10**4000}, "bid_min": 0}, Fault.OUT_OF_RANGE, "points"),
    (CANADIAN, {"bid_min": 0}, Fault.OUT_OF_RANGE, "bid_min"),
    (CANADIAN, {"bid_min": 45}, Fault.OUT_OF_RANGE, "bid_min"),
    (UKRAINIAN_CANADIAN, {"bid_min": 63}, Fault.OUT_OF_RANGE, "bid_min"),
    (CANADIAN, {"all_pass": "dealer-forced", "dealer_forced_bid": 0}, Fault.OUT_OF_RANGE, "dealer_forced_bid"),
    (CANADIAN, {"all_pass": "dealer-forced", "dealer_forced_bid": 45}, Fault.OUT_OF_RANGE, "dealer_forced_bid"),
    (CANADIAN, {"target": 49}, Fault.OUT_OF_RANGE, "target"),
    (CANADIAN, {"target": 501}, Fault.OUT_OF_RANGE, "target"),
    (CANADIAN, {"losing_score": 0}, Fault.OUT_OF_RANGE, "losing_score"),
    (CANADIAN, {"losing_score": 100}, Fault.OUT_OF_RANGE, "losing_score"),
    (CANADIAN, {"losing_score": -501}, Fault.OUT_OF_RANGE, "losing_score"),
    (CANADIAN, {"deal_size": 0}, Fault.OUT_OF_RANGE, "deal_size"),
    (CANADIAN, {"deal_size": 14}, Fault.OUT_OF_RANGE, "deal_size"),
    (CANADIAN, {"deal_packet": 0}, Fault.OUT_OF_RANGE, "deal_packet"),
    (CANADIAN, {"kitty_size": -1}, Fault.OUT_OF_RANGE, "kitty_size"),
    (CANADIAN, {"hand_size": 1}, Fault.OUT_OF_RANGE, "hand_size"),
    (CANADIAN, {"hand_size": 13}, Fault.OUT_OF_RANGE, "hand_size"),
    (CANADIAN, {"second_deal": -1}, Fault.OUT_OF_RANGE, "second_deal"),
    (CANADIAN, {"kitty_size": 0}, Fault.CARDS_LEFT_OVER, "deal_size"),
    (CANADIAN, {"deal_size": 13}, Fault.CARDS_LEFT_OVER, "deal_size"),
    (CANADIAN, {"second_deal": 1}, Fault.CARDS_LEFT_OVER, "deal_size"),
    (UKRAINIAN_CANADIAN, {"second_deal": 0}, Fault.CARDS_LEFT_OVER, "deal_size"),
    (
        CANADIAN,
        {"deal_size": 9, "kitty_size": 16, "deal_packet": 3, "hand_size": 10},
        Fault.TOO_FEW_CARDS,
        "deal_size",
    ),
    (CANADIAN, {"deal_packet": 5}, Fault.UNEVEN_PACKETS, "deal_packet"),
    (CANADIAN, {"deal_packet": 13}, Fault.UNEVEN_PACKETS, "deal_packet"),
    (CANADIAN, {"kitty_timing": "none"}, Fault.KITTY_WITHOUT_TIMING, "kitty_timing"),
    (UKRAINIAN_CANADIAN, {"kitty_timing": "before-trump"}, Fault.TIMING_WITHOUT_KITTY, "kitty_timing"),
    (CANADIAN, {"deal_size": 13, "kitty_size": 0}, Fault.TIMING_WITHOUT_KITTY, "kitty_timing"),
    (CANADIAN, {"dealer_forced_bid": 7}, Fault.FORCED_BID_WITHOUT_RULE, "dealer_forced_bid"),
    (
        CANADIAN,
        {"all_pass": "same-dealer", "dealer_forced_bid": 7},
        Fault.FORCED_BID_WITHOUT_RULE,
        "dealer_forced_bid",
    ),
    (
        CANADIAN,
        {"all_pass": "dealer-forced", "dealer_forced_bid": None},
        Fault.RULE_WITHOUT_FORCED_BID,
        "dealer_forced_bid",
    ),
    (UKRAINIAN_CANADIAN, {"target": 61}, Fault.TARGET_UNDER_ONE_HAND, "target"),
    (CANADIAN, {"points": {"A": 30, "K": 30}, "target": 59}, Fault.TARGET_UNDER_ONE_HAND, "target"),
]


@pytest.mark.parametrize(("rules", "changes", "fault", "field"), FAULTS)
def test_fields_that_make_no_game_are_refused(
    rules: RuleSet, changes: dict[str, Any], fault: Fault, field: str
) -> None:
    with pytest.raises(RulesFault) as caught:
        house(rules, **changes)
    assert (caught.value.fault, caught.value.field) == (fault, field)
    assert fault.value in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "limit"),
    [
        ({"bid_min": "7"}, "a number"),
        ({"passed_may_reenter": 1}, "true false"),
        ({"pile": "any"}, "scorer-on-top one-scorer"),
        ({"all_pass": 3}, "next-dealer same-dealer dealer-forced"),
        ({"bid_min": 0}, "1 to 44"),
        ({"target": 49}, "50 to 500"),
        ({"losing_score": 0}, "-500 to -1"),
        ({"deal_size": 13}, 56),
        ({"deal_packet": 5}, 12),
        ({"dealer_forced_bid": 5}, 5),
        ({"kitty_timing": "none"}, 4),
    ],
)
def test_a_refusal_says_what_would_do(changes: dict[str, Any], limit: object) -> None:
    with pytest.raises(RulesFault) as caught:
        house(CANADIAN, **changes)
    assert caught.value.limit == limit
    assert str(limit) in str(caught.value)


def test_every_fault_is_tried() -> None:
    elsewhere = {Fault.UNKNOWN_PRESET, Fault.NOT_THE_PRESET}
    assert {fault for _, _, fault, _ in FAULTS} == set(Fault) - elsewhere


@pytest.mark.parametrize("name", ["", "Canadian", "bridge", "house"])
def test_unknown_presets(name: str) -> None:
    with pytest.raises(RulesFault) as caught:
        preset(name)
    assert caught.value.fault is Fault.UNKNOWN_PRESET
    assert str(caught.value.limit) == "canadian king-pedro ukrainian-canadian"


def test_a_game_does_not_begin_with_fields_that_make_none() -> None:
    with pytest.raises(RulesFault):
        new_game(replace(CANADIAN, kitty_size=3), Seat.NORTH)


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "fault", "field"),
    [
        (lambda form: form.update(name="bridge"), Fault.UNKNOWN_PRESET, "bridge"),
        (lambda form: form.update(name="house", based_on="bridge"), Fault.UNKNOWN_PRESET, "bridge"),
        (lambda form: form.pop("name"), Fault.NOT_A_VALUE, "name"),
        (lambda form: form.update(name=["canadian"]), Fault.NOT_A_VALUE, "name"),
        (lambda form: form.update(name={}), Fault.NOT_A_VALUE, "name"),
        (lambda form: form.update(name=None), Fault.NOT_A_VALUE, "name"),
        (lambda form: form.update(name="house"), Fault.NOT_A_VALUE, "based_on"),
        (lambda form: form.update(name="house", based_on=[]), Fault.NOT_A_VALUE, "based_on"),
        (lambda form: form.update(bid_min=6), Fault.NOT_THE_PRESET, "bid_min"),
        (lambda form: form.update(name="king-pedro"), Fault.NOT_THE_PRESET, "bid_min"),
        (lambda form: form.pop("target"), Fault.NOT_A_VALUE, "target"),
        (lambda form: form.update(target="200"), Fault.NOT_A_VALUE, "target"),
        (lambda form: form.update(points=[1, 30]), Fault.NOT_A_VALUE, "points"),
        (lambda form: form.update(name="house", based_on="canadian", kitty_size=3), Fault.CARDS_LEFT_OVER, "deal_size"),
    ],
)
def test_rules_of_a_record_are_refused(change: Change, fault: Fault, field: str) -> None:
    form = CANADIAN.to_json()
    change(form)
    with pytest.raises(RulesFault) as caught:
        rules_from_json(form)
    assert (caught.value.fault, caught.value.field) == (fault, field)


@pytest.mark.parametrize("form", [None, [], "canadian", 3])
def test_rules_of_a_record_are_an_object(form: object) -> None:
    with pytest.raises(RulesFault) as caught:
        rules_from_json(form)
    assert (caught.value.fault, caught.value.field) == (Fault.NOT_A_VALUE, "rules")


def test_unknown_keys_in_a_records_rules_are_ignored() -> None:
    assert rules_from_json(CANADIAN.to_json() | {"colour": "red"}) is CANADIAN


def test_a_record_need_not_name_the_six() -> None:
    form = KING_PEDRO.to_json()
    del form["hand_size"]
    assert rules_from_json(form) is KING_PEDRO
