"""Replays: everything afterwards, or what one seat saw and not a card more."""

import io
import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from bot.game.cards import DECK, SEATS, Card, Seat, Suit
from bot.game.record import GameRecord, read_record
from bot.game.recorder import write_record
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, RuleSet, house
from bot.game.state import GameState, HandState, Phase
from bot.present.words import words_for
from bot.tools.replay import game_of, replay, seat_of
from bot.tools.simulate import Plan, play_game, simulate
from bot.tools.unusable import Unusable
from tests.game.house_strategy import house_rules

WORDS = words_for("en")
RANDOM = ("random", "random", "random", "random")
SYMBOLS = dict(zip("♣♦♥♠", "CDHS", strict=True))
TURNED_UP = "Buried in piles and turned up now:"
TOOK = re.compile(r"^(North–South|East–West) took .*$", re.MULTILINE)


def game(rules: RuleSet, number: int, most_hands: int = 500) -> GameRecord:
    return read_record(write_record(play_game(Plan(number, rules, 1, RANDOM, most_hands=most_hands), number)))


def shown(record: GameRecord, hand: int | None = None, seat: Seat | None = None, *, colour: bool = False) -> str:
    file = io.StringIO()
    console = Console(
        file=file, width=80, force_terminal=colour, color_system="standard" if colour else None, highlight=False
    )
    replay(WORDS, console, record, hand, seat)
    return file.getvalue()


def cards_in(text: str) -> set[Card]:
    """Every card that stands in the text, alone (``10♥``) or in a suit's row (``♥H 10 5``)."""
    found = {f"{rank}{SYMBOLS[sign]}" for rank, sign in re.findall(r"(10|[2-9JQKA])([♣♦♥♠])(?!\w)", text)}
    for sign, ranks in re.findall(r"([♣♦♥♠])[CDHS]((?: (?:10|[2-9JQKA])\b)+)", text):
        found |= {f"{rank}{SYMBOLS[sign]}" for rank in ranks.split()}
    return {Card.parse(one.replace("10", "T")) for one in found}


def last_states(record: GameRecord) -> Iterator[tuple[int, HandState, GameState]]:
    """(hand, the hand as it was dealt, the state at its end) for each."""
    last: dict[int, GameState] = {}
    dealt: dict[int, HandState] = {}
    for number, place, _, _, _, after in record.states():
        assert after.hand is not None
        last[number] = after
        if place == 0:
            dealt[number] = after.hand
    for number, state in last.items():
        yield number, dealt[number], state


def seen_at_the_time(hand: HandState, dealt: HandState, seat: Seat) -> set[Card]:
    """What a seat saw until the hand's end: its own cards, its own pile, and the tops."""
    tops = {laid.cards[0] for trick in hand.tricks for laid in trick.laid} | {laid.cards[0] for laid in hand.laid}
    return {*dealt.hands[seat.place], *hand.drawn[seat.place], *tops}


def check_one_seat(record: GameRecord, seat: Seat) -> None:
    for number, dealt, state in last_states(record):
        assert state.hand is not None
        text = shown(record, number, seat)
        before, end, after = text.partition(TURNED_UP)
        if not end:
            before, after = TOOK.sub("", text), "".join(one.group() for one in TOOK.finditer(text))
        known = seen_at_the_time(state.hand, dealt, seat)
        over = state.phase in (Phase.DEAL, Phase.FINISHED)
        assert cards_in(before) <= known
        assert cards_in(after) <= (known | turned_up(state) if over else known)
        assert set(dealt.hands[seat.place]) <= cards_in(before)


def turned_up(state: GameState) -> set[Card]:
    """What everybody sees with a hand's summary: buried cards, and scoring ones that were thrown (R6.5, R7.4)."""
    hand = state.hand
    assert hand is not None
    points = state.rules.card_points(hand.trump) if hand.trump else {}
    thrown = {card for cards in hand.discards for card in cards or () if card in points}
    return thrown | {card for trick in hand.tricks for laid in trick.laid for card in laid.cards[1:]}


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: str(seat.value))
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_seat_is_never_shown_a_card_it_had_not_seen(rules: RuleSet, seat: Seat) -> None:
    for number in (1, 2, 3):
        check_one_seat(game(rules, number), seat)


@given(house_rules(), st.integers(0, 500), st.sampled_from(SEATS))
def test_neither_under_any_house_rules(rules: RuleSet, number: int, seat: Seat) -> None:
    check_one_seat(game(rules, number, most_hands=2), seat)


def test_the_law_above_would_notice_another_hand() -> None:
    record = game(CANADIAN, 1)
    number, dealt, state = next(last_states(record))
    assert state.hand is not None
    assert not cards_in(shown(record, number)) <= seen_at_the_time(state.hand, dealt, Seat.SOUTH)
    assert not cards_in(shown(record, number, Seat.WEST)) <= seen_at_the_time(state.hand, dealt, Seat.SOUTH)


