"""Records checked against the rules, a sentence for each fault: ``king-pedro verify``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from bot.game.cards import Seat
from bot.game.engine import legal_actions
from bot.game.record import GameRecord, Problem, RecordFault, read_record
from bot.game.state import GameState
from bot.game.terms import Illegal
from bot.present.refusals import explain_record
from bot.present.words import Words
from bot.tools.lines import LONGEST_LINE, Line, lines

_RULE_OF_PROBLEM: Final = {
    Problem.BAD_DECK: "R1.2",
    Problem.WRONG_DEALER: "R1.3",
    Problem.HAND_NOT_FINISHED: "R8.3",
    Problem.HAND_AFTER_THE_END: "R10.1",
    Problem.WRONG_WINNER: "R10.1",
}
_RULE_OF_RESULT: Final = {
    "result": "R9.2",
    "result.declarer": "R5.1",
    "result.bid": "R4.2",
    "result.trump": "R5.1",
    "result.points": "R9.1",
    "result.made": "R9.2",
    "result.delta": "R9.2",
    "result.score": "R9.2",
}
_RULE_OF_CHOICE: Final = {"bid": "R4.2", "pass": "R4.2", "trump": "R5.1", "discard": "R6.1", "play": "R7.2"}


@dataclass(slots=True)
class Tally:
    """What was seen of all files so far; ``bad_lines`` are those with a fault."""

    games: int = 0
    hands: int = 0
    faults: int = 0
    bad_lines: int = 0


def verify(words: Words, file: str, source: BinaryIO, tally: Tally) -> Iterator[str]:
    """A sentence for each fault of the file's records, with its place; counts everything in ``tally``."""
    empty = True
    for line in lines(source):
        empty = False
        found = 0
        for place, sentence in _line_faults(words, line, tally):
            found += 1
            yield printable(words("verify.fault", file=file, line=line.number, place=place, sentence=sentence))
        tally.faults += found
        tally.bad_lines += bool(found)
    if empty:
        tally.faults += 1
        tally.bad_lines += 1
        yield printable(words("verify.empty", file=file))


def summary(words: Words, tally: Tally) -> str:
    """What all files came to, in one sentence."""
    games = words.count("verify.games", tally.games, shown=f"{tally.games:,}")
    hands = words.count("verify.hands", tally.hands, shown=f"{tally.hands:,}")
    if not tally.faults:
        return words("verify.clean", games=games, hands=hands)
    faults = words.count("verify.faults", tally.faults, shown=f"{tally.faults:,}")
    bad_lines = words.count("verify.bad-lines", tally.bad_lines, shown=f"{tally.bad_lines:,}")
    return words("verify.faulty", games=games, hands=hands, faults=faults, lines=bad_lines)


def printable(text: str) -> str:
    """The text on one line, with everything escaped that a terminal would not show as it is."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)


def _line_faults(words: Words, line: Line, tally: Tally) -> Iterator[tuple[str, str]]:
    """(place in the game, sentence) of each fault of one line."""
    if line.text is None:
        yield "", words("verify.too-long", limit=f"{LONGEST_LINE:,}")
        return
    try:
        record = read_record(line.text)
    except RecordFault as fault:
        cut_off = fault.problem is Problem.NOT_JSON and fault.detail and not line.whole
        sentence = words("verify.cut-off") if cut_off else explain_record(words, fault)
        yield place_of(words, fault), sentence
        return
    tally.games += 1
    tally.hands += len(record.hands)
    yield from faults_in_words(words, record)


def faults_in_words(words: Words, record: GameRecord) -> Iterator[tuple[str, str]]:
    """(place in the game, sentence) of everything that does not follow from a record's actions."""
    try:
        faults = record.faults()
    except RecursionError:  # a value that could just be read may be nested too deeply to be compared
        yield "", words("verify.nested")
        return
    if not faults:
        return
    before = _states_at(record, faults)
    for fault in faults:
        yield place_of(words, fault, record), _sentence(words, record, fault, before)


