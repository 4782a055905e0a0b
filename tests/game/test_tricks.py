"""R7.1 to R7.3 and R8: single cards to the tricks, who wins, who is up and who leads then."""

import pytest

from bot.game.actions import Play
from bot.game.engine import apply
from bot.game.events import TrickWon, WentUp, told
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, RuleSet
from bot.game.state import Phase
from bot.game.terms import Illegal, Reason
from tests.game.table_text import Table, cards, words

# Trump is S. North declares and keeps two plain cards, everybody has at least one trump.
FOUR_IN = """
N AS KS 9S 3S 2D 3D
E QS 8S 5C 4H 6H 7H
S JS 7S 4S 8H 9H TH
W TS 6S 5S 2S 2C 3C
"""


def four_in(rules: RuleSet = CANADIAN) -> Table:
    return Table(rules, FOUR_IN, trump="S").contract("N", 30).throw()


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
@pytest.mark.parametrize("declarer", "NESW")
def test_R7_1_the_declarer_leads_any_card(rules: RuleSet, declarer: str) -> None:
    table = Table(rules, FOUR_IN, trump="S").contract(declarer, 30).throw()
    assert table.phase() is Phase.PLAY
    assert table.to_act() == declarer
    assert set(table.listed(declarer)) == {f"play {card}" for card in table.holds(declarer)}
    assert len(table.holds(declarer)) == 6
    for other in set("NESW") - {declarer}:
        refusal = table.refuse(f"{other} play {min(table.holds(other))}")
        assert (refusal.reason, refusal.rule) == (Reason.NOT_YOUR_TURN, "R7.1")


def test_R7_1_clockwise_and_the_winner_leads_the_next() -> None:
    table = four_in().do("N play 3S")
    assert table.to_act() == "E"
    table.do("E play 8S")
    assert table.to_act() == "S"
    table.do("S play JS")
    assert table.to_act() == "W"
    table.do("W play 6S")
    assert table.to_act() == "S"
    table.do("S play 8H, W play 2C, N play 9S, E play 4H")
    assert table.to_act() == "N"
    assert [trick.winner.value for trick in table.hand.tricks] == ["S", "N"]
    assert [trick.leader.value for trick in table.hand.tricks] == ["N", "S"]


@pytest.mark.parametrize(
    ("line", "reason", "rule"),
    [
        ("N play 2H", Reason.CARD_NOT_HELD, "R1.2"),
        ("N play QS", Reason.CARD_NOT_HELD, "R1.2"),
        ("N play AS AS", Reason.CARD_TWICE, "R1.2"),
        ("N play AS KS", Reason.WRONG_PLAY_COUNT, "R7.4"),
        ("N bid 44", Reason.WRONG_PHASE, "R7.1"),
        ("N pass", Reason.WRONG_PHASE, "R7.1"),
        ("N discard AS", Reason.WRONG_PHASE, "R7.1"),
        ("N trump H", Reason.WRONG_PHASE, "R7.1"),
    ],
)
def test_R7_1_one_card_that_is_held(line: str, reason: Reason, rule: str) -> None:
    refusal = four_in().refuse(line)
    assert (refusal.reason, refusal.rule) == (reason, rule)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("N play QS", "QS"), ("N play AS AS", "AS"), ("N play AS QS 2H", "QS 2H"), ("N play 3S AS 3S AS", "3S AS")],
)
def test_R7_1_a_refusal_names_the_cards_that_are_wrong(line: str, wrong: str) -> None:
    assert set(four_in().refuse(line).cards) == set(cards(wrong))


def test_R7_1_no_card_at_all_is_no_play() -> None:
    table = four_in()
    with pytest.raises(Illegal) as caught:
        apply(table.state, words("N pass")[0], Play(()))
    assert caught.value.reason is Reason.WRONG_PLAY_COUNT


def test_R7_1_a_card_is_played_once() -> None:
    table = four_in().do("N play 3S, E play 8S, S play JS, W play 6S")
    assert table.refuse("S play JS").reason is Reason.CARD_NOT_HELD


