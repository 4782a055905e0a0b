"""The random player lets everything happen that the rules allow, and its games end."""

import random
from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import Action, Bid, Discard, Play
from bot.game.cards import Card, Seat, Suit, strengths
from bot.game.exchange import discard_choice
from bot.game.piles import pile_choice
from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, TrumpDiscard, house
from bot.game.state import GameState, HandState, Phase
from bot.game.view import view
from bot.players.random import decide
from bot.tools.simulate import Plan, play_game
from tests.game.house_strategy import house_rules

RANDOM = ("random", "random", "random", "random")
FORCED = house(CANADIAN, all_pass="dealer-forced", dealer_forced_bid=6)
SAME_DEALER = house(KING_PEDRO, all_pass="same-dealer")
TO_SIX = house(CANADIAN, trump_discard="to-six")


def happened(rules: RuleSet, games: int) -> Counter[str]:
    """How often each thing happened that is worth a name."""
    seen: Counter[str] = Counter()
    for number in range(1, games + 1):
        record = read_record(write_record(play_game(Plan(games, rules, 7, RANDOM), number)))
        for _, _, seat, action, before, after in record.states():
            if seat is not None:
                seen.update(names_of(rules, seat, action, before, after))
    return seen


def names_of(rules: RuleSet, seat: Seat, action: Action, before: GameState, after: GameState) -> Iterator[str]:
    hand, following = before.hand, after.hand
    assert hand is not None
    assert following is not None
    names: dict[str, bool] = {}
    match action:
        case Bid(amount):
            names = {
                "back after a pass": any(call.seat is seat and call.amount is None for call in hand.calls),
                "jump to all": amount == rules.total and hand.bid < rules.total - 1,
                "forced dealer": rules.dealer_forced_bid is not None and len(hand.calls) == 3 and not hand.bid,
            }
        case Discard(cards):
            assert hand.trump is not None
            names = {
                "trump thrown": any(card in strengths(hand.trump) for card in cards),
                "scorer thrown": any(card in rules.card_points(hand.trump) for card in cards),
            }
        case Play():
            names = played(rules, action, hand, following)
            names["fell"] = after.winner is not None and not after.results[-1].made
        case _ if after.phase is Phase.DEAL:
            names = {"thrown in": True, "same dealer again": after.dealer is before.dealer}
    yield from (name for name, true in names.items() if true)


def played(rules: RuleSet, action: Play, hand: HandState, following: HandState) -> dict[str, bool]:
    assert hand.trump is not None
    won = len(following.tricks) > len(hand.tricks) and following.turn is not None
    return {
        "plain card led": not hand.laid and action.top not in strengths(hand.trump),
        "pile": len(action.cards) > 1,
        "scorer buried": any(card in rules.card_points(hand.trump) for card in action.buried),
        "up": len(following.up()) > len(hand.up()),
        "lead passed to the left": won and following.turn is not following.tricks[-1].winner,
    }


EVERYWHERE = {"jump to all", "thrown in", "plain card led", "pile", "up", "lead passed to the left"}


@pytest.mark.parametrize(
    ("rules", "also"),
    [
        (CANADIAN, {"back after a pass"}),
        (KING_PEDRO, {"trump thrown", "scorer buried", "fell"}),
        (UKRAINIAN_CANADIAN, {"back after a pass"}),
        (FORCED, {"forced dealer", "back after a pass"}),
        (SAME_DEALER, {"same dealer again"}),
        (TO_SIX, {"trump thrown", "scorer thrown"}),
    ],
    ids=["canadian", "king-pedro", "ukrainian-canadian", "forced", "same-dealer", "to-six"],
)
def test_everything_happens(rules: RuleSet, also: set[str]) -> None:
    seen = happened(rules, 60)
    expected = EVERYWHERE | also
    if rules is FORCED:
        expected -= {"thrown in"}
        assert seen["thrown in"] == 0
    if rules is TO_SIX:
        expected -= {"pile"}  # nobody has more than six cards to play
        assert seen["pile"] == 0
    assert {name: seen[name] for name in expected if not seen[name]} == {}


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_games_end_after_about_as_many_hands_as_people_need(rules: RuleSet) -> None:
    records = [play_game(Plan(40, rules, 3, RANDOM), number) for number in range(1, 41)]
    assert all(record["winner"] for record in records)
    assert 6 <= median(len(record["hands"]) for record in records) <= 18


@given(house_rules(), st.integers(0, 1000))
def test_every_decision_is_legal_whatever_the_house_rules(rules: RuleSet, seed: int) -> None:
    record = read_record(write_record(play_game(Plan(1, rules, seed, RANDOM, most_hands=3), 1)))
    assert record.faults() == []


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(one) for one in text.split())


def state_with(rules: RuleSet, phase: Phase, held: tuple[Card, ...], **changes: Any) -> GameState:
    """A state in which North is to act on these cards with spades as trumps; the other hands don't matter."""
    record = read_record(write_record(play_game(Plan(1, rules, 2, RANDOM), 1)))
    *_, state = next(step for step in record.states() if step[4].phase is phase)
    assert state.hand is not None
    hand = state.hand._replace(hands=(held, (), (), ()), trump=Suit.SPADES, turn=Seat.NORTH, laid=(), **changes)
    return state._replace(hand=hand, phase=phase)


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO], ids=["canadian", "king-pedro"])
@pytest.mark.parametrize("held", ["2S 3S 4S 5C 9S JS KS AS", "2S 3S 5C 5S TS JS KS AS"], ids=["few", "all scorers"])
def test_r7_5_every_legal_pile_with_every_top_is_played_sooner_or_later(rules: RuleSet, held: str) -> None:
    choice = pile_choice(rules, cards(held), Suit.SPADES)
    seen = view(state_with(rules, Phase.PLAY, cards(held)), Seat.NORTH)
    rng = random.Random(1)
    chosen = {as_one(decide(seen, rng).action) for _ in range(40 * len(choice))}
    assert chosen == {as_one(pile) for pile in choice}


def as_one(pile: Action) -> tuple[Card, frozenset[Card]]:
    """A pile without an order among its buried cards."""
    assert isinstance(pile, Play)
    return pile.top, frozenset(pile.buried)


def test_r6_4_every_discard_of_surplus_trumps_is_thrown_sooner_or_later() -> None:
    held = cards("2S 3S 4S 6S 5C 9S JS KS AS 2H")
    assert KING_PEDRO.trump_discard is TrumpDiscard.SURPLUS
    choice = discard_choice(KING_PEDRO, held, Suit.SPADES)
    state = state_with(KING_PEDRO, Phase.DISCARD, held, discards=(None, (), (), ()))
    rng = random.Random(1)
    chosen = {frozenset(action.cards) for action in thrown(state, rng, 40 * len(choice))}
    assert chosen == {frozenset(one.cards) for one in choice if isinstance(one, Discard)}


def thrown(state: GameState, rng: random.Random, times: int) -> Iterator[Discard]:
    seen = view(state, Seat.NORTH)
    for _ in range(times):
        action = decide(seen, rng).action
        assert isinstance(action, Discard)
        yield action


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_bid_can_be_heard(rules: RuleSet) -> None:
    record = read_record(write_record(play_game(Plan(1, rules, 2, RANDOM), 1)))
    _, _, _, _, _, dealt = next(record.states())
    (seat,) = dealt.to_act
    rng = random.Random(1)
    seen = view(dealt, seat)
    assert {decide(seen, rng).action for _ in range(20_000)} == set(seen.legal)
