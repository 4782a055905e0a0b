"""R7.4 to R7.6: the pile, for six, seven … fourteen trumps, and seven and eight scoring cards; counted by hand."""

from itertools import combinations

import pytest

from bot.game.cards import Card, Seat
from bot.game.piles import PileChoice
from bot.game.rules import CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.terms import Reason
from bot.game.view import view
from tests.game.table_text import Table, cards

TRUMPS = "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S 2S"
#: The Ukrainian-Canadian table at the other games' tables: eight scoring cards, the nine is one.
TOP_EIGHT = house(CANADIAN, points=dict(UKRAINIAN_CANADIAN.points))
ONE_EIGHT = house(KING_PEDRO, points=dict(UKRAINIAN_CANADIAN.points))

Pile = tuple[Card, frozenset[Card]]


def holding(rules: RuleSet, held: str) -> Table:
    """North declares spades and holds ``held`` when he leads; the other trumps lie with East, then South."""
    mine, others = cards(held), [card for card in cards(TRUMPS) if card not in cards(held)]
    kitty = " ".join(card.text for card in mine[12:])
    east, south = others[:6], others[6:]
    text = "\n".join(
        (
            f"N {' '.join(card.text for card in mine[:12])}",
            f"E {' '.join(card.text for card in east)}",
            f"S {' '.join(card.text for card in south)}",
            f"kitty {kitty}",
        )
    )
    table = Table(rules, text, trump="S").contract("N", 30).throw()
    assert table.holds("N") == set(held.split())
    return table


def expected(pairs: list[tuple[str, str]]) -> set[Pile]:
    """(tops, buried) as text: each of the tops over exactly these cards."""
    return {(top, frozenset(cards(buried))) for tops, buried in pairs for top in cards(tops)}


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R7_4_with_six_trumps_there_is_no_pile(rules: RuleSet) -> None:
    table = holding_six(rules)
    assert set(table.listed("N")) == {"play AS", "play KS", "play QS", "play JS", "play TS", "play 9S"}
    refusal = table.refuse("N play AS 9S")
    assert (refusal.reason, refusal.rule, refusal.low, refusal.high) == (Reason.WRONG_PLAY_COUNT, "R7.4", 1, 1)


def holding_six(rules: RuleSet) -> Table:
    table = Table(rules, "N AS KS QS JS TS 9S\nE 8S 7S 6S 5S 5C 4S\nS 3S 2S", trump="S")
    return table.contract("N", 30).throw()


@pytest.mark.parametrize("count", range(7, 15))
@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_R7_4_a_pile_leaves_five(rules: RuleSet, count: int) -> None:
    held = " ".join(TRUMPS.split()[:count])
    table = holding(rules, held)
    choice = table.legal("N")
    assert isinstance(choice, PileChoice)
    assert {len(one.split()) - 1 for one in table.listed("N")} == {count - 5}
    pile = choice.suggestion
    refusal = table.refuse(f"N play {pile.cards[0]}")
    assert (refusal.reason, refusal.rule) == (Reason.WRONG_PLAY_COUNT, "R7.4")
    assert (refusal.low, refusal.high) == (count - 5, count - 5)
    rest = [card for card in cards(held) if card not in pile.cards]
    refusal = table.refuse(f"N play {' '.join(card.text for card in (*pile.cards, rest[0]))}")
    assert refusal.reason is Reason.WRONG_PLAY_COUNT
    table.do(f"N {pile}")
    assert table.holds("N") == {card.text for card in rest}
    assert len(rest) == 5


def test_R7_4_only_the_top_card_counts_for_winning() -> None:
    """North buries the Queen under the 3; East's 4 wins the trick."""
    table = holding(CANADIAN, "KS QS 9S 8S 7S 6S 3S")  # East A J T 5 5c 4
    table.do("N play 3S QS, E play 4S, S play 2S")
    assert table.hand.tricks[0].winner is Seat.EAST


def test_R7_4_every_seat_plays_its_pile_to_the_first_trick() -> None:
    text = "N AS KS QS JS TS 9S 3S\nE 8S 7S 6S 5S 5C 4S 2S"
    table = Table(CANADIAN, text, trump="S").contract("N", 30).throw()
    table.do("N play AS QS, E play 5S 8S")
    assert len(table.hand.tricks) == 1
    assert len(table.holds("N")) == len(table.holds("E")) == 5
    table.do("N play KS, E play 2S")


