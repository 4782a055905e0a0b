"""R5 and R6: naming trumps, the kitty, and the discard."""

import pytest

from bot.game.actions import Discard
from bot.game.cards import Seat
from bot.game.exchange import DiscardChoice
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.state import Phase
from bot.game.terms import Reason
from bot.game.view import view
from tests.game.table_text import Table, cards

SURPLUS = house(CANADIAN, trump_discard="surplus")
TO_SIX = house(CANADIAN, trump_discard="to-six")

PLAIN_HANDS = """
N 2S 3S 4S 6S 7S 8S 9S TS JS QS KS AS
E 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
S 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH
W 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC
kitty AC AD AH 5S
"""


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
@pytest.mark.parametrize("suit", "CDHS")
def test_R5_1_the_declarer_names_any_suit_and_nobody_else_does(rules: RuleSet, suit: str) -> None:
    table = Table(rules).do(f"N pass, E bid {rules.total}")
    assert table.to_act() == "E"
    assert table.listed("E") == ["trump C", "trump D", "trump H", "trump S"]
    for other in "NSW":
        refusal = table.refuse(f"{other} trump {suit}")
        assert (refusal.reason, refusal.rule) == (Reason.NOT_YOUR_TURN, "R5.1")
    for line in ("E bid 44", "E pass", "E play 2C"):
        refusal = table.refuse(line)
        assert (refusal.reason, refusal.rule) == (Reason.WRONG_PHASE, "R5.1")
    table.do(f"E trump {suit}")
    assert table.hand.trump is not None
    assert table.hand.trump.value == suit


def test_R5_1_also_a_suit_of_which_he_holds_no_card() -> None:
    table = Table(KING_PEDRO, PLAIN_HANDS).do("N bid 44, N trump H")
    assert table.phase() is Phase.DISCARD


def test_R5_2_before_trump_the_kitty_is_in_hand_when_trumps_are_named() -> None:
    table = Table(CANADIAN, PLAIN_HANDS).do("N bid 44")
    assert table.phase() is Phase.TRUMP
    assert table.holds("N") == set("2S 3S 4S 6S 7S 8S 9S TS JS QS KS AS AC AD AH 5S".split())
    assert table.hand.drawn[Seat.NORTH.place] == cards("AC AD AH 5S")
    assert view(table.state, Seat.NORTH).drawn == cards("AC AD AH 5S")
    assert view(table.state, None).sizes == (16, 12, 12, 12)
    table.do("N trump S")
    assert len(table.holds("N")) == 16


def test_R5_2_after_trump_the_kitty_comes_when_trumps_are_named() -> None:
    table = Table(KING_PEDRO, PLAIN_HANDS).do("N bid 44")
    assert table.phase() is Phase.TRUMP
    assert table.holds("N") == set("2S 3S 4S 6S 7S 8S 9S TS JS QS KS AS".split())
    assert view(table.state, Seat.NORTH).drawn == ()
    assert view(table.state, None).stock_size == 4
    table.do("N trump S")
    assert table.holds("N") == set("2S 3S 4S 6S 7S 8S 9S TS JS QS KS AS AC AD AH 5S".split())
    assert view(table.state, Seat.NORTH).drawn == cards("AC AD AH 5S")
    assert view(table.state, None).stock_size == 0


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R5_2_nobody_else_sees_the_kitty(rules: RuleSet) -> None:
    table = Table(rules, PLAIN_HANDS).do("N bid 44, N trump S")
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST, None):
        seen = repr(view(table.state, seat))
        assert not any(f"'{card}'" in seen for card in ("AC", "AD", "AH", "5S"))


def test_R6_1_everybody_comes_down_to_six_in_any_order() -> None:
    table = Table(CANADIAN, PLAIN_HANDS).do("N bid 44, N trump D")
    assert table.to_act() == "NESW"
    table.do("W discard 2C 3C 4C 6C 7C 8C")
    assert table.to_act() == "NES"
    assert table.phase() is Phase.DISCARD
    table.do("N discard 2S 3S 4S 6S 7S 8S 9S TS JS QS")
    assert table.to_act() == "ES"
    table.do("S discard 2H 3H 4H 6H 7H 8H")
    assert table.phase() is Phase.DISCARD
    table.do("E discard")  # twelve trumps
    assert table.phase() is Phase.PLAY


def test_R6_1_nobody_throws_twice() -> None:
    table = Table(CANADIAN, PLAIN_HANDS).do("N bid 44, N trump D, W discard 2C 3C 4C 6C 7C 8C")
    refusal = table.refuse("W discard 9C TC JC QC KC 5C")
    assert (refusal.reason, refusal.rule) == (Reason.NOT_YOUR_TURN, "R6.1")
    assert "".join(seat.value for seat in refusal.seats) == "NES"


def test_R6_1_how_many_cards_were_thrown_is_told_when_all_have_answered() -> None:
    table = Table(CANADIAN, PLAIN_HANDS).do("N bid 44, N trump D, W discard 2C 3C 4C 6C 7C 8C")
    assert view(table.state, None).thrown is None
    assert view(table.state, None).sizes == (16, 12, 12, 12)
    assert [seat.value for seat in view(table.state, None).answered] == ["W"]
    table.throw()
    assert view(table.state, None).thrown == (10, 0, 6, 6)


