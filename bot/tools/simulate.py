"""Games played by robots alone, each written as one record: ``king-pedro simulate``."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Seat
from bot.game.recorder import Recorder, write_record
from bot.game.rules import CHANGEABLE, Fault, RuleSet, RulesFault, house, preset
from bot.game.state import Phase
from bot.game.view import view
from bot.players.registry import PLAYERS
from bot.present.refusals import explain_rules
from bot.present.words import Words
from bot.tools.unusable import Unusable

#: A game that is still not won after so many hands is given up, and its record has no winner.
MOST_HANDS: Final = 500
STANDARD_OUTPUT: Final = "-"


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. Game ``k`` of a seed is the same whatever ``games`` is; ``players`` go by ``Seat.place``."""

    games: int
    rules: RuleSet
    seed: int
    players: tuple[str, str, str, str]
    legal: bool = False
    most_hands: int = MOST_HANDS

    def name(self, number: int) -> str:
        """What game ``number``, counted from 1, is called."""
        return f"{self.rules.name}-{self.seed}-{number}"


def simulate(plan: Plan) -> Iterator[str]:
    """The records of the plan's games, a line each, without the line's end."""
    for number in range(1, plan.games + 1):
        yield write_record(play_game(plan, number))


def play_game(plan: Plan, number: int) -> dict[str, Any]:
    """The record of one game of the plan.

    The packs do not hang on what the players draw, so other players of the same seed are dealt the same hands.
    """
    chances = {seat: random.Random(f"{plan.seed}/{number}/{seat.value}") for seat in SEATS}
    nature = random.Random(f"{plan.seed}/{number}")
    recorder = Recorder(plan.rules, nature.choice(SEATS), legal=plan.legal)
    state = recorder.state
    while state.phase is not Phase.FINISHED:
        if state.phase is Phase.DEAL:
            if len(state.results) == plan.most_hands:
                break
            state = recorder.apply(None, Deal(tuple(nature.sample(DECK, len(DECK)))))
        else:
            seat = state.to_act[0]
            decision = PLAYERS[plan.players[seat.place]](view(state, seat), chances[seat])
            state = recorder.apply(seat, decision.action)
    return recorder.to_json(plan.name(number), _by_seat(plan.players))


def _by_seat(players: tuple[str, str, str, str]) -> Mapping[Seat, str]:
    return dict(zip(SEATS, players, strict=True))


def rules_of(words: Words, name: str, changes: str) -> RuleSet:
    """The rules of a preset's name and of changes such as ``bid_min=6,losing_score=none``. Raises Unusable."""
    try:
        rules = preset(name)
        return house(rules, **_fields(words, rules, changes)) if changes.strip() else rules
    except RulesFault as fault:
        raise Unusable(explain_rules(words, fault)) from None


def _fields(words: Words, rules: RuleSet, changes: str) -> dict[str, Any]:
    """The changes as values; ``points.T=10`` changes one card of the point table."""
    fields: dict[str, Any] = {}
    points: dict[str, Any] = dict(rules.points)
    for change in changes.split(","):
        field, equals, text = (part.strip() for part in change.partition("="))
        if not (field and equals and text):
            raise Unusable(words("simulate.bad-house", change=json.dumps(change, ensure_ascii=False)))
        table, _, key = field.partition(".")
        if field not in CHANGEABLE and not (table == "points" and key):
            raise RulesFault(Fault.UNKNOWN_FIELD, field, " ".join(sorted(CHANGEABLE)))
        if key:
            points[key] = _value(text)
            fields["points"] = points
        elif field in fields:
            raise Unusable(words("simulate.house-twice", field=field))
        else:
            fields[field] = _value(text)
    return fields


def _value(text: str) -> int | str | bool | None:
    word = text.lower()
    named: dict[str, bool | None] = {"true": True, "yes": True, "false": False, "no": False, "none": None, "null": None}
    if word in named:
        return named[word]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else text


def players_of(words: Words, text: str) -> tuple[str, str, str, str]:
    """Four players' names from one for all or four with commas, North first. Raises Unusable."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in PLAYERS:
            known = ", ".join(sorted(PLAYERS))
            raise Unusable(words("simulate.unknown-player", name=json.dumps(name, ensure_ascii=False), known=known))
    match names:
        case [one]:
            return (one, one, one, one)
        case [north, east, south, west]:
            return (north, east, south, west)
    raise Unusable(words.count("simulate.players", len(names)))


@contextmanager
def writing(words: Words, file: str) -> Iterator[BinaryIO]:
    """Where records are written; ``-`` is standard output. Raises Unusable when the file can't be written."""
    if file == STANDARD_OUTPUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        target = Path(file).open("wb")  # noqa: SIM115 - closed below; only opening it is to be refused like this
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Unusable(words("simulate.unwritable", file=file, why=why)) from None
    with target:
        yield target
