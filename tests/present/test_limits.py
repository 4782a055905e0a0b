"""Discord's limits at their worst: sixteen cards, fourteen trumps, all bids, the longest names, the longest games.

A MessageSpec refuses what Discord would refuse, so that a page is made at all is half of each test.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.game.actions import PASS, Bid, Deal, Discard, NameTrump
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, trumps
from bot.game.engine import apply, new_game
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, TrumpDiscard, house
from bot.game.state import GameState, HandResult, SidePoints
from bot.game.view import PlayerView, view
from bot.moment import Review, TurningPoint
from bot.players.player import Decision, Why
from bot.players.reasons import Idea
from bot.players.registry import LEVELS
from bot.present.boards import ORDERS, PAIRS, Board, BoardLine, BoardQuery, board
from bot.present.draft import Draft
from bot.present.lobby import lobby, options, robots
from bot.present.more import leave_question, more, rules_page, score_sheet
from bot.present.panel import bid_modal_words, panel
from bot.present.review import advice_note, review_page
from bot.present.rules_line import HOUSE_RULES, offered
from bot.present.spec import MOST_COMPONENTS, MOST_TEXT, Menu, MessageSpec
from bot.present.stats import Companion, Level, Stats, stats
from bot.present.summary import game_over, summary
from bot.present.table import table, table_ended, turn_call
from bot.present.words import words_for
from bot.seats import NOBODY, Occupant, Seating
from tests.present.readable import EMOJIS, NO_EMOJIS
from tests.present.tables import WIDE, info_of, lobby_of

WORDS = words_for("en")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HUGE = (1 << 63) - 1
WIDEST: Seating = (
    Occupant(HUGE, WIDE),
    Occupant(HUGE - 1, WIDE, robot="normal"),
    Occupant(HUGE - 2, "*" * 32),
    Occupant(HUGE - 3, WIDE),
)
EVERY_RULES = [*PRESETS.values(), house(CANADIAN, trump_discard="to-six"), house(CANADIAN, all_pass="dealer-forced")]


def sizes(page: MessageSpec) -> tuple[int, int]:
    return 1 + len(page.parts) + len(list(page.controls())), len(page.text())


def with_trumps(rules: RuleSet, seat: Seat, suit: Suit) -> GameState:
    """A game in which ``seat``, on the dealer's left, is dealt as many trumps as it can get, and the kitty the rest."""
    places = [
        place for place in range(4 * rules.deal_size) if place // rules.deal_packet % 4 == 0
    ]  # the first packets go to the dealer's left
    places += [*range(4 * rules.deal_size, 52)]
    deck: list[Card | None] = [None] * 52
    for place, card in zip(places, trumps(suit), strict=False):
        deck[place] = card
    others = iter(card for card in DECK if card not in deck)
    return apply(new_game(rules, SEATS[seat.place - 1]), None, Deal(tuple(card or next(others) for card in deck)))


def to_discard(rules: RuleSet, suit: Suit) -> GameState:
    """North has won the auction and named the suit of its trumps."""
    state = with_trumps(rules, Seat.NORTH, suit)
    state = apply(state, Seat.NORTH, Bid(rules.total))
    return apply(state, Seat.NORTH, NameTrump(suit))


def to_play(rules: RuleSet, suit: Suit) -> GameState:
    state = to_discard(rules, suit)
    for seat in SEATS:
        legal = view(state, seat).legal
        assert isinstance(legal, DiscardChoice)
        state = apply(state, seat, Discard(legal.suggestion.cards))
    return state


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.based_on or rules.name)
@pytest.mark.parametrize("emojis", [EMOJIS, NO_EMOJIS], ids=["emojis", "text"])
def test_sixteen_cards(rules: RuleSet, emojis: object) -> None:
    used = EMOJIS if emojis is EMOJIS else NO_EMOJIS
    state = to_discard(rules, Suit.SPADES)
    seen = view(state, Seat.NORTH)
    assert len(seen.hand) == rules.deal_size + rules.second_deal + rules.kitty_size
    for page in (
        panel(WORDS, used, seen, info_of(state, WIDEST, game=HUGE, seq=HUGE)),
        table(WORDS, used, view(state, None), info_of(state, WIDEST, game=HUGE, seq=HUGE)),
        turn_call(WORDS, seen, info_of(state, WIDEST, game=HUGE, seq=HUGE)),
    ):
        components, text = sizes(page)
        assert components <= MOST_COMPONENTS
        assert text <= MOST_TEXT


