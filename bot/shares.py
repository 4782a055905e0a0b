"""Whom a game counts for: how much of each seat's decisions somebody made, or had made for them (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.game.cards import SEATS, Seat


class Decided(NamedTuple):
    """One decision: ``by`` is person, robot or clock; ``user_id`` is whose seat it was, None for a robot's own."""

    seat: Seat
    by: str
    user_id: int | None


class Share(NamedTuple):
    """Decisions in one seat: those somebody made themself, and those with what robot or clock decided for them."""

    own: int = 0
    held: int = 0


Shares = Mapping[tuple[Seat, int | None], Share]
"""By seat and person, in the order in which they came."""


class Counted(NamedTuple):
    """The person a seat counts for; a win only where ``wins``, a loss in any case."""

    user_id: int
    held: int
    wins: bool


def with_decisions(shares: Shares, decisions: Iterable[Decided]) -> Shares:
    """The shares with more decisions."""
    counted = dict(shares)
    for seat, by, user_id in decisions:
        own, held = counted.get((seat, user_id), Share())
        counted[seat, user_id] = Share(own + (by == "person"), held + 1)
    return counted


def counted_for(shares: Shares) -> dict[Seat, Counted]:
    """Whom each seat counts for; a seat that counts for nobody is left out, and nobody counts in two."""
    found: dict[Seat, Counted] = {}
    for seat in SEATS:
        here = {user_id: share for (at, user_id), share in shares.items() if at is seat}
        total = sum(share.held for share in here.values())
        people = [Counted(one, share.held, 2 * share.own >= total) for one, share in here.items() if one is not None]
        most = max(people, key=lambda person: person.held, default=None)  # the first of equals
        if most is not None and 2 * most.held >= total:
            found[seat] = most
    held: dict[int, Seat] = {}
    for seat, person in found.items():
        other = held.get(person.user_id)
        if other is None or person.held > found[other].held:
            held[person.user_id] = seat
    return {seat: person for seat, person in found.items() if held[person.user_id] is seat}
