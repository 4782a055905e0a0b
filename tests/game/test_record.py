"""The record: written, read, replayed; and every kind of fault found where it is."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import Deal, Discard, Play
from bot.game.cards import DECK, SEATS, Seat
from bot.game.engine import legal_actions
from bot.game.record import (
    GameRecord,
    Problem,
    Recorder,
    RecordFault,
    read_record,
    record_of,
    result_json,
    write_record,
)
from bot.game.rules import CANADIAN, PRESETS, Fault, RuleSet, RulesFault, house
from bot.game.state import GameState, Phase
from bot.game.terms import Illegal
from tests.game.house_strategy import house_rules
from tests.game.random_play import play_game
from tests.game.table_text import stack, words

NAMES = {Seat.NORTH: "Ann", Seat.EAST: "Bob", Seat.SOUTH: "Cid — \"C\"", Seat.WEST: "\u202eDan"}  # fmt: skip
SHORT = house(CANADIAN, target=50)

NORTH_TAKES_42 = """
N KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S
E AS
kitty 2S
"""


def short_game(*, legal: bool = False) -> dict[str, Any]:
    """A game to 50 written as a table would: a hand thrown in, and North takes 42 twice.

    Hand 2 has 19 actions: calls 1 to 7, trump 8, discards 9 to 12, the pile 13, East's ace 14, North's five 15 to 19.
    Hand 3 has one call less.
    """
    recorder = Recorder(SHORT, Seat.WEST, legal=legal)
    recorder.apply(None, Deal(DECK))
    for letter in "NESW":
        recorder.apply(*words(f"{letter} pass"))
    for dealer in "NE":
        recorder.apply(None, Deal(stack(SHORT, dealer, NORTH_TAKES_42, "S")))
        while recorder.state.phase is Phase.AUCTION:
            (seat,) = recorder.state.to_act
            assert recorder.state.hand is not None
            bids = seat is Seat.NORTH and not recorder.state.hand.bid
            recorder.apply(*words(f"{seat.value} bid 42" if bids else f"{seat.value} pass"))
        recorder.apply(*words("N trump S"))
        for seat in SEATS:
            recorder.apply(seat, next(iter(legal_actions(recorder.state, seat))))
        for line in ("N play TS QS 9S 8S 7S 6S 4S 3S", "E play AS"):
            recorder.apply(*words(line))
        for card in "KS JS 5S 5C 2S".split():
            recorder.apply(*words(f"N play {card}"))
    assert recorder.state.phase is Phase.FINISHED
    return recorder.to_json("g-1", NAMES)


def read(record: dict[str, Any]) -> GameRecord:
    return read_record(write_record(record))


def fault_of(record: dict[str, Any]) -> RecordFault:
    """The one fault of a record, whether it is found in reading or in replaying."""
    try:
        faults = read(record).faults()
    except RecordFault as fault:
        return fault
    assert len(faults) == 1, [str(fault) for fault in faults]
    return faults[0]


# ------------------------------------------------------------------------------- writing and reading


def test_the_form_of_a_record() -> None:
    record = short_game()
    assert json.loads(write_record(record)) == record
    assert "\n" not in write_record(record)
    assert list(record) == ["format", "version", "game", "rules", "players", "hands", "winner"]
    assert (record["format"], record["version"], record["game"]) == ("king-pedro-record", 1, "g-1")
    assert record["rules"]["name"] == "house" and record["rules"]["based_on"] == "canadian"
    assert record["players"] == {"N": "Ann", "E": "Bob", "S": 'Cid — "C"', "W": "\u202eDan"}
    assert record["winner"] == "NS"
    first, second, third = record["hands"]
    assert first == {
        "dealer": "W",
        "deck": [card.text for card in DECK],
        "actions": ["N pass", "E pass", "S pass", "W pass"],
        "result": {"declarer": None, "score": {"NS": 0, "EW": 0}},
    }
    assert second["dealer"] == "N" and third["dealer"] == "E"
    assert second["actions"][:8] == [
        "E pass",
        "S pass",
        "W pass",
        "N bid 42",
        "E pass",
        "S pass",
        "W pass",
        "N trump S",
    ]
    assert [line.split()[:2] for line in second["actions"][8:12]] == [[seat, "discard"] for seat in "NESW"]
    assert second["actions"][12:14] == ["N play TS QS 9S 8S 7S 6S 4S 3S", "E play AS"]
    assert second["result"] == {
        "declarer": "N",
        "bid": 42,
        "trump": "S",
        "points": {"NS": 42, "EW": 2},
        "made": True,
        "delta": {"NS": 42, "EW": 2},
        "score": {"NS": 42, "EW": 2},
    }
    assert third["result"]["score"] == {"NS": 84, "EW": 4}


def test_the_form_with_legal_alternatives() -> None:
    record = short_game(legal=True)
    legal = record["hands"][1]["legal"]
    assert len(legal) == len(record["hands"][1]["actions"]) == 19
    assert legal[0] == [f"bid {amount}" for amount in range(7, 45)] + ["pass"]
    assert legal[4] == ["bid 43", "bid 44", "pass"]
    assert legal[7] == ["trump C", "trump D", "trump H", "trump S"]
    assert legal[8:13] == [None] * 5  # four discards and a pile
    assert legal[13] == ["play AS"]
    assert set(legal[14]) == {"play KS", "play JS", "play 5S", "play 5C", "play 2S"}


def test_a_set_contract_in_a_record() -> None:
    recorder = Recorder(CANADIAN, Seat.WEST)
    recorder.apply(None, Deal(stack(CANADIAN, "W", NORTH_TAKES_42, "S")))
    for line in ("N bid 43", "E pass", "S pass", "W pass", "N trump S"):
        recorder.apply(*words(line))
    while recorder.state.phase is not Phase.DEAL:
        seat = recorder.state.to_act[0]
        wanted = words("N play TS QS 9S 8S 7S 6S 4S 3S")[1]
        legal = legal_actions(recorder.state, seat)
        recorder.apply(seat, wanted if wanted in legal else next(iter(legal)))
    result = recorder.to_json("g", NAMES)["hands"][0]["result"]
    assert (result["made"], result["points"]) == (False, {"NS": 42, "EW": 2})
    assert result["delta"] == result["score"] == {"NS": -43, "EW": 2}


@pytest.mark.parametrize("legal", [False, True])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_records_of_random_games_read_back_and_have_no_fault(rules: RuleSet, legal: bool) -> None:
    for seed in range(12):
        check_round_trip(rules, seed, legal=legal, most_hands=12)


@given(rules=house_rules(), seed=st.integers(0, 10**6), legal=st.booleans())
@settings(max_examples=40)
def test_records_under_house_rules_read_back_and_have_no_fault(rules: RuleSet, seed: int, legal: bool) -> None:
    check_round_trip(rules, seed, legal=legal, most_hands=3)


def check_round_trip(rules: RuleSet, seed: int, *, legal: bool, most_hands: int) -> None:
    steps = play_game(rules, random.Random(seed), most_hands=most_hands)
    steps = steps[: len(steps) - seed % 7]  # some are broken off
    recorder = Recorder(rules, steps[0].before.dealer, legal=legal)
    for step in steps:
        assert recorder.state == step.before
        assert recorder.apply(step.seat, step.action) == step.after
    record = recorder.to_json(f"g-{seed}", NAMES)
    again = read(record)
    assert again.faults() == []
    assert (again.game, again.rules, again.players) == (f"g-{seed}", rules, NAMES)
    replayed = list(again.states())
    assert [(seat, action) for _, _, seat, action, _, _ in replayed] == [(step.seat, step.action) for step in steps]
    assert [after for *_, after in replayed] == [step.after for step in steps]
    assert [before for *_, before, _ in replayed] == [step.before for step in steps]
    if not legal:
        moves = [(step.seat, step.action) for step in steps]
        assert record_of(rules, steps[0].before.dealer, moves, f"g-{seed}", NAMES) == record


def test_hands_and_actions_are_counted_from_one_and_the_deal_is_zero() -> None:
    places = [(hand, action) for hand, action, *_ in read(short_game()).states()]
    assert places == [(1, place) for place in range(5)] + [(2, place) for place in range(20)] + [
        (3, place) for place in range(19)
    ]


def test_a_record_given_away_does_not_change_with_the_game() -> None:
    recorder = Recorder(CANADIAN, Seat.WEST, legal=True)
    recorder.apply(None, Deal(DECK))
    recorder.apply(*words("N pass"))
    record = recorder.to_json("g", NAMES)
    before = copy.deepcopy(record)
    recorder.apply(*words("E pass"))
    assert record == before
    assert read(record).faults() == []


def test_a_refused_action_is_not_written_down() -> None:
    recorder = Recorder(CANADIAN, Seat.WEST, legal=True)
    recorder.apply(None, Deal(DECK))
    state, record = recorder.state, recorder.to_json("g", NAMES)
    for line in ("E pass", "N bid 6", "N play 2C"):
        with pytest.raises(Illegal):
            recorder.apply(*words(line))
    with pytest.raises(Illegal):
        recorder.apply(None, Deal(DECK))
    assert recorder.state is state
    assert recorder.to_json("g", NAMES) == record


def test_a_game_of_no_hand_and_one_just_dealt() -> None:
    recorder = Recorder(CANADIAN, Seat.WEST)
    assert read(recorder.to_json("g", NAMES)).faults() == []
    assert list(read(recorder.to_json("g", NAMES)).states()) == []
    recorder.apply(None, Deal(DECK))
    assert read(recorder.to_json("g", NAMES)).faults() == []


def test_the_result_of_a_state_is_what_the_record_says() -> None:
    record = short_game()
    results = [result_json(result) for result in last_state(record).results]
    assert results == [hand["result"] for hand in record["hands"]]


def last_state(record: dict[str, Any]) -> GameState:
    *_, (*_, after) = read(record).states()
    return after


# ------------------------------------------------------------------------------- what a reader puts up with


@pytest.mark.parametrize("legal", [False, True])
def test_unknown_keys_are_ignored(legal: bool) -> None:
    record = short_game(legal=legal)
    record["note"] = {"by": "a reader"}
    record["rules"]["colour"] = "red"
    record["players"]["X"] = 3
    record["hands"][1]["time"] = 12.5
    record["hands"][1]["result"]["thrown"] = 3
    assert read(record).faults() == []


def test_the_order_of_keys_cards_and_alternatives_means_nothing() -> None:
    record = short_game(legal=True)
    hand = record["hands"][1]
    verb = hand["actions"][9].split()
    hand["actions"][9] = " ".join(verb[:2] + verb[:1:-1])
    hand["legal"][0].reverse()
    record["hands"][1] = dict(reversed(hand.items()))
    assert read(dict(reversed(record.items()))).faults() == []


def test_a_record_is_read_from_bytes_too() -> None:
    line = write_record(short_game())
    assert read_record(line.encode()) == read_record(line)
    assert read_record(f"  {line}\r\n") == read_record(line)


# ------------------------------------------------------------------------------- faults of the form

Change = Callable[[dict[str, Any]], object]


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


def in_hand(number: int, **changes: object) -> Change:
    return lambda record: record["hands"][number - 1].update(changes)


def act(number: int, place: int, line: object) -> Change:
    """Another action ``place`` (from 1) in hand ``number``."""

    def change(record: dict[str, Any]) -> None:
        record["hands"][number - 1]["actions"][place - 1] = line

    return change


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


# ------------------------------------------------------------------------------- faults of the play


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


# ------------------------------------------------------------------------------- rubbish of every kind


def survives(line: str | bytes) -> list[RecordFault]:
    """Reads and checks anything at all; whatever is wrong comes as a RecordFault."""
    try:
        faults = read_record(line).faults()
    except RecordFault as unreadable:
        faults = [unreadable]
    for fault in faults:
        assert len(fault.detail) <= 80
        assert fault.hand is None or fault.hand >= 1
        assert str(fault)
    return faults


LINE = write_record(short_game(legal=True))


@given(place=st.integers(0, len(LINE) - 1), cut=st.integers(0, 5), put=st.text(max_size=4))
@settings(max_examples=300)
def test_a_line_with_other_letters_in_it(place: int, cut: int, put: str) -> None:
    survives(LINE[:place] + put + LINE[place + cut :])


@given(place=st.integers(0, len(LINE) - 1), put=st.binary(max_size=6))
@settings(max_examples=100)
def test_a_line_with_other_bytes_in_it(place: int, put: bytes) -> None:
    line = LINE.encode()
    survives(line[:place] + put + line[place + len(put) :])


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["N", "E", "NS", "AS", "N pass", "E bid 7", "bid 7", "canadian", "house", "none", 1, 7, 52]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


@given(steps=st.lists(st.integers(0, 60), min_size=1, max_size=5), value=JSON)
@settings(max_examples=400)
def test_a_record_with_another_value_somewhere_in_it(steps: list[int], value: object) -> None:
    record = json.loads(LINE)
    inside: Any = record
    for step in steps[:-1]:
        deeper = _child(inside, step)
        if not isinstance(deeper, dict | list) or not deeper:
            break
        inside = deeper
    keys = list(inside) if isinstance(inside, dict) else range(len(inside))
    inside[keys[steps[-1] % len(keys)]] = value
    survives(json.dumps(record))


def _child(inside: Any, step: int) -> Any:
    keys = list(inside) if isinstance(inside, dict) else range(len(inside))
    return inside[keys[step % len(keys)]]


@pytest.mark.parametrize("field", ["version", "game", "winner", "rules", "players", "hands"])
@pytest.mark.parametrize("depth", [900, 960, 970, 980, 985, 990, 3000, 9000, 50000])
def test_a_value_nested_deeply(field: str, depth: int) -> None:
    record = short_game() | {field: "here"}
    assert survives(json.dumps(record).replace('"here"', "[" * depth + "]" * depth))


@pytest.mark.parametrize("field", ["dealer", "deck", "actions", "legal", "result"])
@pytest.mark.parametrize("depth", [900, 960, 970, 980, 985, 990, 3000, 9000, 50000])
def test_a_value_nested_deeply_in_a_hand(field: str, depth: int) -> None:
    record = short_game()
    record["hands"][1][field] = "here"
    assert survives(json.dumps(record).replace('"here"', "[" * depth + "]" * depth))


@pytest.mark.parametrize("field", ["bid_min", "target", "deal_size", "losing_score", "dealer_forced_bid"])
def test_giant_numbers_in_rules(field: str) -> None:
    record = short_game()
    record["rules"] |= {field: "here", "points": {"A": "here", "K": "here"}}
    assert survives(json.dumps(record).replace('"here"', "9" * 4300))


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


def test_kinds_of_action_read_back() -> None:
    kinds = {type(action) for hand in read(short_game()).hands for _, action in hand.moves}
    assert {Discard, Play} < kinds and len(kinds) == 5
