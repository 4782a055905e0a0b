"""R9 and R10: the score of a hand and the end of the game."""

import pytest

from bot.game.cards import Side
from bot.game.engine import legal_actions
from bot.game.events import GameWon, HandScored, told
from bot.game.rules import CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.scoring import winner_after
from bot.game.state import HandResult, Phase, SidePoints
from bot.game.terms import Reason
from bot.game.view import view
from tests.game.table_text import Table, words

ALL_BUT_THE_ACE = """
N KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S
E AS
kitty 2S
"""


def forty_two(rules: RuleSet, bid: int, score: tuple[int, int] = (0, 0)) -> Table:
    """North takes 42 on a bid of ``bid``; East's ace takes the ten that North leads."""
    table = Table(rules, ALL_BUT_THE_ACE, trump="S", score=score).contract("N", bid).throw()
    return table.do("N play TS QS 9S 8S 7S 6S 4S 3S, E play AS").play_out()


def captured(table: Table) -> dict[str, str]:
    """The side each scoring card counts for."""
    return {one.card.text: one.side.value for one in view(table.state, None).captures}


def test_R9_1_a_side_scores_the_trumps_in_its_tricks() -> None:
    text = "N AS KS 9S 3S 2D 3D\nE QS 8S 5C\nS JS 7S 4S\nW TS 6S 5S 2S"
    table = Table(CANADIAN, text, trump="S").contract("N", 30).throw()
    table.do("N play AS, E play 8S, S play 4S, W play TS")  # N: A 10
    table.do("N play 3S, E play QS, S play JS, W play 5S")  # E: J 5
    table.do("E play 5C, S play 7S, W play 6S, N play 9S")  # N: 5
    table.do("N play KS, W play 2S")  # N: K, and the 2 is West's
    assert table.phase() is Phase.DEAL
    assert captured(table) == {
        "AS": "NS",
        "KS": "NS",
        "JS": "EW",
        "TS": "NS",
        "5S": "EW",
        "5C": "NS",
        "2S": "EW",
    }
    (result,) = table.state.results
    assert result.points == (37, 7)
    assert (result.declarer, result.bid, result.made) == (words("N pass")[0], 30, True)


def test_R9_1_the_2_counts_for_who_was_dealt_it_whoever_takes_the_trick() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S\nE 8S 7S 6S 5S 5C 4S\nS 3S\nW 2S", trump="S")
    table.contract("N", 7).throw().do("N play AS, E play 8S, S play 3S, W play 2S")
    table.play_out()
    assert captured(table)["2S"] == "EW"
    assert captured(table)["AS"] == "NS"


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R9_1_the_2_from_the_kitty_counts_for_the_declarer_who_drew_it(rules: RuleSet) -> None:
    text = "N 3S 4S\nE AS KS QS JS TS 9S\nS 8S 7S\nW 6S 5S 5C\nkitty 2S"
    table = Table(rules, text, trump="S").contract("N", 30).throw()
    table.do("N play 2S, E play AS, S play 7S, W play 6S")
    assert table.hand.tricks[0].winner.value == "E"
    table.play_out()
    assert captured(table)["2S"] == "NS"
    assert table.state.results[0].points.ns >= 1


def test_R9_1_the_2_from_the_second_deal_counts_for_who_drew_it() -> None:
    text = "N 3S 4S\nE AS KS QS JS TS 9S\nS 8S 7S | 2S\nW 6S 5S 5C"
    table = Table(UKRAINIAN_CANADIAN, text, trump="S").contract("N", 7).throw()
    table.do("N play 3S, E play AS, S play 2S, W play 6S").play_out()
    assert captured(table)["2S"] == "NS"