def test_R7_2_trump_led_a_trump_must_be_played() -> None:
    table = four_in().do("N play 3S")
    assert set(table.listed("E")) == {"play QS", "play 8S", "play 5C"}
    for plain in ("4H", "6H", "7H"):
        refusal = table.refuse(f"E play {plain}")
        assert (refusal.reason, refusal.rule) == (Reason.MUST_PLAY_TRUMP, "R7.2")
        assert {card.text for card in refusal.cards} == {"QS", "8S", "5C"}


def test_R7_2_the_left_pedro_led_is_a_trump_led() -> None:
    table = four_in().do("N play 2D, E play QS, S play 8H, W play 2C, E play 5C")
    assert set(table.listed("S")) == {"play JS", "play 7S", "play 4S"}


@pytest.mark.parametrize("lead", ["2D", "3D"])
def test_R7_2_plain_led_anything_goes_whatever_the_suit(lead: str) -> None:
    table = four_in().do(f"N play {lead}")
    assert set(table.listed("E")) == {"play QS", "play 8S", "play 5C", "play 4H", "play 6H", "play 7H"}
    table.do("E play QS")  # and a trump on it binds nobody
    assert set(table.listed("S")) == {"play JS", "play 7S", "play 4S", "play 8H", "play 9H", "play TH"}


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        ("N play AS, E play QS, S play JS, W play TS", "N"),
        ("N play 3S, E play 8S, S play JS, W play TS", "S"),
        ("N play 3S, E play 5C, S play 4S, W play 5S", "W"),
        ("N play 3S, E play 5C, S play 4S, W play 2S", "E"),
        ("N play 2D, E play 4H, S play 8H, W play 2S", "W"),
        ("N play 2D, E play 5C, S play 4S, W play 2C", "E"),
    ],
)
def test_R7_3_the_highest_trump_wins(plays: str, winner: str) -> None:
    table = four_in().do(plays)
    assert table.hand.tricks[0].winner.value == winner
    assert table.to_act() == winner


def test_R7_3_no_trump_in_it_the_leader_wins_whatever_the_cards() -> None:
    table = four_in().do("N play 2D, E play 7H, S play TH, W play 3C")
    assert table.hand.tricks[0].winner.value == "N"
    assert table.to_act() == "N"


def test_R8_1_without_a_trump_after_the_discard_a_player_is_up_at_once() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S\nE 8S 7S 6S 5S 5C 4S\nS 3S 2S", trump="S").contract("N", 30).throw()
    assert [seat.value for seat in table.hand.up()] == ["W"]
    assert table.holds("W") == set()
    assert len(table.hand.thrown_in[3]) == 6
    table.do("N play AS, E play 8S, S play 3S")
    assert len(table.hand.tricks) == 1  # nobody waits for West
    assert table.refuse("W play 2C").reason is Reason.NOT_YOUR_TURN


def test_R8_1_nobody_is_up_before_the_last_discard() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S\nE 8S 7S 6S 5S 5C 4S\nS 3S 2S", trump="S").contract("N", 30)
    state = table.state
    while table.phase() is Phase.DISCARD:
        assert table.hand.up() == ()
        seat = table.to_act()[-1]
        table.do(f"{seat} {table.listed(seat)[0]}")
    assert state.phase is Phase.DISCARD
    assert [seat.value for seat in table.hand.up()] == ["W"]


def test_R8_1_after_the_last_trump_the_rest_is_thrown_in_at_once() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S\nE 8S 2D 3D\nS 7S 6S 5S 5C 4S 3S\nW 2S", trump="S")
    table.contract("N", 30).throw().do("N play 9S")
    before = table.state
    table.do("E play 8S")
    assert [seat.value for seat in table.hand.up()] == ["E"]
    assert {"2D", "3D"} < {card.text for card in table.hand.thrown_in[1]}
    assert len(table.hand.thrown_in[1]) == 5
    assert WentUp(words("E pass")[0]) in told(before, *words("E play 8S"), table.state)
    table.do("S play 3S, W play 2S, N play AS")
    assert table.to_act() == "S"


def test_R8_1_a_plain_lead_can_be_trumped_with_the_last_trump() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 2D\nE 9S 8S 7S\nS 6S 5S 5C 4S 3S\nW 2S", trump="S")
    table.contract("N", 30).throw().do("N play 2D, E play 7S, S play 3S, W play 2S")
    assert [seat.value for seat in table.hand.up()] == ["W"]
    assert table.to_act() == "E"