def test_sixteen_plain_cards_and_a_choice_of_six() -> None:
    state = with_trumps(CANADIAN, Seat.NORTH, Suit.SPADES)
    state = apply(state, Seat.NORTH, Bid(CANADIAN.total))
    state = apply(state, Seat.NORTH, NameTrump(Suit.DIAMONDS))
    seen = view(state, Seat.NORTH)
    page = panel(WORDS, EMOJIS, seen, info_of(state, WIDEST, game=HUGE, seq=HUGE))
    (menu,) = [control for control in page.controls() if isinstance(control, Menu)]
    assert len(menu.options) == 16 - sum(card in trumps(Suit.DIAMONDS) for card in seen.hand)


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO], ids=["canadian", "king-pedro"])
@pytest.mark.parametrize("emojis", [EMOJIS, NO_EMOJIS], ids=["emojis", "text"])
def test_fourteen_trumps(rules: RuleSet, emojis: object) -> None:
    """R7.4: a pile of nine, under every top it may have."""
    used = EMOJIS if emojis is EMOJIS else NO_EMOJIS
    state = to_play(rules, Suit.SPADES)
    seen, info = view(state, Seat.NORTH), info_of(state, WIDEST, game=HUGE, seq=HUGE)
    assert isinstance(seen.legal, PileChoice)
    assert (len(seen.hand), seen.legal.size) == (14, 9)
    for top in seen.legal.tops():
        longest = "x" * 300
        page = panel(WORDS, used, seen, info, Draft(seen.legal.with_top(top).buried, top), longest)
        assert sizes(page)[0] <= MOST_COMPONENTS - 5


@pytest.mark.parametrize("emojis", [EMOJIS, NO_EMOJIS], ids=["emojis", "text"])
@pytest.mark.parametrize("idea", Idea)
def test_the_longest_hints(idea: Idea, emojis: object) -> None:
    """A pile of nine, ten plain cards to throw, all bids and one more; with a note, and the longest names."""
    used = EMOJIS if emojis is EMOJIS else NO_EMOJIS
    piled, bidding = to_play(CANADIAN, Suit.SPADES), with_trumps(CANADIAN, Seat.NORTH, Suit.SPADES)
    plain = apply(apply(bidding, Seat.NORTH, Bid(CANADIAN.total)), Seat.NORTH, NameTrump(Suit.DIAMONDS))
    for state in (piled, bidding, plain):
        seen, info = view(state, Seat.NORTH), info_of(state, WIDEST, game=HUGE, seq=HUGE)
        action = Bid(33) if isinstance(seen.legal, tuple) else seen.legal.suggestion
        hint = Decision(action, Why(idea, seen.hand, 100))
        page = panel(WORDS, used, seen, info, note="x" * 300, hint=hint)
        assert sizes(page)[0] <= MOST_COMPONENTS - 5
        assert sizes(page)[1] <= MOST_TEXT - 1000


def test_the_end_of_a_game_full_of_hints() -> None:
    state = to_play(CANADIAN, Suit.SPADES)
    info = info_of(state, WIDEST, game=HUGE, seq=HUGE, hinted=(HUGE, HUGE, HUGE, HUGE))
    assert sizes(game_over(WORDS, EMOJIS, a_long_game(state, 400), info))[1] < 2000


def test_fourteen_trumps_to_come_down_to_six() -> None:
    state = to_discard(house(CANADIAN, trump_discard=TrumpDiscard.TO_SIX), Suit.HEARTS)
    page = panel(WORDS, EMOJIS, view(state, Seat.NORTH), info_of(state, WIDEST, game=HUGE, seq=HUGE))
    (menu,) = [control for control in page.controls() if isinstance(control, Menu)]
    assert (len(menu.options), menu.fewest, menu.most) == (14, 8, 8)


@pytest.mark.parametrize(("rules", "bids"), [(CANADIAN, 38), (KING_PEDRO, 15), (UKRAINIAN_CANADIAN, 56)])
def test_all_bids(rules: RuleSet, bids: int) -> None:
    """R4.2: from the lowest to the highest all can be had, some in one press, the others through the form."""
    state = with_trumps(rules, Seat.NORTH, Suit.SPADES)
    for lowest in range(rules.bid_min, rules.total + 1):
        if lowest > rules.bid_min:
            state = with_trumps(rules, Seat.NORTH, Suit.SPADES)
            state = apply(state, Seat.NORTH, Bid(lowest - 1))
        seen = view(state, state.to_act[0])
        assert len([action for action in seen.legal if isinstance(action, Bid)]) == rules.total - lowest + 1
        panel(WORDS, EMOJIS, seen, info_of(state, WIDEST, game=HUGE, seq=HUGE))
        title, label, placeholder = bid_modal_words(WORDS, seen)
        assert 1 <= len(title) <= 45
        assert 1 <= len(label) <= 45
        assert 1 <= len(placeholder) <= 100
    assert rules.total - rules.bid_min + 1 == bids


def test_the_longest_auction() -> None:
    """Two bid against each other point by point, while two pass again and again (R4.3)."""
    state = with_trumps(CANADIAN, Seat.NORTH, Suit.SPADES)
    for amount in range(7, 44, 2):
        state = apply(state, Seat.NORTH, Bid(amount))
        state = apply(state, Seat.EAST, Bid(amount + 1))
        if amount < 41:
            state = apply(apply(state, Seat.SOUTH, PASS), Seat.WEST, PASS)
        else:
            break
    page = table(WORDS, EMOJIS, view(state, None), info_of(state, WIDEST, game=HUGE, seq=HUGE))
    assert max(len(line) for line in page.text().splitlines()) < 120


