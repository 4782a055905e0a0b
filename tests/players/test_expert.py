"""The expert over whole games and by example: legal, the same for the same source, and deaf to what it can't see."""

import random
from collections.abc import Iterator

import pytest

from bot.game.actions import PASS, Bid, Deal, Discard, NameTrump, Play
from bot.game.cards import DECK, SEATS, Seat, Suit
from bot.game.engine import apply, legal_actions, new_game
from bot.game.exchange import DiscardChoice
from bot.game.rules import CANADIAN, PRESETS, RuleSet, house
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.game.worlds import sample
from bot.players.expert.outlook import Stakes
from bot.players.expert.robot import Critic, decide
from bot.players.normal.robot import decide as decide_normally
from bot.players.player import Decision
from bot.players.reasons import Idea
from tests.players.dealt import cards, dealt, to_play
from tests.players.test_normal_play import kept

TO_SIX = house(CANADIAN, trump_discard="to-six")


def hands(rules: RuleSet, seeds: range) -> Iterator[tuple[GameState, Seat, Decision]]:
    """Every decision of some hands that experts play, at odd scores too."""
    for seed in seeds:
        chance = random.Random(seed)
        state = apply(new_game(rules, SEATS[seed % 4]), None, Deal(tuple(chance.sample(DECK, len(DECK)))))
        while state.phase not in (Phase.DEAL, Phase.FINISHED):
            seat = state.to_act[0]
            decision = decide(view(state, seat), chance)
            yield state, seat, decision
            state = apply(state, seat, decision.action)


@pytest.mark.parametrize("rules", [*PRESETS.values(), TO_SIX], ids=[*PRESETS, "to-six"])
def test_it_is_legal_and_says_why_and_how_far_it_looked(rules: RuleSet) -> None:
    decisions = looked = 0
    for state, seat, decision in hands(rules, range(2)):
        assert decision.action in legal_actions(state, seat)
        assert decision.why is not None
        assert not set(decision.why.cards) - set(DECK)
        decisions += 1
        looked += decision.looked > 0
    assert decisions > 40
    assert looked > decisions / 4


@pytest.mark.parametrize("rules", [TO_SIX], ids=["to-six"])
def test_a_critic_does_the_same_and_says_what_that_gains(rules: RuleSet) -> None:
    """On its own action nothing; on another what it was chosen for, less what people expect may cost."""
    chance, gains = random.Random(3), []
    for state, seat, _ in hands(rules, range(30, 31)):
        if chance.random() < 0.6 or len(legal_actions(state, seat)) == 1:
            continue
        seen, legal = view(state, seat), legal_actions(state, seat)
        best = decide(seen, random.Random(9))
        assert best.gain == 0
        assert Critic(best.action)(seen, random.Random(9)) == best
        other = chance.choice(legal) if isinstance(legal, tuple) else legal.suggestion
        judged = Critic(other)(seen, random.Random(9))
        # Suits that hold much less are not tried, so that one of them may do better for once.
        assert judged.gain >= -0.2 or isinstance(other, NameTrump)
        assert judged.gain == 0 or judged.action != other
        gains.append(judged.gain)
    assert max(gains) > 1


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_it_decides_the_same_whatever_it_cannot_see(rules: RuleSet) -> None:
    """Every card hidden from it lies elsewhere: the same source gives the same decision."""
    chance, compared = random.Random(5), 0
    for state, seat, _ in hands(rules, range(20, 22)):
        if chance.random() < 0.6:
            continue
        elsewhere = sample(view(state, seat), chance)
        here, there = decide(view(state, seat), random.Random(9)), decide(view(elsewhere, seat), random.Random(9))
        assert here == there
        compared += elsewhere.hand != state.hand
    assert compared > 12


def test_it_does_not_bid_to_the_sky_without_top_trumps() -> None:
    """K1."""
    state = dealt(CANADIAN, {"E": "9S 8S 7S 6S 9H 8H 7H 6H 9D 8D 4C 3C"})
    assert decide(view(state, Seat.EAST), random.Random(1)).action == PASS


def test_it_bids_and_names_its_long_suit_with_ace_and_king() -> None:
    state = dealt(CANADIAN, {"E": "AS KS QS 9S 5S 5C 2S 3H 4H 6D 7D 8D"})
    called = decide(view(state, Seat.EAST), random.Random(1))
    assert isinstance(called.action, Bid)
    assert called.why is not None
    assert called.why.idea is Idea.BIDS_WORTH
    state = apply(state, Seat.EAST, Bid(35))
    for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH):
        state = apply(state, seat, PASS)
    assert decide(view(state, Seat.EAST), random.Random(1)).action == NameTrump(Suit.SPADES)


def test_the_ace_takes_their_king() -> None:
    """Last to play, the king lies there and only the ace takes it."""
    trick = ("N KS", "E 6S", "S 3S")
    seen = to_play(kept(N="KS 9S 5S", E="QS 6S 4S 5C", S="7S 3S", W="AS JS TS 8S 2S"), trick, declarer="N")
    decision = decide(seen, random.Random(1))
    assert decision.action == Play(cards("AS"))
    assert decision.why is not None
    assert decision.why.idea is Idea.CATCHES_KING


def test_k3_it_does_not_take_the_trick_partner_has_won() -> None:
    """The ace would take partner's queen while the king is still out."""
    trick = ("W 8S", "N QS", "E 4S")
    seen = to_play(kept(N="QS 9S 5S", E="KS 6S 4S 5C", S="AS 3S 7S", W="JS TS 8S 2S"), trick, declarer="W")
    decision = decide(seen, random.Random(1))
    assert isinstance(decision.action, Play)
    assert decision.action.top in cards("3S 7S")


def test_r6_4_spare_trumps_go_or_stay_as_it_turns_out() -> None:
    """Where the rules leave a choice it is one of those they list, and it was thought about."""
    rules, found = PRESETS["king-pedro"], 0
    for seed in range(60):
        chance = random.Random(seed)
        state = apply(new_game(rules, SEATS[seed % 4]), None, Deal(tuple(chance.sample(DECK, len(DECK)))))
        while state.phase in (Phase.AUCTION, Phase.TRUMP, Phase.DISCARD):
            seat = state.to_act[0]
            seen = view(state, seat)
            if isinstance(seen.legal, DiscardChoice) and seen.legal.low < seen.legal.high:
                decision = decide(seen, chance)
                assert isinstance(decision.action, Discard)
                assert decision.action in seen.legal
                assert decision.looked
                found += 1
            state = apply(state, seat, decide_normally(seen, chance).action)
    assert found > 3


@pytest.mark.parametrize(
    ("side", "bid", "points", "score", "value"),
    [
        ("NS", 30, 35, (0, 0), 35 - 9),
        ("NS", 36, 35, (0, 0), -36 - 9),
        ("EW", 30, 35, (0, 0), 9 - 35),
        ("NS", 30, 35, (165, 0), 35 - 9 + 120),
        ("NS", 36, 35, (165, 0), -36 - 9),
        ("NS", 30, 35, (0, 165), 35 - 9),
    ],
)
def test_r9_2_and_r10_1_what_a_hand_is_worth(
    side: str, bid: int, points: int, score: tuple[int, int], value: int
) -> None:
    """North and South declare."""
    state = dealt(CANADIAN, {}, score=score)
    seat = next(seat for seat in SEATS if seat.side.value == side)
    assert Stakes(CANADIAN, state.score, seat.side).value(Seat.NORTH.side, bid, points) == value
