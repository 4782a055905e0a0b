"""The normal robot in the auction and at the naming of trumps, K1 above all."""

import random

import pytest

from bot.game.actions import PASS, Action, Bid, NameTrump
from bot.game.cards import DECK, SEATS, Seat, Suit
from bot.game.engine import apply
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players.duel import play_hand
from bot.players.match import duplicate
from bot.players.normal.robot import decide
from bot.players.normal.valuation import worth, worths
from bot.players.player import Why
from bot.players.reasons import Idea
from tests.players.dealt import cards, dealt

STRONG = "AS KS QS JS 9S 5S 3H 4D 6D 7C 8H 9H"  # six spades to the top
KING = "KS JS 8S 7S 3S 2H 3H 6D 7D 6C 9C TC"  # a king well covered
WEAK = "9S 7S 6S 9H 8H 6H 4D 3D 6D 7C 4C 9C"  # nothing above a nine


def called(state: GameState) -> tuple[Action, Why]:
    """What the robot to act says, and why."""
    (seat,) = state.to_act
    decision = decide(view(state, seat), random.Random(1))
    assert decision.why is not None
    return decision.action, decision.why


def after(state: GameState, *calls: int | None) -> GameState:
    """The auction after these bids, and passes where None."""
    for amount in calls:
        (seat,) = state.to_act
        state = apply(state, seat, PASS if amount is None else Bid(amount))
    return state


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_k1_no_bid_that_needs_the_king_without_a_top_trump(rules: RuleSet) -> None:
    """Whoever bids more than there is without the king has a suit that is likely to make it, with a top trump."""
    rng = random.Random(11)
    for number in range(60):
        state = dealt_by_lot(rules, rng, SEATS[number % 4])
        while state.phase is Phase.AUCTION:
            (seat,) = state.to_act
            seen = view(state, seat)
            action = decide(seen, rng).action
            if isinstance(action, Bid) and action.amount > rules.total - 30:
                likely = [one for one in worths(seen) if one.chance(action.amount) >= 0.45]
                assert any(one.held[0].rank in "AKQ" for one in likely)
            state = apply(state, seat, action)


def dealt_by_lot(rules: RuleSet, rng: random.Random, dealer: Seat) -> GameState:
    pack = rng.sample(DECK, len(DECK))
    hands = {seat.value: " ".join(card.text for card in pack[9 * seat.place :][:9]) for seat in SEATS}
    return dealt(rules, hands, dealer=dealer, later=" ".join(card.text for card in pack[36:40]))


def test_k1_a_hand_without_top_cards_passes_where_every_bid_needs_the_king() -> None:
    assert called(dealt(KING_PEDRO, {"E": WEAK}))[0] == PASS


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_k1_most_of_its_contracts_of_thirty_and_more_are_made(rules: RuleSet) -> None:
    results = [one for one in duplicate(decide, decide, rules, 80, 3).results[::2] if one.bid >= 30]
    assert len(results) > 50
    assert sum(one.made for one in results) > 0.5 * len(results)


def test_a_covered_king_bids_what_needs_the_king_and_says_how_likely_it_is() -> None:
    action, why = called(dealt(CANADIAN, {"E": KING}))
    assert isinstance(action, Bid)
    assert 30 <= action.amount <= 35
    assert why.idea is Idea.BIDS_WORTH
    assert why.cards == cards("KS")
    assert why.number is not None
    assert why.number >= 85


def test_a_bid_that_has_passed_the_hands_worth_is_left_to_the_other_side() -> None:
    action, why = called(after(dealt(CANADIAN, {"S": KING}), 42))
    assert (action, why.idea) == (PASS, Idea.BID_IS_HIGH)


def test_partners_bid_is_left_alone() -> None:
    action, why = called(after(dealt(CANADIAN, {"W": KING}), 35, None))
    assert (action, why.idea) == (PASS, Idea.LEAVES_IT_TO_PARTNER)


