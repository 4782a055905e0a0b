"""Which card to play: what turns out best over many likely worlds, each played on as the normal robot would."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.game.actions import Action, Play
from bot.game.cards import SEATS, Card
from bot.game.holdings import Holdings, dealt_size, plays_of
from bot.game.piles import PileChoice
from bot.game.rules import PileRule
from bot.game.view import PlayerView
from bot.players.bits import ALL, PLAIN, bit_of, bits_of, scale_of
from bot.players.expert.outlook import Stakes
from bot.players.expert.playout import Move, Playout, Terms
from bot.players.normal import robot as normal
from bot.players.normal.position import position
from bot.players.normal.telling import reason
from bot.players.player import Decision, Why
from bot.players.reasons import Idea
from bot.players.solver import kinds

#: How many worlds are played on, and out of how many they are chosen by how likely what was seen is in them.
WORLDS: Final = 100
_DRAWN: Final = 300
#: How likely somebody is to play something else than the normal robot would.
_ODD: Final = 0.15
#: Points that a card must gain on the normal robot's, which people expect.
_NOTHING: Final = 0.1


def play(view: PlayerView, rng: random.Random, other: Action | None = None) -> Decision:
    """The card or pile that is best on the average; compared with ``other``."""
    search = _Search(view)
    choices = search.choices(other)
    if len(choices) == 1:
        return Decision(choices[0][1], Why(Idea.NO_CHOICE))
    tricks = 0
    values, weights = [0.0] * len(choices), 0.0
    for world, weight in search.worlds(rng):
        weights += weight
        for number, (move, _) in enumerate(choices):
            future = world.copy()
            future.lay(move)
            values[number] += weight * search.value(future.finish())
            tricks += future.tricks - world.tricks
    best = max(range(len(choices)), key=values.__getitem__)
    usual = normal.decide(view, rng).action
    for number, (_, action) in enumerate(choices):
        if action == usual and values[best] - values[number] < _NOTHING * weights:
            best = number
    action = choices[best][1]
    compared = next((number for number, (_, one) in enumerate(choices) if one == other), best)
    return Decision(action, _why(view, action, choices), tricks, (values[best] - values[compared]) / weights)


def _why(view: PlayerView, action: Play, choices: Sequence[tuple[Move, Play]]) -> Why:
    """The idea of the standard player behind the card."""
    return reason(position(view), tuple(choice.top for _, choice in choices), action.top, None)


class _World(NamedTuple):
    """Where the trumps are at the first lead, by place: in hand, thrown, and of those in hand what a pile will hide."""

    hands: tuple[int, ...]
    thrown: tuple[int, ...]
    under: tuple[int, ...]


class _Search:
    """One decision in the play."""

    def __init__(self, view: PlayerView) -> None:
        seat, trump, declarer, thrown = view.seat, view.trump, view.declarer, view.thrown
        assert seat is not None
        assert trump is not None
        assert declarer is not None
        assert thrown is not None
        self._view, self._seat, self._trump, self._declarer = view, seat, trump, declarer
        kept = tuple(dealt_size(view.rules, one is declarer) - thrown[one.place] for one in SEATS)
        self._scale = scale_of(view.rules)
        self._terms = Terms(
            view.rules, self._scale, declarer.place, tuple(size > view.rules.hand_size for size in kept)
        )
        self._stakes = Stakes(view.rules, view.score, seat.side)
        self._plays = [
            (one.seat.place, Move(bit_of(one.top, trump), bits_of(one.buried, trump)), one.under > len(one.buried))
            for one in plays_of(view)
        ]
        self._known_hands = [0, 0, 0, 0]
        self._known_hands[seat.place] = bits_of(view.hand, trump)
        for place, move, _ in self._plays:
            self._known_hands[place] |= move.bit | move.buried

    def value(self, north_south: int) -> float:
        """What it is worth to this seat's side that North and South take so many points."""
        side = self._declarer.side
        points = north_south if side is SEATS[0].side else self._scale.total - north_south
        return self._stakes.value(side, self._view.bid, points)

    def choices(self, also: Action | None = None) -> list[tuple[Move, Play]]:
        """What may be played, one of each kind, and ``also`` in any case."""
        found = self._one_of_each_kind()
        if isinstance(also, Play) and all(action != also for _, action in found):
            found.append((self._move(also), also))
        return found

    def _one_of_each_kind(self) -> list[tuple[Move, Play]]:
        legal, view = self._view.legal, self._view
        if isinstance(legal, PileChoice):
            return [(self._move(pile), pile) for pile in _piles(legal)]
        own = bits_of(view.hand, self._trump)
        seen = sum(move.bit for _, move, _ in self._plays)
        table = bits_of([one.top for one in view.plays], self._trump)
        others = ALL & ~(seen | own) | (1 << table.bit_length() >> 1)
        wanted = {PLAIN, *kinds(self._scale.points, own, others)}
        found: dict[int, tuple[Move, Play]] = {}
        for action in legal:
            assert isinstance(action, Play)
            move = self._move(action)
            if move.bit in wanted:
                found.setdefault(move.bit, (move, action))
        return list(found.values())

    def _move(self, action: Play) -> Move:
        return Move(bit_of(action.top, self._trump), bits_of(action.buried, self._trump))

    def worlds(self, rng: random.Random) -> list[tuple[Playout, float]]:
        """Worlds at the present moment and their weights: all that were drawn, or the likelier ones more often."""
        holdings = Holdings(self._view)
        drawn = Counter(self._drawn(holdings, rng) for _ in range(_DRAWN if self._plays else WORLDS))
        found = []
        for world, times in drawn.items():
            playout, likely = self._replayed(world)
            found.append((playout, times * likely))
        if len(found) <= WORLDS:
            return found
        chosen = Counter(rng.choices(range(len(found)), [weight for _, weight in found], k=WORLDS))
        return [(found[number][0], times) for number, times in chosen.items()]

    def _drawn(self, holdings: Holdings, rng: random.Random) -> _World:
        hands, thrown, under = self._known_hands[:], [0, 0, 0, 0], [0, 0, 0, 0]
        trump, view, me = self._trump, self._view, self._seat.place
        thrown[me] = bits_of(view.discarded or (), trump)
        for one, holding in zip(holdings.hidden, holdings.draw(rng), strict=True):
            place = one.seat.place
            if holding.under:
                under[place] = bits_of(holding.under, trump)
            if holding.thrown:
                thrown[place] = bits_of(holding.thrown, trump)
            hands[place] |= bits_of(holding.hand, trump) | under[place]
        return _World(tuple(hands), tuple(thrown), tuple(under))

    def _replayed(self, drawn: _World) -> tuple[Playout, float]:
        """A world played up to now, and how likely the plays of the others are in it."""
        world = Playout(self._terms, drawn.hands, drawn.thrown, self._declarer.place)
        likely, me = 1.0, self._seat.place
        for place, move, hides in self._plays:
            if place != me and not world.might_play(move.bit):
                likely *= _ODD
            world.lay(Move(move.bit, drawn.under[place]) if hides else move)
        return world, likely


def _piles(legal: PileChoice) -> list[Play]:
    """Under each top the cheapest burial, and where the rules bury a scorer under another card, each of them."""
    found = [legal.with_top(top) for top in legal.tops()]
    if legal.rule is PileRule.ONE_SCORER:
        for pile in found.copy():
            if pile.top in legal.others:
                found += [_with(pile, scorer) for scorer in legal.scorers if scorer not in pile.cards]
    return [pile for pile in found if pile in legal]


def _with(pile: Play, scorer: Card) -> Play:
    """The pile with its last buried card exchanged for this one."""
    return Play((*pile.cards[:-1], scorer))
