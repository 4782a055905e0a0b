"""R4: each way an auction can end, in both styles of re-entry and with every rule for four passes."""

import pytest

from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.state import Phase
from bot.game.terms import Reason
from tests.game.table_text import Table

ONCE_ONLY = house(CANADIAN, passed_may_reenter=False)
REENTRY = house(KING_PEDRO, passed_may_reenter=True)


def forced(rules: RuleSet, amount: int) -> RuleSet:
    return house(rules, all_pass="dealer-forced", dealer_forced_bid=amount)


def won(table: Table) -> str:
    """Who won the contract and for how much, once the auction is over."""
    assert table.phase() is Phase.TRUMP
    assert table.hand.declarer is not None
    assert table.to_act() == table.hand.declarer.value
    return f"{table.hand.declarer.value} {table.hand.bid}"


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
@pytest.mark.parametrize(("dealer", "first"), ["NE", "ES", "SW", "WN"])
def test_R4_1_the_dealers_left_speaks_first_then_clockwise(rules: RuleSet, dealer: str, first: str) -> None:
    table = Table(rules, dealer=dealer)
    order = ("NESW" * 2)["NESW".index(first) :][:4]
    for seat in order[:3]:
        assert table.to_act() == seat
        table.do(f"{seat} pass")
    assert table.to_act() == order[3] == dealer


@pytest.mark.parametrize("line", ["E bid 10", "S pass", "W bid 44"])
def test_R4_1_nobody_else_speaks(line: str) -> None:
    refusal = Table(CANADIAN, dealer="W").refuse(line)
    assert refusal.reason is Reason.NOT_YOUR_TURN
    assert refusal.rule == "R4.1"
    assert [seat.value for seat in refusal.seats] == ["N"]


@pytest.mark.parametrize("line", ["N trump S", "N play 2C", "N discard 2C 3C 4C 5C 6C 7C", "N discard"])
def test_R4_1_a_call_is_a_bid_or_a_pass(line: str) -> None:
    refusal = Table(CANADIAN, dealer="W").refuse(line)
    assert refusal.reason is Reason.WRONG_PHASE
    assert refusal.rule == "R4.1"


@pytest.mark.parametrize(
    ("rules", "low", "high"), [(CANADIAN, 7, 44), (KING_PEDRO, 30, 44), (UKRAINIAN_CANADIAN, 7, 62)]
)
def test_R4_2_the_first_bid(rules: RuleSet, low: int, high: int) -> None:
    table = Table(rules)
    assert table.listed("N") == [f"bid {amount}" for amount in range(low, high + 1)] + ["pass"]
    refusal = table.refuse(f"N bid {low - 1}")
    assert (refusal.reason, refusal.rule, refusal.low, refusal.high) == (Reason.BID_TOO_LOW, "R4.2", low, high)
    refusal = table.refuse(f"N bid {high + 1}")
    assert (refusal.reason, refusal.rule, refusal.low, refusal.high) == (Reason.BID_TOO_HIGH, "R4.2", low, high)
    table.refuse("N bid 0")


def test_R4_2_each_later_bid_is_higher() -> None:
    table = Table(CANADIAN).do("N bid 20")
    assert table.listed("E")[0] == "bid 21"
    assert table.refuse("E bid 20").low == 21
    table.refuse("E bid 7")


def test_R4_2_partner_may_be_overbid() -> None:
    table = Table(CANADIAN).do("N bid 7, E pass, S bid 8, W pass, N bid 9, E pass, S pass, W pass")
    assert won(table) == "N 9"


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, ONCE_ONLY, REENTRY])
@pytest.mark.parametrize("before", ["", "N pass,", "N pass, E pass, S pass,", "N bid 31, E pass, S bid 40,"])
def test_R4_2_the_highest_bid_ends_the_auction_at_once(rules: RuleSet, before: str) -> None:
    table = Table(rules).do(before)
    seat = table.to_act()
    table.do(f"{seat} bid {rules.total}")
    assert won(table) == f"{seat} {rules.total}"


def test_R4_2_one_under_the_highest_does_not_end_it() -> None:
    table = Table(CANADIAN).do("N bid 43")
    assert table.listed("E") == ["bid 44", "pass"]


@pytest.mark.parametrize("rules", [CANADIAN, UKRAINIAN_CANADIAN, REENTRY])
def test_R4_3_a_pass_is_not_final(rules: RuleSet) -> None:
    table = Table(rules).do("N pass, E bid 30, S pass, W pass, N bid 31, E pass, S bid 32, W pass")
    assert table.to_act() == "N"
    table.do("N pass, E bid 33, S pass, W pass")
    assert table.phase() is Phase.AUCTION
    table.do("N pass")
    assert won(table) == "E 33"


@pytest.mark.parametrize(
    ("calls", "end"),
    [
        ("N bid 7, E pass, S pass, W pass", "N 7"),
        ("N pass, E bid 7, S pass, W pass, N pass", "E 7"),
        ("N pass, E pass, S bid 7, W pass, N pass, E pass", "S 7"),
        ("N pass, E pass, S pass, W bid 7, N pass, E pass, S pass", "W 7"),
        ("N bid 7, E bid 8, S bid 9, W bid 10, N pass, E pass, S pass", "W 10"),
        ("N pass, E pass, S pass, W bid 7, N bid 8, E pass, S pass, W pass", "N 8"),
    ],
)
def test_R4_3_it_goes_round_until_a_bid_is_followed_by_three_passes(calls: str, end: str) -> None:
    table = Table(CANADIAN)
    for call in calls.split(", "):
        assert table.phase() is Phase.AUCTION
        table.do(call)
    assert won(table) == end