def test_partners_bid_without_the_king_is_raised_by_a_hand_that_has_one() -> None:
    action, _ = called(after(dealt(CANADIAN, {"W": STRONG}), 7, None))
    assert isinstance(action, Bid)
    assert action.amount >= 30


def test_r4_6_a_forced_dealer_bids_the_least() -> None:
    rules = house(KING_PEDRO, all_pass="dealer-forced", dealer_forced_bid=6)
    assert called(after(dealt(rules, {"N": WEAK}), None, None, None)) == (Bid(6), Why(Idea.DEALER_MUST))


def test_the_game_is_bid_for_when_a_made_bid_wins_it() -> None:
    action, why = called(dealt(CANADIAN, {"E": KING}, score=(0, 175)))
    assert isinstance(action, Bid)
    assert why == Why(Idea.BIDS_TO_WIN, cards("KS"), 25)


def test_the_other_side_is_kept_from_an_easy_contract_that_wins() -> None:
    risky = "AS JS TS 8S 2H 3H 6D 7D 6C 9C TC 4D"  # no king: at no score nobody would bid 21 on it
    calm = called(after(dealt(CANADIAN, {"S": risky}), 20))
    assert calm[0] == PASS
    action, why = called(after(dealt(CANADIAN, {"S": risky}, score=(0, 190)), 20))
    assert isinstance(action, Bid)
    assert why == Why(Idea.KEEPS_THEM_OUT, cards("AS"))


def test_r10_2_a_side_near_the_losing_score_is_careful() -> None:
    bold = called(after(dealt(KING_PEDRO, {"S": STRONG}), 39))[0]
    careful = called(after(dealt(KING_PEDRO, {"S": STRONG}, score=(-95, 0)), 39))[0]
    assert isinstance(bold, Bid)
    assert careful == PASS


@pytest.mark.parametrize("rules", [*PRESETS.values(), house(CANADIAN, bid_min=1)], ids=lambda rules: rules.name)
def test_k13_auctions_among_robots_end(rules: RuleSet) -> None:
    rng = random.Random(5)
    players = dict.fromkeys(SEATS, decide)
    for number in range(60):
        state = play_hand(players, rules, SEATS[number % 4], tuple(rng.sample(DECK, len(DECK))), rng)
        assert state.hand is not None
        assert len(state.hand.calls) <= 40


def test_the_suit_worth_most_is_named() -> None:
    state = after(dealt(KING_PEDRO, {"E": STRONG}), 30, None, None, None)
    action, why = called(state)
    assert action == NameTrump(Suit.SPADES)
    assert why.idea is Idea.BEST_SUIT
    assert why.cards == cards("AS KS QS JS 9S 5S")


@pytest.mark.parametrize("rules", [CANADIAN, UKRAINIAN_CANADIAN], ids=lambda rules: rules.name)
def test_a_hands_worth_falls_with_the_bid_and_grows_with_the_hand(rules: RuleSet) -> None:
    state = dealt(rules, {"E": "AS KS QS JS 9S 5S", "S": "8S 7S 6S 9H 8H 6H"})
    strong, weak = (worth(view(state, seat), Suit.SPADES) for seat in (Seat.EAST, Seat.SOUTH))
    for one in (strong, weak):
        assert len(one.chances) == rules.total + 1
        assert one.chances[0] == pytest.approx(1)
        assert list(one.chances) == sorted(one.chances, reverse=True)
    assert strong.points > weak.points + 10
    assert strong.chance(rules.total + 1) == 0


def test_a_king_in_hand_is_worth_far_more_than_one_elsewhere() -> None:
    with_king = dealt(CANADIAN, {"E": "KS JS 8S 7S 3S"})
    without = dealt(CANADIAN, {"E": "QS JS 8S 7S 3S", "S": "KS"})
    assert worth(view(with_king, Seat.EAST), Suit.SPADES).chance(30) > 0.9
    assert worth(view(without, Seat.EAST), Suit.SPADES).chance(30) < 0.6
