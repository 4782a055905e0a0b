"""Laws of the number that people see."""

from __future__ import annotations

import random

import pytest

from bot.rating import NEWCOMER, PROVISIONAL, Skill, after, is_provisional, shown


def test_everybody_begins_at_a_thousand() -> None:
    assert shown(NEWCOMER) == 1000
    assert is_provisional(PROVISIONAL - 1)
    assert not is_provisional(PROVISIONAL)


@pytest.mark.parametrize("people", [4, 8, 30])
def test_a_win_never_lowers_and_a_loss_never_raises(people: int) -> None:
    dice = random.Random(people)
    strength = {person: dice.gauss(0, 1) for person in range(people)}
    skills: dict[int, Skill] = dict.fromkeys(strength, NEWCOMER)
    for _ in range(1500):
        sides = dice.sample(sorted(strength), 4)
        one, two, three, four = sides
        if strength[one] + strength[two] + dice.gauss(0, 2) < strength[three] + strength[four]:
            one, two, three, four = three, four, one, two
        won, lost = after((skills[one], skills[two]), (skills[three], skills[four]))
        for person, skill in zip((one, two), won, strict=True):
            assert shown(skill) >= shown(skills[person])
            skills[person] = skill
        for person, skill in zip((three, four), lost, strict=True):
            assert shown(skill) <= shown(skills[person])
            skills[person] = skill
    best, worst = max(strength, key=strength.__getitem__), min(strength, key=strength.__getitem__)
    assert shown(skills[best]) > shown(skills[worst]) + 100, "who is better stands higher"


def test_the_same_game_gives_the_same_numbers() -> None:
    skills = (25.5, 7.0), (31.0, 3.25)
    assert after(skills, skills) == after(skills, skills)


def test_beating_the_strong_is_worth_more() -> None:
    strong, weak = (32.0, 3.0), (18.0, 3.0)
    upset, _ = after((weak, weak), (strong, strong))
    expected, _ = after((strong, strong), (weak, weak))
    assert shown(upset[0]) - shown(weak) > shown(expected[0]) - shown(strong)
