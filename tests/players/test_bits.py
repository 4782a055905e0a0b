"""Trumps as bits: the same piles as the rules know."""

import random

import pytest

from bot.game.cards import Suit, in_order, strengths, trumps
from bot.game.piles import pile_choice
from bot.game.rules import PRESETS, RuleSet
from bot.players.bits import bit_of, bits_of, burial, scale_of


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_r7_5_the_cheapest_piles_are_those_of_the_rules(rules: RuleSet) -> None:
    chance, scale = random.Random(3), scale_of(rules)
    for _ in range(400):
        suit = chance.choice(list(Suit))
        held = in_order(chance.sample(trumps(suit), chance.randint(7, 14)))
        choice, own = pile_choice(rules, held, suit), bits_of(held, suit)
        tops = choice.tops()
        for card in held:
            buried = burial(scale, rules, own, bit_of(card, suit))
            assert (buried is not None) == (card in tops)
            if buried is not None:
                assert buried == bits_of(choice.with_top(card).buried, suit)


def test_a_scale_has_every_point_but_the_twos() -> None:
    rules = PRESETS["ukrainian-canadian"]
    scale = scale_of(rules)
    assert scale.total == rules.total
    assert scale.worth[(1 << 14) - 1] == rules.total - scale.two_points
    assert scale.points[bit_of(trumps(Suit.HEARTS)[1], Suit.HEARTS)] == 30
    assert strengths(Suit.HEARTS)[trumps(Suit.HEARTS)[1]] == scale.king.bit_length()
