"""Records that are not of the form: each refused with the place and the reason."""

from __future__ import annotations

import pytest

from bot.game.cards import DECK
from bot.game.record import Problem, RecordFault, read_record
from bot.game.recorder import write_record
from bot.game.rules import Fault, RulesFault
from tests.game.short_record import Change, act, fault_of, in_hand, short_game

NOT_JSON: list[str | bytes] = [
    "",
    " ",
    "{",
    "nonsense",
    "{'format': 1}",
    '{"format": "king-pedro-record",}',
    "\x00",
    b"\xff\xfe",
    b"\x80",
    b'{"format": "\xc3("}',
    '"\\ud800',
    "9" * 5000,
    "[" * 10**5,
    '{"a":' * 10**5,
]


@pytest.mark.parametrize("line", NOT_JSON, ids=range(len(NOT_JSON)))
def test_not_json(line: str | bytes) -> None:
    with pytest.raises(RecordFault) as caught:
        read_record(line)
    assert caught.value.problem is Problem.NOT_JSON


def test_a_line_cut_off_anywhere_is_not_json() -> None:
    line = write_record(short_game())
    for end in range(0, len(line), 61):
        with pytest.raises(RecordFault) as caught:
            read_record(line[:end])
        assert caught.value.problem is Problem.NOT_JSON


@pytest.mark.parametrize(
    "line", ["[]", "3", "null", '"x"', "{}", "[{}]", '{"format": "other"}', '{"format": null}', "NaN"]
)
def test_not_a_record(line: str) -> None:
    with pytest.raises(RecordFault) as caught:
        read_record(line)
    assert (caught.value.problem, caught.value.field) == (Problem.NOT_A_RECORD, "format")


@pytest.mark.parametrize("version", [0, 2, "1", 1.0, True, None, [1], 10**4000])
def test_another_version(version: object) -> None:
    record = short_game() | {"version": version}
    fault = fault_of(record)
    assert (fault.problem, fault.field) == (Problem.OTHER_VERSION, "version")
    assert len(fault.detail) <= 80


def in_rules(**changes: object) -> Change:
    return lambda record: record["rules"].update(changes)


@pytest.mark.parametrize(
    ("change", "field", "fault"),
    [
        (lambda record: record.pop("rules"), "rules.rules", Fault.NOT_A_VALUE),
        (lambda record: record.update(rules="canadian"), "rules.rules", Fault.NOT_A_VALUE),
        (lambda record: record["rules"].pop("bid_min"), "rules.bid_min", Fault.NOT_A_VALUE),
        (in_rules(bid_min="7"), "rules.bid_min", Fault.NOT_A_VALUE),
        (in_rules(bid_min=70), "rules.bid_min", Fault.OUT_OF_RANGE),
        (in_rules(deal_size=13), "rules.deal_size", Fault.CARDS_LEFT_OVER),
        (in_rules(name="canadian"), "rules.target", Fault.NOT_THE_PRESET),
        (in_rules(name="bridge"), "rules.bridge", Fault.UNKNOWN_PRESET),
        (in_rules(name=[]), "rules.name", Fault.NOT_A_VALUE),
        (in_rules(points={"A": "1"}), "rules.points", Fault.NOT_A_VALUE),
        (in_rules(kitty_timing="none"), "rules.kitty_timing", Fault.KITTY_WITHOUT_TIMING),
    ],
)
def test_bad_rules(change: Change, field: str, fault: Fault) -> None:
    record = short_game()
    change(record)
    found = fault_of(record)
    assert (found.problem, found.field, found.hand) == (Problem.BAD_RULES, field, None)
    assert isinstance(found.cause, RulesFault) and found.cause.fault is fault


BAD_FIELDS: list[tuple[Change, str, int | None]] = [
    (lambda record: record.pop("game"), "game", None),
    (lambda record: record.update(game=17), "game", None),
    (lambda record: record.pop("players"), "players", None),
    (lambda record: record.update(players=["Ann"]), "players", None),
    (lambda record: record["players"].pop("W"), "players.W", None),
    (lambda record: record["players"].update(S=None), "players.S", None),
    (lambda record: record.pop("hands"), "hands", None),
    (lambda record: record.update(hands={}), "hands", None),
    (lambda record: record["hands"].insert(1, []), "hands", 2),
    (lambda record: record["hands"].append(None), "hands", 4),
    (lambda record: record["hands"][1].pop("dealer"), "dealer", 2),
    (in_hand(3, dealer="X"), "dealer", 3),
    (in_hand(3, dealer=["N"]), "dealer", 3),
    (lambda record: record["hands"][1].pop("deck"), "deck", 2),
    (in_hand(1, deck="AS KS"), "deck", 1),
    (lambda record: record["hands"][2].pop("actions"), "actions", 3),
    (in_hand(1, actions={"N": "pass"}), "actions", 1),
    (in_hand(1, actions=["N pass"] * 2001), "actions", 1),
    (in_hand(1, actions=["N pass"] * 10**5), "actions", 1),
    (in_hand(1, legal=3), "legal", 1),
    (in_hand(1, legal={}), "legal", 1),
    (in_hand(1, legal=[]), "legal", 1),
    (in_hand(1, legal=[["pass"]] * 5), "legal", 1),
]


@pytest.mark.parametrize(("change", "field", "hand"), BAD_FIELDS)
def test_bad_fields(change: Change, field: str, hand: int | None) -> None:
    record = short_game()
    change(record)
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.hand, fault.action) == (Problem.BAD_FIELD, field, hand, None)
    assert len(fault.detail) <= 80


def test_as_many_actions_as_a_reader_takes() -> None:
    record = short_game()
    record["hands"][0]["actions"] = ["N pass"] * 2000
    assert (fault_of(record).problem, fault_of(record).action) == (Problem.ILLEGAL, 2)


def deck_with(place: int, text: object) -> list[object]:
    deck: list[object] = [card.text for card in DECK]
    deck[place] = text
    return deck


@pytest.mark.parametrize(
    ("deck", "detail"),
    [
        ([], "0"),
        ([card.text for card in DECK[:51]], "51"),
        ([card.text for card in DECK] + ["AS"], "AS AS"),
        (deck_with(51, "2C"), "2C 2C"),
        (deck_with(0, "1S"), "1S"),
        (deck_with(0, "as"), "as"),
        (deck_with(3, 7), "7"),
        (deck_with(3, None), "null"),
        (deck_with(3, ["AS"]), '["AS"]'),
        (deck_with(3, {}), "{}"),
        (["AS"] * 10**5, "AS AS"),
    ],
)
def test_bad_decks(deck: list[object], detail: str) -> None:
    record = short_game()
    record["hands"][1]["deck"] = deck
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action, fault.detail) == (Problem.BAD_DECK, 2, None, detail)


BAD_LINES = """
N|N |pass|Npass|X pass|NE pass|n pass|N  pass| N pass|N pass |N fold|N bid|N bid x|N bid 7.5|N bid -7|N bid 7 7
N bid 99999|N trump|N trump X|N play|N play XX|N play AS,KS|N discard 1H|N deal AS
"""
BAD_ACTIONS = ["", "N " + "play AS" * 5000, 7, None, [], ["N", "pass"], {}, True]
BAD_ACTIONS += BAD_LINES.strip("\n").replace("\n", "|").split("|")


@pytest.mark.parametrize("line", BAD_ACTIONS, ids=range(len(BAD_ACTIONS)))
def test_bad_actions(line: object) -> None:
    record = short_game()
    act(2, 4, line)(record)
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action) == (Problem.BAD_ACTION, 2, 4)
    assert len(fault.detail) <= 80
