"""Whom a game counts for: the sentences of docs/ratings.md."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.cards import SEATS, Seat
from bot.shares import Counted, Decided, counted_for, with_decisions

N, E, S, W = SEATS
ANN, EVE = 1, 2


def told(*runs: tuple[Seat, str, int | None, int]) -> list[Decided]:
    """Decisions in runs: seat, by, whose, how many."""
    return [Decided(seat, by, whose) for seat, by, whose, times in runs for _ in range(times)]


def in_north(*runs: tuple[str, int | None, int]) -> tuple[int, str] | None:
    """Whom North counts for, and what: "both", or "loss" alone."""
    counted = counted_for(with_decisions({}, told(*((N, *run) for run in runs))))
    return (counted[N].user_id, "both" if counted[N].wins else "loss") if N in counted else None


@pytest.mark.parametrize(
    ("what", "runs", "expected"),
    [
        ("who plays alone", [("person", ANN, 10)], (ANN, "both")),
        ("away for less than half", [("person", ANN, 5), ("clock", ANN, 2), ("robot", ANN, 3)], (ANN, "both")),
        ("away for more than half", [("person", ANN, 4), ("clock", ANN, 2), ("robot", ANN, 4)], (ANN, "loss")),
        ("left early to a robot", [("person", ANN, 1), ("robot", ANN, 9)], (ANN, "loss")),
        ("never played", [("clock", ANN, 2), ("robot", ANN, 8)], (ANN, "loss")),
        ("away first, back in time", [("robot", ANN, 5), ("person", ANN, 5)], (ANN, "both")),
        ("away first, back too late", [("robot", ANN, 6), ("person", ANN, 4)], (ANN, "loss")),
        ("left, and somebody played most", [("person", ANN, 4), ("person", EVE, 6)], (EVE, "both")),
        ("left late, to somebody", [("person", ANN, 6), ("person", EVE, 4)], (ANN, "both")),
        (
            "left to a robot, then to somebody",
            [("person", ANN, 2), ("robot", ANN, 4), ("person", EVE, 4)],
            (ANN, "loss"),
        ),
        ("half and half: who came first", [("person", ANN, 5), ("person", EVE, 5)], (ANN, "both")),
        ("took a robot's own seat late", [("robot", None, 6), ("person", EVE, 4)], None),
        ("took a robot's own seat at half", [("robot", None, 5), ("person", EVE, 5)], (EVE, "both")),
        ("nobody for half of it", [("robot", None, 4), ("person", ANN, 3), ("person", EVE, 3)], None),
        ("a robot", [("robot", None, 10)], None),
    ],
)
def test_whom_a_seat_counts_for(
    what: str, runs: list[tuple[str, int | None, int]], expected: tuple[int, str] | None
) -> None:
    assert in_north(*runs) == expected, what


def test_who_moves_to_another_seat_counts_where_they_had_more() -> None:
    """Leaving a side that loses for a robot's seat on the other pays nothing."""
    moved = told((N, "person", ANN, 4), (N, "robot", ANN, 6), (E, "robot", None, 4), (E, "person", ANN, 6))
    assert counted_for(with_decisions({}, moved)) == {N: Counted(ANN, held=10, wins=False)}
    stayed = told((N, "person", ANN, 6), (N, "robot", None, 3), (E, "robot", None, 1), (E, "person", ANN, 8))
    assert counted_for(with_decisions({}, stayed)) == {E: Counted(ANN, held=8, wins=True)}


DECISIONS = st.lists(
    st.builds(
        Decided,
        st.sampled_from(SEATS),
        st.sampled_from(["person", "robot", "clock"]),
        st.sampled_from([None, 1, 2, 3, 4]),
    ).filter(lambda one: one.user_id is not None or one.by == "robot"),
    max_size=60,
)


@given(DECISIONS)
def test_laws(decisions: list[Decided]) -> None:
    counted = counted_for(with_decisions({}, decisions))
    people = [one.user_id for one in counted.values()]
    assert len(people) == len(set(people)), "nobody counts in two seats"
    for seat, one in counted.items():
        here = [decision for decision in decisions if decision.seat is seat]
        held = [decision for decision in here if decision.user_id == one.user_id]
        own = [decision for decision in held if decision.by == "person"]
        assert one.held == len(held)
        assert 2 * len(held) >= len(here)
        assert one.wins is (2 * len(own) >= len(here))


@given(DECISIONS, st.integers(0, 60))
def test_counted_as_it_comes_or_all_at_once(decisions: list[Decided], split: int) -> None:
    bit_by_bit: Iterable[Decided] = decisions[:split]
    shares = with_decisions(with_decisions({}, bit_by_bit), decisions[split:])
    assert counted_for(shares) == counted_for(with_decisions({}, decisions))
