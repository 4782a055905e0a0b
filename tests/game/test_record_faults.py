"""Records whose play, results or alternatives do not follow: every kind of fault found where it is."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from bot.game.cards import Seat
from bot.game.record import Problem
from bot.game.terms import Illegal
from tests.game.short_record import act, fault_of, read, short_game


@pytest.mark.parametrize(
    ("place", "line", "rule"),
    [
        (1, "S pass", "R4.1"),
        (2, "E bid 8", "R4.1"),
        (4, "N bid 6", "R4.2"),
        (4, "N bid 45", "R4.2"),
        (4, "N play KS", "R4.1"),
        (8, "E trump S", "R5.1"),
        (8, "N pass", "R5.1"),
        (9, "N discard", "R6.3"),
        (9, "N discard 2S", "R6.3"),
        (10, "E discard AS", "R6.2"),
        (10, "E discard KH KD KC", "R1.2"),
        (12, "S pass", "R6.1"),
        (13, "N play TS", "R7.4"),
        (13, "N play KS KS", "R1.2"),
        (13, "N play TS QS 9S 8S 7S 6S 4S 2S", "R7.5"),
        (13, "N play AS QS 9S 8S 7S 6S 4S 3S", "R1.2"),
        (13, "E play AS", "R7.1"),
        (14, "E play 2C", "R7.2"),
        (14, "E play KS", "R1.2"),
        (15, "N play TS", "R1.2"),
        (15, "E play KS", "R7.1"),
        (15, "N play KS JS", "R7.4"),
        (19, "N pass", "R7.1"),
    ],
)
def test_illegal_actions(place: int, line: str, rule: str) -> None:
    record = short_game()
    if line == "E play 2C":  # a plain card East has kept
        kept = set(record["hands"][1]["deck"]) - {
            one for words_ in record["hands"][1]["actions"] for one in words_.split()
        }
        line = f"E play {min(kept & east_holds(record))}"
    act(2, place, line)(record)
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action) == (Problem.ILLEGAL, 2, place)
    assert fault.detail == line
    assert isinstance(fault.cause, Illegal) and fault.cause.rule == rule


def east_holds(record: dict[str, Any]) -> set[str]:
    for hand, place, *_, after in read(record).states():
        if (hand, place) == (2, 12):
            assert after.hand is not None
            return {card.text for card in after.hand.hand(Seat.EAST)}
    raise AssertionError("hand 2 has twelve actions and more")


def test_an_action_after_the_end_of_a_hand() -> None:
    record = short_game()
    record["hands"][1]["actions"].append("N play 2S")
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action) == (Problem.ILLEGAL, 2, 20)
    assert isinstance(fault.cause, Illegal) and fault.cause.rule == "R3.1"


def test_an_action_after_the_end_of_the_game() -> None:
    record = short_game()
    record["hands"][2]["actions"].append("N play 2S")
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action) == (Problem.ILLEGAL, 3, 19)
    assert isinstance(fault.cause, Illegal) and fault.cause.rule == "R10.1"


def test_an_action_left_out() -> None:
    record = short_game()
    del record["hands"][1]["actions"][5]
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action, fault.detail) == (Problem.ILLEGAL, 2, 6, "W pass")


def test_wrong_dealer() -> None:
    record = short_game()
    record["hands"][1]["dealer"] = "W"
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.detail) == (Problem.WRONG_DEALER, "dealer", "N")
    assert (fault.hand, fault.action) == (2, None)


def test_a_hand_that_is_not_finished_before_the_next() -> None:
    record = short_game()
    del record["hands"][1]["actions"][18:]
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action) == (Problem.HAND_NOT_FINISHED, 2, None)


def test_a_hand_left_out() -> None:
    record = short_game()
    del record["hands"][1]
    fault = fault_of(record)
    assert (fault.problem, fault.hand) == (Problem.WRONG_DEALER, 2)


def test_a_hand_after_the_end() -> None:
    record = short_game()
    record["hands"].append(copy.deepcopy(record["hands"][0]))
    fault = fault_of(record)
    assert (fault.problem, fault.hand, fault.action) == (Problem.HAND_AFTER_THE_END, 4, None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("declarer", "E"),
        ("declarer", None),
        ("bid", 41),
        ("bid", "42"),
        ("bid", 42.0),
        ("trump", "C"),
        ("points", {"NS": 44, "EW": 0}),
        ("points", {"NS": 42}),
        ("points", [42, 2]),
        ("made", False),
        ("made", 1),
        ("delta", {"NS": -42, "EW": 2}),
        ("score", {"NS": 43, "EW": 2}),
        ("score", None),
    ],
)
def test_a_result_that_does_not_follow(key: str, value: object) -> None:
    record = short_game()
    record["hands"][1]["result"][key] = value
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.hand, fault.action) == (Problem.WRONG_RESULT, f"result.{key}", 2, None)


@pytest.mark.parametrize("key", ["declarer", "bid", "trump", "points", "made", "delta", "score"])
def test_a_result_with_a_part_missing(key: str) -> None:
    record = short_game()
    del record["hands"][1]["result"][key]
    assert fault_of(record).field == f"result.{key}"


@pytest.mark.parametrize("result", [None, 42, "made", [], True])
def test_a_result_that_is_none(result: object) -> None:
    record = short_game()
    record["hands"][0]["result"] = result
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.hand) == (Problem.WRONG_RESULT, "result", 1)
    assert json.loads(fault.detail) == {"declarer": None, "score": {"NS": 0, "EW": 0}}


def test_the_result_of_a_thrown_in_hand() -> None:
    record = short_game()
    record["hands"][0]["result"]["score"]["EW"] = 1
    assert (fault_of(record).field, fault_of(record).hand) == ("result.score", 1)


def test_a_result_of_a_hand_that_has_none_yet() -> None:
    record = short_game()
    del record["hands"][2]["actions"][17:]
    record["winner"] = None
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.hand) == (Problem.WRONG_RESULT, "result", 3)
    del record["hands"][2]["result"]
    assert read(record).faults() == []


@pytest.mark.parametrize("winner", [None, "EW", "N", True, 1, ["NS"], {}])
def test_wrong_winner(winner: object) -> None:
    record = short_game() | {"winner": winner}
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.detail) == (Problem.WRONG_WINNER, "winner", '"NS"')
    assert (fault.hand, fault.action) == (None, None)


@pytest.mark.parametrize("hands", [0, 1, 2])
def test_a_winner_of_a_game_that_is_not_over(hands: int) -> None:
    record = short_game()
    del record["hands"][hands:]
    fault = fault_of(record)
    assert (fault.problem, fault.detail) == (Problem.WRONG_WINNER, "null")
    assert read(record | {"winner": None}).faults() == []


LEGAL_FAULTS: list[tuple[int, object]] = [
    (1, None),
    (1, []),
    (1, "pass"),
    (1, {}),
    (5, ["bid 43", "bid 44"]),
    (5, ["bid 43", "bid 44", "pass", "bid 42"]),
    (5, ["bid 43", "bid 44", "pass", "pass"]),
    (5, ["bid 43", "bid 44", None]),
    (5, ["bid 43", "bid 44", ["pass"]]),
    (8, ["trump C", "trump D", "trump H"]),
    (9, []),
    (13, ["play TS QS 9S 8S 7S 6S 4S 3S"]),
    (14, ["play AS", "play 2C"]),
    (14, ["E play AS"]),
    (15, ["play KS"]),
]


@pytest.mark.parametrize(("place", "written"), LEGAL_FAULTS)
def test_wrong_alternatives(place: int, written: object) -> None:
    record = short_game(legal=True)
    record["hands"][1]["legal"][place - 1] = written
    fault = fault_of(record)
    assert (fault.problem, fault.field, fault.hand, fault.action) == (Problem.WRONG_LEGAL, "legal", 2, place)


def test_every_fault_is_told_in_the_order_of_the_game() -> None:
    record = short_game(legal=True)
    record["hands"][0]["result"]["score"] = {}
    record["hands"][1]["legal"][4] = []
    record["hands"][1]["result"]["bid"] = 7
    record["hands"][1]["result"]["made"] = None
    record["hands"][2]["legal"][8] = []
    record["winner"] = "EW"
    found = [(fault.problem, fault.field, fault.hand, fault.action) for fault in read(record).faults()]
    assert found == [
        (Problem.WRONG_RESULT, "result.score", 1, None),
        (Problem.WRONG_LEGAL, "legal", 2, 5),
        (Problem.WRONG_RESULT, "result.bid", 2, None),
        (Problem.WRONG_RESULT, "result.made", 2, None),
        (Problem.WRONG_LEGAL, "legal", 3, 9),
        (Problem.WRONG_WINNER, "winner", None, None),
    ]


def test_after_an_illegal_action_nothing_more_of_the_game_is_judged() -> None:
    record = short_game()
    record["hands"][0]["result"] = None
    act(2, 4, "N bid 6")(record)
    record["winner"] = "EW"
    found = [(fault.problem, fault.hand) for fault in read(record).faults()]
    assert found == [(Problem.WRONG_RESULT, 1), (Problem.ILLEGAL, 2)]


def test_one_change_of_an_action_is_found_or_makes_another_legal_game() -> None:
    """Any two neighbouring actions exchanged: found at the first of them, but for discards, whose order is free."""
    record = short_game()
    for number, hand in enumerate(record["hands"], 1):
        for place in range(len(hand["actions"]) - 1):
            changed = copy.deepcopy(record)
            lines = changed["hands"][number - 1]["actions"]
            lines[place], lines[place + 1] = lines[place + 1], lines[place]
            discards = all(" discard" in line for line in lines[place : place + 2])
            lone = place > hand["actions"].index("E play AS") if number > 1 else False
            if discards or lone:
                assert read(changed).faults() == []
            else:
                fault = fault_of(changed)
                assert (fault.problem, fault.hand, fault.action) == (Problem.ILLEGAL, number, place + 1)
