"""worlds.sample: a world that fits a view, that the rules could have led to, and with every card where it may be."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from math import comb, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import Action, Deal, Discard, Play
from bot.game.cards import SEATS, Card, Seat, trumps
from bot.game.engine import apply, new_game
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, RuleSet, house
from bot.game.state import GameState, HandState, Phase
from bot.game.view import PlayerView, view
from bot.game.worlds import sample
from tests.game.house_strategy import house_rules
from tests.game.random_play import play_game
from tests.game.table_text import Table, cards

SURPLUS = house(CANADIAN, trump_discard="surplus")
TO_SIX = house(CANADIAN, trump_discard="to-six")
WATCHERS: tuple[Seat | None, ...] = (*SEATS, None)
Moves = list[tuple[Seat | None, Action]]


def check_world(start: GameState, moves: Moves, state: GameState, watcher: Seat | None, rng: random.Random) -> None:
    """One sampled world: it looks the same from where it was made, and its deal replays legally to it."""
    seen = view(state, watcher)
    world = sample(seen, rng)
    assert view(world, watcher) == seen
    assert world.hand is not None
    again = start
    for seat, action in moves:
        again = apply(again, seat, in_world(world.hand, seat, action))
    assert again == world


def in_world(hand: HandState, seat: Seat | None, action: Action) -> Action:
    """What this seat did in the sampled world where it did ``action`` in the true one."""
    if seat is None:
        return Deal(hand.deck)
    if isinstance(action, Discard):
        thrown = hand.discards[seat.place]
        assert thrown is not None
        return Discard(thrown)
    if isinstance(action, Play):
        laid = [one for trick in hand.tricks for one in trick.laid] + list(hand.laid)
        return next(Play(one.cards) for one in laid if one.seat is seat and one.cards[0] is action.top)
    return action


def check_game(rules: RuleSet, seed: int, *, share: float, most_hands: int) -> None:
    rng = random.Random(seed)
    moves: Moves = []
    start = new_game(rules, Seat.NORTH)
    for step in play_game(rules, rng, most_hands=most_hands, wild=seed % 4 == 0):
        if step.seat is None:
            start, moves = step.before, []
        moves.append((step.seat, step.action))
        if step.after.phase in (Phase.DEAL, Phase.FINISHED):
            continue
        for watcher in WATCHERS:
            if rng.random() < share:
                check_world(start, moves, step.after, watcher, rng)


EVERY = [*PRESETS.values(), SURPLUS, TO_SIX]
NAMES = [*PRESETS, "surplus", "to-six"]


@pytest.mark.parametrize("batch", range(2))
@pytest.mark.parametrize("rules", EVERY, ids=NAMES)
def test_a_world_fits_the_view_and_replays_to_itself(rules: RuleSet, batch: int) -> None:
    for seed in range(4 * batch, 4 * batch + 4):
        check_game(rules, seed, share=0.12, most_hands=8)


@given(rules=house_rules(), seed=st.integers(0, 10**6))
@settings(max_examples=50)
def test_a_world_fits_under_house_rules(rules: RuleSet, seed: int) -> None:
    check_game(rules, seed, share=0.15, most_hands=2)


@pytest.mark.parametrize("rules", EVERY, ids=NAMES)
@pytest.mark.parametrize("tries", [0, 2])
def test_a_world_is_found_by_search_where_lots_are_unlucky(
    rules: RuleSet, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.game.holdings._TRIES", tries)
    for seed in range(3):
        check_game(rules, seed, share=0.05, most_hands=6)


def test_there_is_no_world_before_the_first_deal_and_after_a_hand() -> None:
    for state in (new_game(CANADIAN, Seat.NORTH), Table(CANADIAN).do("N pass, E pass, S pass, W pass").state):
        with pytest.raises(ValueError, match="no hand"):
            sample(view(state, Seat.NORTH), random.Random(1))


def test_the_same_luck_gives_the_same_world_and_other_luck_another() -> None:
    seen = view(Table(CANADIAN).state, Seat.NORTH)
    assert sample(seen, random.Random(5)) == sample(seen, random.Random(5))
    assert sample(seen, random.Random(5)) != sample(seen, random.Random(6))


# ------------------------------------------------------------- every card everywhere it may be


def where(hand: HandState) -> Iterator[tuple[Card, str]]:
    """Each card of a world and the place it lies in; a buried card's place is its seat's pile."""
    for card in hand.stock:
        yield card, "stock"
    for seat in SEATS:
        for card in hand.hand(seat):
            yield card, f"{seat.value} hand"
        for card in hand.discards[seat.place] or ():
            yield card, f"{seat.value} thrown"
        for card in hand.thrown_in[seat.place]:
            yield card, f"{seat.value} laid down"
        for card in hand.drawn[seat.place]:
            yield card, f"{seat.value} drawn"
    for laid in (*(one for trick in hand.tricks for one in trick.laid), *hand.laid):
        for card in laid.cards[1:]:
            yield card, f"{laid.seat.value} buried"


def sampled(seen: PlayerView, times: int = 400) -> dict[Card, set[str]]:
    """All the places each card was found in, over many worlds."""
    rng = random.Random(1)
    found: dict[Card, set[str]] = defaultdict(set)
    for _ in range(times):
        world = sample(seen, rng)
        assert world.hand is not None
        for card, place in where(world.hand):
            found[card].add(place)
    return found


def places(found: dict[Card, set[str]], text: str) -> list[str]:
    """The places that all of these cards, alike, were found in."""
    (first, *others) = [found[card] for card in cards(text)]
    assert all(one == first for one in others)
    return sorted(first)


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_during_the_auction_an_unseen_card_may_lie_anywhere(rules: RuleSet) -> None:
    table = Table(rules, "N AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S").do("N pass")
    found = sampled(view(table.state, Seat.NORTH))
    unseen = [card for card in table.hand.deck if card not in table.hand.hand(Seat.NORTH)]
    assert len(unseen) == 40
    for card in unseen:
        assert found[card] == {"E hand", "S hand", "W hand", "stock"}
    for card in table.hand.hand(Seat.NORTH):
        assert found[card] == {"N hand"}


def test_a_spectator_places_all_cards_anywhere() -> None:
    found = sampled(view(Table(UKRAINIAN_CANADIAN).state, None))
    assert len(found) == 52
    assert all(places == {"N hand", "E hand", "S hand", "W hand", "stock"} for places in found.values())


def test_the_kitty_taken_is_somewhere_in_the_declarers_hand() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S").do("N pass, E bid 44")
    found = sampled(view(table.state, Seat.NORTH))
    assert places(found, "2C 5D AH") == ["E drawn", "E hand", "S hand", "W hand"]


FOUR_TRUMPS_EACH = """
N AS 9S 5S
E KS 8S 5C 2S
S QS 7S 4S
W JS 6S TS 3S
"""


@pytest.mark.parametrize("rules", [CANADIAN, KING_PEDRO])
def test_a_discard_that_was_answered_may_hold_any_plain_card(rules: RuleSet) -> None:
    """East has answered and South has not: any unseen card may be in a hand, any plain one among East's thrown."""
    table = Table(rules, FOUR_TRUMPS_EACH, trump="S").contract("W", 30)
    table.do(f"E {table.listed('E')[0]}")
    found = sampled(view(table.state, Seat.NORTH), 600)
    mine = table.hand.hand(Seat.NORTH)
    plain = [card for card in table.hand.deck if card not in trumps_of(table) and card not in mine]
    for card in plain:
        assert found[card] == {"E hand", "E thrown", "S hand", "W hand", "W drawn"}
    assert places(found, "KS QS JS") == ["E hand", "S hand", "W drawn", "W hand"]


