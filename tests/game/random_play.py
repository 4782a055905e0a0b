"""Random games in which everything happens. Only ``random()`` is drawn, which every Python draws alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.game.actions import PASS, Action, Bid, Deal, Discard, NameTrump, Play
from bot.game.cards import DECK, SEATS, Card, Seat, Suit
from bot.game.engine import apply, legal_actions, new_game
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import RuleSet
from bot.game.state import GameState, Phase

T = TypeVar("T")
_LISTED = 400  # so many piles are listed and drawn from; of more, one top and what is cheapest under it


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game, and the states on both sides of it."""

    before: GameState
    seat: Seat | None
    action: Action
    after: GameState


def one_of(rng: random.Random, things: Sequence[T]) -> T:
    return things[int(rng.random() * len(things))]


def some_of(rng: random.Random, things: Sequence[T], count: int) -> list[T]:
    """``count`` of ``things`` by lot."""
    left = list(things)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]


def a_deck(rng: random.Random, rules: RuleSet) -> tuple[Card, ...]:
    """A shuffled pack; every third one is stacked so that long suits and many trumps in one hand are common."""
    deck = some_of(rng, DECK, 52)
    if rng.random() < 0.35:
        suit, bias = one_of(rng, tuple(Suit)), rng.random()
        trumps = [card for card in deck if card.suit is suit and rng.random() < bias]
        places = _places_of_one_seat(rng, rules)
        for place, card in zip(places, trumps, strict=False):
            other = deck.index(card)
            deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)


def _places_of_one_seat(rng: random.Random, rules: RuleSet) -> list[int]:
    """Where in the pack the cards of one seat lie, and the rest of the pack behind the first deal."""
    seat, packet = int(rng.random() * 4), rules.deal_packet
    own = [place for place in range(4 * rules.deal_size) if place // packet % 4 == seat]
    return some_of(rng, own + list(range(4 * rules.deal_size, 52)), 13)


def decide(state: GameState, seat: Seat, rng: random.Random, *, wild: bool) -> Action:
    """A legal action; ``wild`` bids anything, otherwise low and on a long suit, so that games come to an end."""
    legal = legal_actions(state, seat)
    if isinstance(legal, DiscardChoice):
        count = legal.low + int(rng.random() * (legal.high - legal.low + 1))
        return Discard((*legal.forced, *some_of(rng, legal.options, count)))
    if isinstance(legal, PileChoice):
        return _pile(legal, rng)
    if state.phase is Phase.AUCTION:
        return _call(legal, rng, wild=wild)
    if state.phase is Phase.TRUMP:
        assert state.hand is not None
        return NameTrump(_suit(state.hand.hand(seat), rng))
    return one_of(rng, legal)


def _pile(choice: PileChoice, rng: random.Random) -> Play:
    """One of the piles, by an order of our own: in which they are listed is the engine's business."""
    if len(choice) > _LISTED:
        pile = choice.with_top(one_of(rng, choice.tops()))
        return Play((pile.top, *sorted(pile.buried)))
    piles = sorted((one.top, *sorted(one.buried)) for one in choice if isinstance(one, Play))
    return Play(one_of(rng, piles))


def _suit(held: tuple[Card, ...], rng: random.Random) -> Suit:
    """Mostly the longest suit; sometimes any, sometimes the shortest, so that a declarer may be up at once."""
    luck = rng.random()
    if luck < 0.1:
        return one_of(rng, tuple(Suit))
    by_length = sorted(Suit, key=lambda suit: sum(card.suit is suit for card in held))
    return by_length[0] if luck < 0.2 else by_length[-1]


def _call(legal: tuple[Action, ...], rng: random.Random, *, wild: bool) -> Action:
    bids = [action for action in legal if isinstance(action, Bid)]
    if PASS in legal and rng.random() < (0.5 if wild else 0.65):
        return PASS
    if rng.random() < 0.03:
        return bids[-1]
    return one_of(rng, bids if wild else bids[:4])


def play_game(rules: RuleSet, rng: random.Random, *, most_hands: int = 40, wild: bool = False) -> list[Step]:
    """A game to its end, or so many hands of it."""
    state = new_game(rules, one_of(rng, SEATS))
    steps: list[Step] = []
    while state.phase is not Phase.FINISHED and len(state.results) < most_hands:
        seat = one_of(rng, state.to_act) if state.to_act else None
        action = Deal(a_deck(rng, rules)) if seat is None else decide(state, seat, rng, wild=wild)
        after = apply(state, seat, action)
        steps.append(Step(state, seat, action, after))
        state = after
    return steps


def game(rules: RuleSet, seed: int, most_hands: int = 25) -> list[Step]:
    """A game by its number; every fourth is a wild one."""
    return play_game(rules, random.Random(seed), most_hands=most_hands, wild=seed % 4 == 0)