def test_exchanging_cards_a_seat_could_not_see_changes_nothing_it_is_shown() -> None:
    """Two plain cards that two other seats were dealt and threw change places, all through the record."""
    exchanged = 0
    for number in range(1, 12):
        record = play_game(Plan(number, CANADIAN, 1, RANDOM, most_hands=1), number)
        (hand,) = record["hands"]
        thrown = {text[0]: text.split()[2:] for text in hand["actions"] if text[2:].startswith("discard")}
        for seat in SEATS:
            others = [cards for letter, cards in thrown.items() if letter != seat.value and cards]
            if len(others) < 2 or hand["result"]["declarer"] is None:
                continue
            one, other = others[0][0], others[1][0]
            text = write_record(record).replace(one, "??").replace(other, one).replace("??", other)
            changed = read_record(text)
            if changed.faults():
                continue  # one of the two is a trump after all, and had to be thrown in another way
            assert shown(changed, seat=seat) == shown(read_record(write_record(record)), seat=seat)
            assert shown(changed) != shown(read_record(write_record(record)))
            exchanged += 1
    assert exchanged > 10


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_everybody_sees_the_whole_pack_afterwards(rules: RuleSet) -> None:
    record = game(rules, 4)
    for number, _, state in last_states(record):
        assert state.hand is not None
        if state.hand.declarer is not None:
            assert cards_in(shown(record, number)) == set(DECK)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_it_is_plain_text_of_eighty_columns_where_nobody_looks_at_colours(rules: RuleSet) -> None:
    for number in range(1, 6):
        for seat in (None, Seat.WEST):
            text = shown(game(rules, number), seat=seat)
            assert "\x1b" not in text
            assert max(map(len, text.splitlines())) <= 80


def test_the_suits_have_four_colours_and_a_letter_each() -> None:
    text = shown(game(CANADIAN, 1), 1, colour=True)
    styles = {sign: set(re.findall(rf"\x1b\[([0-9;]+)m{sign}[CDHS] ", text)) for sign in SYMBOLS}
    assert all(len(style) == 1 for style in styles.values()), styles
    assert len({style.pop() for style in styles.values()}) == 4
    assert shown(game(CANADIAN, 1), 1) == re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_a_hand_of_the_game_alone() -> None:
    record = game(CANADIAN, 1)
    one = shown(record, 2)
    assert re.findall(r"^Hand (\d+)", one, re.MULTILINE) == ["2"]
    assert re.findall(r"^Hand (\d+)", shown(record), re.MULTILINE) == [str(n) for n in range(1, len(record.hands) + 1)]
    with pytest.raises(Unusable, match=rf"There is no hand 99 in this game; it has {len(record.hands)}\."):
        shown(record, 99)


def test_the_end_of_the_game_is_told_with_its_last_hand_alone() -> None:
    record = game(CANADIAN, 1)
    assert record.winner in ("NS", "EW")
    won = {"NS": "North–South", "EW": "East–West"}[record.winner] + " won the game."
    assert won in shown(record)
    assert won in shown(record, len(record.hands))
    assert "won the game" not in shown(record, 1)
    assert "The game was not played to its end." in shown(game(CANADIAN, 1, most_hands=1))


def test_a_record_that_breaks_off_is_shown_as_far_as_it_goes() -> None:
    record = play_game(Plan(1, CANADIAN, 1, RANDOM), 1)
    hand = record["hands"][1]
    hand["actions"] = [*hand["actions"][:3], "N play AS"]
    text = shown(read_record(json.dumps(record)))
    assert "Hand 2" in text
    assert "Hand 3" not in text
    assert "The game was not played to its end." in text


def test_names_that_a_terminal_would_obey_are_shown_as_they_are() -> None:
    record = play_game(Plan(1, CANADIAN, 1, RANDOM, most_hands=1), 1)
    record["players"]["N"] = "[red]\x1b[2J" + "x" * 100
    record["game"] = "[/]"
    text = shown(read_record(write_record(record)))
    assert "\x1b" not in text
    assert "North [red]" in text
    assert "King Pedro: [/]" in text


def test_house_rules_are_named() -> None:
    text = shown(game(house(CANADIAN, target=300, losing_score=-100), 1, most_hands=1))
    assert "Rules: canadian with target 300, losing_score -100" in text
    assert "Rules: king-pedro\n" in shown(game(KING_PEDRO, 1, most_hands=1))


def test_a_game_of_the_file_by_its_number() -> None:
    text = "".join(f"{line}\n" for line in simulate(Plan(3, CANADIAN, 1, RANDOM, most_hands=1))) + "no game\n"
    assert game_of(WORDS, "f", io.BytesIO(text.encode()), 3).game == "canadian-1-3"
    with pytest.raises(Unusable, match=r"^f:4: Not JSON from column 1 on;"):
        game_of(WORDS, "f", io.BytesIO(text.encode()), 4)
    with pytest.raises(Unusable, match=r"^There is no game 5 in f; it has 4\.$"):
        game_of(WORDS, "f", io.BytesIO(text.encode()), 5)
    with pytest.raises(Unusable, match=r"^There is no game 1 in f; it has 0\.$"):
        game_of(WORDS, "f", io.BytesIO(b""), 1)


def test_a_seat_by_its_letter() -> None:
    assert seat_of(WORDS, " s ") is Seat.SOUTH
    with pytest.raises(Unusable, match=r'^There is no seat "north"; seats are N, E, S and W\.$'):
        seat_of(WORDS, "north")


def test_trumps_are_named_in_words() -> None:
    record = game(CANADIAN, 1)
    names = {Suit.CLUBS: "♣ clubs", Suit.DIAMONDS: "♦ diamonds", Suit.HEARTS: "♥ hearts", Suit.SPADES: "♠ spades"}
    for number, _, state in last_states(record):
        assert state.hand is not None
        if state.hand.trump is not None:
            assert f"with {names[state.hand.trump]} as trumps." in shown(record, number)
