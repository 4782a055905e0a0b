"""Secrecy by shape: exchange any two cards a seat cannot see, and its view and what it is told stay equal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import Action, Deal, Discard, Play
from bot.game.cards import DECK, SEATS, Card, Seat, trumps
from bot.game.events import HandScored, told
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, RuleSet, house
from bot.game.state import GameState, HandState, Phase
from bot.game.view import view
from tests.game.house_strategy import house_rules
from tests.game.random_play import Step, play_game, some_of
from tests.game.table_text import Table

TO_SIX = house(CANADIAN, trump_discard="to-six")
EVERY = [*PRESETS.values(), TO_SIX]
NAMES = [*PRESETS, "to-six"]
T = TypeVar("T")
WATCHERS: tuple[Seat | None, ...] = (*SEATS, None)
CARD = re.compile(r"Card\('(..)'\)")


def known_to(state: GameState, watcher: Seat | None) -> set[Card]:
    """The cards a seat has seen, told from the rules: its own, those played, and what the summary turns up."""
    hand = state.hand
    assert hand is not None
    over = state.phase in (Phase.DEAL, Phase.FINISHED)
    known: set[Card] = set()
    if watcher is not None:
        known |= {*hand.hand(watcher), *(hand.discards[watcher.place] or ()), *hand.thrown_in[watcher.place]}
    for laid in (*(one for trick in hand.tricks for one in trick.laid), *hand.laid):
        known |= set(laid.cards if over or laid.seat is watcher else laid.cards[:1])  # R7.4
    if over and hand.trump is not None:
        points = state.rules.card_points(hand.trump)
        known |= {card for cards in hand.discards for card in cards or () if card in points}  # R6.5
    return known


def exchanged(state: GameState, one: Card, other: Card) -> GameState:
    """The same state with two cards in each other's place, everywhere."""
    assert state.hand is not None
    return state._replace(hand=_exchanged(state.hand, one, other))


def _exchanged(hand: HandState, one: Card, other: Card) -> HandState:
    swap = {one: other, other: one}

    def all_of(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    def in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(all_of(cards)))

    def thrown(cards: tuple[Card, ...] | None) -> tuple[Card, ...] | None:
        return None if cards is None else in_order(cards)

    def four(groups: tuple[T, T, T, T], change: Callable[[T], T]) -> tuple[T, T, T, T]:
        north, east, south, west = groups
        return change(north), change(east), change(south), change(west)

    return hand._replace(
        deck=all_of(hand.deck),
        hands=four(hand.hands, in_order),
        stock=all_of(hand.stock),
        drawn=four(hand.drawn, all_of),
        discards=four(hand.discards, thrown),
        thrown_in=four(hand.thrown_in, in_order),
        tricks=tuple(
            trick._replace(laid=tuple(laid._replace(cards=all_of(laid.cards)) for laid in trick.laid))
            for trick in hand.tricks
        ),
        laid=tuple(laid._replace(cards=all_of(laid.cards)) for laid in hand.laid),
    )


def pairs(state: GameState, watcher: Seat | None, rng: random.Random, count: int) -> list[tuple[Card, Card]]:
    """Some pairs of cards the seat cannot see: any two before the last discard, then trumps and plain ones apart."""
    hand = state.hand
    assert hand is not None
    known = known_to(state, watcher)
    unseen = [card for card in DECK if card not in known]
    if hand.trump is None or None in hand.discards:
        groups = [unseen]
    else:
        high = trumps(hand.trump)
        groups = [[card for card in unseen if card in high], [card for card in unseen if card not in high]]
    found = []
    for group in groups:
        for _ in range(count if len(group) > 1 else 0):
            one, other = some_of(rng, group, 2)
            found.append((one, other))
    return found


