"""Players matched on the same cards: every deal, and every whole game, is played twice with the sides changed."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from typing import Final, NamedTuple

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Card, Seat, Side
from bot.game.engine import apply, new_game
from bot.game.rules import RuleSet
from bot.game.state import GameState, HandResult, Phase
from bot.players.entrant import Entrant, entrant, then
from bot.players.player import Player
from bot.players.registry import PLAYERS

_MOST_ACTIONS: Final = 500  # a hand's longest auction, trump, four discards and twenty-four plays need fewer
#: A game that is not won after so many hands counts for nobody.
_MOST_HANDS: Final = 200


class Thought(NamedTuple):
    """What one decision took: seconds of processor time, and how many tricks a search looked at."""

    name: str
    phase: Phase
    first_trick: bool
    seconds: float
    looked: int


@dataclass(frozen=True, slots=True)
class Pair:
    """One deal played twice: ``there`` with the first of two entrants as North and South, ``back`` as East and West.

    ``lead`` is the points a hand by which the first was ahead.
    """

    there: HandResult
    back: HandResult

    @property
    def lead(self) -> float:
        """Points a hand, the mean of the two."""
        return (_lead(self.there) - _lead(self.back)) / 2


@dataclass(frozen=True, slots=True)
class Played:
    """What became of one piece of a duel; only the thoughts' times differ from run to run.

    A deal has ``first`` against ``second`` in ``pair``, and where there is a ceiling, that against ``second`` in
    ``ceiling``. A whole game has ``won``: how many of its two games ``first`` and ``second`` won.
    """

    pair: Pair | None = None
    ceiling: Pair | None = None
    won: tuple[int, int] = (0, 0)
    thoughts: tuple[Thought, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Duel:
    """``first`` against ``second``: ``deals`` hands by themselves at no score, and ``games`` whole games besides.

    Points are counted by the deals and victories by the games, because neither can serve for both: hands of a
    running score are not played twice in the same place, and a bid that wins the game may well cost points.
    ``ceiling`` meets ``second`` on the same deals. Every deal and game has packs and chance of its own, drawn from
    ``seed`` and its number alone, and each seat draws from the same source at both tables.
    """

    first: Entrant
    second: Entrant
    rules: RuleSet
    deals: int
    seed: int
    ceiling: Entrant | None = None
    games: int = 0

    def __len__(self) -> int:
        return self.deals + self.games

    def play_only(self) -> Duel:
        """The same with the normal robot deciding for everybody until the first lead: only the cards' play differs."""
        same = entrant("normal", PLAYERS["normal"])
        ceiling = None if self.ceiling is None else then(same, self.ceiling)
        return replace(self, first=then(same, self.first), second=then(same, self.second), ceiling=ceiling)

    def played(self, number: int) -> Played:
        """Piece ``number`` of the duel, counted from 0: the deals, then the games."""
        return self._deal(number) if number < self.deals else self._game(number - self.deals)

    def _deal(self, number: int) -> Played:
        nature = random.Random(f"{self.seed}/deal/{number}")
        start = apply(new_game(self.rules, SEATS[number % len(SEATS)]), None, _shuffled(nature))
        luck = str(nature.getrandbits(64))
        thoughts: list[Thought] = []
        pair = _pair(start, self.first, self.second, luck, thoughts)
        ceiling = None if self.ceiling is None else _pair(start, self.ceiling, self.second, luck, thoughts)
        return Played(pair, ceiling, thoughts=tuple(thoughts))

    def _game(self, number: int) -> Played:
        there = self._winner(number, self.first, self.second)
        back = self._winner(number, self.second, self.first)
        firsts = (there is Side.NS) + (back is Side.EW)
        return Played(won=(firsts, (there is not None) + (back is not None) - firsts))

    def _winner(self, number: int, north_south: Entrant, east_west: Entrant) -> Side | None:
        nature = random.Random(f"{self.seed}/game/{number}")
        chances = _chances(str(nature.getrandbits(64)))
        state = new_game(self.rules, nature.choice(SEATS))
        for _ in range(_MOST_HANDS):
            state = _finish(apply(state, None, _shuffled(nature)), _seated(north_south, east_west), chances, [])
            if state.phase is Phase.FINISHED:
                break
        return state.winner


def pieces(duel: Duel, jobs: int = 1) -> Iterator[Played]:
    """Every piece of the duel in order, played by so many processes; their number changes nothing but the times."""
    if jobs == 1:
        yield from map(duel.played, range(len(duel)))
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
        try:
            yield from pool.map(duel.played, range(len(duel)))
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """Whoever interrupts a duel means the process that started it; that ends these."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_hand(
    players: Mapping[Seat, Player], rules: RuleSet, dealer: Seat, deck: tuple[Card, ...], rng: random.Random
) -> GameState:
    """The game after one hand from no score, the last of its ``results`` being this hand's."""
    return finish_hand(apply(new_game(rules, dealer), None, Deal(deck)), players, rng)


def finish_hand(state: GameState, players: Mapping[Seat, Player], rng: random.Random) -> GameState:
    """The game after the hand on the table has been played to its end. Raises Illegal for a player's bad action."""
    entrants = {seat: entrant("", player) for seat, player in players.items()}
    return _finish(state, entrants, dict.fromkeys(SEATS, rng), [])


def _pair(start: GameState, one: Entrant, other: Entrant, luck: str, thoughts: list[Thought]) -> Pair:
    there = _finish(start, _seated(one, other), _chances(luck), thoughts)
    back = _finish(start, _seated(other, one), _chances(luck), thoughts)
    return Pair(there.results[-1], back.results[-1])


def _finish(
    state: GameState, entrants: Mapping[Seat, Entrant], chances: Mapping[Seat, random.Random], thoughts: list[Thought]
) -> GameState:
    for _ in range(_MOST_ACTIONS):
        hand = state.hand
        if hand is None or state.phase in (Phase.DEAL, Phase.FINISHED):
            return state
        seat = state.to_act[0]
        decision, seconds = entrants[seat].decide(state, seat, chances[seat])
        thoughts.append(Thought(entrants[seat].name, state.phase, not hand.tricks, seconds, decision.looked))
        state = apply(state, seat, decision.action)
    raise AssertionError("this hand does not end")


def _shuffled(nature: random.Random) -> Deal:
    return Deal(tuple(nature.sample(DECK, len(DECK))))


def _chances(luck: str) -> dict[Seat, random.Random]:
    return {seat: random.Random(f"{luck}/{seat.value}") for seat in SEATS}


def _seated(north_south: Entrant, east_west: Entrant) -> dict[Seat, Entrant]:
    return {seat: north_south if seat.side is Side.NS else east_west for seat in SEATS}


def _lead(result: HandResult) -> int:
    return result.delta.ns - result.delta.ew
