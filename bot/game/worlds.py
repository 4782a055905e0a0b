"""Worlds that fit a view: whole states in which every card the seat cannot see lies somewhere it could be."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from bot.game.cards import DECK, SEATS, Card, Seat, Suit, clockwise, in_order
from bot.game.exchange import discard_choice
from bot.game.holdings import Holdings, plays_of
from bot.game.rules import RuleSet
from bot.game.state import NOT_YET, Discards, GameState, Hands, HandState, Laid, Phase, Trick
from bot.game.view import PlayerView, SeenPlay


class _Cards(NamedTuple):
    """The cards given to one hidden seat."""

    hand: tuple[Card, ...]
    thrown: tuple[Card, ...]
    thrown_in: tuple[Card, ...]
    under: tuple[Card, ...]


def sample(view: PlayerView, rng: random.Random) -> GameState:
    """A whole state whose view from the same seat equals ``view``, and which the rules could have led to.

    All such deals are about equally likely, as if plain cards were thrown and cards played by lot.
    Raises ValueError when no hand is being played.
    """
    if view.hand_is_over or not view.number:
        raise ValueError("there is no hand to sample")
    cards = _play_world(view, rng) if view.thrown is not None else _early_world(view, rng)
    hand = _hand_state(view, cards, rng)
    return GameState(view.rules, view.phase, view.dealer, view.score, hand, view.results, view.winner)


def _early_world(view: PlayerView, rng: random.Random) -> dict[Seat, _Cards]:
    """Before the last discard everything hidden may lie anywhere."""
    known = set(view.hand) | set(view.discarded or ())
    unseen = [card for card in DECK if card not in known]
    rng.shuffle(unseen)
    found: dict[Seat, _Cards] = {}
    for seat in SEATS:
        if seat is view.seat:
            found[seat] = _Cards(view.hand, view.discarded or (), (), ())
            continue
        size = view.sizes[seat.place]
        held, unseen = in_order(unseen[:size]), unseen[size:]
        thrown: tuple[Card, ...] = ()
        if seat in view.answered:
            assert view.trump is not None
            thrown = _some_discard(view.rules, held, view.trump, rng)
        found[seat] = _Cards(tuple(card for card in held if card not in thrown), thrown, (), ())
    return found


def _some_discard(rules: RuleSet, held: tuple[Card, ...], trump: Suit, rng: random.Random) -> tuple[Card, ...]:
    choice = discard_choice(rules, held, trump)
    return in_order(choice.forced + tuple(rng.sample(choice.options, rng.randint(choice.low, choice.high))))


def _play_world(view: PlayerView, rng: random.Random) -> dict[Seat, _Cards]:
    """After the discard: trumps as they may lie, plain cards by lot."""
    holdings = Holdings(view)
    plain = holdings.plain
    rng.shuffle(plain)
    found: dict[Seat, _Cards] = {}
    for one, mine in zip(holdings.hidden, holdings.draw(rng), strict=True):
        fill = [one.hand - len(mine.hand), one.thrown - len(mine.thrown), one.thrown_in]
        in_hand, away, laid_down = (tuple(plain.pop() for _ in range(count)) for count in fill)
        found[one.seat] = _Cards(mine.hand + in_hand, mine.thrown + away, laid_down, mine.under)
    if view.seat is not None:
        found[view.seat] = _Cards(view.hand, view.discarded or (), view.laid_down, ())
    return found


def _hand_state(view: PlayerView, cards: dict[Seat, _Cards], rng: random.Random) -> HandState:
    laid = {seat: in_order(one.under) for seat, one in cards.items()}
    dealt = {seat: _all_cards(view, seat, one) for seat, one in cards.items()}
    drawn = {seat: _drawn(view, seat, held, rng) for seat, held in dealt.items()}
    used = {card for held in dealt.values() for card in held}
    stock = [card for card in DECK if card not in used]
    rng.shuffle(stock)
    later = {card for packet in drawn.values() for card in packet}
    first = {seat: [card for card in held if card not in later] for seat, held in dealt.items()}
    behind = _drawing_order(view, drawn) + stock
    discards: Discards = NOT_YET
    if view.answered:
        north, east, south, west = (in_order(cards[seat].thrown) if seat in view.answered else None for seat in SEATS)
        discards = (north, east, south, west)
    return HandState(
        dealer=view.dealer,
        deck=_dealing_order(view, first, rng) + tuple(behind),
        hands=_by_seat({seat: in_order(one.hand) for seat, one in cards.items()}),
        stock=tuple(stock),
        drawn=_by_seat(drawn),
        calls=view.calls,
        turn=None if view.phase is Phase.DISCARD else view.to_act[0],
        bid=view.bid,
        declarer=view.declarer,
        trump=view.trump,
        discards=discards,
        thrown_in=_by_seat({seat: in_order(one.thrown_in) for seat, one in cards.items()}),
        tricks=tuple(Trick(_laid(trick.plays, laid), trick.winner) for trick in view.tricks),
        laid=_laid(view.plays, laid),
    )


def _laid(plays: Iterable[SeenPlay], under: dict[Seat, tuple[Card, ...]]) -> tuple[Laid, ...]:
    return tuple(
        Laid(play.seat, (play.top, *(play.buried or (under[play.seat] if play.under else ())))) for play in plays
    )


def _all_cards(view: PlayerView, seat: Seat, one: _Cards) -> tuple[Card, ...]:
    seen = tuple(card for play in plays_of(view) if play.seat is seat for card in (play.top, *play.buried))
    return one.hand + one.thrown + one.thrown_in + one.under + seen


def _drawn(view: PlayerView, seat: Seat, held: tuple[Card, ...], rng: random.Random) -> tuple[Card, ...]:
    if seat is view.seat:
        return view.drawn
    return tuple(rng.sample(held, len(held) - view.rules.deal_size))


def _drawing_order(view: PlayerView, drawn: dict[Seat, tuple[Card, ...]]) -> list[Card]:
    """The kitty, where it has been taken, and behind it the second deal from the dealer's left (R3.1, R3.2)."""
    kitty: tuple[Card, ...] = ()
    if view.declarer is not None:
        kitty = drawn[view.declarer][: view.rules.kitty_size]
        drawn = {**drawn, view.declarer: drawn[view.declarer][view.rules.kitty_size :]}
    return [*kitty, *(card for seat in clockwise(view.dealer.next) for card in drawn[seat])]


def _dealing_order(view: PlayerView, first: dict[Seat, list[Card]], rng: random.Random) -> tuple[Card, ...]:
    rules = view.rules
    for cards in first.values():
        rng.shuffle(cards)
    order: list[Card] = []
    for start in range(0, rules.deal_size, rules.deal_packet):
        for seat in clockwise(view.dealer.next):
            order += first[seat][start : start + rules.deal_packet]
    return tuple(order)


def _by_seat(cards: dict[Seat, tuple[Card, ...]]) -> Hands:
    north, east, south, west = (cards[seat] for seat in SEATS)
    return (north, east, south, west)