def test_R6_4_an_answered_discard_may_hold_surplus_trumps() -> None:
    """North holds no trump, so that East often has seven or more in the sampled worlds."""
    text = "N 2H 3H 4H 6H 7H 8H 9H TH JH QH KH AH\nE AS KS QS JS TS 9S 8S 7S\nS 6S 5S 5C\nW 4S 3S 2S"
    table = Table(KING_PEDRO, text, trump="S").contract("W", 30)
    table.do(f"E {table.listed('E')[0]}")
    found = sampled(view(table.state, Seat.NORTH), 1500)
    for card in cards("QS 9S 8S 7S 6S 4S 3S"):
        assert "E thrown" in found[card]
    for card in cards("AS KS JS TS 5S 5C 2S"):
        assert "E thrown" not in found[card]


def trumps_of(table: Table) -> tuple[Card, ...]:
    assert table.hand.trump is not None
    return trumps(table.hand.trump)


def test_after_the_discard_a_hidden_trump_is_in_a_hand_and_a_plain_card_anywhere() -> None:
    table = Table(CANADIAN, FOUR_TRUMPS_EACH, trump="S").contract("W", 30).throw()
    found = sampled(view(table.state, Seat.NORTH), 800)
    for text in "KS QS JS TS 8S 7S 6S 5C 4S 3S 2S".split():
        assert {place for place in found[Card.parse(text)] if "drawn" not in place} == {"E hand", "S hand", "W hand"}
    mine = {*table.hand.hand(Seat.NORTH), *(table.hand.discards[0] or ())}
    anywhere = {f"{seat} {place}" for seat in "ESW" for place in ("hand", "thrown")} | {"W drawn"}
    for card in table.hand.deck:
        if card not in mine and card not in trumps_of(table):
            assert found[card] == anywhere


