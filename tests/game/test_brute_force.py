"""Discards and piles against the referee, who tries every set of cards there is."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import Discard, Play
from bot.game.cards import DECK, Card, Suit, trumps
from bot.game.exchange import discard_choice
from bot.game.piles import pile_choice
from bot.game.rules import (
    CANADIAN,
    KING_PEDRO,
    UKRAINIAN_CANADIAN,
    PileRule,
    RuleSet,
    TrumpDiscard,
    house,
)
from tests.game.house_strategy import house_rules
from tests.game.random_play import some_of
from tests.game.referee import every_discard, every_pile


def texts(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(card.text for card in cards)


@given(
    rules=house_rules(),
    hand_size=st.integers(2, 6),
    more=st.integers(0, 5),
    bias=st.floats(0, 1),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=120)
def test_R6_every_set_of_cards_is_thrown_or_refused_as_the_rules_say(
    rules: RuleSet, hand_size: int, more: int, bias: float, seed: int
) -> None:
    rng = random.Random(seed)
    held = a_hand(rng, hand_size + more, bias)
    check_discards(house_with_hand_size(rules, hand_size), held)


@pytest.mark.parametrize("discard", TrumpDiscard)
@pytest.mark.parametrize("held_trumps", range(13))
def test_R6_every_set_of_twelve_cards(discard: TrumpDiscard, held_trumps: int) -> None:
    rng = random.Random(held_trumps)
    order, plain = trumps(Suit.SPADES), [card for card in DECK if card not in trumps(Suit.SPADES)]
    held = tuple(some_of(rng, order, held_trumps) + some_of(rng, plain, 12 - held_trumps))
    check_discards(house(CANADIAN, trump_discard=discard), held)


def check_discards(rules: RuleSet, held: tuple[Card, ...]) -> None:
    choice = discard_choice(rules, tuple(sorted(held)), Suit.SPADES)
    right = every_discard(rules, texts(held), "S")
    listed = [texts(action.cards) for action in choice if isinstance(action, Discard)]
    assert len(listed) == len(set(listed)) == len(choice) == len(right)
    assert set(listed) == right
    assert texts(choice.suggestion.cards) in right
    for size in range(len(held) + 1):
        for chosen in combinations(held, size):
            assert (Discard(chosen) in choice) == (texts(chosen) in right)


@given(rules=house_rules(), hand_size=st.integers(2, 8), more=st.integers(1, 6), seed=st.integers(0, 10**6))
@settings(max_examples=120)
def test_R7_5_every_pile_is_played_or_refused_as_the_rules_say(
    rules: RuleSet, hand_size: int, more: int, seed: int
) -> None:
    rng = random.Random(seed)
    held = some_of(rng, trumps(Suit.SPADES), min(14, hand_size + more))
    check_piles(house_with_hand_size(rules, hand_size), tuple(held))


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, house(KING_PEDRO, pile="scorer-on-top")])
@pytest.mark.parametrize("count", range(7, 14))
def test_R7_5_every_pile_of_seven_to_thirteen_trumps(rules: RuleSet, count: int) -> None:
    rng = random.Random(count)
    for _ in range(6 if count < 11 else 1):
        check_piles(rules, tuple(some_of(rng, trumps(Suit.SPADES), count)))


@pytest.mark.parametrize("pile", PileRule)
@pytest.mark.parametrize("points", [CANADIAN.points, UKRAINIAN_CANADIAN.points], ids=["44", "62"])
def test_R7_5_every_pile_of_all_fourteen_trumps(pile: PileRule, points: tuple[tuple[str, int], ...]) -> None:
    check_piles(house(CANADIAN, pile=pile, points=dict(points)), trumps(Suit.SPADES))


def check_piles(rules: RuleSet, held: tuple[Card, ...]) -> None:
    choice = pile_choice(rules, tuple(sorted(held)), Suit.SPADES)
    right = every_pile(rules, texts(held), "S")
    listed = [(action.top.text, texts(action.buried)) for action in choice if isinstance(action, Play)]
    assert len(listed) == len(set(listed)) == len(choice) == len(right)
    assert set(listed) == right
    assert set(choice.tops()) == {Card.parse(top) for top, _ in right}
    assert choice.suggestion in choice
    worth = {card.text: points for card, points in rules.card_points(Suit.SPADES).items()}
    for top in choice.tops():
        suggested = choice.with_top(top)
        assert (suggested.top, texts(suggested.buried)) == (top, texts(suggested.buried))
        assert (top.text, texts(suggested.buried)) in right
        dearer = [
            sum(worth.get(card, 0) for card in buried if card != "2S") for one, buried in right if one == top.text
        ]
        assert sum(worth.get(card, 0) for card in texts(suggested.buried) if card != "2S") == min(dearer)
    for chosen in combinations(held, len(held) - rules.hand_size + 1):
        for top in chosen:
            play = Play((top, *(card for card in chosen if card is not top)))
            assert (play in choice) == ((top.text, texts(play.buried)) in right)


def a_hand(rng: random.Random, size: int, bias: float) -> tuple[Card, ...]:
    """So many cards, trumps (of spades) and plain ones in any proportion."""
    order = list(trumps(Suit.SPADES))
    plain = [card for card in DECK if card not in order]
    held: list[Card] = []
    while len(held) < size:
        source = order if order and rng.random() < bias else plain
        held += [source.pop(int(rng.random() * len(source)))]
    return tuple(held)


def house_with_hand_size(rules: RuleSet, hand_size: int) -> RuleSet:
    return house(rules, hand_size=hand_size)
