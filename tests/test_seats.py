"""Who sits where."""

from __future__ import annotations

import pytest

from bot import seats
from bot.game.cards import Seat
from bot.refusals import Refusal, Refused
from bot.seats import NOBODY, Occupant

N, E, S, W = Seat
ANA, BOB = 1, 2


def test_one_person_has_one_seat() -> None:
    seating = seats.sit(seats.sit(NOBODY, N, ANA, "Ana"), W, ANA, "Ana")
    assert seats.seat_of(seating, ANA) is W
    assert seating[N.place].is_free


def test_free_seats_get_robots_and_people_stay() -> None:
    seating = seats.filled(seats.sit(NOBODY, E, ANA, "Ana"), "normal")
    assert [who.robot for who in seating] == ["normal", None, "normal", "normal"]
    assert [who.user_id for who in seats.people(seating)] == [ANA]


def test_e9_who_leaves_keeps_the_way_back_to_the_same_seat_only() -> None:
    seating = seats.filled(seats.sit(NOBODY, E, ANA, "Ana"), "normal")
    seating = seats.left_to_robot(seating, E, "normal")
    assert seats.seat_of(seating, ANA) is None
    assert seats.former_seat_of(seating, ANA) is E
    assert seats.choose_late(seating, ANA, None, between_hands=False) is E
    with pytest.raises(Refused) as refused:
        seats.choose_late(seating, ANA, N, between_hands=False)
    assert refused.value.refusal is Refusal.BETWEEN_HANDS_ONLY


def test_an_away_person_still_sits_there_and_is_back_at_once() -> None:
    seating = seats.away(seats.sit(NOBODY, E, ANA, "Ana"), E, "normal")
    assert seating[E.place].is_away
    assert seats.seat_of(seating, ANA) is E
    assert seats.back(seating, E)[E.place] == Occupant(ANA, "Ana")


def test_a_robots_seat_is_taken_between_hands_only() -> None:
    seating = seats.filled(seats.sit(NOBODY, E, ANA, "Ana"), "normal")
    assert seats.choose_late(seating, BOB, S, between_hands=True) is S
    with pytest.raises(Refused) as refused:
        seats.choose_late(seating, BOB, S, between_hands=False)
    assert refused.value.refusal is Refusal.BETWEEN_HANDS_ONLY


def test_nobody_is_pushed_off_a_seat() -> None:
    seating = seats.sit(NOBODY, E, ANA, "Ana")
    for choose in (seats.choose, lambda *a: seats.choose_late(*a, between_hands=True)):
        with pytest.raises(Refused) as refused:
            choose(seating, BOB, E)
        assert refused.value.refusal is Refusal.SEAT_TAKEN
        assert refused.value.details == {"seat": E, "name": "Ana"}


def test_f7_a_full_table_says_so() -> None:
    seating = NOBODY
    for user_id, seat in enumerate(Seat, 10):
        seating = seats.sit(seating, seat, user_id, str(user_id))
    for choose in (seats.choose, lambda *a: seats.choose_late(*a, between_hands=True)):
        with pytest.raises(Refused) as refused:
            choose(seating, BOB, None)
        assert refused.value.refusal is Refusal.TABLE_FULL


def test_a_lobbys_robot_gives_way_but_comes_last() -> None:
    seating = seats.robot_on(seats.robot_on(NOBODY, N, "expert"), W, "easy")
    assert seats.choose(seating, ANA, None) is E
    assert seats.choose(seating, ANA, N) is N
    seating = seats.sit(seats.sit(seating, E, ANA, "Ana"), S, BOB, "Bob")
    assert seats.choose(seating, 3, None) is N
    assert [who.robot for who in seats.filled(seating, "normal")] == ["expert", None, None, "easy"]
    assert seats.robot_on(seating, N, None)[N.place].is_free
    with pytest.raises(Refused) as refused:
        seats.robot_on(seating, E, "easy")
    assert refused.value.refusal is Refusal.SEAT_TAKEN


def test_seats_stay_as_they_are_during_a_game() -> None:
    seating = seats.filled(seats.sit(NOBODY, E, ANA, "Ana"), "normal")
    with pytest.raises(Refused) as refused:
        seats.choose_late(seating, ANA, W, between_hands=True)
    assert refused.value.refusal is Refusal.ALREADY_SEATED
