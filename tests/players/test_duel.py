"""Duplicate matches: the same cards for both sides, whoever plays, however many processes."""

import random
from dataclasses import replace
from math import sqrt

import pytest

from bot.game.actions import PASS
from bot.game.cards import Seat, Side
from bot.game.engine import legal_actions
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.state import GameState, HandResult, Phase, SidePoints
from bot.game.view import PlayerView
from bot.players.duel import Duel, pieces
from bot.players.entrant import Entrant, SeesAll, entrant, named, then
from bot.players.match import contracts, duplicate, estimate, levels, match_of, middle_and_99th, share
from bot.players.normal.robot import decide
from bot.players.player import Decision
from bot.players.random import decide as decide_by_lot

FORCED_AT_6 = house(KING_PEDRO, all_pass="dealer-forced", dealer_forced_bid=6)
NORMAL, RANDOM = entrant("normal", decide), entrant("random", decide_by_lot)


def test_a_player_is_exactly_as_good_as_itself() -> None:
    match = duplicate(decide, decide, CANADIAN, 6, 4)
    assert (match.difference, match.standard_error) == (0, 0)


def test_so_is_one_that_draws_lots_for_each_seat_has_the_same_chance_at_both_tables() -> None:
    match = match_of(pieces(Duel(RANDOM, RANDOM, CANADIAN, 6, 4, games=3)))
    assert (match.difference, match.standard_error) == (0, 0)
    assert match.won == (3, 3)


def test_the_other_way_round_the_difference_is_the_same_with_the_other_sign() -> None:
    match, back = duplicate(decide, decide_by_lot, KING_PEDRO, 8, 5), duplicate(decide_by_lot, decide, KING_PEDRO, 8, 5)
    assert match.difference == -back.difference
    assert match.standard_error == back.standard_error


def test_the_difference_is_the_mean_over_the_deals_of_both_hands_leads() -> None:
    match = duplicate(decide, decide_by_lot, CANADIAN, 5, 6)
    assert len(match.results) == 10
    leads = [one.delta.ns - one.delta.ew for one in match.results]
    deals = [(there - back) / 2 for there, back in zip(leads[::2], leads[1::2], strict=True)]
    mean = sum(deals) / 5
    assert match.difference == pytest.approx(mean)
    assert match.standard_error == pytest.approx(sqrt(sum((one - mean) ** 2 for one in deals) / 4 / 5))
    assert [one.dealer for one in match.results[::2]] == [one.dealer for one in match.results[1::2]]


def test_the_same_seed_gives_the_same_match_and_another_one_another() -> None:
    first = duplicate(decide, decide_by_lot, CANADIAN, 3, 7)
    assert duplicate(decide, decide_by_lot, CANADIAN, 3, 7) == first
    assert duplicate(decide, decide_by_lot, CANADIAN, 3, 8) != first


def test_one_deal_has_no_error_and_is_refused() -> None:
    with pytest.raises(ValueError, match="two deals"):
        duplicate(decide, decide, CANADIAN, 1, 1)


def test_a_deal_does_not_hang_on_how_many_there_are_nor_on_who_else_plays() -> None:
    duel = Duel(NORMAL, RANDOM, CANADIAN, 4, 2, games=1)
    few = list(pieces(replace(duel, deals=2)))
    many = list(pieces(replace(duel, ceiling=NORMAL)))
    assert [piece.pair for piece in few[:2]] == [piece.pair for piece in many[:2]]
    assert few[2:] == many[4:]


def test_any_number_of_processes_plays_the_same() -> None:
    duel = Duel(NORMAL, RANDOM, KING_PEDRO, 5, 3, ceiling=NORMAL, games=2)
    alone, together = list(pieces(duel)), list(pieces(duel, jobs=2))
    assert together == alone
    assert [len(piece.thoughts) for piece in together] == [len(piece.thoughts) for piece in alone]


def test_with_play_alone_the_auction_the_trumps_and_the_discards_are_the_same_at_every_table() -> None:
    duel = Duel(RANDOM, NORMAL, KING_PEDRO, 10, 3, ceiling=RANDOM).play_only()
    for piece in pieces(duel):
        assert piece.pair is not None
        assert piece.ceiling == piece.pair
        there, back = piece.pair.there, piece.pair.back
        assert there[:4] == back[:4]  # dealer, declarer, bid, trump
    assert any(piece.pair is not None and piece.pair.there.points != piece.pair.back.points for piece in pieces(duel))


def always_passes(view: PlayerView, rng: random.Random) -> Decision:
    assert rng is not None
    return Decision(PASS if PASS in view.legal else next(iter(view.legal)))


def test_two_together_bid_as_one_and_play_as_the_other() -> None:
    both = then(entrant("silent", always_passes), NORMAL)
    assert both.name == "silent+normal"
    match = match_of(pieces(Duel(both, RANDOM, CANADIAN, 12, 3)))
    declared = contracts(CANADIAN, match.results, first=True)
    assert sum(level.played for level in declared) == 0
    phases = {thought.phase for thought in match.thoughts if thought.name == both.name}
    assert phases == {Phase.AUCTION, Phase.DISCARD, Phase.PLAY}
    assert named("normal+random") == then(named("normal"), named("random"))
    assert then(NORMAL, NORMAL) is NORMAL


