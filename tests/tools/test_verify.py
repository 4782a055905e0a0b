"""Verifying records: each fault in one line with its place, its rule and what would have been right."""

import io
import json
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.record import Problem, RecordFault
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, RuleSet
from bot.present.words import words_for
from bot.tools.lines import LONGEST_LINE
from bot.tools.simulate import Plan, play_game, rules_of, simulate
from bot.tools.verify import Tally, printable, rule_of, summary, verify

WORDS = words_for("en")
RANDOM = ("random", "random", "random", "random")
#: Every field that a table may change, at every value offered.
HOUSE_RULES = [
    "bid_min=6", "bid_min=7", "bid_min=30", "all_pass=next-dealer", "all_pass=same-dealer", "all_pass=dealer-forced",
    "all_pass=dealer-forced,dealer_forced_bid=5", "trump_discard=never", "trump_discard=surplus",
    "trump_discard=to-six", "losing_score=none", "losing_score=-100", "target=62", "target=500",
    "passed_may_reenter=yes", "passed_may_reenter=no", "kitty_timing=before-trump", "kitty_timing=after-trump",
    "pile=scorer-on-top", "pile=one-scorer",
]  # fmt: skip


def lines_of(text: str | bytes) -> list[str]:
    """What is said about these bytes."""
    source = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return list(verify(WORDS, "games.jsonl", source, Tally()))


def record_of(rules: RuleSet = CANADIAN, *, number: int = 1, legal: bool = False) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(play_game(Plan(number, rules, 1, RANDOM, legal), number)))
    return made


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        (rules, changes)
        for rules in PRESETS
        for changes in ("", *HOUSE_RULES)
        if PRESETS[rules].kitty_size or "kitty_timing" not in changes
    ],
)
def test_what_simulate_writes_has_no_fault(rules: str, changes: str) -> None:
    plan = Plan(3, rules_of(WORDS, rules, changes), 1, RANDOM, legal=True, most_hands=60)
    tally = Tally()
    source = io.BytesIO("".join(f"{line}\n" for line in simulate(plan)).encode())
    assert list(verify(WORDS, "-", source, tally)) == []
    assert (tally.games, tally.faults) == (3, 0)
    assert tally.hands > 3


def action_at(record: dict[str, Any], verb: str, hand: int = 0) -> int:
    """The place of the hand's first action of this kind, from 0."""
    return next(place for place, text in enumerate(record["hands"][hand]["actions"]) if text.split()[1] == verb)


def first_follow(record: dict[str, Any]) -> tuple[int, int, str]:
    """(hand, action, a plain card) where a trump was led and the next player holds a plain card as well."""
    for hand, played in enumerate(record["hands"]):
        for place, choices in enumerate(played["legal"]):
            text = played["actions"][place]
            if not choices or not choices[0].startswith("play") or place == 0:
                continue
            held = held_by(played, text[0], place)
            kept = held - {choice.split()[1] for choice in choices}
            if kept:
                return hand, place, min(kept)
    raise AssertionError("nobody ever had to follow")


def held_by(hand: dict[str, Any], seat: str, place: int) -> set[str]:
    """The cards of a seat before an action of a Canadian hand without its kitty, from the text alone."""
    order = "NESW"
    first = order.index(hand["dealer"]) + 1
    deal = {order[(first + offset) % 4]: hand["deck"][offset:48:4] for offset in range(4)}
    gone = {card for text in hand["actions"][:place] if text[0] == seat for card in text.split()[2:]}
    return set(deal[seat]) - gone


Change = Callable[[dict[str, Any]], None]


def bid_too_low(record: dict[str, Any]) -> None:
    hand = record["hands"][0]
    place = action_at(record, "bid")
    hand["actions"][place] = hand["actions"][place][0] + " bid 6"


def other_points(record: dict[str, Any]) -> None:
    record["hands"][0]["result"]["points"] = {"NS": 44, "EW": 1}


def no_result(record: dict[str, Any]) -> None:
    del record["hands"][0]["result"]


def other_winner(record: dict[str, Any]) -> None:
    record["winner"] = None