def test_R7_4_the_order_of_buried_cards_means_nothing() -> None:
    one = holding(CANADIAN, "AS KS QS 9S 8S 7S 6S 4S").do("N play AS QS 9S")
    other = holding(CANADIAN, "AS KS QS 9S 8S 7S 6S 4S").do("N play AS 9S QS")
    assert one.state == other.state


def test_R7_4_only_the_top_is_seen_until_the_hand_is_over() -> None:
    table = holding(CANADIAN, "AS KS QS JS TS 9S 8S 3S").do("N play AS QS 9S")
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST, None):
        (play,) = view(table.state, seat).plays
        assert (play.top.text, play.under, play.buried) == ("AS", 2, ())
    (play,) = view(table.state, Seat.NORTH).plays
    assert play.buried == cards("9S QS")
    table.play_out()
    first = view(table.state, None).tricks[0].plays[0]
    assert first.buried == cards("9S QS")


@pytest.mark.parametrize(
    "line", ["N play AS 2D", "N play AS QS QS", "N play AS 4S 3S", "N play 4S QS 9S", "N play AS AS QS"]
)
def test_R7_4_a_pile_of_other_cards_is_refused(line: str) -> None:
    holding(CANADIAN, "AS KS QS JS TS 9S 8S 7S").refuse(line)


