"""What people type for bids and cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.cards import DECK, Card
from bot.refusals import Refusal, Refused
from bot.wire.typed import typed_bid, typed_cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS", "AS"),
        ("as", "AS"),
        ("10h", "TH"),
        ("t♥", "TH"),
        ("10♦️", "TD"),
        ("A♠, 9♠ 3s", "AS 9S 3S"),
        (" 2h;9c+kd ", "2H 9C KD"),
    ],
)
def test_cards_as_people_write_them(text: str, cards: str) -> None:
    assert typed_cards(text) == tuple(Card.parse(card) for card in cards.split())


@pytest.mark.parametrize(
    ("text", "wrong"), [("1S", "1S"), ("AS ace", "ace"), ("11H", "11H"), ("S", "S"), ("110H", "110H")]
)
def test_the_first_word_that_is_no_card_is_named(text: str, wrong: str) -> None:
    with pytest.raises(Refused) as refused:
        typed_cards(text)
    assert refused.value.refusal is Refusal.NOT_A_CARD
    assert refused.value.details == {"text": wrong}


@pytest.mark.parametrize("text", ["", " ", ",;"])
def test_no_card_at_all_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        typed_cards(text)


@pytest.mark.parametrize(("text", "amount"), [("7", 7), (" 31 ", 31), ("-1", -1), ("0", 0), ("999999", 999999)])
def test_a_number_is_left_to_the_rules(text: str, amount: int) -> None:
    assert typed_bid(text) == amount


@pytest.mark.parametrize("text", ["", "seven", "7.5", "1e3", "٣", "7 8", "1234567", "--1", "²"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        typed_bid(text)
    assert refused.value.refusal is Refusal.NOT_A_NUMBER


@given(st.text(max_size=60))
def test_anything_typed_gives_cards_or_one_refusal_without_markdown_or_mention(text: str) -> None:
    try:
        assert set(typed_cards(text)) <= set(DECK)
    except Refused as refused:
        shown = refused.details["text"]
        assert len(shown) <= 90
        assert "@everyone" not in shown