def other_dealer(record: dict[str, Any]) -> None:
    hand = record["hands"][1]
    hand["dealer"] = "NESW"[("NESW".index(hand["dealer"]) + 1) % 4]


def one_hand_more(record: dict[str, Any]) -> None:
    record["hands"].append(record["hands"][0])


def half_a_hand(record: dict[str, Any]) -> None:
    hand = record["hands"][0]
    hand["actions"] = hand["actions"][:-1]
    hand["legal"] = hand["legal"][:-1]


def out_of_turn(record: dict[str, Any]) -> None:
    text = record["hands"][0]["actions"][0]
    record["hands"][0]["actions"][0] = "NESW"[("NESW".index(text[0]) + 2) % 4] + text[1:]


def twice_in_the_pack(record: dict[str, Any]) -> None:
    record["hands"][0]["deck"][51] = record["hands"][0]["deck"][0]


def not_held(record: dict[str, Any]) -> None:
    hand, place, _ = first_follow(record)
    actions = record["hands"][hand]["actions"]
    seat = actions[place][0]
    others = set(record["hands"][hand]["deck"]) - held_by(record["hands"][hand], seat, 0)
    actions[place] = f"{seat} play {min(others - set(record['hands'][hand]['deck'][48:]))}"


def not_followed(record: dict[str, Any]) -> None:
    hand, place, plain = first_follow(record)
    actions = record["hands"][hand]["actions"]
    actions[place] = f"{actions[place][0]} play {plain}"


def pass_not_listed(record: dict[str, Any]) -> None:
    record["hands"][0]["legal"][0].remove("pass")


def bid_listed_that_is_not_allowed(record: dict[str, Any]) -> None:
    record["hands"][0]["legal"][0].append("bid 6")


def bid_listed_twice(record: dict[str, Any]) -> None:
    record["hands"][0]["legal"][0].append("pass")


def legal_discard(record: dict[str, Any]) -> None:
    record["hands"][0]["legal"][action_at(record, "discard")] = ["discard 2H"]


def rule_changed(record: dict[str, Any]) -> None:
    record["rules"]["target"] = 300


def unknown_rules(record: dict[str, Any]) -> None:
    record["rules"]["name"] = "whist"


def number_as_text(record: dict[str, Any]) -> None:
    record["rules"]["bid_min"] = "7"


def other_version(record: dict[str, Any]) -> None:
    record["version"] = 2


def version_as_text(record: dict[str, Any]) -> None:
    record["version"] = "1"


def no_action(record: dict[str, Any]) -> None:
    record["hands"][0]["actions"][2] = "N bids 7"


def number_for_an_action(record: dict[str, Any]) -> None:
    record["hands"][0]["actions"][2] = 7