def check_step(step: Step, rng: random.Random, share: float) -> None:
    state = step.after
    check_events(step)
    for watcher in WATCHERS:
        if rng.random() >= share:
            continue
        seen = view(state, watcher)
        named = {Card.parse(text) for text in CARD.findall(repr(seen))}
        known = known_to(state, watcher)
        assert named <= known
        if watcher is not None:
            assert set(state.hand.hand(watcher) if state.hand else ()) <= named
        for one, other in pairs(state, watcher, rng, 2):
            assert view(exchanged(state, one, other), watcher) == seen


def check_events(step: Step) -> None:
    """No event names a card that lies hidden, and every exchange of hidden cards leaves what is told as it was."""
    events = told(step.before, step.seat, step.action, step.after)
    assert events
    named = {Card.parse(text) for text in CARD.findall(repr(events))}
    assert named <= known_to(step.after, None)
    if step.after.phase is Phase.PLAY:
        assert named <= ({step.action.top} if isinstance(step.action, Play) else set())


def check_told_alike(step: Step, rng: random.Random) -> None:
    """Two hidden cards exchanged before and after, in the action too: the table hears the same."""
    if isinstance(step.action, Deal):
        return
    for one, other in pairs(step.after, None, rng, 1):
        action = _exchanged_action(step.action, one, other)
        before, after = exchanged(step.before, one, other), exchanged(step.after, one, other)
        assert told(before, step.seat, action, after) == told(step.before, step.seat, step.action, step.after)


def _exchanged_action(action: Action, one: Card, other: Card) -> Action:
    swap = {one: other, other: one}
    if isinstance(action, Discard):
        return Discard(tuple(swap.get(card, card) for card in action.cards))
    if isinstance(action, Play):
        return Play(tuple(swap.get(card, card) for card in action.cards))
    return action


def check_game(rules: RuleSet, seed: int, *, most_hands: int, share: float) -> None:
    rng = random.Random(seed)
    for step in play_game(rules, rng, most_hands=most_hands, wild=seed % 4 == 0):
        check_step(step, rng, share)
        if rng.random() < share:
            check_told_alike(step, rng)


@pytest.mark.parametrize("batch", range(3))
@pytest.mark.parametrize("rules", EVERY, ids=NAMES)
def test_exchanging_unseen_cards_leaves_the_view_equal(rules: RuleSet, batch: int) -> None:
    for seed in range(4 * batch, 4 * batch + 4):
        check_game(rules, seed, most_hands=6, share=0.5)


@pytest.mark.parametrize("rules", EVERY, ids=NAMES)
def test_every_state_and_every_watcher_of_some_games(rules: RuleSet) -> None:
    for seed in (100, 101):
        check_game(rules, seed, most_hands=4, share=1.0)