# R7.5, scorer-on-top. Worked by hand: n trumps, n - 6 to bury.
ON_TOP = {
    "7, two others for one place: either is buried, any top": (
        CANADIAN,
        "AS KS QS JS TS 9S 2S",
        [("AS KS JS TS 2S 9S", "QS"), ("AS KS JS TS 2S QS", "9S")],
    ),
    "7, one other: it is buried, so the top scores": (
        CANADIAN,
        "AS KS QS JS TS 5S 2S",
        [("AS KS JS TS 5S 2S", "QS")],
    ),
    "7, all score: the 2 is buried": (CANADIAN, "AS KS JS TS 5S 5C 2S", [("AS KS JS TS 5S 5C", "2S")]),
    "7, none scores": (
        CANADIAN,
        "QS 9S 8S 7S 6S 4S 3S",
        [
            ("9S 8S 7S 6S 4S 3S", "QS"),
            ("QS 8S 7S 6S 4S 3S", "9S"),
            ("QS 9S 7S 6S 4S 3S", "8S"),
            ("QS 9S 8S 6S 4S 3S", "7S"),
            ("QS 9S 8S 7S 4S 3S", "6S"),
            ("QS 9S 8S 7S 6S 3S", "4S"),
            ("QS 9S 8S 7S 6S 4S", "3S"),
        ],
    ),
    "8, three others for two places": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 2S",
        [
            ("AS KS JS TS 2S 8S", "QS 9S"),
            ("AS KS JS TS 2S 9S", "QS 8S"),
            ("AS KS JS TS 2S QS", "9S 8S"),
        ],
    ),
    "8, two others for two places": (CANADIAN, "AS KS QS JS TS 9S 5S 2S", [("AS KS JS TS 5S 2S", "QS 9S")]),
    "8, one other: the 2 goes with it": (CANADIAN, "AS KS QS JS TS 5S 5C 2S", [("AS KS JS TS 5S 5C", "QS 2S")]),
    "9, three others for three places": (
        CANADIAN,
        "AS KS QS JS TS 9S 5S 5C 3S",
        [("AS KS JS TS 5S 5C", "QS 9S 3S")],
    ),
    "9, two others: the 2 goes with them": (
        CANADIAN,
        "AS KS QS JS TS 9S 5S 5C 2S",
        [("AS KS JS TS 5S 5C", "QS 9S 2S")],
    ),
    "10, four others for four places": (
        CANADIAN,
        "KS QS JS TS 9S 8S 7S 5S 5C 2S",
        [("KS JS TS 5S 5C 2S", "QS 9S 8S 7S")],
    ),
    "10, three others: the 2 goes with them": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 5S 5C 2S",
        [("AS KS JS TS 5S 5C", "QS 9S 8S 2S")],
    ),
    "11, four others: the 2 goes with them": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 7S 5S 5C 2S",
        [("AS KS JS TS 5S 5C", "QS 9S 8S 7S 2S")],
    ),
    "12, five others: the 2 goes with them": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 2S",
        [("AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 2S")],
    ),
    "12, six others for six places": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S",
        [("AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 4S")],
    ),
    "13, without the 2": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S",
        [("AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 4S 3S")],
    ),
    "13, with the 2 and one other short": (
        CANADIAN,
        "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 2S",
        [("AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 4S 2S")],
    ),
    "14": (CANADIAN, TRUMPS, [("AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 4S 3S 2S")]),
    "7 of eight scorers, without the 2: the cheapest, the ace or the jack": (
        TOP_EIGHT,
        "AS KS JS TS 9S 5S 5C",
        [("KS JS TS 9S 5S 5C", "AS"), ("AS KS TS 9S 5S 5C", "JS")],
    ),
    "7 of eight scorers, with the 2: the 2 alone": (
        TOP_EIGHT,
        "AS KS JS TS 9S 5S 2S",
        [("AS KS JS TS 9S 5S", "2S")],
    ),
    "8, all score: the 2, then the ace or the jack": (
        TOP_EIGHT,
        "AS KS JS TS 9S 5S 5C 2S",
        [("KS JS TS 9S 5S 5C", "AS 2S"), ("AS KS TS 9S 5S 5C", "JS 2S")],
    ),
    "8, one other, the 2 goes with it": (
        TOP_EIGHT,
        "AS KS JS TS 9S 5S 2S QS",
        [("AS KS JS TS 9S 5S", "QS 2S")],
    ),
    "10 with eight scorers": (
        TOP_EIGHT,
        "AS KS QS JS TS 9S 8S 5S 5C 2S",
        [("KS JS TS 9S 5S 5C", "QS 8S 2S AS"), ("AS KS TS 9S 5S 5C", "QS 8S 2S JS")],
    ),
    "13 with seven of eight scorers, without the 2": (
        TOP_EIGHT,
        "AS KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S",
        [("KS JS TS 9S 5S 5C", "QS 8S 7S 6S 4S 3S AS"), ("AS KS TS 9S 5S 5C", "QS 8S 7S 6S 4S 3S JS")],
    ),
    "14 with eight scorers": (
        TOP_EIGHT,
        TRUMPS,
        [("KS JS TS 9S 5S 5C", "QS 8S 7S 6S 4S 3S 2S AS"), ("AS KS TS 9S 5S 5C", "QS 8S 7S 6S 4S 3S 2S JS")],
    ),
}


@pytest.mark.parametrize(("rules", "held", "piles"), ON_TOP.values(), ids=list(ON_TOP))
def test_R7_5_scorer_on_top(rules: RuleSet, held: str, piles: list[tuple[str, str]]) -> None:
    assert holding(rules, held).piles("N") == expected(piles)


def test_R7_5_a_house_where_the_2_is_dear_still_buries_it_first() -> None:
    rules = house(CANADIAN, points={"K": 10, "Q": 5, "J": 4, "T": 3, "9": 3, "8": 2, "7": 1, "2": 20})
    table = holding(rules, "KS QS JS TS 9S 8S 7S 2S")
    assert table.piles("N") == expected([("KS QS JS TS 9S 8S", "2S 7S")])


def test_R7_5_a_house_where_the_2_scores_nothing_buries_it_as_any_other() -> None:
    rules = house(CANADIAN, points={"K": 30, "J": 1, "T": 1, "9": 1, "8": 1})
    table = holding(rules, "KS QS JS TS 9S 8S 2S")
    assert table.piles("N") == expected([("KS JS TS 9S 8S QS", "2S"), ("KS JS TS 9S 8S 2S", "QS")])


