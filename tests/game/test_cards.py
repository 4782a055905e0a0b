"""R1 and R2: the table, the pack and the trumps."""

import pytest

from bot.game.cards import DECK, SEATS, Card, Seat, Side, Suit, clockwise, strengths, trumps
from bot.game.engine import new_game
from bot.game.rules import CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, RuleSet
from bot.game.state import Phase
from tests.game.table_text import Table, cards


def test_R1_1_partners_sit_opposite_and_seats_go_clockwise() -> None:
    assert "".join(seat.value for seat in SEATS) == "NESW"
    assert [seat.next for seat in SEATS] == [Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH]
    assert [seat.partner for seat in SEATS] == [Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST]
    assert [seat.side for seat in SEATS] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert Side.NS.other is Side.EW and Side.EW.other is Side.NS
    assert clockwise(Seat.SOUTH) == (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)


def test_R1_2_fifty_two_cards_and_their_text() -> None:
    texts = {card.text for card in DECK}
    assert texts == {rank + suit for rank in "23456789TJQKA" for suit in "CDHS"}
    assert all(Card.parse(card.text) is card and str(card) == card.text for card in DECK)
    assert Card.parse("TD").rank == "T" and Card.parse("TD").suit is Suit.DIAMONDS


@pytest.mark.parametrize("text", ["", "A", "SA", "1S", "10S", "as", "AS ", " AS", "ASS", "JOKER", "AX", "A♠"])
def test_R1_2_other_texts_are_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)


def test_R1_2_cards_are_not_made() -> None:
    with pytest.raises(TypeError):
        Card()


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN])
@pytest.mark.parametrize("dealer", SEATS)
def test_R1_3_the_deal_passes_clockwise_after_every_hand(rules: RuleSet, dealer: Seat) -> None:
    assert new_game(rules, dealer).dealer is dealer
    whole_suit = "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S 2S".split()
    first = dealer.next.value
    size = rules.deal_size
    if rules.kitty_size:
        text = f"{first} {' '.join(whole_suit[:size])}\nkitty {' '.join(whole_suit[size:])}"
    else:
        text = f"{first} {' '.join(whole_suit[:9])} | {' '.join(whole_suit[9:13])}\n{dealer.value} 2S"
    table = Table(rules, text, trump="S", dealer=dealer.value)
    table.contract(first, 30).throw().play_out()
    assert table.phase() is Phase.DEAL
    assert table.state.dealer is dealer.next


@pytest.mark.parametrize(("trump", "left"), [("S", "5C"), ("C", "5S"), ("H", "5D"), ("D", "5H")])
def test_R2_1_fourteen_trumps_with_the_five_of_the_same_colour(trump: str, left: str) -> None:
    found = trumps(Suit(trump))
    own = {rank + trump for rank in "23456789TJQKA"}
    assert len(found) == 14
    assert {card.text for card in found} == own | {left}


def test_R2_2_the_order_of_the_trumps() -> None:
    assert trumps(Suit.HEARTS) == cards("AH KH QH JH TH 9H 8H 7H 6H 5H 5D 4H 3H 2H")
    strength = strengths(Suit.HEARTS)
    assert [strength[card] for card in trumps(Suit.HEARTS)] == list(range(14, 0, -1))


def test_R2_2_the_left_pedro_follows_and_wins_as_a_trump() -> None:
    table = Table(
        CANADIAN,
        """
        N AS KS QS JS TS 9S
        E 5C 2C
        S 4S
        W 8S 7S 6S 5S 3S 2S
        """,
        trump="S",
    )
    table.contract("N", 7).throw().do("N play 9S")
    assert table.listed("E") == ["play 5C"]
    assert table.refuse("E play 2C").rule == "R7.2"
    table.do("E play 5C, S play 4S, W play 2S, N play AS")
    assert table.to_act() == "W"  # E and S had one trump each and are up


def test_R2_2_the_left_pedro_lies_under_the_right_one_and_over_the_four() -> None:
    table = Table(
        CANADIAN,
        """
        N 4S AS KS QS JS TS
        E 5C 2D
        S 5S 2H
        W 9S 8S 7S 6S 3S 2S
        """,
        trump="S",
    )
    table.contract("N", 7).throw().do("N play 4S, E play 5C, S play 5S, W play 2S")
    assert table.hand.tricks[0].winner is Seat.SOUTH
    table = Table(CANADIAN, "N 4S AS KS QS JS TS\nE 5C 2D\nW 5S 9S 8S 7S 6S 3S 2S", trump="S")
    table.contract("N", 7).throw()
    assert table.state.hand is not None
    table.do("N play 4S, E play 5C, W play 3S 9S")
    assert table.hand.tricks[0].winner is Seat.EAST


def test_R2_3_what_the_trumps_score() -> None:
    points = {card.text: worth for card, worth in CANADIAN.card_points(Suit.DIAMONDS).items()}
    assert points == {"AD": 1, "KD": 30, "JD": 1, "TD": 1, "5D": 5, "5H": 5, "2D": 1}
    assert CANADIAN.total == 44 == KING_PEDRO.total
    assert KING_PEDRO.points == CANADIAN.points


def test_R2_3_the_ukrainian_canadian_ten_is_ten_and_nine_is_nine() -> None:
    points = {card.text: worth for card, worth in UKRAINIAN_CANADIAN.card_points(Suit.CLUBS).items()}
    assert points == {"AC": 1, "KC": 30, "JC": 1, "TC": 10, "9C": 9, "5C": 5, "5S": 5, "2C": 1}
    assert UKRAINIAN_CANADIAN.total == 62


def test_R2_4_plain_cards_have_no_rank() -> None:
    strength = strengths(Suit.SPADES)
    assert all(card not in strength for card in DECK if card not in trumps(Suit.SPADES))
    assert Card.parse("5C") in strength and Card.parse("AC") not in strength
