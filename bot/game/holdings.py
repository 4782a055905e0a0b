"""Where the trumps a seat cannot see may lie once everybody has thrown: in hands, among what was thrown, in piles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate, combinations, product
from math import comb, factorial, prod
from typing import Final, NamedTuple

from bot.game.actions import Play
from bot.game.cards import DECK, SEATS, Card, Seat, strengths
from bot.game.piles import pile_choice
from bot.game.rules import RuleSet, TrumpDiscard
from bot.game.terms import Illegal
from bot.game.view import PlayerView, SeenPlay

_TRIES: Final = 60


class Hidden(NamedTuple):
    """How many cards of one seat are hidden where, and its cards that were seen, in the order of play.

    ``hand`` in the hand, ``thrown`` in the discard, ``thrown_in`` laid down on going up, ``under`` a pile's top.
    """

    seat: Seat
    hand: int
    thrown: int
    thrown_in: int
    under: int
    tops: tuple[Card, ...]


class Holding(NamedTuple):
    """The unseen trumps given to one seat: in hand, thrown, and buried under its pile's top."""

    hand: tuple[Card, ...]
    thrown: tuple[Card, ...]
    under: tuple[Card, ...]


class _Share(NamedTuple):
    """How many trumps one seat has in hand and among its thrown cards."""

    hand: int
    thrown: int