@pytest.mark.parametrize("rules", [*PRESETS.values(), SURPLUS, TO_SIX])
def test_R6_2_six_trumps_are_kept_and_every_plain_card_goes(rules: RuleSet) -> None:
    table = _six_trumps(rules)
    choice = table.legal("E")
    assert isinstance(choice, DiscardChoice)
    (only,) = choice
    assert isinstance(only, Discard)
    assert {card.text for card in only.cards} == table.holds("E") - set("AS KS QS JS TS 9S".split())
    refusal = table.refuse(f"E discard 9S {' '.join(sorted(card.text for card in only.cards)[1:])}")
    assert (refusal.reason, refusal.rule) == (Reason.TRUMP_KEPT, "R6.2")
    assert refusal.cards == cards("9S")


def _six_trumps(rules: RuleSet) -> Table:
    """East holds exactly six trumps, West declares."""
    second = rules.second_deal
    east = "AS KS QS JS TS | 9S" if second else "AS KS QS JS TS 9S"
    text = f"E {east}\nN 8S 7S 6S\nS 5S 5C 4S 3S\nW 2S"
    return Table(rules, text, trump="S", dealer="N").contract("W", 30)


@pytest.mark.parametrize(("count", "plain_kept"), [(0, 6), (1, 5), (2, 4), (5, 1)])
@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO, TO_SIX])
def test_R6_2_fewer_trumps_are_filled_up_with_plain_cards_of_choice(
    rules: RuleSet, count: int, plain_kept: int
) -> None:
    high = "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S 2S".split()
    plain = "2D 3D 4D 6D 7D 8D 9D TD JD QD KD AD".split()[: 12 - count]
    text = f"E {' '.join(high[:count] + plain)}\nS {' '.join(high[count:10])}\nW {' '.join(high[10:])}"
    table = Table(rules, text, trump="S", dealer="N").contract("W", 30)
    # six cards go, all of them plain: C(plain, 6) ways
    ways = {0: 924, 1: 462, 2: 210, 5: 7}[count]
    assert len(table.legal("E")) == ways
    assert len({frozenset(one.cards) for one in table.legal("E") if isinstance(one, Discard)}) == ways
    assert f"discard {' '.join(plain[:6])}" in table.listed("E")
    assert table.refuse(f"E discard {' '.join(plain[:5])}").reason is Reason.WRONG_DISCARD_COUNT
    if count < 5:
        assert table.refuse(f"E discard {' '.join(plain[:7])}").reason is Reason.WRONG_DISCARD_COUNT
    for card in high[:count]:
        refusal = table.refuse(f"E discard {card} {' '.join(plain[:5])}")
        assert (refusal.reason, refusal.rule) == (Reason.TRUMP_KEPT, "R6.2")
    table.do(f"E discard {' '.join(plain[-6:])}")
    assert table.holds("E") == set(high[:count] + plain[:plain_kept])


def test_R6_2_the_order_of_thrown_cards_means_nothing() -> None:
    table = _six_trumps(CANADIAN)
    plain = sorted(table.holds("E") - set("AS KS QS JS TS 9S".split()))
    one = Table.do(_six_trumps(CANADIAN), f"E discard {' '.join(plain)}")
    other = Table.do(_six_trumps(CANADIAN), f"E discard {' '.join(reversed(plain))}")
    assert one.state == other.state


@pytest.mark.parametrize(
    ("line", "reason", "rule"),
    [
        ("E discard {0} {0} {1} {2} {3} {4}", Reason.CARD_TWICE, "R1.2"),
        ("E discard 8S {1} {2} {3} {4} {5}", Reason.CARD_NOT_HELD, "R1.2"),
        ("E discard", Reason.WRONG_DISCARD_COUNT, "R6.1"),
        ("E pass", Reason.WRONG_PHASE, "R6.1"),
        ("E play AS", Reason.WRONG_PHASE, "R6.1"),
    ],
)
def test_R6_1_other_discards_are_refused(line: str, reason: Reason, rule: str) -> None:
    table = _six_trumps(CANADIAN)
    plain = sorted(table.holds("E") - set("AS KS QS JS TS 9S".split()))
    refusal = table.refuse(line.format(*plain))
    assert (refusal.reason, refusal.rule) == (reason, rule)


def _nine_trumps(rules: RuleSet) -> Table:
    """East holds nine trumps (three score nothing: Q 9 8) and three diamonds."""
    text = "E AS KS QS JS TS 9S 8S 5S 2S 2D 3D 4D\nN 7S\nS 6S 5C\nW 4S 3S"
    return Table(rules, text, trump="S", dealer="N").contract("W", 30)