def escapes(record: dict[str, Any]) -> None:
    record["hands"][0]["actions"][2] = "\x1b[31m\nN pass \ud800"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (bid_too_low, r"hand 1, action \d+ (. bid 6): R4.2: The lowest bid is 7 now, the highest 44."),
        (other_points, "hand 1: R9.1: result.points is NS 44, EW 1; the actions give NS "),
        (no_result, "hand 1: R9.2: result is null; the actions give "),
        (other_winner, "R10.1: winner is null; the actions give "),
        (other_dealer, "hand 2: R1.3: dealer is "),
        (one_hand_more, ": R10.1: The game was won with the hand before; no other may follow."),
        (half_a_hand, "hand 1: R8.3: The hand stops before its end, and another hand follows; only the last one may"),
        (out_of_turn, "hand 1, action 1 ("),
        (twice_in_the_pack, "hand 1: R1.2: deck must hold all 52 cards, each once, written such as AS and TD; found: "),
        (not_held, " is not in this hand. Play "),
        (not_followed, "R7.2: A trump was led: play "),
        (pass_not_listed, "R4.2: legal lacks pass."),
        (bid_listed_that_is_not_allowed, "R4.2: legal has bid 6, which may not be done here."),
        (bid_listed_twice, "R4.2: legal has something twice; each thing that may be done stands there once."),
        (legal_discard, "R6.1: legal must be null here, for a discard or a pile."),
        (rule_changed, "target is not what canadian has; changed rules are named house, with based_on canadian."),
        (unknown_rules, 'There are no rules named "whist"; there are canadian, king-pedro, ukrainian-canadian, house.'),
        (number_as_text, "bid_min must be a whole number."),
        (other_version, "The record's version is 2; this program reads version 1."),
        (version_as_text, "The record's version is 1; this program reads version 1."),
        (no_action, 'hand 1, action 3 (N bids 7): N bids 7 is not an action; actions are such as "E bid 7", '),
        (number_for_an_action, "hand 1, action 3 (7): 7 is not an action;"),
        (escapes, r"hand 1, action 3 (\x1b[31m\nN pass \ud800): "),
    ],
    ids=lambda one: one.__name__ if callable(one) else "",
)
def test_a_fault_is_told_in_one_line_and_the_next_game_is_read(change: Change, expected: str) -> None:
    good, bad = record_of(legal=True), record_of(legal=True)
    change(bad)
    text = f"{json.dumps(good)}\n{json.dumps(bad)}\n{json.dumps(good)}\n"
    tally = Tally()
    found = list(verify(WORDS, "games.jsonl", io.BytesIO(text.encode()), tally))
    for part in expected.split(r"\d+ (. "):
        assert part in found[0]
    for line in found:
        assert line.startswith("games.jsonl:2: ")
        assert line.isprintable()
        assert line.endswith(".")
    assert tally.bad_lines == 1
    assert tally.faults == len(found)
    assert tally.games in (2, 3)


def test_every_fault_of_one_game_is_told() -> None:
    record = record_of(legal=True)
    for change in (other_points, other_winner, pass_not_listed):
        change(record)
    found = lines_of(json.dumps(record))
    assert len(found) == 3


def test_r7_5_a_pile_is_refused_with_one_that_would_do() -> None:
    """Searches a pile in simulated hands and buries another card than the rules allow."""
    for number in range(1, 40):
        record = record_of(KING_PEDRO, number=number)
        for hand in record["hands"]:
            for place, text in enumerate(hand["actions"]):
                if text[1:6] == " play" and len(text.split()) > 4:
                    hand["actions"][place] = " ".join(text.split()[:-1])
                    (line, *_) = lines_of(json.dumps(record))
                    assert f"action {place + 1} ({hand['actions'][place]}): R7.4: Play a pile of " in line
                    assert "For example, " in line
                    return
    raise AssertionError("nobody ever played a pile of three")


