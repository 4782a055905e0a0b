"""Stepping through games that are over: every moment can be shown, fits a message, and tells no seat too much."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.cards import SEATS, Card, Seat
from bot.game.engine import RULES_VERSION
from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import Phase
from bot.game.view import view
from bot.moment import OPEN, TABLE, Step
from bot.past import record_of_game
from bot.present.faces import VERSION
from bot.present.replay import replay_page
from bot.present.spec import MOST_COMPONENTS, MOST_TEXT, Button, Menu, MessageSpec
from bot.present.words import words_for
from bot.replay import Replay, replay_of
from bot.saving import saved_seats
from bot.seats import Seating
from db.values import SavedEntry, SavedGame
from tests.game.house_strategy import house_rules
from tests.game.random_play import play_game
from tests.present.readable import EMOJIS, NO_EMOJIS
from tests.present.tables import EVERY_SEATING, FOUR_PEOPLE, HOST, LONG_NAMES

WORDS = words_for("en")
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
_CARD = re.compile(rf"<:{VERSION}_([2-9TJQKA][CDHS]):")


def saved_game(rules: RuleSet, seed: int, seating: Seating = FOUR_PEOPLE, *, hands: int = 3) -> SavedGame:
    """A random game, ended after so many hands where it is not over before."""
    steps = play_game(rules, random.Random(seed), most_hands=hands, wild=True)
    people = {seat: seating[seat.place].user_id for seat in SEATS}
    entries = tuple(
        SavedEntry(
            seq, step.seat.value if step.seat else None, str(step.action), "person" if step.seat else "table",
            people[step.seat] if step.seat else None, NOON + timedelta(seconds=seq),
        )
        for seq, step in enumerate(steps)
    )  # fmt: skip
    winner = steps[-1].after.winner
    return SavedGame(
        id=12, guild_id=1, channel_id=2, host_id=HOST, status="ended" if winner is None else "finished",
        rules=rules.to_json(), rules_version=RULES_VERSION, clock="normal", level="normal",
        dealer=steps[0].before.dealer.value, message_id=None, options={}, created_at=NOON, started_at=NOON,
        ended_at=NOON, winner=winner.value if winner else None, ending=None, seats=saved_seats(seating),
        entries=entries,
    )  # fmt: skip


def cards_on(page: MessageSpec) -> set[Card]:
    return {Card.parse(name) for name in _CARD.findall(page.text())}


def every_page(replay: Replay, user_id: int) -> Iterator[tuple[int, str, MessageSpec]]:
    own = replay.seat_of(user_id)
    for position in range(replay.last + 1):
        for sight in (TABLE, *([own.value] if own is not None else []), OPEN):
            yield position, sight, replay_page(WORDS, EMOJIS, replay.moment(position, sight, user_id))


def check(replay: Replay, user_id: int) -> None:
    """At each position: nothing beyond the seat's own view; every card of all four, where all hands are open."""
    own = replay.seat_of(user_id)
    for position, sight, page in every_page(replay, user_id):
        assert 1 + len(page.parts) + len(list(page.controls())) <= MOST_COMPONENTS
        assert len(page.text()) <= MOST_TEXT
        state, shown = replay.states[position], cards_on(page)
        assert state.hand is not None
        held = {card for cards in state.hand.hands for card in cards}
        if sight == OPEN:
            assert state.phase in (Phase.DEAL, Phase.FINISHED) or shown >= held
            continue
        seen = view(state, own if sight != TABLE else None)
        mine = {*seen.hand}
        if state.phase not in (Phase.DEAL, Phase.FINISHED):
            assert shown >= mine
            assert not shown & (held - mine)
            assert not shown & {*state.hand.stock}
            hidden = {card for cards in state.hand.discards for card in cards or ()}
            assert not shown & (hidden - {*(seen.discarded or ())})


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_moment_of_a_preset(rules: RuleSet) -> None:
    for seed, seating in enumerate(EVERY_SEATING.values()):
        replay = replay_of(saved_game(rules, seed, seating, hands=2))
        check(replay, 101)
        check(replay, 999)


@settings(deadline=None, max_examples=10)
@given(house_rules(), st.integers(0, 10_000))
def test_every_moment_of_house_rules(rules: RuleSet, seed: int) -> None:
    check(replay_of(saved_game(rules, seed, LONG_NAMES, hands=1)), 103)


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(list(PRESETS.values())), st.integers(0, 10_000))
def test_the_steps(rules: RuleSet, seed: int) -> None:
    """Forward reaches the end, back the start, over the same places; no step stands still before it is there."""
    replay = replay_of(saved_game(rules, seed))
    for on, back in ((Step.ON, Step.BACK), (Step.TRICK_ON, Step.TRICK_BACK), (Step.HAND_ON, Step.HAND_BACK)):
        way = [0]
        while way[-1] < replay.last:
            way.append(replay.step(way[-1], on))
            assert way[-1] > way[-2]
        assert replay.step(replay.last, on) == replay.last
        for here, before in zip(reversed(way), list(reversed(way))[1:], strict=False):
            assert replay.step(here, back) == before
        assert replay.step(0, back) == 0
    assert [replay.states[deal].phase for deal in replay.deals] == [Phase.AUCTION] * len(replay.deals)
    tricks = {mark for mark in replay.marks if replay.states[mark].phase is Phase.PLAY}
    assert all(not hand.laid for mark in tricks if (hand := replay.states[mark].hand) is not None)


def test_it_shows_what_the_record_tells() -> None:
    saved = saved_game(PRESETS["canadian"], 3, hands=40)
    replay, record = replay_of(saved), read_record(write_record(record_of_game(saved)))
    assert [after for *_, after in record.states()] == list(replay.states)
    assert replay.states[-1].winner is not None


def test_own_seat_is_the_persons_alone() -> None:
    """Not of a stranger, and not another's."""
    replay = replay_of(saved_game(PRESETS["canadian"], 3))
    assert replay.seat_of(102) is Seat.EAST
    assert replay.seat_of(999) is None
    for user_id, sight in ((999, "E"), (101, "E"), (101, "X"), (101, "")):
        with pytest.raises(ValueError, match="not a sight"):
            replay.moment(0, sight, user_id)
    for position in (-1, replay.last + 1):
        with pytest.raises(ValueError, match="not a position"):
            replay.moment(position, TABLE, 101)


def test_who_left_the_seat_still_had_it() -> None:
    replay = replay_of(saved_game(PRESETS["canadian"], 3, LONG_NAMES))
    assert replay.seat_of(104) is Seat.WEST


def test_a_long_game_has_a_menu_around_the_hand() -> None:
    replay = replay_of(saved_game(PRESETS["canadian"], 3, hands=60))
    assert len(replay.deals) > 25, "the seed's game is too short for this test"
    for number, deal in enumerate(replay.deals, 1):
        page = replay_page(WORDS, NO_EMOJIS, replay.moment(deal, OPEN, 101))
        (menu,) = [control for control in page.controls() if isinstance(control, Menu)]
        assert len(menu.options) == 25
        assert [option.value for option in menu.options if option.chosen] == [str(number)]


def test_nothing_to_press_at_the_ends() -> None:
    replay = replay_of(saved_game(PRESETS["canadian"], 3))
    for position, gone in ((0, {"back", "trick-back", "hand-back"}), (replay.last, {"on", "trick-on", "hand-on"})):
        page = replay_page(WORDS, NO_EMOJIS, replay.moment(position, TABLE, 101))
        disabled = {
            control.control.argument.partition(".")[2]
            for control in page.controls()
            if isinstance(control, Button) and control.disabled
        }
        assert disabled == gone | {"here"}
