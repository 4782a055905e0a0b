"""Laws that hold at every state of hundreds of random games, of the presets and of house rules nobody thought of."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import PASS, Action, Bid, Deal, Discard, NameTrump, Pass, Play, parse_action
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, trumps
from bot.game.engine import apply, legal_actions, new_game, replay
from bot.game.exchange import DiscardChoice, discard_choice
from bot.game.piles import PileChoice, pile_choice
from bot.game.rules import (
    CANADIAN,
    KING_PEDRO,
    PRESETS,
    UKRAINIAN_CANADIAN,
    AllPass,
    PileRule,
    RuleSet,
    RulesFault,
    TrumpDiscard,
    house,
    rules_from_json,
)
from bot.game.state import GameState, Phase
from bot.game.terms import Illegal
from tests.game.house_strategy import house_or_fault, house_rules
from tests.game.random_play import Step, one_of, play_game, some_of
from tests.game.referee import Referee, every_discard, every_pile

BATCHES = 8
GAMES = 6  # a batch: 3 presets, 8 batches, 6 games


def game(rules: RuleSet, seed: int, most_hands: int = 25) -> list[Step]:
    return play_game(rules, random.Random(seed), most_hands=most_hands, wild=seed % 4 == 0)


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


# ----------------------------------------------------------------- discards and piles by brute force


def texts(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(card.text for card in cards)


@given(
    rules=house_rules(),
    hand_size=st.integers(2, 6),
    more=st.integers(0, 5),
    bias=st.floats(0, 1),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=120)
def test_R6_every_set_of_cards_is_thrown_or_refused_as_the_rules_say(
    rules: RuleSet, hand_size: int, more: int, bias: float, seed: int
) -> None:
    rng = random.Random(seed)
    held = a_hand(rng, hand_size + more, bias)
    check_discards(house_with_hand_size(rules, hand_size), held)


@pytest.mark.parametrize("discard", TrumpDiscard)
@pytest.mark.parametrize("held_trumps", range(13))
def test_R6_every_set_of_twelve_cards(discard: TrumpDiscard, held_trumps: int) -> None:
    rng = random.Random(held_trumps)
    order, plain = trumps(Suit.SPADES), [card for card in DECK if card not in trumps(Suit.SPADES)]
    held = tuple(some_of(rng, order, held_trumps) + some_of(rng, plain, 12 - held_trumps))
    check_discards(house(CANADIAN, trump_discard=discard), held)


def check_discards(rules: RuleSet, held: tuple[Card, ...]) -> None:
    choice = discard_choice(rules, tuple(sorted(held)), Suit.SPADES)
    right = every_discard(rules, texts(held), "S")
    listed = [texts(action.cards) for action in choice if isinstance(action, Discard)]
    assert len(listed) == len(set(listed)) == len(choice) == len(right)
    assert set(listed) == right
    assert texts(choice.suggestion.cards) in right
    for size in range(len(held) + 1):
        for chosen in combinations(held, size):
            assert (Discard(chosen) in choice) == (texts(chosen) in right)


@given(rules=house_rules(), hand_size=st.integers(2, 8), more=st.integers(1, 6), seed=st.integers(0, 10**6))
@settings(max_examples=120)
def test_R7_5_every_pile_is_played_or_refused_as_the_rules_say(
    rules: RuleSet, hand_size: int, more: int, seed: int
) -> None:
    rng = random.Random(seed)
    held = some_of(rng, trumps(Suit.SPADES), min(14, hand_size + more))
    check_piles(house_with_hand_size(rules, hand_size), tuple(held))


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, house(KING_PEDRO, pile="scorer-on-top")])
@pytest.mark.parametrize("count", range(7, 14))
def test_R7_5_every_pile_of_seven_to_thirteen_trumps(rules: RuleSet, count: int) -> None:
    rng = random.Random(count)
    for _ in range(6 if count < 11 else 1):
        check_piles(rules, tuple(some_of(rng, trumps(Suit.SPADES), count)))


@pytest.mark.parametrize("pile", PileRule)
@pytest.mark.parametrize("points", [CANADIAN.points, UKRAINIAN_CANADIAN.points], ids=["44", "62"])
def test_R7_5_every_pile_of_all_fourteen_trumps(pile: PileRule, points: tuple[tuple[str, int], ...]) -> None:
    check_piles(house(CANADIAN, pile=pile, points=dict(points)), trumps(Suit.SPADES))


def check_piles(rules: RuleSet, held: tuple[Card, ...]) -> None:
    choice = pile_choice(rules, tuple(sorted(held)), Suit.SPADES)
    right = every_pile(rules, texts(held), "S")
    listed = [(action.top.text, texts(action.buried)) for action in choice if isinstance(action, Play)]
    assert len(listed) == len(set(listed)) == len(choice) == len(right)
    assert set(listed) == right
    assert set(choice.tops()) == {Card.parse(top) for top, _ in right}
    assert choice.suggestion in choice
    worth = {card.text: points for card, points in rules.card_points(Suit.SPADES).items()}
    for top in choice.tops():
        suggested = choice.with_top(top)
        assert (suggested.top, texts(suggested.buried)) == (top, texts(suggested.buried))
        assert (top.text, texts(suggested.buried)) in right
        dearer = [
            sum(worth.get(card, 0) for card in buried if card != "2S") for one, buried in right if one == top.text
        ]
        assert sum(worth.get(card, 0) for card in texts(suggested.buried) if card != "2S") == min(dearer)
    for chosen in combinations(held, len(held) - rules.hand_size + 1):
        for top in chosen:
            play = Play((top, *(card for card in chosen if card is not top)))
            assert (play in choice) == ((top.text, texts(play.buried)) in right)


def a_hand(rng: random.Random, size: int, bias: float) -> tuple[Card, ...]:
    """So many cards, trumps (of spades) and plain ones in any proportion."""
    order = list(trumps(Suit.SPADES))
    plain = [card for card in DECK if card not in order]
    held: list[Card] = []
    while len(held) < size:
        source = order if order and rng.random() < bias else plain
        held += [source.pop(int(rng.random() * len(source)))]
    return tuple(held)


def house_with_hand_size(rules: RuleSet, hand_size: int) -> RuleSet:
    return house(rules, hand_size=hand_size)


# ----------------------------------------------------------------- text forms


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_every_action_reads_back_from_its_text(rules: RuleSet) -> None:
    for step in game(rules, 3):
        assert parse_action(str(step.action)) == step.action


NO_ACTIONS = """
bid|bid |bid x|bid -1|bid 7 8|bid 12345|bid ٣|bid 7.0|pass 1|PASS|Pass| pass|pass |trump|trump X|trump s|trump S S
play|play |play AS  KS|play AS,KS|play XX|discard XX|discard |deal XX|fold|bid  7|bid\t7
"""


@pytest.mark.parametrize(
    "text", ["", "bid 7\n", "\x00", "play " + "AS " * 60, *NO_ACTIONS.strip().replace("\n", "|").split("|")]
)
def test_other_texts_are_no_action(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a|too many"):
        parse_action(text)


# ----------------------------------------------------------------- everything happens


def happenings(steps: list[Step]) -> Iterator[str]:
    """What is worth seeing in a game, by name."""
    for step in steps:
        match step.action:
            case Bid() | Pass():
                yield from _of_a_call(step)
            case Discard():
                yield from _of_a_discard(step)
            case Play():
                yield from _of_a_play(step)


def _of_a_call(step: Step) -> Iterator[str]:
    hand, rules = step.after.hand, step.after.rules
    assert hand is not None
    if step.after.phase is Phase.DEAL:
        yield "a hand thrown in"
    if not isinstance(step.action, Bid):
        return
    if step.action.amount == rules.total:
        yield "a jump to the highest bid"
    if any(call.seat is step.seat and call.amount is None for call in hand.calls):
        yield "re-entry after a pass"
    if rules.dealer_forced_bid and len(hand.calls) == 4 and [call.amount for call in hand.calls[:3]] == [None] * 3:
        yield "a forced dealer"


def _of_a_discard(step: Step) -> Iterator[str]:
    hand = step.after.hand
    assert hand is not None and hand.trump is not None and isinstance(step.action, Discard)
    cards, points = step.action.cards, step.after.rules.card_points(hand.trump)
    if any(card in points for card in cards):
        yield "a scorer thrown"
    elif any(card in trumps(hand.trump) for card in cards):
        yield "a surplus trump thrown"


def _of_a_play(step: Step) -> Iterator[str]:
    before, after, action = step.before.hand, step.after.hand, step.action
    assert before is not None and after is not None and before.trump is not None and before.declarer is not None
    assert isinstance(action, Play)
    order, points = trumps(before.trump), step.before.rules.card_points(before.trump)
    if not before.tricks and not before.laid and step.seat is not before.declarer:
        yield "a declarer up"
    if not before.laid and action.top not in order:
        yield "a plain lead"
    if action.buried:
        yield f"a pile of {len(action.cards)}"
        yield f"a pile with the {action.top.rank} on top"
        if any(card in points for card in action.buried):
            yield "a scorer buried"
    if len(after.tricks) > len(before.tricks) and after.turn is not None:
        trick = after.tricks[-1]
        if all(laid.cards[0] not in order for laid in trick.laid):
            yield "a trick without trumps"
        if after.turn is not trick.winner:
            yield "a lead passing left"
        if len(trick.laid) == 1:
            yield "a trick of one"
    if step.after.phase is not Phase.PLAY:
        result = step.after.results[-1]
        yield "made" if result.made else "set"
        if order[-1] in before.drawn[before.declarer.place]:
            yield "the 2 drawn"
        if step.after.phase is Phase.FINISHED:
            fallen = not result.made
            yield "a game lost" if fallen else "a game won"


def test_everything_happens_in_these_games() -> None:
    seen: Counter[str] = Counter()
    to_six = house(CANADIAN, all_pass="dealer-forced", dealer_forced_bid=5, trump_discard="to-six")
    for rules in (*PRESETS.values(), to_six):
        for seed in range(BATCHES * GAMES):
            seen.update(happenings(game(rules, seed)))
    wanted = {
        "a jump to the highest bid",
        "re-entry after a pass",
        "a forced dealer",
        "a hand thrown in",
        "a scorer thrown",
        "a surplus trump thrown",
        "a declarer up",
        "a plain lead",
        "a scorer buried",
        "a trick without trumps",
        "a lead passing left",
        "a trick of one",
        "made",
        "set",
        "the 2 drawn",
        "a game won",
        "a game lost",
        *(f"a pile of {size}" for size in range(2, 8)),
        *(f"a pile with the {rank} on top" for rank in "23456789TJQKA"),
    }
    assert not sorted(wanted - set(seen))