RECORD = json.dumps(record_of())
NOT_A_RECORD = 'Not a record of a game: a record has "format": "king-pedro-record".'
NOT_JSON = "Not JSON; a record is one whole JSON object on one line."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "The file is empty; it must have one record on each line."),
        (b"\n \n", "The file is empty; it must have one record on each line."),
        (RECORD[: len(RECORD) // 2], "The record is cut off; a record is one whole JSON object on one line."),
        (RECORD[: len(RECORD) // 2] + "\n", "Not JSON from column "),
        ("once upon a time\n", "Not JSON from column 1 on; a record is one whole JSON object on one line."),
        (bytes(range(256)) * 4, "Not JSON from column 1 on; "),
        (b"\xf0\x9f\xff" * 9 + b"\n", NOT_JSON),
        ("[" * 100_000 + "\n", NOT_JSON),
        ("1" * 5000, NOT_JSON),
        ("[]\n", NOT_A_RECORD),
        ('{"format": "chess"}\n', NOT_A_RECORD),
        ("7\n", NOT_A_RECORD),
        ('{"format": "king-pedro-record", "version": 1}', "rules must be an object with a name and every field."),
    ],
    ids=[
        "empty",
        "blank",
        "cut off",
        "broken",
        "prose",
        "every byte",
        "rubbish",
        "deep",
        "giant",
        "[]",
        "{}",
        "7",
        "{..}",
    ],
)
def test_what_is_no_record_is_told_in_one_line(text: str | bytes, expected: str) -> None:
    found = lines_of(text)
    assert found[0].startswith(f"games.jsonl:1: {expected}")
    assert len({line.split(":")[1] for line in found}) == len(found)


@pytest.mark.parametrize("depth", [*range(955, 1000, 4), 5000])
@pytest.mark.parametrize("place", ["winner", "points"])
def test_a_value_nested_as_deeply_as_can_just_be_read_gives_no_traceback(place: str, depth: int) -> None:
    record = record_of()
    (record if place == "winner" else record["hands"][0]["result"])[place] = "here"
    text = json.dumps(record).replace('"here"', "[" * depth + "]" * depth)
    found = lines_of(text + "\n")
    assert len(found) == 1
    assert found[0].endswith(".")


class Endless(io.RawIOBase):
    """So many bytes of a line that never ends, then a record."""

    def __init__(self, size: int, after: bytes) -> None:
        self._left = size
        self._after = after

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._left:
            count = min(len(buffer), self._left)
            buffer[:count] = b"[" * count
            self._left -= count
        else:
            count = min(len(buffer), len(self._after))
            buffer[:count], self._after = self._after[:count], self._after[count:]
        return count


def test_a_line_of_fifty_megabytes_is_passed_over_in_little_memory() -> None:
    source = io.BufferedReader(Endless(50_000_000, b"\n" + RECORD.encode()))
    tally = Tally()
    tracemalloc.start()
    try:
        found = list(verify(WORDS, "long.jsonl", source, tally))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    limit = f"{LONGEST_LINE:,}"
    assert found == [
        f"long.jsonl:1: The line is longer than {limit} bytes, and no game is; a record is one game on one line."
    ]
    assert (tally.games, tally.faults) == (1, 1)
    assert peak < 3 * LONGEST_LINE


@given(st.data())
def test_a_record_with_something_else_in_any_place_gives_lines_and_no_traceback(data: st.DataObject) -> None:
    record = record_of(legal=data.draw(st.booleans()))
    del record["hands"][3:]
    value = data.draw(
        st.one_of(
            st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just([]), st.just({}),
            st.sampled_from(["AS", "N pass", "E play AS", "N", "bid 7", [["AS"]], {"NS": 1}]),
        )
    )  # fmt: skip
    put(record, value, data)
    for line in lines_of(json.dumps(record)):
        assert line.isprintable()
        assert line.startswith("games.jsonl:1: ")
        assert line.endswith(".")


def put(within: Any, value: Any, data: st.DataObject) -> None:
    """Replaces something somewhere inside, with the same chance at each level."""
    keys = list(within) if isinstance(within, dict) else list(range(len(within)))
    key = data.draw(st.sampled_from(keys))
    if isinstance(within[key], dict | list) and within[key] and data.draw(st.booleans()):
        put(within[key], value, data)
    else:
        within[key] = value


def test_the_summary_counts() -> None:
    assert summary(WORDS, Tally(2000, 34_000)) == "2,000 games, 34,000 hands: no fault"
    assert summary(WORDS, Tally(1, 1)) == "1 game, 1 hand: no fault"
    assert summary(WORDS, Tally(10, 99, 3, 2)) == "10 games, 99 hands: 3 faults in 2 lines"
    assert summary(WORDS, Tally(0, 0, 1, 1)) == "0 games, 0 hands: 1 fault in 1 line"


def test_what_a_terminal_would_obey_is_shown_instead() -> None:
    assert printable("A♠ é") == "A♠ é"
    assert printable("a\x1b[2J\nb\u202e\ud800") == r"a\x1b[2J\nb\u202e\ud800"


def test_the_rule_of_every_kind_of_fault() -> None:
    for problem in Problem:
        rule = rule_of(RecordFault(problem, "result.made", "N bid 7"))
        assert (rule is None) == (
            problem
            in {
                Problem.NOT_JSON, Problem.NOT_A_RECORD, Problem.OTHER_VERSION, Problem.BAD_RULES, Problem.BAD_FIELD,
                Problem.BAD_ACTION, Problem.ILLEGAL,
                    Problem.BAD_SHUFFLE, Problem.WRONG_COMMITMENT, Problem.WRONG_SHUFFLE,
            }
        )  # fmt: skip
