"""What playing each card is worth: what it brings in this trick, less what it is worth if it is kept.

All on bits, because searches ask it hundreds of times for each decision. The numbers were found by playing the robot
against itself with one of them changed, 1200 deals at a time, until no change gained more than its error.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bot.players.bits import PLAIN, Scale

#: How much of a holder's unseen points goes to a trick that is likely to be won by its side.
_FED: Final = 0.35
#: How fast an opponent stops being bare with each trump more than one.
_BARE_FALLS: Final = 0.35
#: What it gains to lead a trump for each trump this hand has more than the longest opponent.
_DRAWN: Final = 1.6
#: What it costs to lead a plain card: in any case, and for each point that another may bring home with it.
_PLAIN: Final = 1.5
_PLAIN_POINT: Final = 0.06
#: How much less each next lower trump counts for who controls the play.
_CONTROL_FALLS: Final = 0.75
#: The chance that a scorer comes home: from this with no control, and this much more with all of it.
_HOME_WITHOUT: Final = 0.22
_HOME_WITH: Final = 0.8
#: The king's chance to survive one trump above it: held as long as the longest opponent holds, and a trump more.
_KING_SURVIVES: Final = 0.7
_KING_COVER: Final = 0.12
#: How much of its share of the points still out a card that is likely to be highest wins.
_POWER: Final = 0.85
#: The chance to catch a king that the other side holds, for the one card above it.
_CATCH: Final = 0.6
#: The chance that a declarer among the opponents holds the unseen king, before the cards are counted.
_DECLARERS_KING: Final = 0.6
#: What any trump is worth for staying in, and what each step of strength adds.
_STAYING: Final = 0.3
_STEP: Final = 0.02
_NEVER_SURE: Final = 0.95


class TrickSoFar(NamedTuple):
    """A trick as the next to play sees it.

    ``leading`` when nothing was played yet; ``highest`` is its best trump (0: none), ``winner`` the
    place that wins it as it stands, ``stake`` the points in it that are seen; ``behind`` are the places still to come.
    """

    leading: bool
    highest: int
    winner: int
    stake: int
    behind: Sequence[int]


class Weighing:
    """One seat about to play. Places are those of ``Seat.place``.

    ``own`` are its trumps and ``plain`` its other cards; ``unseen`` the trumps that others may hold, and ``expected``
    how many of them each place is likely to hold.
    """

    __slots__ = (
        "_control", "_declarer", "_enemies", "_enemies_behind", "_expected", "_friends", "_friends_behind", "_longest",
        "_loose", "_opponents", "_own", "_place", "_plain", "_scale", "_stay", "_trick", "_unseen",
    )  # fmt: skip

    def __init__(
        self, scale: Scale, place: int, declarer: int, own: int, plain: int, unseen: int,
        expected: Sequence[float], trick: TrickSoFar,
    ) -> None:  # fmt: skip
        self._scale, self._place, self._declarer, self._trick = scale, place, declarer, trick
        self._own, self._plain, self._unseen, self._expected = own, plain, unseen, expected
        left, right, partner = expected[place + 1 & 3], expected[place - 1 & 3], expected[place ^ 2]
        count = unseen.bit_count() or 1
        self._opponents = (left, right)
        self._longest = max(right, left)
        self._enemies = (left + right) / count if unseen else 0.0
        self._friends = partner / count if unseen else 0.0
        self._loose = scale.worth[unseen]
        self._friends_behind = self._enemies_behind = 0.0
        if unseen:
            for other in trick.behind:
                if other == place ^ 2:
                    self._friends_behind += expected[other] / count
                else:
                    self._enemies_behind += expected[other] / count
        self._control = -1.0
        self._stay = 0.0 if trick.leading else self._chance(trick.highest, (trick.winner ^ place) & 1 == 0)

    def best(self, trumps: Iterable[int], *, plain: bool) -> int:
        """The best of these trumps, or a plain card where one may be played and is better."""
        chosen, most = PLAIN, self._plain_value() if plain else float("-inf")
        leading = self._trick.leading
        for bit in trumps:
            value = (self._lead_gain(bit) if leading else self._follow_gain(bit)) - self._kept(bit)
            if value > most:
                chosen, most = bit, value
        return chosen

    def _plain_value(self) -> float:
        if self._trick.leading:
            return -_PLAIN - _PLAIN_POINT * self._loose
        return (2 * self._stay - 1) * self._trick.stake

    def _chance(self, highest: int, ours: bool) -> float:
        """The chance that this side wins the trick if everybody behind plays his highest on this."""
        higher = (self._unseen >> highest.bit_length()).bit_count()
        both = self._friends_behind + self._enemies_behind
        if not higher or not both:
            return float(ours)
        stays = (1 - both) ** higher if both < 1 else 0.0
        return stays * ours + (1 - stays) * self._friends_behind / both

    def _follow_gain(self, bit: int) -> float:
        trick = self._trick
        chance = self._chance(bit, True) if bit > trick.highest else self._stay
        return (2 * chance - 1) * (trick.stake + self._scale.points[bit])

    def _lead_gain(self, bit: int) -> float:
        chance = self._chance(bit, True)
        gain = (2 * chance - 1) * self._scale.points[bit] + _DRAWN * (self._own.bit_count() - 1 - self._longest)
        return gain + self._loose * self._drawn_out(chance) if self._loose else gain

    def _drawn_out(self, chance: float) -> float:
        """What an unseen point is likely to bring when trumps are led: fed by a friend, or torn from a bare holder."""
        gain = (2 * chance - 1) * _FED * self._friends
        for expected in self._opponents:
            if expected:
                bare = 1 - _BARE_FALLS * (expected - 1)
                bare = bare if bare > 0 else 0.0
                here = expected / self._unseen.bit_count()
                gain += 2 * here * (chance * bare - (1 - chance) * _FED * (1 - bare))
        return gain

    def _kept(self, bit: int) -> float:
        """What a trump in hand is worth to this side if it is not played now, in points."""
        tricks = self._own.bit_count() + self._plain
        if tricks <= 1:
            return 0.0
        points, height = self._scale.points[bit], bit.bit_length()
        above = (self._unseen >> height).bit_count()
        value = points * (2 * self._home(bit, above) - 1) if points else 0.0
        others = self._loose + self._scale.worth[self._own] - points
        value += _POWER * (1 - self._enemies) ** above * others / tricks
        king = self._scale.king
        if not above and self._unseen & king and bit > king:
            value += _CATCH * 2 * self._scale.points[king] * self._kings_enemy_share()
        return value + _STAYING + _STEP * height

    def _home(self, bit: int, above: int) -> float:
        """The chance that a scoring trump in hand comes home to this side if it is kept."""
        if not above or not any(self._opponents):
            return 1.0
        if bit == self._scale.king and above == 1:
            survives = _KING_SURVIVES + _KING_COVER * (self._own.bit_count() - self._longest)
            return self._friends + (1 - self._friends) * min(0.97, max(0.1, survives))
        if self._control < 0:
            self._control = min(_NEVER_SURE, _HOME_WITHOUT + _HOME_WITH * self._in_control())
        return self._control

    def _in_control(self) -> float:
        """This side's share of the trumps still to come, the high ones counting most; 0 to 1."""
        ours, weight, total = 0.0, 1.0, 0.0
        left = self._own | self._unseen
        while left:
            top = 1 << left.bit_length() >> 1
            left ^= top
            ours += weight if self._own & top else weight * self._friends
            total += weight
            weight *= _CONTROL_FALLS
        return ours / total

    def _kings_enemy_share(self) -> float:
        """The chance that the other side holds the unseen king: a declarer rather has it than others."""
        declarer = self._declarer
        if declarer == self._place or not self._expected[declarer]:
            return self._enemies
        theirs = (declarer ^ self._place) & 1
        return _DECLARERS_KING * theirs + (1 - _DECLARERS_KING) * self._enemies