def test_R9_1_ukrainian_canadian_points() -> None:
    text = "N AS KS 9S 3S 2D 3D\nE QS 8S 5C\nS JS 7S 4S\nW TS 6S 5S 2S"
    table = Table(UKRAINIAN_CANADIAN, text, trump="S").contract("N", 30).throw()
    table.do("N play AS, E play 8S, S play 4S, W play TS")  # N: A 10
    table.do("N play 3S, E play QS, S play JS, W play 5S")  # E: J 5
    table.do("E play 5C, S play 7S, W play 6S, N play 9S")  # N: 5 9
    table.do("N play KS, W play 2S")
    assert table.state.results[0].points == (1 + 10 + 5 + 9 + 30, 1 + 5 + 1)


@pytest.mark.parametrize(
    ("bid", "made", "delta"),
    [(7, True, (42, 2)), (41, True, (42, 2)), (42, True, (42, 2)), (43, False, (-43, 2)), (44, False, (-44, 2))],
)
@pytest.mark.parametrize("rules", [CANADIAN, house(KING_PEDRO, bid_min=7)])
def test_R9_2_made_adds_what_was_taken_and_set_loses_the_bid(
    rules: RuleSet, bid: int, made: bool, delta: tuple[int, int]
) -> None:
    table = forty_two(rules, bid, score=(10, 20))
    (result,) = table.state.results
    assert result.points == (42, 2)
    assert result.made is made
    assert result.delta == delta
    assert result.score == table.state.score == (10 + delta[0], 20 + delta[1])


def test_R9_2_both_partners_take_for_their_side() -> None:
    """West declares, East takes everything."""
    text = "E AS KS QS JS TS 9S 8S\nW 7S 6S 5S 5C\nN 4S 3S\nS 2S"
    table = Table(CANADIAN, text, trump="S", dealer="S").contract("W", 43).throw()
    table.do("W play 5S, N play 3S, E play AS QS, S play 2S")
    table.do("E play KS, W play 5C, N play 4S")
    table.play_out()
    (result,) = table.state.results
    assert result.points == (1, 43)
    assert result.made
    assert result.delta == (1, 43)


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN])
def test_R9_3_the_points_of_a_hand_sum_to_the_total(rules: RuleSet) -> None:
    text = "N AS KS 9S 3S 2D 3D\nE QS 8S 5C\nS JS 7S 4S\nW TS 6S 5S 2S"
    table = Table(rules, text, trump="S").contract("N", 30).throw().play_out()
    assert sum(table.state.results[0].points) == rules.total == {CANADIAN: 44, KING_PEDRO: 44}.get(rules, 62)


@pytest.mark.parametrize(("before", "stands"), [(157, 199), (158, 200), (159, 201)])
@pytest.mark.parametrize("rules", [CANADIAN, house(KING_PEDRO, bid_min=7)])
def test_R10_1_made_and_at_the_target_wins(rules: RuleSet, before: int, stands: int) -> None:
    table = forty_two(rules, 42, score=(before, 0))
    assert table.state.score == (stands, 2)
    wins = stands >= 200
    assert table.phase() is (Phase.FINISHED if wins else Phase.DEAL)
    assert table.state.winner is (Side.NS if wins else None)


@pytest.mark.parametrize("before", [200, 243, 300])
def test_R10_1_over_the_target_but_set_does_not_win(before: int) -> None:
    table = forty_two(CANADIAN, 43, score=(before, 0))
    assert table.state.score == (before - 43, 2)
    assert table.phase() is Phase.DEAL
    assert table.state.winner is None


def test_R10_1_over_the_target_a_made_bid_wins_later() -> None:
    assert forty_two(CANADIAN, 7, score=(230, 0)).state.winner is Side.NS


@pytest.mark.parametrize("before", [197, 198, 199, 250])
@pytest.mark.parametrize("bid", [42, 43])
def test_R10_1_points_from_defending_do_not_win(before: int, bid: int) -> None:
    """East and West take 2 and stand at 199, 200 or more, made or set against them."""
    table = forty_two(CANADIAN, bid, score=(0, before))
    assert table.state.score.ew == before + 2
    assert table.phase() is Phase.DEAL


