"""A short game's record for tests to spoil, and what is found wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Seat
from bot.game.engine import legal_actions
from bot.game.record import GameRecord, RecordFault, read_record
from bot.game.recorder import Recorder, write_record
from bot.game.rules import CANADIAN, house
from bot.game.state import Phase
from tests.game.table_text import stack, words

NAMES = {Seat.NORTH: "Ann", Seat.EAST: "Bob", Seat.SOUTH: "Cid — \"C\"", Seat.WEST: "\u202eDan"}  # fmt: skip
SHORT = house(CANADIAN, target=50)

NORTH_TAKES_42 = """
N KS QS JS TS 9S 8S 7S 6S 5S 5C 4S 3S
E AS
kitty 2S
"""


def short_game(*, legal: bool = False) -> dict[str, Any]:
    """A game to 50 written as a table would: a hand thrown in, and North takes 42 twice.

    Hand 2 has 19 actions: calls 1 to 7, trump 8, discards 9 to 12, the pile 13, East's ace 14, North's five 15 to 19.
    Hand 3 has one call less.
    """
    recorder = Recorder(SHORT, Seat.WEST, legal=legal)
    recorder.apply(None, Deal(DECK))
    for letter in "NESW":
        recorder.apply(*words(f"{letter} pass"))
    for dealer in "NE":
        recorder.apply(None, Deal(stack(SHORT, dealer, NORTH_TAKES_42, "S")))
        while recorder.state.phase is Phase.AUCTION:
            (seat,) = recorder.state.to_act
            assert recorder.state.hand is not None
            bids = seat is Seat.NORTH and not recorder.state.hand.bid
            recorder.apply(*words(f"{seat.value} bid 42" if bids else f"{seat.value} pass"))
        recorder.apply(*words("N trump S"))
        for seat in SEATS:
            recorder.apply(seat, next(iter(legal_actions(recorder.state, seat))))
        for line in ("N play TS QS 9S 8S 7S 6S 4S 3S", "E play AS"):
            recorder.apply(*words(line))
        for card in "KS JS 5S 5C 2S".split():
            recorder.apply(*words(f"N play {card}"))
    assert recorder.state.phase is Phase.FINISHED
    return recorder.to_json("g-1", NAMES)


def read(record: dict[str, Any]) -> GameRecord:
    return read_record(write_record(record))


def fault_of(record: dict[str, Any]) -> RecordFault:
    """The one fault of a record, whether it is found in reading or in replaying."""
    try:
        faults = read(record).faults()
    except RecordFault as fault:
        return fault
    assert len(faults) == 1, [str(fault) for fault in faults]
    return faults[0]


Change = Callable[[dict[str, Any]], object]


def in_hand(number: int, **changes: object) -> Change:
    return lambda record: record["hands"][number - 1].update(changes)


def act(number: int, place: int, line: object) -> Change:
    """Another action ``place`` (from 1) in hand ``number``."""

    def change(record: dict[str, Any]) -> None:
        record["hands"][number - 1]["actions"][place - 1] = line

    return change
