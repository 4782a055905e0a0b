"""The play of a hand with all cards open, worked out to its end: alpha-beta with a table, on bits.

Only trumps matter and plain cards are alike (R2.4), so of these only the number is kept. What is searched are the
points that North and South still take, the two's left out, for that stays with its holder (R9.1); East and West take
the rest.
"""

from __future__ import annotations

from typing import Final

from bot.players.bits import PLAIN, TRUMPS, Scale, each

#: A plain card of each place, in a number that packs four counts of three bits; and the counts without that place.
_ONE_PLAIN: Final = tuple(1 << 3 * place for place in range(4))
_NO_PLAIN: Final = tuple(0o7777 & ~(7 << 3 * place) for place in range(4))
_AFTER: Final = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
_ENDLESS: Final = 1 << 10  # more than all points of a hand
_MOST_KEPT: Final = 200_000

Range = tuple[int, int]


def packed(plain: list[int]) -> int:
    """Counts of plain cards by place, 0 to 7 each, as one number."""
    return plain[0] | plain[1] << 3 | plain[2] << 6 | plain[3] << 9


class Trick:
    """A trick in the middle: who is still to play, in order, what was led, and how it stands."""

    __slots__ = ("highest", "led", "players", "stake", "winner")

    def __init__(self, players: list[int], led: int, highest: int, winner: int, stake: int) -> None:
        self.players = players
        self.led = led
        self.highest = highest
        self.winner = winner
        self.stake = stake