def test_R4_3_no_one_speaks_twice_in_a_row() -> None:
    table = Table(CANADIAN).do("N pass, E bid 7")
    assert table.refuse("E bid 8").reason is Reason.NOT_YOUR_TURN
    assert table.refuse("N bid 8").reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("calls", "end"),
    [
        ("N bid 30, E pass, S pass, W pass", "N 30"),
        ("N pass, E bid 30, S pass, W pass", "E 30"),
        ("N pass, E pass, S bid 30, W pass", "S 30"),
        ("N pass, E pass, S pass, W bid 30", "W 30"),
        ("N bid 30, E bid 31, S pass, W pass, N bid 32, E pass", "N 32"),
        ("N pass, E bid 30, S bid 31, W pass, E bid 32, S bid 33, E pass", "S 33"),
        ("N bid 30, E bid 31, S bid 32, W bid 33, N pass, E pass, S pass", "W 33"),
        ("N bid 30, E pass, S bid 31, W bid 32, N pass, S bid 40, W pass", "S 40"),
    ],
)
@pytest.mark.parametrize("rules", [KING_PEDRO, ONCE_ONLY])
def test_R4_4_a_pass_is_final(rules: RuleSet, calls: str, end: str) -> None:
    table = Table(rules)
    for call in calls.split(", "):
        assert table.phase() is Phase.AUCTION
        assert table.to_act() == call[0]
        table.do(call)
    assert won(table) == end


def test_R4_4_who_has_passed_is_not_asked_and_not_heard() -> None:
    table = Table(KING_PEDRO).do("N pass, E bid 30, S pass, W bid 31")
    assert table.to_act() == "E"
    assert table.refuse("N bid 32").reason is Reason.NOT_YOUR_TURN


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_R4_5_after_three_passes_the_dealer_still_speaks(rules: RuleSet) -> None:
    table = Table(rules, dealer="S").do("W pass, N pass, E pass")
    assert table.to_act() == "S"
    assert table.listed("S") == [f"bid {amount}" for amount in range(rules.bid_min, rules.total + 1)] + ["pass"]


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_R4_6_four_passes_throw_the_hand_in(rules: RuleSet) -> None:
    table = Table(rules, dealer="W", score=(12, -34)).do("N pass, E pass, S pass, W pass")
    assert table.phase() is Phase.DEAL
    assert table.state.dealer.value == "N"
    assert table.to_act() == ""
    assert table.state.score == (12, -34)
    (result,) = table.state.results
    assert (result.declarer, result.bid, result.trump, result.made) == (None, 0, None, False)
    assert (result.points, result.delta, result.score) == ((0, 0), (0, 0), (12, -34))


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R4_6_same_dealer(rules: RuleSet) -> None:
    table = Table(house(rules, all_pass="same-dealer"), dealer="W").do("N pass, E pass, S pass, W pass")
    assert table.phase() is Phase.DEAL
    assert table.state.dealer.value == "W"


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN])
def test_R4_6_a_forced_dealer_may_not_pass(rules: RuleSet) -> None:
    table = Table(forced(rules, 5)).do("N pass, E pass, S pass")
    refusal = table.refuse("W pass")
    assert (refusal.reason, refusal.rule, refusal.low, refusal.high) == (
        Reason.DEALER_MUST_BID,
        "R4.6",
        5,
        rules.total,
    )
    assert table.listed("W") == [f"bid {amount}" for amount in range(5, rules.total + 1)]
    assert table.refuse("W bid 4").low == 5


def test_R4_6_only_the_dealer_may_bid_below_the_least_bid() -> None:
    table = Table(forced(CANADIAN, 5))
    for seat in "NES":
        assert table.refuse(f"{seat} bid 6").low == 7
        table.do(f"{seat} pass")
    table.do("W bid 5")
    assert table.listed("N")[0] == "bid 6"  # R4.2: higher than the one before, no more


def test_R4_6_a_forced_bid_may_be_higher_than_the_least() -> None:
    table = Table(forced(CANADIAN, 10)).do("N pass, E pass, S pass")
    assert table.refuse("W bid 9").low == 10


def test_R4_6_forced_with_reentry_goes_round_once_more() -> None:
    table = Table(forced(CANADIAN, 5)).do("N pass, E pass, S pass, W bid 5, N pass, E bid 6, S pass, W pass, N pass")
    assert won(table) == "E 6"
    table = Table(forced(CANADIAN, 5)).do("N pass, E pass, S pass, W bid 5, N pass, E pass, S pass")
    assert won(table) == "W 5"


def test_R4_6_forced_without_reentry_ends_at_once() -> None:
    table = Table(forced(KING_PEDRO, 20)).do("N pass, E pass, S pass, W bid 20")
    assert won(table) == "W 20"


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R4_6_a_dealer_is_not_forced_over_a_bid(rules: RuleSet) -> None:
    table = Table(forced(rules, 5)).do("N bid 30, E pass, S pass, W pass")
    assert won(table) == "N 30"


def test_R4_6_a_dealer_who_passed_over_a_bid_may_come_back() -> None:
    table = Table(forced(CANADIAN, 5)).do("N pass, E bid 7, S pass, W pass, N bid 8, E pass, S pass")
    assert table.to_act() == "W"
    table.do("W pass")
    assert won(table) == "N 8"
