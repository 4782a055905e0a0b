"""The pile that a player with more than a full hand of cards plays to the first trick (R7.4, R7.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

from bot.game.actions import Action, Play
from bot.game.cards import Card, Suit, strengths, trumps
from bot.game.rules import PileRule, RuleSet
from bot.game.terms import Illegal, Reason


@dataclass(frozen=True, slots=True)
class PileChoice:
    """All piles one hand allows; stands for the list of them: has ``in``, a length, an iterator and ``suggestion``.

    ``size`` counts the top card. All of ``cards`` are trumps: only with these does anybody hold so many (R6.3).
    ``scorers`` are cheapest first with the two before all; ``others`` score nothing, lowest first.
    """

    rule: PileRule
    size: int
    scorers: tuple[Card, ...]
    others: tuple[Card, ...]
    trump: Suit
    points: tuple[int, ...]  # of the scorers, in their order

    @property
    def two(self) -> Card:
        """The two of trumps, whether or not this hand holds it."""
        return trumps(self.trump)[-1]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand the pile comes from."""
        return self.others + self.scorers

    def check(self, action: Play) -> None:
        """Raises Illegal unless this hand may play this pile. Takes for granted that the cards are held."""
        if len(action.cards) != self.size:
            raise Illegal(Reason.WRONG_PLAY_COUNT, low=self.size, high=self.size)
        if self.rule is PileRule.SCORER_ON_TOP:
            self._check_buried(action)
        else:
            self._check_scorers(action)

    def _check_buried(self, action: Play) -> None:
        must = max(0, self.size - 1 - len(self.others))  # as few as possible
        buried = [card for card in action.buried if card in self.scorers]
        worth = sorted(self._price(card) for card in buried)
        if worth != [self._price(card) for card in self.scorers[:must]]:
            raise Illegal(
                Reason.SCORER_BURIED, cards=tuple(buried), low=must, high=must
            )  # the cheapest that many, the two first

    def _check_scorers(self, action: Play) -> None:
        count = sum(1 for card in action.cards if card in self.scorers)
        fewest = self.size - len(self.others)
        if count > max(1, fewest):
            raise Illegal(Reason.TOO_MANY_SCORERS, low=max(0, fewest), high=max(1, fewest))
        if fewest > 1 and self.two in self.scorers and self.two not in action.cards:
            raise Illegal(Reason.TWO_NOT_IN_PILE, cards=(self.two,))

    def _price(self, card: Card) -> int:
        return 0 if card is self.two else self.points[self.scorers.index(card)]

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Play) or len(set(action.cards)) != len(action.cards):
            return False
        if not set(action.cards).issubset(self.cards):
            return False
        try:
            self.check(action)
        except Illegal:
            return False
        return True

    def __iter__(self) -> Iterator[Action]:
        for top in self.tops():
            for way in self._ways(top):
                for of_scorers in combinations(way.scorers, way.scorer_count):
                    for of_others in combinations(way.others, way.other_count):
                        yield Play((top, *of_others, *way.sure, *of_scorers))

    def __len__(self) -> int:
        return sum(way.number for card in self.cards for way in self._ways(card))

    def tops(self) -> tuple[Card, ...]:
        """Every card that may lie on top, lowest trump first."""
        tops = {card for card in self.cards if any(way.number for way in self._ways(card))}
        return tuple([card for card in reversed(trumps(self.trump)) if card in tops])

    def with_top(self, top: Card) -> Play:
        """The pile under ``top`` that buries what is worth least. Raises Illegal when no pile has this top."""
        cheapest_first = [card for card in self.cards if card is not top]
        pile = Play((top, *cheapest_first[: self.size - 1]))
        if pile not in self:
            raise Illegal(Reason.SCORER_BURIED, cards=(top,))
        return pile

    @property
    def suggestion(self) -> Play:
        """The cheapest pile: the lowest card that may lie on top, over what is worth least."""
        return self.with_top(self.tops()[0])

    def _ways(self, top: Card) -> Iterator[_Way]:
        """The burials under ``top``: what ``check`` accepts, told the other way round."""
        under = self.size - 1
        others = [card for card in self.others if card is not top]
        scorers = [card for card in self.scorers if card is not top]
        if self.rule is PileRule.SCORER_ON_TOP:
            must = max(0, under - len(self.others))
            dearest = max((self._price(card) for card in self.scorers[:must]), default=0)
            sure = [card for card in self.scorers if self._price(card) < dearest]
            as_dear = [card for card in scorers if self._price(card) == dearest]
            if top not in sure:
                yield _Way(sure, as_dear, must - len(sure), others, under - must)
        elif under <= len(self.others):
            yield _Way([], scorers, 0, others, under)
            if top in self.others:
                yield _Way([], scorers, 1, others, under - 1)
        else:
            sure = [card for card in scorers if card is self.two]
            free = [card for card in scorers if card is not self.two]
            yield _Way(sure, free, under - len(others) - len(sure), others, len(others))


class _Way(NamedTuple):
    """A kind of burial: all of ``sure``, and so many of ``scorers`` and of ``others``."""

    sure: list[Card]
    scorers: list[Card]
    scorer_count: int
    others: list[Card]
    other_count: int

    @property
    def number(self) -> int:
        """How many burials of this kind there are."""
        return comb(len(self.scorers), self.scorer_count) * comb(len(self.others), self.other_count)


def pile_choice(rules: RuleSet, cards: tuple[Card, ...], trump: Suit) -> PileChoice:
    """The piles for a holder of ``cards``, more than ``hand_size`` of them, when ``trump`` is trump."""
    points, strength, two = rules.card_points(trump), strengths(trump), trumps(trump)[-1]
    scorers = [card for card in cards if card in points]
    scorers.sort(key=lambda card: (card is not two, points[card], strength[card]))
    others = sorted((card for card in cards if card not in points), key=strength.__getitem__)
    return PileChoice(
        rule=rules.pile,
        size=len(cards) - rules.hand_size + 1,
        scorers=tuple(scorers),
        others=tuple(others),
        trump=trump,
        points=tuple(points[card] for card in scorers),
    )
