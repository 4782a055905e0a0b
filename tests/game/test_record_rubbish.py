"""Anything at all in place of a record: whatever is wrong with it comes as a RecordFault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.record import RecordFault, read_record
from bot.game.recorder import write_record
from tests.game.short_record import short_game


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
