"""A hand being played on bits: by the cards that were played, or as the normal robot would go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.game.rules import RuleSet
from bot.players.bits import ALL, PLAIN, TWO, Scale, burial, each
from bot.players.normal.position import DECLARER_DENSITY
from bot.players.normal.weighing import TrickSoFar, Weighing

_PLACES: Final = (0, 1, 2, 3)


class Move(NamedTuple):
    """A trump's bit, or 0 for a plain card, and the trumps buried under it."""

    bit: int
    buried: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """What everybody knows of a hand being played. ``declarer`` is a place; who ``kept_more`` has a pile to play."""

    rules: RuleSet
    scale: Scale
    declarer: int
    kept_more: tuple[bool, ...]


class Playout:
    """The hands of one world, changed as it is played. Lists of four go by place.

    ``gone`` are the trumps that a place alone knows to be out of play: thrown, or buried under its pile. ``points`` are
    North's and South's so far; the two's count as soon as it is played (R9.1), and thrown ones from the start (R6.5).
    """

    __slots__ = (
        "_buried", "_gone", "_hands", "_highest", "_led", "_plain", "_players", "_seen", "_stake", "_terms", "_turn",
        "_winner", "points", "tricks",
    )  # fmt: skip

    def __init__(self, terms: Terms, hands: Sequence[int], thrown: Sequence[int], leader: int) -> None:
        self._terms = terms
        self._hands = list(hands)
        size = terms.rules.hand_size
        self._plain = [max(0, size - held.bit_count()) if held else 0 for held in hands]
        self._gone = list(thrown)
        self._buried = [0, 0, 0, 0]
        self._seen = 0
        self.tricks = 0
        worth, two = terms.scale.worth, terms.scale.two_points
        self.points = sum(worth[thrown[place]] + two * (thrown[place] & TWO) for place in (1, 3))
        self._begin(leader)

    def copy(self) -> Playout:
        """The same hand, to be played otherwise."""
        made = object.__new__(Playout)
        made._terms, made._hands, made._plain = self._terms, self._hands[:], self._plain[:]
        made._gone, made._buried, made._seen = self._gone[:], self._buried[:], self._seen
        made._players, made._turn, made._led = self._players, self._turn, self._led
        made._highest, made._winner, made._stake = self._highest, self._winner, self._stake
        made.points, made.tricks = self.points, self.tricks
        return made

    @property
    def place(self) -> int:
        """Whose turn it is; only while somebody holds a trump."""
        return self._players[self._turn]

    def _begin(self, leader: int) -> None:
        hands = self._hands
        order = (leader, leader + 1 & 3, leader + 2 & 3, leader + 3 & 3)  # who is up is passed over (R8.2)
        self._players = [place for place in order if hands[place]]
        self._turn, self._led, self._highest, self._stake = 0, -1, PLAIN, 0
        self._winner = self._players[0] if self._players else leader

    def lay(self, move: Move) -> None:
        """Plays for who is to act."""
        bit, buried = move
        place, scale = self._players[self._turn], self._terms.scale
        if self._led < 0:
            self._led = bit
        if bit:
            held = self._hands[place] & ~(bit | buried)
            self._hands[place] = held
            self._seen |= bit
            if buried:
                self._gone[place] |= buried
                self._buried[place] = buried.bit_count()
                self._stake += scale.worth[buried]
            if not held:
                self._plain[place] = 0  # up: the rest is laid down (R8.1)
            if (bit | buried) & TWO and not place & 1:
                self.points += scale.two_points
            self._stake += scale.points[bit]
            if bit > self._highest:
                self._highest, self._winner = bit, place
        else:
            self._plain[place] -= 1
        self._turn += 1
        if self._turn == len(self._players):
            if not self._winner & 1:
                self.points += self._stake
            self.tricks += 1
            self._begin(self._winner)

    def likely_move(self) -> Move:
        """What the normal robot would play for who is to act."""
        place = self._players[self._turn]
        own = self._hands[place]
        free = self._led <= PLAIN and self._plain[place] > 0
        if not own & (own - 1) and not free:
            return Move(own)
        rules, scale = self._terms.rules, self._terms.scale
        weighing = self._weighing(place, own)
        if own.bit_count() > rules.hand_size:
            piles = {top: burial(scale, rules, own, top) for top in each(own)}
            best = weighing.best([top for top, buried in piles.items() if buried is not None], plain=False)
            return Move(best, piles[best] or 0)
        return Move(weighing.best(each(own), plain=free))

    def _weighing(self, place: int, own: int) -> Weighing:
        unseen = ALL & ~(self._seen | own | self._gone[place])
        trick = TrickSoFar(self._led < 0, self._highest, self._winner, self._stake, self._players[self._turn + 1 :])
        expected = self._expected(place, unseen.bit_count())
        terms = self._terms
        return Weighing(terms.scale, place, terms.declarer, own, self._plain[place], unseen, expected, trick)

    def _expected(self, place: int, unseen: int) -> list[float]:
        """How many of the unseen trumps each other place is likely to hold, as the normal robot reckons."""
        hands, plain, terms = self._hands, self._plain, self._terms
        found, room, sure, spread = [0.0] * 4, [0.0] * 4, 0, 0.0
        for other in _PLACES:
            size = hands[other].bit_count() + plain[other]
            if other == place or not size:
                continue
            if terms.kept_more[other]:
                found[other] = size
                sure += size
            else:
                found[other] = 1
                sure += 1
                room[other] = (size - 1) * (DECLARER_DENSITY if other == terms.declarer else 1.0)
                spread += room[other]
        rest = unseen - sure - sum(self._buried) + self._buried[place]
        if spread and rest > 0:
            for other in _PLACES:
                if room[other]:
                    found[other] += min(room[other] * rest / spread, hands[other].bit_count() + plain[other] - 1)
        return found

    def finish(self) -> int:
        """Plays on to the end of the hand; North's and South's points then (R8.3)."""
        hands, worth = self._hands, self._terms.scale.worth
        while self._players:
            if not self._turn:
                ours, theirs = hands[0] | hands[2], hands[1] | hands[3]
                if not theirs:
                    return self.points + worth[ours] + (self._terms.scale.two_points if ours & TWO else 0)
                if not ours:
                    return self.points
            self.lay(self.likely_move())
        return self.points

    def might_play(self, bit: int) -> bool:
        """Whether the normal robot would play this, or a card as good, for who is to act."""
        likely = self.likely_move().bit
        if likely == bit:
            return True
        points, own = self._terms.scale.points, self._hands[self._players[self._turn]]
        if not likely or not bit or points[likely] != points[bit]:
            return False
        low, high = sorted((likely, bit))
        between = (high - 1) & ~(2 * low - 1)
        return not between & ALL & ~(self._seen | own)
