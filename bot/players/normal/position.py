"""What a seat can work out of its view while cards are played: who may hold what, and who has yet to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.game.cards import SEATS, Card, Seat, Suit, clockwise, strengths, trumps
from bot.game.holdings import dealt_size
from bot.game.view import PlayerView, SeenPlay
from bot.players.bits import Scale, scale_of

#: How thick a declarer's cards are with trumps beside another player's.
DECLARER_DENSITY: Final = 2.5


@dataclass(frozen=True, slots=True)
class Position:
    """The play as one seat sees it.

    ``held`` are its own trumps and ``unseen`` those that others may hold, both high to low; ``plain`` its other cards.
    ``king`` is the trump worth most. ``expected`` is how many of the unseen each seat is likely to hold, ``sizes`` how
    many cards, both by ``Seat.place``. ``behind`` are the seats still to play to this trick after this one, ``trick``
    its cards so far. ``height`` is the strength of its best trump (0: none) and ``winner`` who played that, or the
    leader; ``on_table`` counts the visible points that go with it.
    """

    seat: Seat
    declarer: Seat
    hand: tuple[Card, ...]
    held: tuple[Card, ...]
    plain: tuple[Card, ...]
    unseen: tuple[Card, ...]
    trump: Suit
    scale: Scale
    strength: Mapping[Card, int]
    points: Mapping[Card, int]
    two: Card
    king: Card
    trick: tuple[Card, ...]
    expected: tuple[float, ...]
    behind: tuple[Seat, ...]
    sizes: tuple[int, ...]
    leading: bool
    must_follow: bool
    height: int
    winner: Seat
    on_table: int

    @property
    def ours(self) -> bool:
        """Whether this seat's side wins the trick as it stands."""
        return self.winner.side is self.seat.side

    @property
    def enemies(self) -> float:
        """How many trumps the other side is likely to hold."""
        return sum(self.expected[seat.place] for seat in self.opponents)

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The two seats of the other side."""
        return (self.seat.next, self.seat.partner.next)

    def chance_with(self, card: Card) -> float:
        """The chance that this side wins the trick if this seat plays ``card`` and everybody behind his highest."""
        height = self.strength.get(card, 0)
        if height > self.height:
            return self._chance(height, ours=True)
        return self._chance(self.height, ours=self.ours)

    def _chance(self, height: int, *, ours: bool) -> float:
        higher = self.above(height)
        enemies = self.share(tuple(seat for seat in self.behind if seat.side is not self.seat.side))
        friends = self.share(tuple(seat for seat in self.behind if seat.side is self.seat.side))
        if not higher or not enemies + friends:
            return float(ours)
        stays = max(0.0, 1 - enemies - friends) ** higher
        return stays * ours + (1 - stays) * friends / (enemies + friends)

    def above(self, height: int) -> int:
        """How many unseen trumps beat this strength."""
        return sum(1 for card in self.unseen if self.strength[card] > height)

    def worth(self, card: Card) -> int:
        """The points of a card that go with the trick; the two's stay with who plays it (R9.1)."""
        return 0 if card is self.two else self.points.get(card, 0)

    def share(self, seats: tuple[Seat, ...]) -> float:
        """The chance that one unseen trump is held by one of ``seats``."""
        if not self.unseen:
            return 0.0
        return sum(self.expected[seat.place] for seat in seats) / len(self.unseen)


def position(view: PlayerView) -> Position:
    """The position of a view in the play, before its seat's turn to play."""
    seat, trump, declarer = view.seat, view.trump, view.declarer
    assert seat is not None
    assert trump is not None
    assert declarer is not None
    strength, points, order = strengths(trump), view.rules.card_points(trump), trumps(trump)
    seen = {*view.hand, *(view.discarded or ())}
    for play in _plays(view):
        seen.add(play.top)
        seen.update(play.buried)
    unseen = tuple(card for card in order if card not in seen)
    leader = view.plays[0].seat if view.plays else seat
    height, winner, on_table = 0, leader, 0
    for play in view.plays:
        if strength.get(play.top, 0) > height:
            height, winner = strength[play.top], play.seat
        if play.top is not order[-1]:
            on_table += points.get(play.top, 0)
    following = clockwise(seat)[1:]
    if view.plays:
        following = following[: (leader.place - seat.place - 1) % len(SEATS)]
    return Position(
        seat=seat,
        declarer=declarer,
        hand=view.hand,
        held=tuple(card for card in order if card in view.hand),
        plain=tuple(card for card in view.hand if card not in strength),
        unseen=unseen,
        trump=trump,
        scale=scale_of(view.rules),
        strength=strength,
        points=points,
        two=order[-1],
        king=max(points, key=points.__getitem__),
        trick=tuple(play.top for play in view.plays),
        expected=_expected(view, seat, unseen),
        behind=tuple(one for one in following if view.sizes[one.place]),
        sizes=view.sizes,
        leading=not view.plays,
        must_follow=bool(view.plays) and view.plays[0].top in strength,
        height=height,
        winner=winner,
        on_table=on_table,
    )


def _plays(view: PlayerView) -> Iterator[SeenPlay]:
    for trick in view.tricks:
        yield from trick.plays
    yield from view.plays


def _expected(view: PlayerView, seat: Seat, unseen: tuple[Card, ...]) -> tuple[float, ...]:
    """Shares the unseen trumps out: whoever is in holds one (R8.1), who kept a pile holds nothing else (R6.3)."""
    assert view.thrown is not None
    sure: list[float] = [0.0] * len(SEATS)
    room: list[float] = [0.0] * len(SEATS)
    hidden = sum(play.under for play in _plays(view) if not play.buried)
    for other in SEATS:
        size = view.sizes[other.place]
        if other is seat or not size:
            continue
        kept = dealt_size(view.rules, other is view.declarer) - view.thrown[other.place]
        if kept > view.rules.hand_size:
            sure[other.place] = size
        else:
            sure[other.place] = 1
            room[other.place] = (size - 1) * (DECLARER_DENSITY if other is view.declarer else 1.0)
    rest = max(0.0, len(unseen) - hidden - sum(sure))
    spread = sum(room)
    if not spread:
        return tuple(sure)
    return tuple(
        sure[other.place] + min(room[other.place] * rest / spread, max(0.0, view.sizes[other.place] - 1))
        for other in SEATS
    )