def test_R10_1_both_over_the_target_the_side_that_bid_wins() -> None:
    assert forty_two(CANADIAN, 42, score=(158, 250)).state.winner is Side.NS


def test_R10_1_other_targets() -> None:
    short = house(CANADIAN, target=50)
    assert forty_two(short, 42, score=(7, 0)).state.winner is None
    assert forty_two(short, 42, score=(8, 0)).state.winner is Side.NS
    assert forty_two(house(CANADIAN, target=500), 42, score=(457, 0)).state.winner is None


@pytest.mark.parametrize(("before", "stands"), [(-55, -99), (-56, -100), (-57, -101)])
def test_R10_2_at_or_below_the_losing_score_a_side_loses(before: int, stands: int) -> None:
    table = forty_two(KING_PEDRO, 44, score=(before, 30))
    assert table.state.score == (stands, 32)
    falls = stands <= -100
    assert table.phase() is (Phase.FINISHED if falls else Phase.DEAL)
    assert table.state.winner is (Side.EW if falls else None)


@pytest.mark.parametrize("rules", [CANADIAN, UKRAINIAN_CANADIAN])
def test_R10_2_without_a_losing_score_nobody_falls(rules: RuleSet) -> None:
    text = "N QS JS TS 9S 8S 7S 6S\nE AS KS 5S 5C\nS 4S 3S\nW 2S"
    table = Table(rules, text, trump="S", score=(-1000, 0)).contract("N", 44).throw().play_out()
    assert table.state.score.ns == -1044
    assert table.phase() is Phase.DEAL


def test_R10_2_the_other_side_need_not_have_reached_anything() -> None:
    table = forty_two(KING_PEDRO, 43, score=(-57, -90))
    assert table.state.score == (-100, -88)
    assert table.state.winner is Side.EW


def test_R10_2_other_losing_scores() -> None:
    assert forty_two(house(CANADIAN, losing_score=-44), 44).state.winner is Side.EW
    assert forty_two(house(CANADIAN, losing_score=-45), 44).state.winner is None


def test_R10_2_a_side_down_there_may_climb_out() -> None:
    table = forty_two(KING_PEDRO, 42, score=(-99, 0))
    assert table.state.score == (-57, 2)
    assert table.phase() is Phase.DEAL


def test_R10_3_the_side_that_reaches_the_target_wins_wherever_the_other_stands() -> None:
    reached = HandResult(
        dealer=words("W pass")[0],
        declarer=words("N pass")[0],
        bid=30,
        trump=None,
        points=SidePoints(44, 0),
        score=SidePoints(200, -100),
    )
    assert winner_after(KING_PEDRO, reached) is Side.NS


def test_R10_3_a_side_that_falls_loses_though_the_other_is_over_the_target() -> None:
    table = forty_two(KING_PEDRO, 44, score=(-56, 250))
    assert table.state.winner is Side.EW


def test_R10_1_a_finished_game_takes_no_more_actions() -> None:
    table = forty_two(CANADIAN, 42, score=(158, 0))
    assert table.to_act() == ""
    assert all(not legal_actions(table.state, words(f"{seat} pass")[0]) for seat in "NESW")
    for line in ("N bid 7", "E pass", "S trump S", "W play 2C", "N discard"):
        refusal = table.refuse(line)
        assert (refusal.reason, refusal.rule) == (Reason.GAME_OVER, "R10.1")


def test_R10_1_the_winning_play_is_told_with_result_and_captures() -> None:
    table = Table(CANADIAN, ALL_BUT_THE_ACE, trump="S", score=(158, 0)).contract("N", 42).throw()
    table.do("N play TS QS 9S 8S 7S 6S 4S 3S, E play AS")
    while table.phase() is Phase.PLAY:
        before = table.state
        line = table.listed("N")[0]
        table.do(f"N {line}")
    *_, scored, won = told(before, *words(f"N {line}"), table.state)
    assert scored == HandScored(table.state.results[-1], view(table.state, None).captures)
    assert won == GameWon(Side.NS)
