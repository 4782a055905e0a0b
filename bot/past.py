"""Games that are over: their record, and the opening of a rematch."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bot.game.cards import SEATS, Seat
from bot.game.recorder import record_of
from bot.game.rules import rules_from_json
from bot.lobby import Opening
from bot.saving import hints_of, moves_of, seating_of
from bot.seats import NOBODY, Occupant, Seating, seat_of, with_occupant
from bot.shuffles import shuffles_of
from db.values import SavedGame


def record_of_game(saved: SavedGame) -> dict[str, Any]:
    """The record of a stored game that has begun. A robot's seat is called by its level.

    Where there were hints it also says how many each seat had, which readers of records need not know.
    """
    assert saved.dealer is not None
    players = {seat: who.name or who.robot or "" for seat, who in zip(SEATS, seating_of(saved.seats), strict=True)}
    moves = moves_of(saved.entries)
    shuffles = shuffles_of(saved.shuffles)
    record = record_of(rules_from_json(saved.rules), Seat(saved.dealer), moves, str(saved.id), players, shuffles)
    if saved.hints:
        record["hints"] = dict(Counter(hint.seat for hint in saved.hints))
    return record


def rematch_of(saved: SavedGame, user_id: int, name: str) -> tuple[Opening, Seating]:
    """An opening by this person like the stored game's, its people on the seats they had.

    So are robots of another level than the table's.
    """
    before = seating_of(saved.seats)
    seating = NOBODY
    for seat, who in zip(SEATS, before, strict=True):
        if who.user_id is not None:
            seating = with_occupant(seating, seat, Occupant(who.user_id, who.name))
        elif who.owner_id is None and who.robot != saved.level:
            seating = with_occupant(seating, seat, Occupant(robot=who.robot))
    opening = Opening(
        saved.guild_id, saved.channel_id, user_id, name, rules_from_json(saved.rules), saved.clock, saved.level,
        hints_of(saved.options),
    )  # fmt: skip
    return opening, seating


def sat_in(saved: SavedGame, user_id: int) -> bool:
    """Whether this person sat at the table."""
    return seat_of(seating_of(saved.seats), user_id) is not None