def test_who_is_up_holds_and_has_thrown_only_plain_cards() -> None:
    table = Table(CANADIAN, "N AS KS QS JS TS 9S\nE 8S 7S 6S 5S 5C 4S\nS 3S 2S", trump="S").contract("N", 30).throw()
    seen = view(table.state, Seat.NORTH)
    rng = random.Random(1)
    for _ in range(100):
        world = sample(seen, rng)
        assert world.hand is not None
        west = {*world.hand.thrown_in[3], *(world.hand.discards[3] or ())}
        assert len(west) == 12
        assert not west & set(trumps_of(table))
        for seat in (Seat.EAST, Seat.SOUTH):
            assert set(world.hand.hand(seat)) & set(trumps_of(table))


def test_R7_5_under_a_pile_any_trump_may_lie_that_the_rules_let_be_buried() -> None:
    """East buried two under the 8: no scorer, for he has cards enough, and not one that North or the table shows."""
    text = "N KS 9S 3S\nE AS QS JS TS 8S 7S 6S 5S\nS 5C 4S\nW 2S"
    table = Table(CANADIAN, text, trump="S").contract("N", 30).throw()
    table.do("N play 3S, E play 8S QS 7S, S play 4S, W play 2S")
    found = sampled(view(table.state, Seat.NORTH), 800)
    assert {card.text for card, places in found.items() if "E buried" in places} == {"QS", "7S", "6S"}
    assert places(found, "QS 7S 6S") == ["E buried", "E hand", "S hand"]  # West has played his only trump or holds more
    assert places(found, "AS JS TS 5S 5C") == ["E hand", "S hand"]


def test_R7_5_one_scorer_may_lie_under_a_pile() -> None:
    text = "N KS 9S 3S\nE AS QS JS TS 8S 7S 6S 5S\nS 5C 4S\nW 2S"
    table = Table(KING_PEDRO, text, trump="S").contract("N", 30).throw()
    table.do("N play 3S, E play 8S QS 7S, S play 4S, W play 2S")
    found = sampled(view(table.state, Seat.NORTH), 1500)
    assert {card.text for card, places in found.items() if "E buried" in places} == set(
        "AS QS JS TS 7S 6S 5S 5C".split()
    )