@pytest.mark.parametrize("name", ["", "nobody", "normal+", "+normal", "normal+nobody"])
def test_there_is_nobody_by_another_name(name: str) -> None:
    with pytest.raises(KeyError):
        named(name)


def looks_around(state: GameState, seat: Seat, rng: random.Random) -> Decision:
    """Any play; whoever asks sees every hand."""
    assert state.hand is not None
    assert all(state.hand.hand(other) or other in state.hand.up() for other in Seat)
    return Decision(rng.choice(list(legal_actions(state, seat))))


def test_a_player_may_be_shown_everything() -> None:
    shown = Entrant("shown", decide, SeesAll(looks_around))
    match = match_of(pieces(Duel(shown, NORMAL, CANADIAN, 4, 3)))
    plays = [one for one in match.thoughts if one.name == "shown" and one.phase is Phase.PLAY]
    assert len(plays) > 4 * 6


def test_the_ceiling_is_all_of_the_way_to_itself_and_the_second_player_none() -> None:
    up = match_of(pieces(Duel(NORMAL, RANDOM, CANADIAN, 10, 3, ceiling=NORMAL)))
    assert up.ceiling is not None
    assert (up.difference, up.standard_error) == up.ceiling
    assert up.share is not None
    assert up.share == pytest.approx((1, 0))
    assert match_of(pieces(Duel(RANDOM, RANDOM, CANADIAN, 10, 3, ceiling=NORMAL))).share == (0, 0)
    assert match_of(pieces(Duel(NORMAL, NORMAL, CANADIAN, 10, 3, ceiling=RANDOM))).share is None


def test_the_errors_are_what_repeating_shows() -> None:
    """Many small samples of known columns scatter as widely as each says of itself."""
    rng = random.Random(5)
    means, ratios = [], []
    for _ in range(400):
        wholes = [8 + rng.gauss(0, 10) for _ in range(200)]
        parts = [one / 2 + rng.gauss(0, 4) for one in wholes]
        means.append(estimate(parts))
        found = share(parts, wholes)
        assert found is not None
        ratios.append(found)
    for told, truth in ((means, 4), (ratios, 0.5)):
        scatter = sqrt(sum((one.value - truth) ** 2 for one in told) / len(told))
        assert scatter == pytest.approx(sum(one.error for one in told) / len(told), rel=0.15)


@pytest.mark.parametrize(
    ("rules", "groups"),
    [
        (CANADIAN, [(7, 14), (15, 29), (30, 34), (35, 39), (40, 44)]),
        (KING_PEDRO, [(30, 34), (35, 39), (40, 44)]),
        (UKRAINIAN_CANADIAN, [(7, 32), (33, 43), (44, 52), (53, 57), (58, 62)]),
        (FORCED_AT_6, [(6, 14), (15, 29), (30, 34), (35, 39), (40, 44)]),
    ],
)
def test_bids_are_grouped_by_the_cards_they_ask_for(rules: RuleSet, groups: list[tuple[int, int]]) -> None:
    assert list(levels(rules)) == groups


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_contract_is_counted_once_for_who_declared_it(rules: RuleSet) -> None:
    results = match_of(pieces(Duel(NORMAL, RANDOM, rules, 20, 3))).results
    both = [contracts(rules, results, first=first) for first in (True, False)]
    assert sum(level.played for one in both for level in one) == sum(one.declarer is not None for one in results)
    assert sum(level.made for one in both for level in one) == sum(one.made for one in results)


def test_a_contract_belongs_to_the_side_the_player_sat_on() -> None:
    def result(declarer: Seat) -> HandResult:
        points = SidePoints(30, 14) if declarer.side is Side.NS else SidePoints(14, 30)
        return HandResult(Seat.NORTH, declarer, 30, None, points, SidePoints(0, 0))

    results = [result(Seat.NORTH), result(Seat.SOUTH), result(Seat.EAST), result(Seat.WEST)]
    first, second = (contracts(KING_PEDRO, results, first=one)[0] for one in (True, False))
    assert (first.played, second.played) == (2, 2)  # hands 1 and 3 had the first player as North and South
    assert first.made == 2


def test_times_are_told_by_their_middle_and_the_99th_of_a_hundred() -> None:
    thoughts = match_of(pieces(Duel(NORMAL, RANDOM, CANADIAN, 10, 3))).thoughts
    assert all(thought.seconds >= 0 for thought in thoughts)
    numbered = [thought._replace(seconds=float(number)) for number, thought in enumerate(thoughts[:100], 1)]
    assert middle_and_99th(numbered[::-1]) == (50.5, 99)
    assert middle_and_99th(numbered[:1]) == (1, 1)
    assert middle_and_99th([]) is None
