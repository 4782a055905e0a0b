"""The easy robot: legal, quiet about what it can't see, and wrong in the ways in which beginners are."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import PASS, Bid, Deal, Discard, NameTrump
from bot.game.cards import DECK, SEATS, Card, Suit
from bot.game.engine import apply, new_game
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, RuleSet, house
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.game.worlds import sample
from bot.players.duel import finish_hand, play_hand
from bot.players.easy import bidding, card_play
from bot.players.easy.robot import decide
from bot.players.match import duplicate
from bot.players.normal import bidding as normal_bidding
from bot.players.normal import card_play as normal_card_play
from bot.players.normal.position import position
from bot.players.normal.robot import decide as decide_well
from bot.players.player import Why
from bot.players.random import decide as decide_by_lot
from bot.players.reasons import Idea
from bot.players.registry import LEVELS, PLAYERS
from tests.game.house_strategy import house_rules
from tests.players.dealt import cards, dealt, to_play

ROBOTS = dict.fromkeys(SEATS, decide)
MIXED = dict(zip(SEATS, (decide, decide_by_lot, decide, decide_by_lot), strict=True))
PRESET = pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)


def pack(rng: random.Random) -> Deal:
    return Deal(tuple(rng.sample(DECK, len(DECK))))


@PRESET
def test_it_is_never_illegal_and_games_among_beginners_end(rules: RuleSet) -> None:
    """``apply`` raises for an illegal action."""
    rng = random.Random(31)
    for number in range(8):
        state = new_game(rules, SEATS[number % 4])
        for _ in range(200):
            if state.winner is not None:
                break
            state = finish_hand(apply(state, None, pack(rng)), ROBOTS, rng)
        assert state.winner is not None


@given(rules=house_rules(), seed=st.integers(0, 2**32))
def test_it_is_never_illegal_under_house_rules(rules: RuleSet, seed: int) -> None:
    rng = random.Random(seed)
    play_hand(ROBOTS, rules, SEATS[seed % 4], pack(rng).deck, rng)
    play_hand(MIXED, rules, SEATS[seed % 4], pack(rng).deck, rng)


@PRESET
def test_what_it_cannot_see_changes_nothing(rules: RuleSet) -> None:
    """Another world with the same view, the same chance: the same decision."""
    rng = random.Random(33)
    for number in range(6):
        state = apply(new_game(rules, SEATS[number % 4]), None, pack(rng))
        while state.to_act:
            seat = state.to_act[0]
            other: GameState = sample(view(state, seat), rng)
            decision = decide(view(state, seat), random.Random(number))
            assert decide(view(other, seat), random.Random(number)) == decision
            assert decision.action in view(state, seat).legal
            assert decision.why is not None
            assert set(decision.why.cards) <= {*view(state, seat).hand, *(p.top for p in view(state, seat).plays)}
            state = apply(state, seat, decision.action)


@PRESET
def test_it_is_better_than_chance_and_worse_than_the_normal_robot(rules: RuleSet) -> None:
    below, above = duplicate(decide, decide_by_lot, rules, 100, 1), duplicate(decide_well, decide, rules, 100, 1)
    assert below.difference > 4 * below.standard_error
    assert above.difference > 4 * above.standard_error


def test_it_has_a_name_and_is_the_first_level() -> None:
    assert PLAYERS["easy"] is decide
    assert LEVELS[0] == "easy"


def test_it_has_nothing_to_decide_between_hands() -> None:
    rng = random.Random(3)
    for _ in range(10):  # whether it is attentive or not
        with pytest.raises(ValueError, match="nothing to decide"):
            decide(view(new_game(CANADIAN, SEATS[0]), SEATS[0]), rng)


def after(state: GameState, *bids: int | None) -> GameState:
    for bid in bids:
        state = apply(state, state.to_act[0], PASS if bid is None else Bid(bid))
    return state


def called(state: GameState) -> tuple[object, Why]:
    """What a beginner calls or names when it is not attentive, and why."""
    seen = view(state, state.to_act[0])
    decision = bidding.call(seen) if state.phase is Phase.AUCTION else bidding.name_trump(seen)
    assert decision.action in seen.legal
    assert decision.why is not None
    return decision.action, decision.why


BARE_KING = "KS 7S 3S 2H 3H 6D 7D 6C 9C TC 8D 9H"
WITHOUT_KING = "AS QS JS 5S 5C 2H 3H 6D 7D 6C 9C TC"
LONG_AND_LOW = "9S 8S 7S 6S 4S 3S 2H 3H 6D 7D 9C TC"


def test_it_bids_on_a_king_without_cover_as_if_it_could_not_be_lost() -> None:
    state = dealt(CANADIAN, {"S": BARE_KING})
    assert called(after(state, 34)) == (Bid(35), Why(Idea.HAS_KING, cards("KS")))
    assert called(after(state, 35)) == (PASS, Why(Idea.WANTS_MORE))


def test_it_passes_a_good_hand_without_the_king_where_the_normal_robot_bids() -> None:
    state = dealt(CANADIAN, {"E": WITHOUT_KING})
    assert called(state) == (PASS, Why(Idea.WANTS_KING))
    assert isinstance(normal_bidding.call(view(state, state.to_act[0])).action, Bid)


def test_it_bids_on_length_alone_and_knows_an_end() -> None:
    assert called(dealt(CANADIAN, {"E": LONG_AND_LOW})) == (Bid(7), Why(Idea.COUNTS_TRUMPS, number=6))
    assert called(after(dealt(CANADIAN, {"S": LONG_AND_LOW}), 12))[0] is PASS


def test_it_never_bids_over_partner() -> None:
    assert called(after(dealt(CANADIAN, {"N": BARE_KING}), 7, None, None)) == (Bid(8), Why(Idea.HAS_KING, cards("KS")))
    partner_bid = after(dealt(CANADIAN, {"N": BARE_KING}), None, 7, None)
    assert called(partner_bid) == (PASS, Why(Idea.LEAVES_IT_TO_PARTNER))


def test_r4_6_a_dealer_who_must_bid_does() -> None:
    forced = house(KING_PEDRO, all_pass="dealer-forced", dealer_forced_bid=6)
    action, why = called(after(dealt(forced, {}), None, None, None))
    assert (action, why.idea) == (Bid(6), Idea.DEALER_MUST)


def test_it_names_the_longest_suit_though_another_is_stronger() -> None:
    state = after(dealt(KING_PEDRO, {"E": "9S 8S 7S 6S 4S 3S AH QH JH TH 5H 2D"}), 30, None, None, None)
    assert called(state) == (NameTrump(Suit.SPADES), Why(Idea.LONGEST_SUIT, cards("9S 8S 7S 6S 4S 3S")))


@pytest.mark.parametrize("rules", [KING_PEDRO, house(CANADIAN, trump_discard="to-six")], ids=["surplus", "to-six"])
def test_r6_4_it_keeps_every_trump_it_may(rules: RuleSet) -> None:
    state = after(dealt(rules, {"E": "AS KS QS JS 9S 8S 7S 5S 4S 3S 2H 3H"}), 30, None, None, None)
    while state.phase is not Phase.DISCARD:
        state = apply(state, state.to_act[0], NameTrump(Suit.SPADES))
    seat = SEATS[1]
    choice = view(state, seat).legal
    action = decide(view(state, seat), random.Random(1)).action
    assert isinstance(action, Discard)
    assert len(action.cards) == min(len(one.cards) for one in choice if isinstance(one, Discard))


PLAIN_N = "2H 3H 4H 6H 7H 8H"
PLAIN_E = "2D 3D 4D 6D 7D 8D"
PLAIN_S = "9H TH JH QH KH AH"
PLAIN_W = "9D TD JD QD KD AD"


def kept(**trumps: str) -> dict[str, str]:
    """Six cards a seat: these trumps, and plain ones beside them."""
    plain = {"N": PLAIN_N, "E": PLAIN_E, "S": PLAIN_S, "W": PLAIN_W}
    return {seat: " ".join((held.split() + plain[seat].split())[:6]) for seat, held in trumps.items()}


def played(hands: dict[str, str], *plays: str, declarer: str = "N") -> tuple[str, Why, Card]:
    """What a beginner plays when it is not attentive, why, and what the normal robot would play."""
    seen = to_play(hands, plays, declarer=declarer)
    where = position(seen)
    choices = tuple(action.cards[0] for action in seen.legal if hasattr(action, "cards"))
    card, why = card_play.choose(where, choices)
    assert card in choices
    return card.text, why, normal_card_play.choose(where, choices)[0]


def test_it_leads_its_highest_card_even_a_king_into_the_ace() -> None:
    hands = kept(N="KS", E="AS 6S 4S 5C QS", S="5S 3S 9S 7S", W="JS TS 8S 2S")
    card, why, better = played(hands)
    assert (card, why) == ("KS", Why(Idea.HIGH_WINS, cards("KS")))
    assert better.text != "KS"


def test_it_covers_partners_winning_card() -> None:
    hands = kept(N="KS 9S 7S", E="QS 4S 6S", S="AS 3S 8S", W="5C TS 5S JS 2S")
    card, why, better = played(hands, "N KS", "E 4S")
    assert (card, why) == ("AS", Why(Idea.HIGH_WINS, cards("AS")))
    assert better.text == "3S"


def test_it_gives_points_to_partner_who_may_still_be_beaten() -> None:
    hands = kept(N="9S 7S TS", E="4S 6S 2S", S="5S 3S 8S", W="AS KS QS 5C JS")
    card, why, better = played(hands, "N 9S", "E 4S")
    assert (card, why) == ("5S", Why(Idea.HOPES_FOR_PARTNER, cards("5S"), 5))
    assert better.text != "5S"


def test_it_spends_the_ace_on_nothing_while_the_king_is_out() -> None:
    hands = kept(N="9S 7S QS", E="KS 5S 6S", S="5C 3S TS", W="AS 4S 8S JS 2S")
    card, why, better = played(hands, "N 9S", "E 6S", "S 3S")
    assert (card, why) == ("AS", Why(Idea.HIGH_WINS, cards("AS")))
    assert better.text == "2S"


def test_it_throws_its_lowest_trump_though_that_is_a_pedro() -> None:
    hands = kept(N="AS 9S 7S", E="TS 5S 8S", S="QS 6S 4S 5C", W="JS KS 3S 2S")
    card, why, better = played(hands, "N AS")
    assert (card, why) == ("5S", Why(Idea.LOWEST_GOES, cards("5S")))
    assert better.text != "5S"


def test_now_and_then_it_sees_what_the_normal_robot_sees() -> None:
    hands = kept(N="KS 9S 7S", E="QS 4S 6S", S="AS 3S 8S", W="5C TS 5S JS 2S")
    seen = to_play(hands, ["N KS", "E 4S"])
    chosen = [str(decide(seen, random.Random(seed)).action) for seed in range(200)]
    assert set(chosen) == {"play AS", "play 3S"}
    assert 30 < chosen.count("play 3S") < 100