@given(rules=house_rules(), seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_exchanging_unseen_cards_under_house_rules(rules: RuleSet, seed: int) -> None:
    check_game(rules, seed, most_hands=2, share=0.4)


def test_exchanging_a_card_that_is_seen_changes_the_view() -> None:
    """The law above can fail: a seat's own card, the top of a pile, a buried card once the hand is over."""
    table = Table(CANADIAN, "N AS KS QS JS TS 9S 8S 3S\nE 7S 6S 5S 5C 4S 2S", trump="S").contract("N", 30).throw()
    table.do("N play AS QS 9S")
    hidden, top, buried, own = (Card.parse(text) for text in ("7S", "AS", "QS", "KS"))
    for watcher in (Seat.SOUTH, None):
        assert view(exchanged(table.state, top, hidden), watcher) != view(table.state, watcher)
        assert view(exchanged(table.state, buried, hidden), watcher) == view(table.state, watcher)
        assert view(exchanged(table.state, own, hidden), watcher) == view(table.state, watcher)
    for card in (top, buried, own):
        assert view(exchanged(table.state, card, hidden), Seat.NORTH) != view(table.state, Seat.NORTH)
    table.play_out()
    for one in WATCHERS:
        assert view(exchanged(table.state, buried, hidden), one) != view(table.state, one)


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R7_4_buried_cards_stay_hidden_until_the_hand_is_over(rules: RuleSet) -> None:
    table = Table(rules, "N AS KS QS JS TS 9S 8S 3S\nE 7S 6S 5S 5C 4S 2S", trump="S").contract("N", 30).throw()
    table.do("N play AS QS 9S")
    while table.phase() is Phase.PLAY:
        for watcher in (Seat.EAST, Seat.SOUTH, Seat.WEST, None):
            seen = repr(view(table.state, watcher))
            assert "'QS'" not in seen and "'9S'" not in seen
        assert "'QS'" in repr(view(table.state, Seat.NORTH))
        seat = table.to_act()
        table.do(f"{seat} {table.listed(seat)[0]}")
    for one in WATCHERS:
        seen = repr(view(table.state, one))
        assert "'QS'" in seen and "'9S'" in seen


def test_R7_4_points_buried_are_not_counted_for_those_who_do_not_see_them() -> None:
    """North buries the jack under the queen and wins: a point only he knows of."""
    text = "N QS JS 9S 8S 7S 6S 3S\nE TS 5S\nS 5C 4S\nW AS KS 2S"
    table = Table(KING_PEDRO, text, trump="S").contract("N", 30).throw()
    table.do("N play QS JS, E play TS, S play 4S, W play 2S")
    assert view(table.state, Seat.NORTH).taken == (2, 1)  # the jack and the ten; West's own 2
    for watcher in (Seat.EAST, Seat.SOUTH, Seat.WEST, None):
        assert view(table.state, watcher).taken == (1, 1)


def test_R6_1_a_discard_is_a_secret_of_its_seat() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S 8S\nE 7S 6S 5S 5C 4S 3S 2S AH", trump="S").contract("N", 30)
    before = table.state
    (line, *_) = [one for one in table.listed("E") if "AH" in one]
    table.do(f"E {line}")
    assert "'AH'" not in repr(told(before, Seat.EAST, next(iter(table.legal("N"))), table.state))
    assert "'AH'" in repr(view(table.state, Seat.EAST))
    table.throw().play_out()
    for watcher in (Seat.NORTH, Seat.SOUTH, Seat.WEST, None):
        assert "'AH'" not in repr(view(table.state, watcher))


def test_a_seat_sees_no_other_seats_choices() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S 8S\nE 7S 6S 5S 5C 4S 3S 2S", trump="S").contract("N", 30)
    assert all(view(table.state, seat).legal for seat in SEATS)
    assert view(table.state, None).legal == ()
    table.throw()
    assert view(table.state, Seat.NORTH).legal
    assert all(view(table.state, seat).legal == () for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST, None))


def test_the_summary_names_only_what_counted() -> None:
    seen: list[HandScored] = []
    for step in play_game(TO_SIX, random.Random(5), most_hands=10):
        seen += [
            event for event in told(step.before, step.seat, step.action, step.after) if isinstance(event, HandScored)
        ]
    assert any(capture.thrown for scored in seen for capture in scored.captures)
    for scored in seen:
        assert sum(capture.points for capture in scored.captures) == sum(scored.result.points) == 44


def test_what_is_told_of_a_hand_in_its_order() -> None:
    names = []
    for step in play_game(CANADIAN, random.Random(2), most_hands=1):
        names += [type(event).__name__ for event in told(step.before, step.seat, step.action, step.after)]
    assert names[0] == "HandDealt"
    assert names[-1] in ("HandScored", "HandThrownIn")
    for earlier, later in (
        ("HandDealt", "ContractWon"),
        ("ContractWon", "KittyTaken"),
        ("KittyTaken", "TrumpNamed"),
        ("TrumpNamed", "Discarded"),
        ("Discarded", "PlayBegan"),
        ("PlayBegan", "CardPlayed"),
        ("CardPlayed", "TrickWon"),
        ("TrickWon", "HandScored"),
    ):
        assert names.index(earlier) < names.index(later)
    assert names.count("Discarded") == 4
