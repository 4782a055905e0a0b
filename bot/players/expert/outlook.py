"""What the end of a hand is worth to a side: its score (R9.2), and what winning or losing the game counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.game.cards import Side
from bot.game.rules import RuleSet
from bot.game.state import SidePoints

#: What winning the game counts, in points.
_GAME: Final = 120.0


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake for ``side`` in one hand, at the score before it."""

    rules: RuleSet
    score: SidePoints
    side: Side

    def value(self, declarer: Side, bid: int, points: int) -> float:
        """What it is worth to the side that ``declarer`` takes so many points at this bid."""
        rules = self.rules
        made = points >= bid
        here, there = (points if made else -bid), rules.total - points
        value = float(here - there)
        after = self.score.of(declarer) + here
        if made and after >= rules.target:
            value += _GAME
        elif rules.losing_score is not None and after <= rules.losing_score:
            value -= _GAME
        return value if declarer is self.side else -value
