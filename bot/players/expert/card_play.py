"""Which card to play: what turns out best over many likely worlds, each played on as the normal robot would."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from bot.game.actions import Play
from bot.game.cards import SEATS, Card, Seat
from bot.game.holdings import Holdings, dealt_size, plays_of
from bot.game.piles import PileChoice
from bot.game.rules import PileRule
from bot.game.view import PlayerView, SeenPlay
from bot.players.bits import ALL, PLAIN, bit_of, bits_of, scale_of
from bot.players.expert.outlook import Stakes
from bot.players.expert.playout import Move, Playout, Terms
from bot.players.normal.position import position
from bot.players.normal.telling import reason
from bot.players.player import Decision, Why
from bot.players.reasons import Idea
from bot.players.solver import kinds

#: How many worlds are played on, and out of how many they are chosen by how likely what was seen is in them.
WORLDS: Final = 60
_DRAWN: Final = 180
#: How likely somebody is to play something else than the normal robot would.
_ODD: Final = 0.15


def play(view: PlayerView, rng: random.Random) -> Decision:
    """The card or pile that is best on the average."""
    search = _Search(view)
    choices = search.choices()
    if len(choices) == 1:
        ((_, only),) = choices
        return Decision(only, Why(Idea.NO_CHOICE))
    worlds = search.worlds(rng)
    tricks = 0
    values = [0.0] * len(choices)
    for world in worlds:
        for number, (move, _) in enumerate(choices):
            future = world.copy()
            future.lay(move)
            values[number] += search.value(future.finish())
            tricks += future.tricks - world.tricks
    best = max(range(len(choices)), key=values.__getitem__)
    action = choices[best][1]
    return Decision(action, _why(view, action, choices), tricks)


def _why(view: PlayerView, action: Play, choices: Sequence[tuple[Move, Play]]) -> Why:
    """The idea of the standard player behind the card."""
    return reason(position(view), tuple(choice.top for _, choice in choices), action.top, None)


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

    def value(self, north_south: int) -> float:
        """What it is worth to this seat's side that North and South take so many points."""
        side = self._declarer.side
        points = north_south if side is SEATS[0].side else self._scale.total - north_south
        return self._stakes.value(side, self._view.bid, points)

    def choices(self) -> list[tuple[Move, Play]]:
        """What may be played, one of each kind."""
        legal, view = self._view.legal, self._view
        if isinstance(legal, PileChoice):
            return [(self._move(pile), pile) for pile in _piles(legal)]
        own = bits_of(view.hand, self._trump)
        seen = bits_of([one.top for one in plays_of(view)], self._trump)
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

    def worlds(self, rng: random.Random) -> list[Playout]:
        """Worlds at the present moment, the likelier ones more often."""
        holdings = Holdings(self._view)
        plays = [(one.seat, bit_of(one.top, self._trump), one) for one in plays_of(self._view)]
        drawn = [self._replayed(holdings, plays, rng) for _ in range(_DRAWN if plays else WORLDS)]
        if not plays:
            return [world for world, _ in drawn]
        return [world for world, _ in rng.choices(drawn, [likely for _, likely in drawn], k=WORLDS)]

    def _replayed(
        self, holdings: Holdings, plays: Sequence[tuple[Seat, int, SeenPlay]], rng: random.Random
    ) -> tuple[Playout, float]:
        """A world drawn by lot, played up to now, and how likely these plays are in it."""
        hands, thrown, under = [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]
        view, trump = self._view, self._trump
        hands[self._seat.place] = bits_of(view.hand, trump)
        thrown[self._seat.place] = bits_of(view.discarded or (), trump)
        for one, holding in zip(holdings.hidden, holdings.draw(rng), strict=True):
            under[one.seat.place] = bits_of(holding.under, trump)
            hands[one.seat.place] = bits_of(holding.hand, trump) | under[one.seat.place]
            thrown[one.seat.place] = bits_of(holding.thrown, trump)
        for seat, bit, seen in plays:
            hands[seat.place] |= bit | bits_of(seen.buried, trump)
        world = Playout(self._terms, hands, thrown, self._first_leader(hands))
        likely = 1.0
        for seat, bit, seen in plays:
            buried = bits_of(seen.buried, trump) or (under[seat.place] if seen.under else 0)
            if seat is not self._seat and not world.might_play(bit):
                likely *= _ODD
            world.lay(Move(bit, buried))
        return world, likely

    def _first_leader(self, hands: Sequence[int]) -> int:
        place = self._declarer.place
        while not hands[place]:
            place = place + 1 & 3
        return place


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
