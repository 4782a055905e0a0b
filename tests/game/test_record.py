"""The record: written, read and replayed, and what a reader puts up with."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import Deal, Discard, Play
from bot.game.cards import DECK, Seat
from bot.game.engine import legal_actions
from bot.game.record import read_record
from bot.game.recorder import Recorder, record_of, result_json, write_record
from bot.game.rules import CANADIAN, PRESETS, RuleSet
from bot.game.state import GameState, Phase
from bot.game.terms import Illegal
from tests.game.house_strategy import house_rules
from tests.game.random_play import play_game
from tests.game.short_record import NAMES, NORTH_TAKES_42, read, short_game
from tests.game.table_text import stack, words


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


def test_kinds_of_action_read_back() -> None:
    kinds = {type(action) for hand in read(short_game()).hands for _, action in hand.moves}
    assert {Discard, Play} < kinds and len(kinds) == 5
