"""How good somebody is: openskill's Plackett-Luce for partnerships, and the number that people see of it."""

from __future__ import annotations

from typing import Final

from openskill.models import PlackettLuce

Skill = tuple[float, float]
"""mu, and sigma: how uncertain that is."""
Side = tuple[Skill, Skill]

#: Uncertainty does not grow by a game, so that no win lowers the number that people see.
_MODEL: Final = PlackettLuce(limit_sigma=True)

NEWCOMER: Final[Skill] = (_MODEL.mu, _MODEL.sigma)

PROVISIONAL: Final = 10
"""With fewer rated games a rating says little yet."""

_START: Final = 1000
_SCALE: Final = 40
_CAUTION: Final = 3  # standard deviations


def after(winners: Side, losers: Side) -> tuple[Side, Side]:
    """The skills of the winners and the losers after their game."""
    before = [[_MODEL.create_rating(list(skill)) for skill in side] for side in (winners, losers)]
    (one, two), (three, four) = _MODEL.rate(before)  # the first has won
    return ((one.mu, one.sigma), (two.mu, two.sigma)), ((three.mu, three.sigma), (four.mu, four.sigma))


def shown(skill: Skill) -> int:
    """A whole number, 1000 for a newcomer: the skill somebody has very likely at least, so that it grows with games."""
    mu, sigma = skill
    return round(_START + _SCALE * (mu - _CAUTION * sigma))


def is_provisional(games: int) -> bool:
    """Whether the number is marked, after so many rated games."""
    return games < PROVISIONAL