@pytest.mark.parametrize("rules", [CANADIAN, house(KING_PEDRO, trump_discard="never")])
def test_R6_3_more_than_six_trumps_all_are_kept_and_every_plain_card_goes(rules: RuleSet) -> None:
    table = _nine_trumps(rules)
    assert table.listed("E") == ["discard 2D 3D 4D"]
    refusal = table.refuse("E discard 2D 3D 4D 8S")
    assert (refusal.reason, refusal.rule, refusal.cards) == (Reason.NO_TRUMP_THROWN, "R6.3", cards("8S"))
    refusal = table.refuse("E discard 2D 3D")
    assert (refusal.reason, refusal.rule, refusal.cards) == (Reason.PLAIN_MUST_GO, "R6.3", cards("4D"))
    assert (refusal.low, refusal.high) == (3, 3)
    table.do("E discard 4D 2D 3D")
    assert table.holds("E") == set("AS KS QS JS TS 9S 8S 5S 2S".split())


def test_R6_3_with_the_second_deal() -> None:
    text = "E AS KS QS JS TS 2D 3D | 9S 8S 5S 2S\nN 7S\nS 6S 5C\nW 4S 3S"
    table = Table(UKRAINIAN_CANADIAN, text, trump="S", dealer="N").contract("W", 30)
    plain = table.holds("E") - set("AS KS QS JS TS 9S 8S 5S 2S".split())
    assert len(plain) == 4
    assert [set(line.split()[1:]) for line in table.listed("E")] == [plain]


@pytest.mark.parametrize("rules", [KING_PEDRO, SURPLUS])
def test_R6_4_surplus_trumps_that_score_nothing_may_go_down_to_six(rules: RuleSet) -> None:
    table = _nine_trumps(rules)
    found = {frozenset(line.split()[1:]) for line in table.listed("E")}
    plain = "2D 3D 4D"
    assert found == {
        frozenset(f"{plain}{more}".split())
        for more in ("", " QS", " 9S", " 8S", " QS 9S", " QS 8S", " 9S 8S", " QS 9S 8S")
    }
    assert len(table.legal("E")) == 8
    for scorer in "AS KS JS TS 5S 2S".split():
        refusal = table.refuse(f"E discard 2D 3D 4D {scorer}")
        assert (refusal.reason, refusal.rule, refusal.cards) == (Reason.SCORER_THROWN, "R6.4", cards(scorer))
    refusal = table.refuse("E discard 2D 3D QS")
    assert (refusal.reason, refusal.cards) == (Reason.PLAIN_MUST_GO, cards("4D"))
    assert (refusal.low, refusal.high) == (3, 6)
    table.do("E discard 2D 3D 4D QS 9S 8S")
    assert table.holds("E") == set("AS KS JS TS 5S 2S".split())


def test_R6_4_not_below_six() -> None:
    text = "E AS KS QS 9S 8S 7S 6S 2D 3D 4D 6D 7D\nN JS TS\nS 5S 5C\nW 4S 3S 2S"
    table = Table(KING_PEDRO, text, trump="S", dealer="N").contract("W", 30)
    assert len(table.legal("E")) == 1 + 5  # seven trumps: none goes, or one of Q 9 8 7 6
    refusal = table.refuse("E discard 2D 3D 4D 6D 7D QS 9S")
    assert (refusal.reason, refusal.rule, refusal.low, refusal.high) == (Reason.WRONG_DISCARD_COUNT, "R6.1", 5, 6)


def test_R6_5_everybody_comes_down_to_six_plain_cards_first() -> None:
    table = _nine_trumps(TO_SIX)
    found = {frozenset(line.split()[1:]) for line in table.listed("E")}
    assert len(found) == 84 == len(table.legal("E"))  # three of nine trumps
    assert all({"2D", "3D", "4D"} < one and len(one) == 6 for one in found)
    assert frozenset("2D 3D 4D AS KS 2S".split()) in found
    for line in ("2D 3D AS QS 9S 8S", "2D 3D 4D QS 9S", "2D 3D 4D QS 9S 8S 2S", "QS 9S 8S AS KS JS", "2D 3D 4D"):
        table.refuse(f"E discard {line}")
    refusal = table.refuse("E discard 2D 3D AS QS 9S 8S")
    assert (refusal.reason, refusal.rule, refusal.cards) == (Reason.PLAIN_GOES_FIRST, "R6.5", cards("4D"))
    assert (refusal.low, refusal.high) == (6, 6)
    table.do("E discard 2D 3D 4D KS 2S QS")
    assert table.holds("E") == set("AS JS TS 9S 8S 5S".split())


def test_R6_5_points_thrown_count_for_the_other_side() -> None:
    """East throws the King, the 2 and the Queen: 31 for North and South."""
    table = _nine_trumps(TO_SIX).do("E discard 2D 3D 4D KS 2S QS").throw().play_out()
    (result,) = table.state.results
    thrown = [one for one in view(table.state, None).captures if one.thrown]
    assert [(one.card.text, one.seat.value, one.side.value, one.points) for one in thrown] == [
        ("KS", "E", "NS", 30),
        ("2S", "E", "NS", 1),
    ]
    played = [one for one in view(table.state, None).captures if not one.thrown]
    ns = sum(one.points for one in played if one.side.value == "NS")
    assert result.points == (31 + ns, 13 - ns)