class Holdings:
    """All ways in which the trumps unseen by a view's seat may lie, after the last discard; drawn by lot.

    ``hidden`` are the other seats, clockwise from North, ``trumps`` and ``plain`` the cards unseen.
    """

    def __init__(self, view: PlayerView) -> None:
        assert view.trump is not None
        self._view = view
        strength = strengths(view.trump)
        known = {*view.hand, *(view.discarded or ()), *view.laid_down, *_seen_cards(view)}
        unseen = [card for card in DECK if card not in known]
        self.trumps = [card for card in unseen if card in strength]
        self.plain = [card for card in unseen if card not in strength]
        self.hidden = [_hidden(view, seat) for seat in SEATS if seat is not view.seat]
        shares = _shares(view, self.hidden, len(self.trumps))
        free = len(self.trumps) - sum(one.under for one in self.hidden)
        self._vectors = _vectors(shares, free)
        ways = [
            {share: _ways(view, one, share) for share in mine} for one, mine in zip(self.hidden, shares, strict=True)
        ]
        self._weights = list(accumulate(prod(map(dict.__getitem__, ways, vector)) for vector in self._vectors))

    def draw(self, rng: random.Random) -> list[Holding]:
        """One way, in the order of ``hidden``; all are about equally likely, as if cards were thrown by lot."""
        for attempt in range(_TRIES):
            vector = rng.choices(self._vectors, cum_weights=self._weights)[0]
            given = self._lot(vector, rng, careful=attempt > _TRIES // 3)
            if given is not None:
                return given
        for vector in rng.sample(self._vectors, len(self._vectors)):
            given = _search(self._view, list(zip(self.hidden, vector, strict=True)), self._scorers_last(rng))
            if given is not None:
                return given
        raise AssertionError("no world fits this view")

    def _lot(self, vector: tuple[_Share, ...], rng: random.Random, *, careful: bool) -> list[Holding] | None:
        """By lot; None when a pile or a discard comes out as the rules forbid. ``careful`` hides scorers last."""
        cards = self._scorers_last(rng) if careful else rng.sample(self.trumps, len(self.trumps))
        supply = iter(cards)
        below = [
            tuple([next(supply) for _ in range(share.thrown + one.under)])
            for one, share in zip(self.hidden, vector, strict=True)
        ]
        rest = list(supply)
        if careful:
            rng.shuffle(rest)
        given = []
        for one, share, low in zip(self.hidden, vector, below, strict=True):
            held, rest = tuple(rest[: share.hand]), rest[share.hand :]
            mine = Holding(held, low[: share.thrown], low[share.thrown :])
            if low and not _fits(self._view, one, mine):
                return None
            given.append(mine)
        return given

    def _scorers_last(self, rng: random.Random) -> list[Card]:
        assert self._view.trump is not None
        points = self._view.rules.card_points(self._view.trump)
        return sorted(rng.sample(self.trumps, len(self.trumps)), key=points.__contains__)


def plays_of(view: PlayerView) -> Iterator[SeenPlay]:
    """Every play of the hand so far, in order."""
    for trick in view.tricks:
        yield from trick.plays
    yield from view.plays


def _seen_cards(view: PlayerView) -> Iterator[Card]:
    for play in plays_of(view):
        yield play.top
        yield from play.buried


def _hidden(view: PlayerView, seat: Seat) -> Hidden:
    assert view.thrown is not None
    thrown, size = view.thrown[seat.place], view.sizes[seat.place]
    played = [play for play in plays_of(view) if play.seat is seat]
    under = sum(play.under for play in played)
    kept = dealt_size(view.rules, seat is view.declarer) - thrown
    tops = tuple(play.top for play in played)
    return Hidden(seat, size, thrown, kept - len(played) - under - size, under, tops)


def dealt_size(rules: RuleSet, declarer: bool) -> int:
    """How many cards a player has before the discard."""
    return rules.deal_size + rules.second_deal + (rules.kitty_size if declarer else 0)


def _shares(view: PlayerView, hidden: list[Hidden], trumps: int) -> list[list[_Share]]:
    """For each hidden seat every share of trumps the rules allow it."""
    assert view.trump is not None
    strength = strengths(view.trump)
    found = []
    for one in hidden:
        kept = dealt_size(view.rules, one.seat is view.declarer) - one.thrown
        lowest = one.hand if kept > view.rules.hand_size or not one.hand else 1
        ways = [_Share(count, 0) for count in range(lowest, one.hand + 1)]
        if view.rules.trump_discard is not TrumpDiscard.NEVER and not one.thrown_in:
            most = min(one.thrown, trumps) if all(top in strength for top in one.tops) else 0
            ways += [_Share(one.hand, count) for count in range(1, most + 1)]
        found.append(ways)
    return found


def _vectors(shares: list[list[_Share]], free: int) -> list[tuple[_Share, ...]]:
    """Every choice of one share a seat that makes ``free`` trumps together."""
    *others, last = shares
    by_size: dict[int, list[_Share]] = {}
    for share in last:
        by_size.setdefault(sum(share), []).append(share)
    return [(*vector, share) for vector in product(*others) for share in by_size.get(free - sum(map(sum, vector)), ())]


def _ways(view: PlayerView, one: Hidden, share: _Share) -> float:
    """In how many deals one seat's trumps lie so, but for a factor that all shares have in common.

    Times the chance that plain cards thrown by lot were none of those seen.
    """
    assert view.trump is not None
    strength = strengths(view.trump)
    plain = one.hand + one.thrown + one.thrown_in - share.hand - share.thrown
    seen = sum(1 for top in one.tops if top not in strength)
    thrown = one.thrown - share.thrown
    chance = comb(plain, thrown) / comb(plain + seen, thrown)
    return chance / (factorial(share.hand) * factorial(share.thrown) * factorial(plain))


def _search(view: PlayerView, wanted: list[tuple[Hidden, _Share]], high: list[Card]) -> list[Holding] | None:
    """Every way to give the trumps, until one fits: for hands too odd to be met by lot."""
    if not wanted:
        return []
    (one, share), *others = wanted
    for below in combinations(high, share.thrown + one.under):
        rest = [card for card in high if card not in below]
        for held in combinations(rest, share.hand):
            mine = Holding(held, below[: share.thrown], below[share.thrown :])
            if _fits(view, one, mine):
                following = _search(view, others, [card for card in rest if card not in held])
                if following is not None:
                    return [mine, *following]
    return None


def _fits(view: PlayerView, one: Hidden, mine: Holding) -> bool:
    assert view.trump is not None
    points = view.rules.card_points(view.trump)
    if view.rules.trump_discard is TrumpDiscard.SURPLUS and any(card in points for card in mine.thrown):
        return False
    if not mine.under:
        return True
    pile = pile_choice(view.rules, mine.hand + mine.under + one.tops, view.trump)
    try:
        pile.check(Play((one.tops[0], *mine.under)))
    except Illegal:
        return False
    return True
