"""R3: the deal, by packs written down whole."""

import pytest

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Card, Seat
from bot.game.engine import apply, new_game
from bot.game.rules import CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.state import GameState, HandState
from bot.game.terms import Illegal, Reason
from bot.game.view import view
from tests.game.table_text import Table, cards, words

# Thirteen rows of four: dealt one by one from the dealer's left, every column is a hand.
ONE_BY_ONE = """
2C 2D 2H 2S  3C 3D 3H 3S  4C 4D 4H 4S  5C 5D 5H 5S  6C 6D 6H 6S  7C 7D 7H 7S  8C 8D 8H 8S
9C 9D 9H 9S  TC TD TH TS  JC JD JH JS  QC QD QH QS  KC KD KH KS  AC AD AH AS
"""
BY_THREES = """
2C 3C 4C  2D 3D 4D  2H 3H 4H  2S 3S 4S    5C 6C 7C  5D 6D 7D  5H 6H 7H  5S 6S 7S
8C 9C TC  8D 9D TD  8H 9H TH  8S 9S TS    JC QC KC  JD QD KD  JH QH KH  JS QS KS    AC AD AH AS
"""
BY_THREES_AND_FOUR = """
2C 3C 4C  2D 3D 4D  2H 3H 4H  2S 3S 4S    5C 6C 7C  5D 6D 7D  5H 6H 7H  5S 6S 7S
8C 9C TC  8D 9D TD  8H 9H TH  8S 9S TS    JC QC KC AC  JD QD KD AD  JH QH KH AH  JS QS KS AS
"""


def dealt(rules: RuleSet, dealer: Seat, text: str) -> tuple[GameState, HandState]:
    state = apply(new_game(rules, dealer), None, Deal(cards(text)))
    assert state.hand is not None
    return state, state.hand


def ranks(hand: HandState, seat: Seat) -> str:
    """The one suit a seat holds and its ranks."""
    held = hand.hand(seat)
    (suit,) = {card.suit.value for card in held}
    return suit + " " + "".join(card.rank for card in held)


@pytest.mark.parametrize("dealer", SEATS)
def test_R3_1_canadian_one_by_one_from_the_dealers_left(dealer: Seat) -> None:
    _, hand = dealt(CANADIAN, dealer, ONE_BY_ONE)
    order = (dealer.next, dealer.partner, dealer.next.partner, dealer)
    assert [ranks(hand, seat) for seat in order] == [f"{suit} 23456789TJQK" for suit in "CDHS"]
    assert hand.stock == cards("AC AD AH AS")


@pytest.mark.parametrize("dealer", SEATS)
def test_R3_1_king_pedro_by_threes(dealer: Seat) -> None:
    _, hand = dealt(KING_PEDRO, dealer, BY_THREES)
    order = (dealer.next, dealer.partner, dealer.next.partner, dealer)
    assert [ranks(hand, seat) for seat in order] == [f"{suit} 23456789TJQK" for suit in "CDHS"]
    assert hand.stock == cards("AC AD AH AS")


def test_R3_1_ukrainian_canadian_nine_by_threes_and_no_kitty() -> None:
    state, hand = dealt(UKRAINIAN_CANADIAN, Seat.NORTH, BY_THREES_AND_FOUR)
    order = (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH)
    assert [ranks(hand, seat) for seat in order] == [f"{suit} 23456789T" for suit in "CDHS"]
    assert len(hand.stock) == 16
    assert view(state, None).sizes == (9, 9, 9, 9)


def test_R3_2_four_more_for_everybody_after_trumps_are_named() -> None:
    state, _ = dealt(UKRAINIAN_CANADIAN, Seat.NORTH, BY_THREES_AND_FOUR)
    for line in ("E bid 7", "S pass", "W pass", "N pass"):
        state = apply(state, *words(line))
    assert view(state, None).sizes == (9, 9, 9, 9)
    state = apply(state, *words("E trump H"))
    assert state.hand is not None
    order = (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH)
    assert [ranks(state.hand, seat) for seat in order] == [f"{suit} 23456789TJQKA" for suit in "CDHS"]
    assert state.hand.drawn[Seat.EAST.place] == cards("JC QC KC AC")
    assert state.hand.drawn[Seat.NORTH.place] == cards("JS QS KS AS")
    assert state.hand.stock == ()


def test_R3_2_a_kitty_lies_before_the_second_deal() -> None:
    rules = house(CANADIAN, deal_size=9, deal_packet=3, second_deal=3)
    text = """
    2C 3C 4C  2D 3D 4D  2H 3H 4H  2S 3S 4S    5C 6C 7C  5D 6D 7D  5H 6H 7H  5S 6S 7S
    8C 9C TC  8D 9D TD  8H 9H TH  8S 9S TS    AC AD AH AS    JC QC KC  JD QD KD  JH QH KH  JS QS KS
    """
    state, _hand = dealt(rules, Seat.NORTH, text)
    for line in ("E bid 7", "S pass", "W pass", "N pass"):
        state = apply(state, *words(line))
    assert state.hand is not None
    assert state.hand.drawn[Seat.EAST.place] == cards("AC AD AH AS")
    assert len(state.hand.stock) == 12
    state = apply(state, *words("E trump H"))
    assert state.hand is not None
    assert state.hand.drawn[Seat.EAST.place] == cards("AC AD AH AS JC QC KC")
    assert state.hand.drawn[Seat.SOUTH.place] == cards("JD QD KD")
    assert [len(held) for held in state.hand.hands] == [12, 16, 12, 12]


@pytest.mark.parametrize(
    "deck",
    [(), DECK[:51], (*DECK[:51], DECK[0]), (*DECK, DECK[0]), DECK[:1] * 52],
    ids=["none", "51", "one twice", "53", "all alike"],
)
def test_R1_2_only_a_whole_pack_is_dealt(deck: tuple[Card, ...]) -> None:
    with pytest.raises(Illegal) as caught:
        apply(new_game(CANADIAN, Seat.NORTH), None, Deal(deck))
    assert caught.value.reason is Reason.NOT_A_PACK
    assert all(card not in deck for card in caught.value.cards)


def test_R3_1_only_nature_deals_and_only_before_a_hand() -> None:
    with pytest.raises(Illegal) as caught:
        apply(new_game(CANADIAN, Seat.NORTH), Seat.NORTH, Deal(DECK))
    assert caught.value.rule == "R3.1"
    table = Table(CANADIAN)
    with pytest.raises(Illegal) as caught:
        apply(table.state, None, Deal(DECK))
    assert caught.value.rule == "R4.1"
    with pytest.raises(Illegal) as caught:
        apply(new_game(CANADIAN, Seat.NORTH), *words("E bid 7"))
    assert caught.value.rule == "R3.1"
