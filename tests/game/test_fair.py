"""A deal that anybody can check: the procedure, and what is said of a record whose deal does not follow."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import Deal, parse_action
from bot.game.cards import DECK, Seat
from bot.game.fair import Shuffle, commitment, deck
from bot.game.record import Problem, read_record
from bot.game.recorder import Recorder, record_of, write_record
from bot.game.rules import CANADIAN
from tests.game.short_record import NAMES, fault_of

SECRET = bytes(range(32))
MESSAGE = 1234567890123456789
SHUFFLE = Shuffle(SECRET, MESSAGE)

secrets = st.binary(min_size=32, max_size=32)
messages = st.integers(min_value=0, max_value=2**63 - 1)


def test_the_vector_that_was_published_with_the_procedure() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    dealt = [card.text for card in deck(SECRET, MESSAGE)]
    assert dealt[:12] == "4C QH 2H KS 4D 2D 8H 5S QS 6C AS JH".split()
    assert dealt[-9:] == "9C AC 7S 6S 8C QD AD TC KH".split()


@given(secret=secrets, message=messages)
def test_every_secret_and_message_give_a_whole_pack(secret: bytes, message: int) -> None:
    assert sorted(deck(secret, message), key=DECK.index) == list(DECK)


@given(secret=secrets, message=messages)
def test_it_is_what_the_words_of_the_procedure_say(secret: bytes, message: int) -> None:
    """Written a second time, with nothing but hashlib."""
    cards = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    stream = b"".join(hashlib.sha256(secret + f":{message}:{number}".encode()).digest() for number in range(64))
    at = 0
    for i in range(51, 0, -1):
        while (number := int.from_bytes(stream[at : at + 4], "big")) >= (2**32 // (i + 1)) * (i + 1):
            at += 4
        at += 4
        j = number % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    assert [card.text for card in deck(secret, message)] == cards


def test_a_secret_is_not_in_a_repr() -> None:
    assert SECRET.hex() not in repr(SHUFFLE)
    assert repr(SECRET) not in repr(SHUFFLE)


# Records


def dealt(shuffle: Shuffle | None = SHUFFLE) -> dict[str, Any]:
    """The record of a hand that was only dealt, from this secret and message."""
    shuffles = {} if shuffle is None else {1: shuffle}
    return record_of(CANADIAN, Seat.NORTH, [(None, Deal(SHUFFLE.deck()))], "g", NAMES, shuffles)


def test_a_record_says_what_its_deal_follows_from_and_is_read_back() -> None:
    record = dealt()
    assert record["hands"][0]["shuffle"] == {
        "secret": SECRET.hex(),
        "message": str(MESSAGE),
        "commitment": commitment(SECRET),
    }
    found = read_record(write_record(record))
    assert found.faults() == []
    assert found.hands[0].shuffle == SHUFFLE


def test_a_record_does_not_claim_what_does_not_follow() -> None:
    assert "shuffle" not in dealt(None)["hands"][0]
    assert "shuffle" not in dealt(Shuffle(SECRET, MESSAGE + 1))["hands"][0]


def test_each_hand_has_its_own() -> None:
    recorder = Recorder(CANADIAN, Seat.NORTH)
    for number in (1, 2):
        shuffle = Shuffle(SECRET, number)
        recorder.apply(None, Deal(shuffle.deck()), shuffle)
        for letter in "ESWN" if number == 1 else "":
            recorder.apply(Seat(letter), parse_action("pass"))
    hands = recorder.to_json("g", NAMES)["hands"]
    assert [hand["shuffle"]["message"] for hand in hands] == ["1", "2"]


def _put(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda shuffle: shuffle.update({key: value})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_put("secret", SECRET[:31].hex()), Problem.BAD_SHUFFLE),
        (_put("secret", "x" * 64), Problem.BAD_SHUFFLE),
        (_put("secret", 7), Problem.BAD_SHUFFLE),
        (_put("message", MESSAGE), Problem.BAD_SHUFFLE),
        (_put("message", "-1"), Problem.BAD_SHUFFLE),
        (_put("message", "one"), Problem.BAD_SHUFFLE),
        (_put("commitment", None), Problem.BAD_SHUFFLE),
        (_put("commitment", "0" * 64), Problem.WRONG_COMMITMENT),
        (_put("secret", bytes(32).hex()), Problem.WRONG_COMMITMENT),
        (_put("message", str(MESSAGE + 1)), Problem.WRONG_SHUFFLE),
    ],
)
def test_a_changed_claim_is_found(change: Callable[[dict[str, Any]], None], problem: Problem) -> None:
    record = dealt()
    change(record["hands"][0]["shuffle"])
    fault = fault_of(record)
    assert (fault.problem, fault.hand) == (problem, 1)


def test_a_shuffle_that_is_no_object_is_found() -> None:
    record = dealt()
    record["hands"][0]["shuffle"] = [SECRET.hex()]
    assert fault_of(record).problem is Problem.BAD_SHUFFLE


def test_two_cards_exchanged_are_found_with_their_place() -> None:
    record = dealt()
    cards = record["hands"][0]["deck"]
    cards[3], cards[9] = cards[9], cards[3]
    fault = fault_of(record)
    assert (fault.problem, fault.detail) == (Problem.WRONG_SHUFFLE, "3 KS")