@pytest.mark.parametrize(
    ("rules", "discard", "thrown"),
    [
        (KING_PEDRO, "2H 3H 4H 6H 7S 6S", "8S 7S 6S 4S"),
        (TO_SIX, "2H 3H 4H 6H AS 6S", "AS JS TS 8S 7S 6S 5S 5C 4S"),
        (CANADIAN, "2H 3H 4H 6H", ""),
    ],
)
def test_R6_4_R6_5_trumps_may_have_been_thrown(rules: RuleSet, discard: str, thrown: str) -> None:
    """East threw six: some of them may be trumps where the rules let trumps go."""
    text = "N KS QS 9S 3S 2S\nE AS JS TS 8S 7S 6S 5S 4S 2H 3H 4H 6H\nS 5C"
    table = Table(rules, text, trump="S").contract("N", 30)
    table.do(f"E discard {discard}").throw()
    found = sampled(view(table.state, Seat.NORTH), 1500)
    seen = {card.text for card, places in found.items() if "E thrown" in places and card in trumps_of(table)}
    assert seen == set(thrown.split())


# ------------------------------------------------------------- and each deal as likely as another


def counted(table: Table, times: int) -> Counter[tuple[int, ...]]:
    """How often North's worlds give East, South and West so many trumps in hand."""
    seen, rng = view(table.state, Seat.NORTH), random.Random(1)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(times):
        world = sample(seen, rng)
        assert world.hand is not None
        found[tuple(len(set(world.hand.hand(seat)) & set(trumps_of(table))) for seat in SEATS[1:])] += 1
    return found


def check_counts(found: Counter[tuple[int, ...]], ways: dict[tuple[int, ...], float]) -> None:
    """Each share was found about as often as it has ways, and no other share at all."""
    assert set(found) <= set(ways)
    for share, number in ways.items():
        expected = found.total() * number / sum(ways.values())
        assert abs(found[share] - expected) <= 4 * sqrt(expected) + 1


def test_shares_of_trumps_are_as_likely_as_the_deals_they_come_from() -> None:
    """North has seen 16 cards and holds six trumps; of 36 others eight are trumps, twelve cards and one to six each.

    A share (e, s, w) comes from C(12, e) C(12, s) C(12, w) deals.
    """
    text = "N AS KS QS JS TS 9S\nE 8S 7S 6S\nS 5S 5C 4S\nW 3S 2S"
    table = Table(CANADIAN, text, trump="S").contract("N", 30).throw()
    shares = [share for share in product(range(1, 7), repeat=3) if sum(share) == 8]
    check_counts(counted(table, 4000), {(e, s, w): comb(12, e) * comb(12, s) * comb(12, w) for e, s, w in shares})


def test_a_plain_card_seen_makes_a_short_trump_hand_likelier() -> None:
    """West, who declares, led a plain card and East played one; North and South played trumps.

    Eight trumps are unseen, one to five with each. A share (e, s, w) comes from C(11, e) C(11, s) C(15, w) deals; in
    (6 - e) of (12 - e) cases East has kept the plain card he was to play, West in (6 - w) of (16 - w).
    """
    text = "N AS KS QS JS TS\nE 9S 8S 7S 2D\nS 6S 5S 5C\nW 4S 3S 2S 2H"
    table = Table(CANADIAN, text, trump="S", dealer="S").contract("W", 30).throw()
    table.do("W play 2H, N play TS, E play 2D, S play 6S")
    shares = [share for share in product(range(1, 6), repeat=3) if sum(share) == 8]
    deals = {(e, s, w): comb(11, e) * comb(11, s) * comb(15, w) for e, s, w in shares}
    check_counts(
        counted(table, 4000),
        {(e, s, w): deals[e, s, w] * (6 - e) / (12 - e) * (6 - w) / (16 - w) for e, s, w in shares},
    )
