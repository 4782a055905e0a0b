"""RULES.md: it has every number the code cites, its tables are the presets', and its example is a real hand."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game.actions import Discard, Play
from bot.game.cards import SEATS, Card, Seat, Side, Suit
from bot.game.record import GameRecord, read_record
from bot.game.rules import CANADIAN, CHANGEABLE, KING_PEDRO, PRESETS, UKRAINIAN_CANADIAN, house
from bot.game.scoring import captures
from bot.game.state import GameState, Phase
from bot.game.terms import Reason

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "RULES.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "rules_example.jsonl"
NUMBER = r"R(?:10|[1-9])\.\d+"
SUIT_OF = dict(zip("♣♦♥♠", Suit, strict=True))
SEAT_OF = {"North": Seat.NORTH, "East": Seat.EAST, "South": Seat.SOUTH, "West": Seat.WEST}


def rows(heading: str) -> list[list[str]]:
    """The cells of the first table behind these words, without its head."""
    behind = PAGE[PAGE.index(heading) :]
    table = re.search(r"^( *\|.*\n)+", behind, re.MULTILINE)
    assert table, heading
    lines = [line.strip().strip("|") for line in table[0].splitlines()]
    return [[cell.strip() for cell in line.split("|")] for line in lines[2:]]


def card(text: str) -> Card:
    return Card.parse(text[:-1].replace("10", "T") + SUIT_OF[text[-1]].value)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(one) for one in text.split())


def dealt(row: list[str]) -> set[Card]:
    return {card(rank + sign) for sign, ranks in zip("♠♥♣♦", row[1:], strict=True) for rank in ranks.split()}


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return read_record(EXAMPLE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def states(record: GameRecord) -> list[GameState]:
    """The states after the deal and after each action."""
    return [after for *_, after in record.states()]


def cited() -> Iterator[tuple[str, str]]:
    within = [path for folder in ("bot", "cogs", "db", "tests") for path in sorted((ROOT / folder).rglob("*"))]
    for path in [*sorted(ROOT.glob("*.md")), *within]:
        if path.suffix in (".py", ".po", ".md", ".txt"):
            for number in re.findall(rf"\b{NUMBER}\b", path.read_text(encoding="utf-8")):
                yield number, str(path.relative_to(ROOT))


def test_every_rule_that_is_cited_is_on_the_page() -> None:
    defined = set(re.findall(rf"^- \*\*({NUMBER})\*\* ", PAGE, re.MULTILINE))
    assert {number: place for number, place in cited() if number not in defined} == {}
    assert {reason.rule for reason in Reason} <= defined
    assert set(re.findall(NUMBER, PAGE)) <= defined


def test_the_rules_are_numbered_without_gaps() -> None:
    numbers = [tuple(map(int, one)) for one in re.findall(r"^- \*\*R(\d+)\.(\d+)\*\* ", PAGE, re.MULTILINE)]
    chapters = [int(one) for one in re.findall(r"^### R(\d+) ", PAGE, re.MULTILINE)]
    assert chapters == list(range(1, 11))
    for chapter in chapters:
        within = [rule for other, rule in numbers if other == chapter]
        assert within == list(range(1, len(within) + 1))
    assert numbers == sorted(numbers)


def test_every_link_within_the_page_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(#([^)]*)\)", PAGE)
    assert links
    assert set(links) <= anchors


def test_the_table_of_presets_is_what_is_played() -> None:
    table = {row[0].strip("`"): row for row in rows("| setting | rule |")}
    assert set(table) == CHANGEABLE
    for column, name in enumerate(("canadian", "king-pedro", "ukrainian-canadian"), 2):
        for field, value in PRESETS[name].to_json().items():
            if field == "name":
                continue
            words = {None: "none", True: "yes", False: "no"}.get(value, value) if not isinstance(value, dict) else ""
            expected = f"{sum(value.values())} in all" if isinstance(value, dict) else str(words)
            assert table[field][column] == (str(value) if type(value) is int else expected), (field, name)


def test_r2_3_the_table_of_points_is_what_is_counted() -> None:
    first, second = rows("- **R2.3**")
    assert first[0] == "Canadian, King Pedro"
    for row, every in ((first, (CANADIAN, KING_PEDRO)), (second, (UKRAINIAN_CANADIAN,))):
        for rules in every:
            points = rules.to_json()["points"]
            assert [points[key] for key in ("A", "K", "J", "T", "9", "5", "off5", "2")] == [
                0 if cell == "–" else int(cell) for cell in row[1:-1]
            ]
            assert rules.total == int(row[-1])


def test_the_house_rules_of_the_page_make_games() -> None:
    for setting, values, _ in rows("| setting | what it may be |"):
        field = setting.strip("`")
        texts = [values.split(" to ")[0], values.split(" to ")[1]] if " to " in values else values.split(", ")
        for text in texts:
            value = {"yes": True, "no": False, "none": None}.get(text, text)
            number = isinstance(value, str) and value.lstrip("-").isdigit()
            house(CANADIAN, **{field: int(text) if number else value}).check()


def test_the_examples_record_has_no_fault(record: GameRecord) -> None:
    assert record.rules is CANADIAN
    assert record.faults() == []


def test_the_example_is_dealt_as_the_page_says(record: GameRecord, states: list[GameState]) -> None:
    first = states[0].hand
    assert first is not None
    table = rows("Canadian rules, the first hand of a game.")
    assert table[0][0] == "North (dealer)"
    assert first.dealer is Seat.NORTH
    for seat, row in zip(SEATS, table, strict=False):
        assert SEAT_OF[row[0].split()[0]] is seat
        assert dealt(row) == set(first.hands[seat.place])
    assert table[4][0] == "Kitty"
    assert dealt(table[4]) == set(first.stock)


def test_the_example_is_bid_and_thrown_as_the_page_says(record: GameRecord, states: list[GameState]) -> None:
    hand = states[-1].hand
    assert hand is not None
    (calls,) = rows("**Auction.**")
    assert [str(call.amount or "pass") for call in hand.calls] == calls
    assert (hand.declarer, hand.trump) == (Seat.EAST, Suit.CLUBS)
    thrown = {SEAT_OF[name]: set(cards(text)) for name, text in rows("**Discard.**")}
    moves = {seat: set(action.cards) for seat, action in record.hands[0].moves if isinstance(action, Discard)}
    assert thrown == moves


def test_the_example_is_played_as_the_page_says(record: GameRecord, states: list[GameState]) -> None:
    hand = states[-1].hand
    assert hand is not None
    told = rows("**Tricks.**")
    assert len(told) == len(hand.tricks)
    plays = []
    for number, (row, trick) in enumerate(zip(told, hand.tricks, strict=True), 1):
        assert row[0] == str(number)
        for cell in filter(None, row[1:-1]):
            seat, _, played = cell.partition(" ")
            plays.append((SEAT_OF[seat], Play(cards(played.replace(" over", "")))))
        assert SEAT_OF[row[-1]] is trick.winner
    assert plays == [move for move in record.hands[0].moves if isinstance(move[1], Play)]


def test_the_example_is_scored_as_the_page_says(states: list[GameState]) -> None:
    hand, result = states[-1].hand, states[-1].results[-1]
    assert hand is not None
    assert states[-1].phase is Phase.DEAL
    told = re.search(
        r"East and West took (.*) and keep the (\S+): ([\d +]+) = (\d+)\. "
        r"North and South took (\S+) and (\S+): (\d+)\.",
        PAGE,
    )
    assert told
    taken = {side: {one.card for one in captures(CANADIAN, hand) if one.side is side} for side in Side}
    assert taken[Side.EW] == set(cards(f"{told[1]} {told[2]}"))
    assert taken[Side.NS] == {card(told[5]), card(told[6])}
    assert sum(map(int, told[3].split(" + "))) == int(told[4]) == result.points.ew
    assert result.points.ns == int(told[7])
    assert f"The bid of {result.bid} is made, so it stands North and South {result.score.ns}, East and West" in PAGE
    assert f"East and West {result.score.ew} (R9.2)" in PAGE
    assert result.made


def test_the_examples_sentences_about_who_goes_up_are_true(states: list[GameState]) -> None:
    finished: dict[Seat, int] = {}
    for state in states:
        assert state.hand is not None
        for seat in state.hand.up():
            finished.setdefault(seat, len(state.hand.tricks))
    # North with the last card of the first trick and West with that of the second; East leads the last card it has.
    assert finished == {Seat.NORTH: 1, Seat.WEST: 2, Seat.EAST: 5, Seat.SOUTH: 6}


def test_the_record_is_one_line_as_records_are() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.count("\n") == 1
    assert json.loads(text)["version"] == 1
