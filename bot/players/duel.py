"""Two players matched on the same cards: every deal is played twice with the sides changed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Card, Seat, Side
from bot.game.engine import apply, new_game
from bot.game.rules import RuleSet
from bot.game.state import GameState, HandResult, Phase
from bot.game.view import view
from bot.players.player import Player

_MOST_ACTIONS: Final = 500  # a hand's longest auction, trump, four discards and twenty-four plays need fewer


@dataclass(frozen=True, slots=True)
class Match:
    """What a duplicate match came to.

    ``difference`` is the points a hand by which the first player's side beat the second's, ``standard_error`` that
    of the difference; both count a deal's two hands as one observation. ``results`` has the hands in the order
    they were played: of each deal first the one where the first player holds North and South.
    """

    deals: int
    difference: float
    standard_error: float
    results: tuple[HandResult, ...]


def duplicate(a: Player, b: Player, rules: RuleSet, deals: int, seed: int) -> Match:
    """``a`` against ``b`` on ``deals`` shuffled packs from ``seed``, each hand by itself at no score.

    The dealer moves on from deal to deal. Raises ValueError for fewer than two deals, which have no error.
    """
    if deals < 2:
        raise ValueError(f"a match needs two deals or more, not {deals}")
    chance = random.Random(seed)
    results: list[HandResult] = []
    differences: list[float] = []
    for number in range(deals):
        deck = tuple(chance.sample(DECK, len(DECK)))
        dealer = SEATS[number % len(SEATS)]
        luck = chance.getrandbits(64)  # the same for both tables
        there = play_hand(_seated(a, b), rules, dealer, deck, random.Random(luck)).results[-1]
        back = play_hand(_seated(b, a), rules, dealer, deck, random.Random(luck)).results[-1]
        results += (there, back)
        differences.append((_lead(there) - _lead(back)) / 2)
    mean = sum(differences) / deals
    variance = sum((one - mean) ** 2 for one in differences) / (deals - 1)
    return Match(deals, mean, sqrt(variance / deals), tuple(results))


def play_hand(
    players: Mapping[Seat, Player], rules: RuleSet, dealer: Seat, deck: tuple[Card, ...], rng: random.Random
) -> GameState:
    """The game after one hand from no score, the last of its ``results`` being this hand's."""
    return finish_hand(apply(new_game(rules, dealer), None, Deal(deck)), players, rng)


def finish_hand(state: GameState, players: Mapping[Seat, Player], rng: random.Random) -> GameState:
    """The game after the hand on the table has been played to its end. Raises Illegal for a player's bad action."""
    for _ in range(_MOST_ACTIONS):
        if state.phase in (Phase.DEAL, Phase.FINISHED):
            return state
        seat = state.to_act[0]
        state = apply(state, seat, players[seat](view(state, seat), rng).action)
    raise AssertionError("this hand does not end")


def _seated(north_south: Player, east_west: Player) -> dict[Seat, Player]:
    return {seat: north_south if seat.side is Side.NS else east_west for seat in SEATS}


def _lead(result: HandResult) -> int:
    return result.delta.ns - result.delta.ew