def place_of(words: Words, fault: RecordFault, record: GameRecord | None = None) -> str:
    """Where in the game: hand, action and rule, as far as there are such."""
    place = ""
    if fault.action is not None:
        place = words("verify.action", hand=fault.hand, action=fault.action, said=_said(fault, record))
    elif fault.hand is not None:
        place = words("verify.hand", hand=fault.hand)
    rule = rule_of(fault, record)
    return place + (words("verify.rule", rule=rule) if rule is not None else "")


def rule_of(fault: RecordFault, record: GameRecord | None = None) -> str | None:
    """The number of the rule that is broken, such as ``R6.3``; None where it is the record's form."""
    match fault.problem:
        case Problem.ILLEGAL if isinstance(fault.cause, Illegal):
            return fault.cause.rule
        case Problem.WRONG_RESULT:
            return _RULE_OF_RESULT.get(fault.field)
        case Problem.WRONG_LEGAL:
            return _RULE_OF_CHOICE.get(_said(fault, record).partition(" ")[2].partition(" ")[0])
        case _:
            return _RULE_OF_PROBLEM.get(fault.problem)


def _said(fault: RecordFault, record: GameRecord | None) -> str:
    """The action in the record's words."""
    if record is None or fault.hand is None or fault.action is None:
        return fault.detail
    seat, action = record.hands[fault.hand - 1].moves[fault.action - 1]
    return f"{seat.value} {action}"


_Place = tuple[int | None, int | None]


def _states_at(record: GameRecord, faults: list[RecordFault]) -> dict[_Place, GameState]:
    """The states before the actions that have faults, in one replay."""
    wanted = {(fault.hand, fault.action) for fault in faults if fault.action is not None}
    found: dict[_Place, GameState] = {}
    hand, action = 1, 0
    try:
        for hand, action, _, _, before, after in record.states():
            if (hand, action) in wanted:
                found[hand, action] = before
            if (hand, action + 1) in wanted:
                found[hand, action + 1] = after
    except RecordFault:
        pass  # the state before the action that broke off the replay has been kept
    return found


def _sentence(words: Words, record: GameRecord, fault: RecordFault, before: dict[_Place, GameState]) -> str:
    state = before.get((fault.hand, fault.action))
    if state is None or fault.hand is None or fault.action is None:
        return explain_record(words, fault, found=_written(record, fault))
    hand = record.hands[fault.hand - 1]
    seat, _ = hand.moves[fault.action - 1]
    if fault.problem is Problem.WRONG_LEGAL:
        return _legal_sentence(words, state, seat, hand.legal[fault.action - 1] if hand.legal else None)
    return explain_record(words, fault, legal=legal_actions(state, seat))


def _written(record: GameRecord, fault: RecordFault) -> str:
    """The JSON that stands in the record where another value should."""
    value: Any = None
    if fault.problem is Problem.WRONG_WINNER:
        value = record.winner
    elif fault.hand is not None:
        hand = record.hands[fault.hand - 1]
        value = hand.dealer.value if fault.problem is Problem.WRONG_DEALER else hand.result
        key = fault.field.partition(".")[2]
        if key:
            value = hand.result.get(key)
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:  # as above
        return "…"
    return text if len(text) <= 80 else text[:79] + "…"


def _legal_sentence(words: Words, state: GameState, seat: Seat, written: Any) -> str:
    legal = legal_actions(state, seat)
    if not isinstance(legal, tuple):
        return words("verify.legal.not-null")
    right = [str(action) for action in legal]
    if not isinstance(written, list):
        return words("verify.legal.not-a-list", missing=_some(right))
    missing = [action for action in right if action not in written]
    extra = [str(action) for action in written if action not in right]
    if missing:
        return words("verify.legal.missing", missing=_some(missing))
    return words("verify.legal.extra", extra=_some(extra)) if extra else words("verify.legal.twice")


def _some(actions: list[str]) -> str:
    """The first few."""
    return ", ".join(action[:40] for action in actions[:4]) + (", …" if len(actions) > 4 else "")
