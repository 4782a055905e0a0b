"""What the normal robot throws before play: R6.2 to R6.5."""

import random

import pytest

from bot.game.actions import Discard
from bot.game.cards import Card, Suit
from bot.game.exchange import discard_choice
from bot.game.rules import CANADIAN, KING_PEDRO, RuleSet, house
from bot.players.normal.throwing import discard
from bot.players.player import Why
from bot.players.reasons import Idea
from tests.players.dealt import cards

TO_SIX = house(CANADIAN, trump_discard="to-six")
EIGHT = "KS QS JS 9S 5S 4S 3S 2S"


def thrown(rules: RuleSet, hand: str, seed: int = 1) -> tuple[set[Card], Why]:
    """What is thrown of this hand, spades being trumps, and why."""
    choice = discard_choice(rules, cards(hand), Suit.SPADES)
    decision = discard(choice, rules, Suit.SPADES, random.Random(seed))
    assert decision.action in choice
    assert isinstance(decision.action, Discard)
    assert decision.why is not None
    return set(decision.action.cards), decision.why


def test_r6_2_all_trumps_stay_and_plain_cards_go_by_lot() -> None:
    hand = "KS QS 5C 2S 2H 3H 4H 6H 7H 8H 9H TH"
    ways = {frozenset(thrown(CANADIAN, hand, seed)[0]) for seed in range(20)}
    assert len(ways) > 1
    assert all(len(way) == 6 and not way & set(cards("KS QS 5C 2S")) for way in ways)


def test_r6_3_more_than_six_trumps_leave_no_choice() -> None:
    away, why = thrown(CANADIAN, f"{EIGHT} 2H 3H 4H 6H")
    assert away == set(cards("2H 3H 4H 6H"))
    assert why == Why(Idea.NO_CHOICE)


def test_r6_4_the_lowest_trumps_that_score_nothing_go_and_the_queen_protects() -> None:
    away, why = thrown(KING_PEDRO, f"{EIGHT} 2H 3H 4H 6H")
    assert away == set(cards("2H 3H 4H 6H 4S 3S"))
    assert why == Why(Idea.THROWS_WEAKEST, cards("3S 4S"), 0)


def test_r6_5_down_to_six_the_two_goes_before_the_queen() -> None:
    away, why = thrown(TO_SIX, "AS KS QS JS 5S 5C 2S 2H 3H 4H 6H 7H")
    assert away == set(cards("2S 2H 3H 4H 6H 7H"))
    assert why == Why(Idea.THROWS_WEAKEST, cards("2S"), 1)


def test_r6_5_a_low_trump_goes_before_a_point() -> None:
    away, why = thrown(TO_SIX, "AS KS QS JS 5S 3S 2S 2H 3H 4H 6H 7H")
    assert away == set(cards("3S 2H 3H 4H 6H 7H"))
    assert why == Why(Idea.THROWS_WEAKEST, cards("3S"), 0)


@pytest.mark.parametrize("rules", [KING_PEDRO, TO_SIX], ids=["surplus", "to-six"])
def test_king_and_pedros_never_go(rules: RuleSet) -> None:
    rng = random.Random(3)
    spades = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "5C", "4S", "3S", "2S"]
    for seed in range(100):
        hand = rng.sample(spades, rng.randint(7, 10))
        away, _ = thrown(rules, " ".join([*hand, "2H", "3H"]), seed)
        assert not away & set(cards("AS KS 5S 5C"))
