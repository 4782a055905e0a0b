"""What a duel came to: points a hand, games won, contracts made, and what the decisions took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil, sqrt
from statistics import fmean, median
from typing import Final, NamedTuple

from bot.game.cards import Seat, Side
from bot.game.rules import RuleSet
from bot.game.state import HandResult, Phase
from bot.players.duel import Duel, Played, Thought, pieces
from bot.players.entrant import entrant
from bot.players.player import Player

#: A card of so many points changes what a bid asks for when it is missed.
_DEAR: Final = 5


class Estimate(NamedTuple):
    """A mean of independent observations and its standard error."""

    value: float
    error: float


class Contracts(NamedTuple):
    """Contracts of the bids from ``low`` to ``high``: how many were played, and how many of them made."""

    low: int
    high: int
    played: int
    made: int


@dataclass(frozen=True, slots=True)
class Match:
    """What a duplicate match came to.

    ``difference`` is the points a hand by which the first player's side beat the second's, ``standard_error`` that
    of the difference; both count a deal's two hands as one observation. ``ceiling`` is the same of the ceiling
    against the second player, and ``share`` the part of the way from the second player to the ceiling that the first
    one goes. ``won`` are the games the two won; those that nobody won are missing in both. ``results`` has the hands
    in the order they were played: of each deal first the one where the first player holds North and South.
    """

    deals: int
    difference: float
    standard_error: float
    results: tuple[HandResult, ...]
    ceiling: Estimate | None
    share: Estimate | None
    won: tuple[int, int]
    thoughts: tuple[Thought, ...] = field(compare=False)


def match_of(played: Iterable[Played]) -> Match:
    """The match of a duel's pieces. Raises ValueError for fewer than two deals, which have no error."""
    together = tuple(played)
    pairs = [piece.pair for piece in together if piece.pair is not None]
    if len(pairs) < 2:
        raise ValueError(f"a match needs two deals or more, not {len(pairs)}")
    leads = [pair.lead for pair in pairs]
    ceilings = [piece.ceiling.lead for piece in together if piece.ceiling is not None]
    own = estimate(leads)
    return Match(
        deals=len(pairs),
        difference=own.value,
        standard_error=own.error,
        results=tuple(result for pair in pairs for result in (pair.there, pair.back)),
        ceiling=estimate(ceilings) if ceilings else None,
        share=share(leads, ceilings) if ceilings else None,
        won=(sum(piece.won[0] for piece in together), sum(piece.won[1] for piece in together)),
        thoughts=tuple(thought for piece in together for thought in piece.thoughts),
    )


def duplicate(a: Player, b: Player, rules: RuleSet, deals: int, seed: int) -> Match:
    """``a`` against ``b`` on ``deals`` packs from ``seed``. Raises ValueError for fewer than two."""
    return match_of(pieces(Duel(entrant("a", a), entrant("b", b), rules, deals, seed)))


def estimate(observations: Sequence[float]) -> Estimate:
    """The mean of at least two observations."""
    mean = fmean(observations)
    variance = sum((one - mean) ** 2 for one in observations) / (len(observations) - 1)
    return Estimate(mean, sqrt(variance / len(observations)))


def share(parts: Sequence[float], wholes: Sequence[float]) -> Estimate | None:
    """The ratio of the means of two columns that belong together; None where the wholes come to nothing or less.

    Its error is the usual first-order one: that of what the line through the origin leaves over.
    """
    whole = fmean(wholes)
    if whole <= 0:
        return None
    ratio = fmean(parts) / whole
    over = estimate([part - ratio * one for part, one in zip(parts, wholes, strict=True)])
    return Estimate(ratio, over.error / whole)


def levels(rules: RuleSet) -> tuple[tuple[int, int], ...]:
    """The groups of bids that ask for the same cards, lowest first: of 44 points 7-14, 15-29, 30-34, 35-39, 40-44.

    In the first the dearest card may be missed; in the last none of the dear ones may, and in each before it one more.
    """
    points = sorted((points for _, points in rules.points), reverse=True)
    king, dear = points[0], [one for one in points[1:] if one >= _DEAR]
    without_king = rules.total - king
    missed = [sum(dear[place:]) for place in range(len(dear))]
    starts = {without_king + 1, *(rules.total + 1 - one for one in missed)}
    if king > without_king:
        starts.add(king)
    lowest = min(rules.bid_min, rules.dealer_forced_bid or rules.bid_min)
    wide = [one for one in sorted(starts) if one > lowest and one > without_king and one - 1 not in starts]
    borders = [lowest, *wide, rules.total + 1]
    return tuple((low, following - 1) for low, following in pairwise(borders))


def contracts(rules: RuleSet, results: Sequence[HandResult], *, first: bool) -> tuple[Contracts, ...]:
    """The contracts of the first player of a match, or of the second, by ``levels``."""
    return tuple(within(results, low, high, first=first) for low, high in levels(rules))


def within(results: Sequence[HandResult], low: int, high: int, *, first: bool) -> Contracts:
    """Those of the contracts whose bid is from ``low`` to ``high``."""
    made = [
        result.made
        for number, result in enumerate(results)
        if result.declarer is not None and _is_first(number, result.declarer) == first and low <= result.bid <= high
    ]
    return Contracts(low, high, len(made), sum(made))


def _is_first(number: int, declarer: Seat) -> bool:
    """Whether the declarer of hand ``number`` of a match sat for the first player."""
    return (declarer.side is Side.NS) == (number % 2 == 0)


class Stage(NamedTuple):
    """A kind of decision; of the plays, those to the first trick are one kind and the later ones another."""

    phase: Phase
    first_trick: bool = True

    def has(self, thought: Thought) -> bool:
        """Whether a decision is of this kind."""
        return thought.phase is self.phase and (self.phase is not Phase.PLAY or thought.first_trick is self.first_trick)


STAGES: Final = (
    Stage(Phase.AUCTION), Stage(Phase.TRUMP), Stage(Phase.DISCARD), Stage(Phase.PLAY), Stage(Phase.PLAY, False),
)  # fmt: skip


def middle_and_99th(thoughts: Sequence[Thought]) -> tuple[float, float] | None:
    """The median and the 99th percentile of the times of some decisions, in seconds; None where there are none."""
    if not thoughts:
        return None
    times = sorted(thought.seconds for thought in thoughts)
    return median(times), times[ceil(0.99 * len(times)) - 1]