class Solver:
    """Solves positions under one scale; what it has found serves the next position too.

    Hands are lists of four sets of trumps by place; a place without trumps is up, and has no plain cards either (R8.1).
    ``looked`` counts the tricks it has begun.
    """

    def __init__(self, scale: Scale) -> None:
        self.looked = 0
        self._points = scale.points
        self._worth = scale.worth
        self._found: dict[int, tuple[int, int, int]] = {}
        self._moves: dict[int, tuple[int, ...]] = {}

    def led(self, hands: list[int], plain: int, leader: int, low: int = -1, high: int = _ENDLESS) -> int:
        """The points to come for North and South when a trick begins; ``leader`` leads if he is still in (R8.2).

        Exact between ``low`` and ``high``, else a bound beyond them. ``hands`` are as before when it returns.
        """
        least, most = self._sure(hands)
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        while not hands[leader]:
            leader = leader + 1 & 3
        key = hands[0] | hands[1] << 14 | hands[2] << 28 | hands[3] << 42 | plain << 56 | leader << 68
        first = -1
        if key in self._found:
            least, most, first = self._found[key]
            if least >= high or least == most:
                return least
            if most <= low:
                return most
        elif len(self._found) >= _MOST_KEPT:
            self._found.clear()
        low, high = max(low, least), min(high, most)
        value, move = self._lead(hands, plain, leader, first, (low, high))
        if value <= low:
            most = min(most, value)
        elif value >= high:
            least = max(least, value)
        else:
            least = most = value
        self._found[key] = least, most, move
        return value

    def _sure(self, hands: list[int]) -> Range:
        """Bounds without a search: a trump above all of the other side's is never lost."""
        north, east, south, west = hands
        ours, theirs = north | south, east | west
        rest = self._worth[ours | theirs]
        if ours > theirs:
            return self._worth[ours & -(1 << theirs.bit_length())], rest
        return 0, rest - self._worth[theirs & -(1 << ours.bit_length())]

    def _lead(self, hands: list[int], plain: int, leader: int, first: int, window: Range) -> tuple[int, int]:
        """The best lead and what it comes to; ``first`` is tried first."""
        self.looked += 1
        own, (low, high) = hands[leader], window
        moves = self._kinds(own, _all(hands) ^ own, plain >> 3 * leader & 7 != 0)
        if first >= 0:
            moves = (first, *[move for move in moves if move != first])
        players = [place for place in _AFTER[leader] if hands[place]]
        gains = not leader & 1
        best, chosen = -1 if gains else _ENDLESS, moves[0]
        for move in moves:
            hands[leader] = own & ~move
            value = self._follow(
                hands,
                self.less(plain, leader, move, own),
                players,
                0,
                move,
                move,
                leader,
                self._points[move],
                low,
                high,
            )
            if gains and value > best:
                best, chosen, low = value, move, max(low, value)
            elif not gains and value < best:
                best, chosen, high = value, move, min(high, value)
            if low >= high:
                break
        hands[leader] = own
        return best, chosen

    @staticmethod
    def less(plain: int, place: int, move: int, own: int) -> int:
        """The counts of plain cards after this move from the trumps ``own``; who is up lays the rest in (R8.1)."""
        if move == PLAIN:
            return plain - _ONE_PLAIN[place]
        return plain if own ^ move else plain & _NO_PLAIN[place]

    def rest_of_trick(self, hands: list[int], plain: int, trick: Trick) -> int:
        """The points for North and South from a trick in the middle on, its own included."""
        return self._follow(
            hands, plain, trick.players, 0, trick.led, trick.highest, trick.winner, trick.stake, -1, _ENDLESS
        )

    def _follow(
        self, hands: list[int], plain: int, players: list[int], turn: int, led: int,
        highest: int, winner: int, stake: int, low: int, high: int,
    ) -> int:  # fmt: skip
        if turn == len(players):
            ours = 0 if winner & 1 else stake
            return ours + self.led(hands, plain, winner, low - ours, high - ours)
        place = players[turn]
        own, gains = hands[place], not place & 1
        best = -1 if gains else _ENDLESS
        for move in self._replies(hands, place, highest, winner, led == PLAIN and plain >> 3 * place & 7 != 0):
            hands[place] = own & ~move
            value = self._follow(
                hands, self.less(plain, place, move, own), players, turn + 1, led, max(highest, move),
                place if move > highest else winner, stake + self._points[move], low, high,
            )  # fmt: skip
            if gains and value > best:
                best, low = value, max(low, value)
            elif not gains and value < best:
                best, high = value, min(high, value)
            if low >= high:
                break
        hands[place] = own
        return best

    def _replies(self, hands: list[int], place: int, highest: int, winner: int, free: bool) -> tuple[int, ...]:
        """One move of each kind, the likely best first; ``free`` when a plain card may be played."""
        own = hands[place]
        others = _all(hands) ^ own | highest
        ours = (winner ^ place) & 1 == 0
        key = ((own << 14 | others) << 14 | highest) << 3 | ours << 2 | free << 1 | 1
        moves = self._moves.get(key)
        if moves is None:
            moves = self._keep(key, self._likely_first(self._kinds(own, others, free), highest, ours))
        return moves

    def _likely_first(self, moves: tuple[int, ...], highest: int, ours: bool) -> tuple[int, ...]:
        points = self._points
        if ours:
            return tuple(sorted(moves, key=lambda move: (-points[move], move)))
        losing = sorted([move for move in moves if move < highest], key=lambda move: (points[move], move))
        winning = sorted([move for move in moves if move >= highest], key=lambda move: (-points[move], move))
        return (*winning, *losing)

    def _kinds(self, own: int, others: int, free: bool) -> tuple[int, ...]:
        key = (own << 14 | others) << 3 | free << 1
        moves = self._moves.get(key)
        if moves is None:
            moves = self._keep(key, (*kinds(self._points, own, others), *((PLAIN,) if free else ())))
        return moves

    def _keep(self, key: int, moves: tuple[int, ...]) -> tuple[int, ...]:
        if len(self._moves) >= _MOST_KEPT:
            self._moves.clear()
        self._moves[key] = moves
        return moves


def _all(hands: list[int]) -> int:
    return hands[0] | hands[1] | hands[2] | hands[3]


def kinds(points: dict[int, int], own: int, others: int) -> list[int]:
    """One of each kind of ``own`` trumps, high to low: with none of ``others`` between, equal points are alike."""
    found: list[int] = []
    seen: set[int] = set()
    for bit in reversed([*each(own | others)]):
        if others & bit:
            seen.clear()
        elif points[bit] not in seen:
            seen.add(points[bit])
            found.append(bit)
    return found


assert TRUMPS == 14  # the keys above give each hand so many bits
