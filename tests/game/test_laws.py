"""Laws that hold at every state of hundreds of random games, of the presets and of house rules nobody thought of."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import PASS, Action, Bid, Deal, Discard, NameTrump, Play
from bot.game.cards import DECK, SEATS, Seat, Suit
from bot.game.engine import apply, legal_actions, new_game, replay
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import (
    PRESETS,
    UKRAINIAN_CANADIAN,
    AllPass,
    RuleSet,
    RulesFault,
    house,
    rules_from_json,
)
from bot.game.state import GameState, Phase
from bot.game.terms import Illegal
from tests.game.house_strategy import house_or_fault, house_rules
from tests.game.random_play import Step, game, one_of, some_of
from tests.game.referee import Referee

BATCHES = 8
GAMES = 6  # a batch: 3 presets, 8 batches, 6 games


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_laws_of_the_presets(rules: RuleSet, batch: int) -> None:
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        check_game(rules, game(rules, seed), random.Random(seed), asked=0.02)


@given(rules=house_rules(), seed=st.integers(0, 10**6))
@settings(max_examples=60)
def test_laws_of_house_rules(rules: RuleSet, seed: int) -> None:
    check_game(rules, game(rules, seed, most_hands=4), random.Random(seed), asked=0.05)


def check_game(rules: RuleSet, steps: list[Step], rng: random.Random, *, asked: float) -> None:
    """All laws over one game; at a share ``asked`` of its states every action there is is tried."""
    referee: Referee | None = None
    hashes = [hash(step.before) for step in steps]
    for step in steps:
        if isinstance(step.action, Deal):
            referee = Referee(rules, step.before.dealer, step.action.deck)
        else:
            assert referee is not None and step.seat is not None
            assert referee.allows(step.seat, step.action)
            referee.follow(step.seat, step.action)
        check_state(step.after)
        check_referee(step, referee)
        if rng.random() < asked:
            check_every_action(step.after, referee, rng)
            check_copies(step.after)
    assert hashes == [hash(step.before) for step in steps], "a state was changed in place"
    moves = [(step.seat, step.action) for step in steps]
    assert replay(steps[0].before, moves) == steps[-1].after


def check_state(state: GameState) -> None:
    hand = state.hand
    assert hand is not None
    lying = Counter(hand.stock)
    for places in (hand.hands, hand.thrown_in, hand.discards):
        for cards in places:
            lying.update(cards or ())
    for trick in hand.tricks:
        for laid in trick.laid:
            lying.update(laid.cards)
    for laid in hand.laid:
        lying.update(laid.cards)
    assert lying == Counter(DECK), "52 cards, each once"
    assert (state.phase is Phase.FINISHED) == (state.winner is not None)


def check_referee(step: Step, referee: Referee) -> None:
    state = step.after
    assert state.hand is not None
    assert {seat.value for seat in state.to_act} == referee.to_act()
    if state.phase is Phase.PLAY:
        assert [{card.text for card in held} for held in state.hand.hands] == list(referee.hands.values())
    over = state.phase in (Phase.DEAL, Phase.FINISHED)
    assert over == (referee.phase == "over")
    if over:
        result = state.results[-1]
        delta = referee.delta()
        assert result.points == (referee.points["NS"], referee.points["EW"])
        assert sum(result.points) in (0, state.rules.total)
        assert result.delta == (delta["NS"], delta["EW"])
        assert result.score == state.score
        assert state.score == (step.before.score.ns + delta["NS"], step.before.score.ew + delta["EW"])
        winner = referee.winner({"NS": state.score.ns, "EW": state.score.ew})
        assert (state.winner.value if state.winner else None) == winner
        stays = result.declarer is None and state.rules.all_pass is AllPass.SAME_DEALER
        if winner is None:
            assert state.dealer is (step.before.dealer if stays else step.before.dealer.next)


def check_every_action(state: GameState, referee: Referee, rng: random.Random) -> None:
    """What is listed is accepted, everything else is refused, and the referee thinks so too."""
    text = repr(state)
    for seat in (*SEATS, None):
        legal = legal_actions(state, seat) if seat else ()
        listed = check_listing(legal)
        if seat not in state.to_act:
            assert not legal
        near = some_of(rng, listed, min(len(listed), 60))
        for action in (*ACTIONS, *near, *near_misses(state, seat, rng)):
            allowed = referee.allows(seat, action)
            assert (action in legal) == allowed, action
            assert accepted(state, seat, action) == allowed, action
        assert accepted(state, seat, Deal(DECK)) == (seat is None and state.phase is Phase.DEAL)
    assert repr(state) == text, "the state was changed in place"


def check_listing(legal: tuple[Action, ...] | DiscardChoice | PileChoice) -> list[Action]:
    """A listing holds what it iterates over, once each, and counts right."""
    listed = list(legal) if len(legal) <= 3000 else []
    if listed:
        assert len(listed) == len(legal)
        assert len({as_set(action) for action in listed}) == len(listed)
        assert all(action in legal for action in listed)
    if isinstance(legal, DiscardChoice | PileChoice):
        assert legal.suggestion in legal
    if isinstance(legal, PileChoice):
        tops = legal.tops()
        assert all(legal.with_top(top) in legal and legal.with_top(top).top is top for top in tops)
        if listed:
            assert set(tops) == {action.top for action in listed if isinstance(action, Play)}
        for card in legal.cards:
            if card not in tops:
                with pytest.raises(Illegal):
                    legal.with_top(card)
    return listed


def as_set(action: Action) -> object:
    """An action without the order that means nothing."""
    if isinstance(action, Discard):
        return frozenset(action.cards)
    if isinstance(action, Play):
        return action.cards[0], frozenset(action.cards[1:])
    return action


ACTIONS: tuple[Action, ...] = (
    *(Bid(amount) for amount in range(-1, 70)),
    PASS,
    *(NameTrump(suit) for suit in Suit),
    *(Play((card,)) for card in DECK),
    Play(()),
    Discard(()),
    Play((DECK[0], DECK[0])),
    Discard(DECK),
    Play(DECK),
)


def near_misses(state: GameState, seat: Seat | None, rng: random.Random) -> Iterator[Action]:
    """Discards and piles of every size out of a hand, and with a card too many, twice, or not held."""
    hand = state.hand
    if hand is None or seat is None or state.phase not in (Phase.DISCARD, Phase.PLAY):
        return
    held = hand.hand(seat)
    kind = Discard if state.phase is Phase.DISCARD else Play
    for size in range(1, len(held) + 1):
        for _ in range(4):
            chosen = some_of(rng, held, size)
            yield kind(tuple(chosen))
            yield kind((*chosen, chosen[0]))
            yield kind((*chosen[1:], one_of(rng, DECK)))
    legal = legal_actions(state, seat)
    if isinstance(legal, DiscardChoice | PileChoice):
        cards = legal.suggestion.cards
        for card in held:  # one card exchanged
            yield kind((*cards[1:], card))
            yield kind((card, *cards[1:]))
            yield kind((card, *cards))
            yield kind(tuple(one for one in cards if one is not card))


def accepted(state: GameState, seat: Seat | None, action: Action) -> bool:
    try:
        apply(state, seat, action)
    except Illegal:
        return False
    return True


def check_copies(state: GameState) -> None:
    packed = pickle.dumps(state)
    assert pickle.loads(packed) == state  # noqa: S301 # our own
    assert copy.deepcopy(state) == state
    assert hash(copy.copy(state)) == hash(state)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_every_game_ends(rules: RuleSet) -> None:
    for seed in range(1, 60):
        if seed % 4:  # those who bid anything may be set for ever, where nobody falls (R10.2)
            assert game(rules, seed, most_hands=200)[-1].after.phase is Phase.FINISHED


def test_every_hand_ends() -> None:
    """The longest auction there is: three passes, then every bid there is with two passes between."""
    state = apply(new_game(house(UKRAINIAN_CANADIAN, bid_min=1), Seat.WEST), None, Deal(DECK))
    calls = 0
    while state.phase is Phase.AUCTION:
        lowest = next(action for action in legal_actions(state, state.to_act[0]) if isinstance(action, Bid))
        state = apply(state, state.to_act[0], lowest if calls % 3 == 0 and calls else PASS)
        calls += 1
    assert calls == 3 + 1 + 61 * 3


@given(rules_or_fault=house_or_fault(), seed=st.integers(0, 10**6))
@settings(max_examples=120)
def test_rules_are_refused_or_make_a_game(rules_or_fault: RuleSet | RulesFault, seed: int) -> None:
    if isinstance(rules_or_fault, RulesFault):
        assert rules_or_fault.fault.value in str(rules_or_fault)
        return
    assert rules_from_json(rules_or_fault.to_json()) == rules_or_fault
    steps = game(rules_or_fault, seed, most_hands=2)
    check_game(rules_or_fault, steps, random.Random(seed), asked=0.01)