@pytest.mark.parametrize(
    ("held", "line", "wrong"),
    [
        ("AS KS QS JS TS 9S 2S", "N play QS KS", "KS"),
        ("AS KS QS JS TS 9S 2S", "N play AS 2S", "2S"),
        ("AS KS QS JS TS 9S 5S 2S", "N play QS 9S 2S", "2S"),  # the top must score: both others are needed below
        ("AS KS JS TS 5S 5C 2S", "N play 2S AS", "AS"),
        ("AS KS JS TS 5S 5C 2S", "N play AS JS", "JS"),
        ("AS KS QS JS TS 5S 5C 2S", "N play AS QS JS", "JS"),
        ("AS KS QS JS TS 5S 5C 2S", "N play QS 2S JS", "2S JS"),
    ],
)
def test_R7_5_scorer_on_top_refusals(held: str, line: str, wrong: str) -> None:
    refusal = holding(CANADIAN, held).refuse(line)
    assert (refusal.reason, refusal.rule) == (Reason.SCORER_BURIED, "R7.5")
    assert set(refusal.cards) == set(cards(wrong))


# R7.5, one-scorer. As sets of cards (any of them on top): how many score, and which others there are.
def one_scorer(scorers: str, others: str, size: int) -> set[Pile]:
    """Piles of ``size`` with at most one of ``scorers``."""
    sets = [frozenset(chosen) for chosen in combinations(cards(others), size)]
    sets += [frozenset((one, *rest)) for one in cards(scorers) for rest in combinations(cards(others), size - 1)]
    return {(top, pile - {top}) for pile in sets for top in pile}


def two_and_more(more: int, scorers: str, others: str) -> set[Pile]:
    """Piles of all ``others``, the 2, and ``more`` of the other scorers."""
    sets = [frozenset((*cards(others), *cards("2S"), *chosen)) for chosen in combinations(cards(scorers), more)]
    return {(top, pile - {top}) for pile in sets for top in pile}


ONE_SCORER = {
    "7, five score": (KING_PEDRO, one_scorer("AS KS JS TS 2S", "QS 9S", 2), 22),
    "7, none scores": (KING_PEDRO, one_scorer("", "QS 9S 8S 7S 6S 4S 3S", 2), 42),
    "7, six score": (KING_PEDRO, one_scorer("AS KS JS TS 5S 2S", "QS", 2), 12),
    "7, all score": (KING_PEDRO, two_and_more(1, "AS KS JS TS 5S 5C", ""), 12),
    "8, seven score": (KING_PEDRO, two_and_more(1, "AS KS JS TS 5S 5C", "QS"), 18),
    "8, six score": (KING_PEDRO, one_scorer("AS KS JS TS 5S 5C", "QS 9S", 3), 18),
    "9, seven score": (KING_PEDRO, two_and_more(1, "AS KS JS TS 5S 5C", "QS 9S"), 24),
    "10, six score": (KING_PEDRO, one_scorer("AS KS JS TS 5S 5C", "QS 9S 8S 7S", 5), 30),
    "11, seven score": (KING_PEDRO, two_and_more(1, "AS KS JS TS 5S 5C", "QS 9S 8S 7S"), 36),
    "12, seven score": (KING_PEDRO, two_and_more(1, "AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S"), 42),
    "13, six score": (KING_PEDRO, one_scorer("AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 4S 3S", 8), 48),
    "14": (KING_PEDRO, two_and_more(1, "AS KS JS TS 5S 5C", "QS 9S 8S 7S 6S 4S 3S"), 54),
    "7 of eight scorers, without the 2": (
        ONE_EIGHT,
        {(top, frozenset({low})) for top in cards("AS KS JS TS 9S 5S 5C") for low in cards("AS KS JS TS 9S 5S 5C")}
        - {(card, frozenset({card})) for card in cards("AS KS JS TS 9S 5S 5C")},
        42,
    ),
    "8, all score": (ONE_EIGHT, two_and_more(2, "AS KS JS TS 9S 5S 5C", ""), 63),
    "14 with eight scorers": (ONE_EIGHT, two_and_more(2, "AS KS JS TS 9S 5S 5C", "QS 8S 7S 6S 4S 3S"), 189),
}


@pytest.mark.parametrize(("rules", "piles", "count"), ONE_SCORER.values(), ids=list(ONE_SCORER))
def test_R7_5_one_scorer(rules: RuleSet, piles: set[Pile], count: int) -> None:
    held = {card for top, buried in piles for card in (top, *buried)}
    order = cards(TRUMPS)
    table = holding(rules, " ".join(card.text for card in order if card in held))
    assert table.piles("N") == piles
    assert len(piles) == count == len(table.legal("N"))


