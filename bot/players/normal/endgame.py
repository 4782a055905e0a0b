"""The end against one opponent, everybody else being up: nothing is hidden any more, so it is worked out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.game.cards import SEATS, Card, Seat, clockwise
from bot.players.normal.position import Position

#: With more cards than this in each hand it would take too long.
MOST_CARDS: Final = 4

#: Leader's trumps, follower's trumps (bits by strength), leader's and follower's numbers of plain cards.
_Cards = tuple[int, int, int, int]


def outlook(position: Position) -> dict[Card, int] | None:
    """For each card of the hand the points this side can be sure of beyond the other's; None where it isn't clear.

    It is clear when one opponent is the only other seat still in and must hold every unseen trump, and the hands are
    short. The two's points are left out: nobody can take them (R9.1).
    """
    others = [seat for seat in SEATS if position.sizes[seat.place] and seat is not position.seat]
    if len(others) != 1 or others[0].side is position.seat.side:
        return None
    size = position.sizes[others[0].place]
    if len(position.hand) > MOST_CARDS or len(position.unseen) > size:
        return None
    return _Ending(position, others[0], size - len(position.unseen)).values()


class _Ending:
    """One seat against another, both hands open."""

    def __init__(self, position: Position, opponent: Seat, opponents_plain: int) -> None:
        self._position = position
        self._opponent = opponent
        self._plain = opponents_plain
        self._theirs = _bits(position, position.unseen)
        self._points = [0] * 15
        for card, points in position.points.items():
            if card is not position.two:
                self._points[position.strength[card]] = points
        self._known: dict[_Cards, int] = {}

    def values(self) -> dict[Card, int]:
        """The value of each card that may be played."""
        cards = self._position.hand
        if self._position.must_follow:
            cards = self._position.held
        return {card: self._value(card) for card in cards}

    def _value(self, card: Card) -> int:
        """The outlook after ``card``, the opponent still to answer or not."""
        position = self._position
        mine = _bits(position, position.held)
        plain = len(position.plain)
        height = position.strength.get(card, 0)
        if height:
            mine &= ~(1 << height)
        else:
            plain -= 1
        best, winner = position.height, position.winner
        if height > best:
            best, winner = height, position.seat
        stake = position.on_table + position.worth(card)
        if not position.behind:
            return self._next(winner, stake, mine, plain, self._theirs, self._plain)
        led_trump = position.must_follow or (position.leading and height)
        values = []
        between = _bits(position, position.held) | 1 << best
        for reply in self._kinds(self._theirs, between, 0 if led_trump else self._plain):
            theirs = self._theirs & ~(1 << reply) if reply else self._theirs
            takes = self._opponent if reply > best else winner
            staked = stake + self._points[reply]
            values.append(self._next(takes, staked, mine, plain, theirs, self._plain - (not reply)))
        return min(values)

    def _next(self, winner: Seat, stake: int, mine: int, plain: int, theirs: int, their_plain: int) -> int:
        """The outlook after a finished trick; the next seat still in leads (R8.2)."""
        seat, opponent = self._position.seat, self._opponent
        value = stake if winner.side is seat.side else -stake
        for leader in clockwise(winner):
            if leader is seat and mine:
                return value + self._best((mine, theirs, plain, their_plain))
            if leader is opponent and theirs:
                return value - self._best((theirs, mine, their_plain, plain))
        return value

    def _best(self, cards: _Cards) -> int:
        """What the leader's points come to beyond the follower's, both playing their best."""
        leader, follower, leader_plain, _ = cards
        if not follower:
            return self._total(leader)
        if not leader:
            return -self._total(follower)
        if cards not in self._known:
            self._known[cards] = max(self._answered(led, cards) for led in self._kinds(leader, follower, leader_plain))
        return self._known[cards]

    def _answered(self, led: int, cards: _Cards) -> int:
        """The same after this lead: a strength, or 0 for a plain card."""
        leader, follower, leader_plain, follower_plain = cards
        rest, rest_plain = (leader & ~(1 << led), leader_plain) if led else (leader, leader_plain - 1)
        values = []
        for reply in self._kinds(follower, leader, 0 if led else follower_plain):
            left, left_plain = (follower & ~(1 << reply), follower_plain) if reply else (follower, follower_plain - 1)
            stake = self._points[led] + self._points[reply]
            if reply > led:
                values.append(-stake - self._best((left, rest, left_plain, rest_plain)))
            else:
                values.append(stake + self._best((rest, left, rest_plain, left_plain)))
        return min(values)

    def _kinds(self, cards: int, others: int, plain: int) -> list[int]:
        """What may be played, one of a kind: trumps with none of the other's between that score alike are one."""
        found = [0] if plain else []
        last_points = -1
        for height in range(1, 15):
            if cards >> height & 1:
                if self._points[height] != last_points:
                    found.append(height)
                last_points = self._points[height]
            elif others >> height & 1:
                last_points = -1
        return found

    def _total(self, cards: int) -> int:
        return sum(points for height, points in enumerate(self._points) if cards >> height & 1)


def _bits(position: Position, cards: Sequence[Card]) -> int:
    return sum(1 << position.strength[card] for card in cards)
