"""How good the robots are: duplicate matches between them, each with its standard error.

These are statistics of a few deals unless ``--deals`` asks for more, so a target is missed only where the error can't
explain what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final

from bot.game.rules import CANADIAN, KING_PEDRO, RuleSet
from bot.players.duel import Duel, pieces
from bot.players.entrant import named
from bot.players.match import Contracts, Estimate, Match, match_of, within
from tests.bench.report import Effort, Report, Target

NAME: Final = "robots"
RULES: Final = (CANADIAN, KING_PEDRO)
SEED: Final = 1
#: Players that do not search play so many times as many deals.
_QUICK: Final = 20
#: From this bid on a contract needs the king and a pedro.
_HIGH: Final = 35
_ERRORS: Final = 2


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match to play, its names as ``king-pedro duel`` knows them."""

    first: str
    second: str
    ceiling: str = ""
    play_only: bool = False

    @property
    def label(self) -> str:
        """Who plays whom."""
        return f"{self.first} against {self.second}" + (", the play alone" if self.play_only else "")

    @property
    def searches(self) -> bool:
        """Whether anybody here needs more than a moment."""
        return "expert" in self.label

    def play(self, rules: RuleSet, effort: Effort) -> Match:
        """The match."""
        deals = effort.deals * (1 if self.searches else _QUICK)
        ceiling = named(self.ceiling) if self.ceiling else None
        duel = Duel(named(self.first), named(self.second), rules, deals, SEED, ceiling)
        return match_of(pieces(duel.play_only() if self.play_only else duel, effort.jobs))


BY_FAR: Final = Pairing("normal", "random")
BETWEEN: Final = Pairing("easy", "random", "normal")
BELOW: Final = Pairing("normal", "easy")
PLAY: Final = Pairing("expert", "normal", "open", play_only=True)
BIDDING: Final = Pairing("expert", "normal+expert")
WHOLE: Final = Pairing("expert", "normal")
PAIRINGS: Final = (BY_FAR, BETWEEN, BELOW, PLAY, BIDDING, WHOLE)


def measure(effort: Effort) -> Report:
    """Points a hand of each match under each preset, and what they say."""
    matches = {rules: {pairing: pairing.play(rules, effort) for pairing in PAIRINGS} for rules in RULES}
    return Report(
        title="Robots in duplicate matches",
        columns=("", "deals", "points a hand", "of the way", "made of 35 and more"),
        rows=tuple(_row(rules, *one) for rules, played in matches.items() for one in played.items()),
        targets=tuple(target for rules, played in matches.items() for target in _targets(rules, played)),
        notes=(
            f"Every deal is played twice with the sides changed. ± is one standard error; {_ERRORS} of them may be",
            "missing from a target. The way goes from random to normal for easy, from normal to one that sees all",
            "cards for expert.",
        ),
    )


def _row(rules: RuleSet, pairing: Pairing, match: Match) -> tuple[str, ...]:
    high = high_contracts(rules, match)
    return (
        f"{rules.name}: {pairing.label}",
        str(match.deals),
        f"{match.difference:+.2f} ± {match.standard_error:.2f}",
        "" if match.share is None else percent(match.share),
        f"{high.made} of {high.played}" if high.played else "",
    )


def high_contracts(rules: RuleSet, match: Match) -> Contracts:
    """The first player's contracts of 35 and more."""
    return within(match.results, _HIGH, rules.total, first=True)


def _targets(rules: RuleSet, matches: dict[Pairing, Match]) -> Iterator[Target]:
    name = rules.name
    far, between, play, bidding = (matches[one] for one in (BY_FAR, BETWEEN, PLAY, BIDDING))
    yield reached(f"{name}: normal beats random by more than 35 points a hand", _points(far), 35)
    if between.share is not None:
        share = between.share
        met = abs(share.value - 0.5) <= 0.25 + _ERRORS * share.error
        yield Target(f"{name}: easy lies clearly between random and normal", percent(share), met=met)
    if play.share is not None:
        yield reached(f"{name}: expert goes half of the way to a player that sees all cards", play.share, 0.5)
    enough = bidding.difference > 3 * bidding.standard_error
    yield Target(f"{name}: expert's bidding is worth more than 3 standard errors", _told(_points(bidding)), met=enough)
    high = high_contracts(rules, bidding)
    if high.played:
        rate = Estimate(high.made / high.played, sqrt(0.75 * 0.25 / high.played))
        met = abs(rate.value - 0.75) <= 0.1 + _ERRORS * rate.error
        yield Target(f"{name}: expert makes 65 to 85 % of its contracts of 35 and more", percent(rate), met=met)


def reached(wanted: str, found: Estimate, least: float) -> Target:
    """Met unless the error can't explain what is missing."""
    told = percent(found) if least < 1 else _told(found)
    return Target(wanted, told, met=found.value + _ERRORS * found.error >= least)


def percent(found: Estimate) -> str:
    """A share with its error."""
    return f"{100 * found.value:.0f} % ± {100 * found.error:.0f} %"


def _told(found: Estimate) -> str:
    return f"{found.value:+.2f} ± {found.error:.2f}"


def _points(match: Match) -> Estimate:
    return Estimate(match.difference, match.standard_error)
