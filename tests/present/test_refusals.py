"""Every refusal has words, fills them all in, and says what would work."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import Bid, Deal, Discard, Play, parse_action
from bot.game.cards import DECK, SEATS, Card, Seat, Suit
from bot.game.engine import apply, legal_actions, new_game
from bot.game.exchange import discard_choice
from bot.game.piles import pile_choice
from bot.game.play import plays_of
from bot.game.record import Problem, RecordFault, read_record
from bot.game.rules import CANADIAN, KING_PEDRO, Fault, RuleSet, RulesFault, rules_from_json
from bot.game.terms import Illegal, Reason
from bot.present.refusals import explain, explain_record, explain_rules
from bot.present.words import words_for
from tests.game.house_strategy import house_or_fault

WORDS = words_for("en")
FILLED = re.compile(r"[^{}]+[.]")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(one) for one in text.split())


def phases_of(reason: Reason) -> list[str]:
    """The rules a refusal can cite instead of its reason's own."""
    if reason is Reason.WRONG_PHASE:
        return ["R3.1", "R4.1", "R5.1", "R6.1", "R7.1"]
    return ["R4.1", "R5.1", "R6.1", "R7.1"] if reason is Reason.NOT_YOUR_TURN else [reason.rule]


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence_with_nothing_left_open(reason: Reason, count: int) -> None:
    for rule in phases_of(reason):
        illegal = Illegal(
            reason, cards=cards("AS TD 2H")[:count], low=count, high=count, seats=SEATS[: max(1, count)], rule=rule
        )
        assert FILLED.fullmatch(explain(WORDS, illegal)), reason


@pytest.mark.parametrize("fault", list(Fault))
@pytest.mark.parametrize("limit", ["a number", "missing", "an object", "true false", "1 to 44", None, 6])
def test_every_fault_of_rules_has_a_sentence(fault: Fault, limit: object) -> None:
    assert FILLED.fullmatch(explain_rules(WORDS, RulesFault(fault, "target", limit)))


@given(house_or_fault())
def test_every_set_of_fields_that_makes_no_game_is_explained(made: object) -> None:
    if isinstance(made, RulesFault):
        sentence = explain_rules(WORDS, made)
        assert FILLED.fullmatch(sentence)
        assert "None" not in sentence


@pytest.mark.parametrize("problem", list(Problem))
def test_every_problem_of_a_record_has_a_sentence(problem: Problem) -> None:
    fields = ["result.points", "result"]
    if problem is Problem.BAD_FIELD:
        fields = ["game", "players", "players.N", "hands", "dealer", "deck", "actions", "legal"]
    causes: dict[Problem, Illegal | RulesFault] = {
        Problem.ILLEGAL: Illegal(Reason.GAME_OVER),
        Problem.BAD_RULES: RulesFault(Fault.NOT_A_VALUE, "rules"),
    }
    for field in fields:
        for detail in ("", "12", "null"):
            fault = RecordFault(problem, field, detail, cause=causes.get(problem))
            assert FILLED.fullmatch(explain_record(WORDS, fault, found="{}"))


def test_rules_with_a_preset_name_and_other_fields_are_told_how_to_call_themselves() -> None:
    with pytest.raises(RulesFault) as refused:
        rules_from_json(CANADIAN.to_json() | {"target": 300})
    assert explain_rules(WORDS, refused.value) == (
        "target is not what canadian has; changed rules are named house, with based_on canadian."
    )


def test_a_trump_was_led() -> None:
    illegal = Illegal(Reason.MUST_PLAY_TRUMP, cards=cards("JS AS"))
    assert explain(WORDS, illegal) == "A trump was led: play one of J♠ A♠."
    assert explain(WORDS, Illegal(Reason.MUST_PLAY_TRUMP, cards=cards("TS"))) == "A trump was led: play 10♠."


def test_the_lowest_bid() -> None:
    assert explain(WORDS, Illegal(Reason.BID_TOO_LOW, low=31, high=44)) == "The lowest bid is 31 now, the highest 44."


def test_whose_turn_it_is_by_the_names_people_have() -> None:
    illegal = Illegal(Reason.NOT_YOUR_TURN, seats=(Seat.EAST, Seat.WEST), rule="R6.1")
    names = {Seat.EAST: "Ann", Seat.WEST: "Bo"}
    sentence = explain(WORDS, illegal, who=names.__getitem__)
    assert sentence == "This seat has discarded already; still to discard: Ann and Bo."


def test_a_card_that_is_not_held_is_answered_with_those_that_would_do() -> None:
    legal = plays_of(CANADIAN, cards("3S 9S KD"), Suit.SPADES, ())
    illegal = Illegal(Reason.CARD_NOT_HELD, cards=cards("AS"))
    assert explain(WORDS, illegal, legal=legal) == "A♠ is not in this hand. Play one of 3♠ 9♠ K♦."


def test_a_discard_is_answered_with_one_that_would_do() -> None:
    choice = discard_choice(CANADIAN, cards("2C 3C 4D 2S 3S KS AS"), Suit.SPADES)
    illegal = Illegal(Reason.WRONG_DISCARD_COUNT, low=choice.low, high=choice.high)
    sentence = explain(WORDS, illegal, legal=choice)
    assert sentence == "Throw exactly 1 card. For example, throw 2♣."
    assert parse_action("discard 2C") in choice


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_a_pile_is_answered_with_one_that_would_do(rules: RuleSet) -> None:
    choice = pile_choice(rules, cards("2S 3S 5S 5C TS JS KS AS"), Suit.SPADES)
    with pytest.raises(Illegal) as refused:
        choice.check(Play(cards("3S AS KS")))
    sentence = explain(WORDS, refused.value, legal=choice)
    example = re.search(r"For example, (\S+) on top of (.+)\.$", sentence)
    assert example, sentence
    letters = str.maketrans({"♠": "S", "♣": "C"})
    told = f"{example[1]} {example[2]}".replace("10", "T").translate(letters)
    assert Play(cards(told)) in choice


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_whatever_is_read_as_a_record_is_answered_in_a_sentence(line: bytes | str) -> None:
    with pytest.raises(RecordFault) as refused:
        read_record(line)
    assert explain_record(WORDS, refused.value)


def test_the_words_name_no_action_that_the_engine_would_not_list() -> None:
    state = apply(new_game(CANADIAN, Seat.NORTH), None, Deal(DECK))
    with pytest.raises(Illegal) as refused:
        apply(state, Seat.EAST, Bid(6))
    sentence = explain(WORDS, refused.value, legal=legal_actions(state, Seat.EAST))
    numbers = [int(one) for one in re.findall(r"\d+", sentence)]
    assert numbers == [7, 44]
    assert all(Bid(one) in legal_actions(state, Seat.EAST) for one in numbers)
    with pytest.raises(Illegal) as too_soon:
        apply(state, Seat.EAST, Discard(()))
    assert explain(WORDS, too_soon.value) == "The auction is on: bid or pass."
