"""Duplicate matches: the same cards for both sides."""

from math import sqrt

import pytest

from bot.game.rules import CANADIAN, KING_PEDRO
from bot.players.duel import duplicate
from bot.players.normal.robot import decide
from bot.players.random import decide as decide_by_lot


def test_a_player_is_exactly_as_good_as_itself() -> None:
    match = duplicate(decide, decide, CANADIAN, 6, 4)
    assert (match.difference, match.standard_error) == (0, 0)


def test_the_other_way_round_the_difference_is_the_same_with_the_other_sign() -> None:
    match, back = duplicate(decide, decide_by_lot, KING_PEDRO, 8, 5), duplicate(decide_by_lot, decide, KING_PEDRO, 8, 5)
    assert match.difference == -back.difference
    assert match.standard_error == back.standard_error


def test_the_difference_is_the_mean_over_the_deals_of_both_hands_leads() -> None:
    match = duplicate(decide, decide_by_lot, CANADIAN, 5, 6)
    assert len(match.results) == 10
    leads = [one.delta.ns - one.delta.ew for one in match.results]
    deals = [(there - back) / 2 for there, back in zip(leads[::2], leads[1::2], strict=True)]
    mean = sum(deals) / 5
    assert match.difference == pytest.approx(mean)
    assert match.standard_error == pytest.approx(sqrt(sum((one - mean) ** 2 for one in deals) / 4 / 5))
    assert [one.dealer for one in match.results[::2]] == [one.dealer for one in match.results[1::2]]


def test_the_same_seed_gives_the_same_match_and_another_one_another() -> None:
    first = duplicate(decide, decide_by_lot, CANADIAN, 3, 7)
    assert duplicate(decide, decide_by_lot, CANADIAN, 3, 7) == first
    assert duplicate(decide, decide_by_lot, CANADIAN, 3, 8) != first


def test_one_deal_has_no_error_and_is_refused() -> None:
    with pytest.raises(ValueError, match="two deals"):
        duplicate(decide, decide, CANADIAN, 1, 1)