DECLARER_UP = """
N AH KH
E QS JS
S AS KS TS 9S 8S 7S
W 6S 5S 5C 4S 3S 2S
"""


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R8_2_a_declarer_without_trumps_is_up_and_the_next_leads(rules: RuleSet) -> None:
    table = Table(rules, DECLARER_UP, trump="S").contract("N", 30).throw()
    assert [seat.value for seat in table.hand.up()] == ["N"]
    assert table.to_act() == "E"
    assert len(table.listed("E")) == 6


def test_R8_2_the_first_who_is_still_in() -> None:
    text = "N AH\nE KH\nS AS KS TS 9S 8S 7S QS JS\nW 6S 5S 5C 4S 3S 2S"
    table = Table(CANADIAN, text, trump="S").contract("N", 30).throw()
    assert [seat.value for seat in table.hand.up()] == ["N", "E"]
    assert table.to_act() == "S"


def test_R8_2_the_winner_is_up_and_the_lead_passes_left() -> None:
    table = Table(CANADIAN, "N 9S KS QS JS TS 8S\nE AS 2D\nS 7S\nW 6S 5S 5C 4S 3S 2S", trump="S")
    table.contract("N", 30).throw()
    table.do("N play 8S, E play AS, S play 7S")
    before = table.state
    table.do("W play 2S")
    assert table.hand.tricks[0].winner.value == "E"
    assert table.to_act() == "W"  # East has won and is up, South is up too
    said = told(before, *words("W play 2S"), table.state)
    assert TrickWon(words("E pass")[0], words("W pass")[0]) in said


def test_R8_2_the_winner_up_may_be_the_leader_himself() -> None:
    table = Table(CANADIAN, "N AS 2D\nE KS QS JS TS 9S 8S\nS 7S 6S 5S 5C 4S 3S\nW 2S 2H", trump="S")
    table.contract("N", 30).throw()
    table.do("N play AS, E play 8S, S play 3S, W play 2S")
    assert table.hand.tricks[0].winner.value == "N"
    assert [seat.value for seat in table.hand.up()] == ["N", "W"]
    assert table.to_act() == "E"


def test_R8_3_the_hand_ends_when_nobody_holds_a_trump() -> None:
    table = Table(CANADIAN, "N AS KS 2D\nE QS JS 2H\nS TS 9S 8S 7S 6S 5S\nW 5C 4S 3S 2S", trump="S")
    table.contract("N", 30).throw()
    table.do("N play AS, E play QS, S play 9S, W play 2S")
    table.do("N play KS, E play JS, S play TS, W play 3S")
    assert [seat.value for seat in table.hand.up()] == ["N", "E"]
    assert table.to_act() == "S"
    table.do("S play 8S, W play 4S")
    table.do("S play 7S, W play 5C")
    table.do("S play 6S")
    assert table.phase() is Phase.PLAY
    assert table.to_act() == "S"  # who holds the last trump plays it alone
    table.do("S play 5S")
    assert table.phase() is Phase.DEAL
    assert len(table.hand.tricks) == 6
    assert all(not held for held in table.hand.hands)


@pytest.mark.parametrize("name", PRESETS)
def test_R8_3_a_hand_may_end_with_the_first_trick_of_single_trumps_unplayed(name: str) -> None:
    """Plain cards never delay the end: with the last trump of all gone the hand is over in mid-suit."""
    rules = PRESETS[name]
    high = "AS KS QS JS TS 9S 8S 7S 6S".split()
    rest = "5S 5C 4S 3S 2S".split()
    text = f"N {' '.join(high)}" + (f"\nE {rest[0]}\nS {rest[1]}\nW {' '.join(rest[2:])}")
    table = Table(rules, text, trump="S").contract("N", 30).throw()
    while table.phase() is Phase.PLAY:
        seat = table.to_act()
        table.do(f"{seat} {table.listed(seat)[0]}")
        trumps_held = sum(len(held) for held in table.hand.hands)
        assert (table.phase() is Phase.PLAY) == (trumps_held > 0)
    assert table.phase() is Phase.DEAL