def a_long_game(state: GameState, hands: int) -> PlayerView:
    """A finished game of so many hands, with scores as far down as they go."""
    results = tuple(
        HandResult(Seat.NORTH, Seat.EAST if number % 3 else None, 44, Suit.SPADES, SidePoints(0, 44),
                   SidePoints(-44 * number, -44 * number))
        for number in range(1, hands)
    )  # fmt: skip
    last = HandResult(Seat.NORTH, Seat.SOUTH, 44, Suit.SPADES, SidePoints(44, 0), SidePoints(200, -1760))
    done = state._replace(results=(*results, last), winner=Seat.NORTH.side, score=last.score)
    return view(done, None)


@pytest.mark.parametrize("hands", [1, 40, 400])
def test_long_games(hands: int) -> None:
    state = to_play(CANADIAN, Suit.SPADES)
    seen, info = a_long_game(state, hands), info_of(state, WIDEST, game=HUGE, seq=HUGE)
    assert sizes(game_over(WORDS, EMOJIS, seen, info))[1] < 2000
    assert sizes(score_sheet(WORDS, seen, info))[1] < MOST_TEXT
    summary(WORDS, EMOJIS, seen, info)
    for line in score_sheet(WORDS, seen, info).text().splitlines():
        assert len(line) <= 30, "wider than a phone's code block"


@pytest.mark.parametrize("rules", EVERY_RULES, ids=lambda rules: rules.based_on or rules.name)
def test_everything_around_the_game(rules: RuleSet) -> None:
    info = lobby_of(rules, WIDEST)
    lobby(WORDS, info)
    options(WORDS, info, LEVELS)
    options(WORDS, lobby_of(rules, NOBODY), LEVELS)
    robots(WORDS, lobby_of(rules, NOBODY), LEVELS)
    rules_page(WORDS, rules)
    state = to_play(rules, Suit.CLUBS)
    around = info_of(state, WIDEST, game=HUGE, seq=HUGE)
    seen = view(state, Seat.EAST)
    for page in (more(WORDS, seen, around), leave_question(WORDS, seen, around), table_ended(WORDS, around, "host")):
        assert sizes(page)[0] <= MOST_COMPONENTS


def test_house_rules_offered_make_a_game() -> None:
    """Whatever the options offer, in any order, is accepted by the rules."""
    for start in PRESETS.values():
        for field in HOUSE_RULES:
            for value in offered(start, field):
                changed = house(start, **{field: value})
                assert getattr(changed, field) is not None or value is None
                for other in HOUSE_RULES:
                    for following in offered(changed, other):
                        house(changed, **{other: following})


def test_boards() -> None:
    def line(rank: int, *people: int) -> BoardLine:
        who = tuple((one, WIDE) for one in people)
        return BoardLine(rank, who, HUGE, HUGE, HUGE, HUGE, HUGE, HUGE, HUGE, 1)

    for order in ORDERS:
        two = order == PAIRS
        lines = tuple(line(HUGE, HUGE - n, *([HUGE - n - 20] if two else [])) for n in range(10))
        for own in (line(HUGE, 7, *([8] if two else [])), None):
            page = board(WORDS, Board(BoardQuery("e", "m", order, HUGE), lines, HUGE, 7, own, HUGE, HUGE))
            assert sizes(page)[0] <= MOST_COMPONENTS
            assert sizes(page)[1] < MOST_TEXT
    who, most = Companion(WIDE, HUGE, HUGE), tuple(Level(low, HUGE, HUGE) for low in (0, 30, 40, 50))
    figures = Stats(
        WIDE, HUGE, HUGE, HUGE, HUGE, HUGE, HUGE, HUGE, HUGE, NOON, who, who, who, most, (0, 30, 40, 50), 61.94, 61.94,
        HUGE, 86399.9, (HUGE,) * 100,
    )  # fmt: skip
    assert sizes(stats(WORDS, figures, b"picture"))[1] < 2000


@pytest.mark.parametrize("emojis", [EMOJIS, NO_EMOJIS], ids=["emojis", "text"])
@pytest.mark.parametrize("idea", Idea)
def test_the_longest_review(idea: Idea, emojis: object) -> None:
    """Nothing but piles of nine, and throwing ten."""
    used = EMOJIS if emojis is EMOJIS else NO_EMOJIS
    for state in (to_play(CANADIAN, Suit.SPADES), to_discard(CANADIAN, Suit.SPADES)):
        seen = view(state, Seat.NORTH)
        assert not isinstance(seen.legal, tuple)
        action = seen.legal.suggestion
        advice = Decision(action, Why(idea, seen.hand, 100), gain=199.9)
        points = tuple(TurningPoint(position, 100, seen, action, advice) for position in range(20))
        page = review_page(WORDS, used, Review(HUGE, Seat.NORTH, HUGE, points))
        assert sizes(page)[0] <= MOST_COMPONENTS - 10
        assert sizes(page)[1] <= MOST_TEXT - 500
        assert len(advice_note(WORDS, used, points[0])) < 700