@pytest.mark.parametrize(
    ("held", "line", "low", "high"),
    [
        ("AS KS QS JS TS 9S 2S", "N play AS 2S", 0, 1),
        ("AS KS QS JS TS 9S 2S", "N play KS JS", 0, 1),
        ("AS KS QS JS TS 5S 2S", "N play KS JS", 1, 1),
        ("AS KS QS JS TS 5S 5C 2S", "N play AS KS 2S", 2, 2),
    ],
)
def test_R7_5_one_scorer_too_many(held: str, line: str, low: int, high: int) -> None:
    refusal = holding(KING_PEDRO, held).refuse(line)
    assert (refusal.reason, refusal.rule) == (Reason.TOO_MANY_SCORERS, "R7.5")
    assert (refusal.low, refusal.high) == (low, high)


@pytest.mark.parametrize(
    ("held", "line"), [("AS KS JS TS 5S 5C 2S", "N play AS KS"), ("AS KS QS JS TS 5S 5C 2S", "N play AS KS QS")]
)
def test_R7_5_one_scorer_without_the_2(held: str, line: str) -> None:
    refusal = holding(KING_PEDRO, held).refuse(line)
    assert (refusal.reason, refusal.rule) == (Reason.TWO_NOT_IN_PILE, "R7.5")
    assert refusal.cards == cards("2S")


def test_R7_5_one_scorer_may_lie_anywhere_in_the_pile() -> None:
    holding(KING_PEDRO, "AS KS QS JS TS 9S 2S").do("N play QS KS")
    holding(KING_PEDRO, "AS KS QS JS TS 9S 2S").do("N play KS QS")
    holding(KING_PEDRO, "AS KS JS TS 5S 5C 2S").do("N play 2S KS")


@pytest.mark.parametrize("name", ON_TOP)
def test_R7_5_tops_and_suggestion_scorer_on_top(name: str) -> None:
    rules, held, _ = ON_TOP[name]
    tops_agree(holding(rules, held))


@pytest.mark.parametrize("name", ONE_SCORER)
def test_R7_5_tops_and_suggestion_one_scorer(name: str) -> None:
    rules, piles, _ = ONE_SCORER[name]
    held = {card for top, buried in piles for card in (top, *buried)}
    tops_agree(holding(rules, " ".join(card.text for card in cards(TRUMPS) if card in held)))


def tops_agree(table: Table) -> None:
    choice = table.legal("N")
    assert isinstance(choice, PileChoice)
    piles = table.piles("N")
    low_to_high = tuple(reversed(cards(TRUMPS)))
    tops = choice.tops()
    assert tops == tuple(card for card in low_to_high if any(top is card for top, _ in piles))
    for top in tops:
        pile = choice.with_top(top)
        assert pile.top is top
        assert pile in choice
    assert choice.suggestion in choice
    assert choice.suggestion.top is tops[0]


def test_R7_6_buried_points_go_with_the_trick() -> None:
    """North buries the King under the 9 and East's ace takes it: 30 and the ace for East and West."""
    table = holding(KING_PEDRO, "KS QS JS TS 9S 8S 7S")  # East A 6 5 5c 4 3, South 2
    table.do("N play 9S KS, E play AS, S play 2S").play_out()
    taken = {one.card.text: (one.seat.value, one.side.value, one.buried) for one in view(table.state, None).captures}
    assert taken["KS"] == ("N", "EW", True)
    assert taken["AS"] == ("E", "EW", False)
    assert taken["2S"] == ("S", "NS", False)


def test_R7_6_the_buried_2_stays_with_who_played_it() -> None:
    """North buries the 2 under the jack and East's queen takes the trick."""
    table = holding(KING_PEDRO, "JS TS 9S 8S 7S 6S 2S")  # East A K Q 5 5c 4
    table.do("N play 9S 2S, E play QS, S play 3S").play_out()
    taken = {one.card.text: (one.seat.value, one.side.value, one.buried) for one in view(table.state, None).captures}
    assert taken["2S"] == ("N", "NS", True)
