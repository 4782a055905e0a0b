"""A game that is over: every state there was, and which of them a step leads to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from bot.game.actions import Action, Deal
from bot.game.cards import SEATS, Seat
from bot.game.engine import apply, new_game
from bot.game.rules import rules_from_json
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.info import Proof, TableInfo
from bot.moment import OPEN, TABLE, Moment, Step
from bot.saving import moves_of, seating_of
from bot.seats import NOBODY, Occupant, Seating, with_occupant
from bot.shuffles import shuffles_of, told
from db.values import SavedGame


@dataclass(frozen=True, slots=True)
class Replay:
    """A game that is over. ``states`` has one for each entry, ``deals`` the positions of the hands' deals.

    ``marks`` are the positions that are more than one more entry: deals, the auction's end, the play's beginning, the
    end of each trick.
    """

    game: SavedGame
    seating: Seating
    moves: tuple[tuple[Seat | None, Action], ...]
    states: tuple[GameState, ...]
    deals: tuple[int, ...]
    marks: tuple[int, ...]

    @property
    def last(self) -> int:
        """The position of the end."""
        return len(self.states) - 1

    def step(self, position: int, step: Step) -> int:
        """The position a step leads to; the end of the game where it would lead past it."""
        match step:
            case Step.BACK:
                return max(0, position - 1)
            case Step.ON:
                return min(self.last, position + 1)
            case Step.TRICK_BACK:
                return _before(self.marks, position)
            case Step.TRICK_ON:
                return _after(self.marks, position, self.last)
            case Step.HAND_BACK:
                return _before(self.deals, position)
            case Step.HAND_ON:
                return _after(self.deals, position, self.last)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat this person had, at the end or before; the first where there were several."""
        for saved in self.game.seats:
            if user_id in (saved.user_id, saved.owner_id):
                return Seat(saved.seat)
        decided = (entry.seat for entry in self.game.entries if entry.user_id == user_id and entry.seat is not None)
        return next(map(Seat, decided), None)

    def hand_at(self, position: int) -> int:
        """The number of the hand that is on the table there, from 1."""
        return bisect_right(self.deals, position)

    def moment(self, position: int, sight: str, user_id: int) -> Moment:
        """What there is to see; ``sight`` is TABLE, OPEN or the seat of this person. Raises ValueError for another."""
        own = self.seat_of(user_id)
        if sight not in (TABLE, OPEN) and (own is None or sight != own.value):
            raise ValueError(f"not a sight: {sight[:20]!r}")
        if not 0 <= position <= self.last:
            raise ValueError(f"not a position: {position}")
        state = self.states[position]
        looked_at = {TABLE: (), OPEN: SEATS}.get(sight, (own,) if own is not None else ())
        return Moment(
            info=self._info(position),
            position=position,
            last=self.last,
            sight=sight,
            own=own,
            seen=view(state, None),
            hands=tuple(view(state, seat) for seat in looked_at),
            by=self.game.entries[position].by,
            number=self.hand_at(position),
            deals=self.deals,
            results=self.states[-1].results,
            is_cut=position == self.last and state.winner is None,
        )

    def _info(self, position: int) -> TableInfo:
        game, proof = self.game, self.proof(self.hand_at(position))
        return TableInfo(
            game.id, position, game.host_id, game.clock, game.level, self.seating, hints=False, proof=proof
        )

    def proof(self, hand: int) -> Proof | None:
        """What this hand's deal follows from; None where it follows from nothing that was promised."""
        _, deal = self.moves[self.deals[hand - 1]]
        shuffle = shuffles_of(self.game.shuffles).get(hand)
        follows = shuffle is not None and isinstance(deal, Deal) and deal.deck == shuffle.deck()
        return told(shuffle) if shuffle is not None and follows else None


def replay_of(saved: SavedGame) -> Replay:
    """A stored game that has begun. Raises ValueError (Illegal and RulesFault are such) where it can't be followed."""
    if saved.dealer is None or not saved.entries:
        raise ValueError("a game that never began")
    moves = tuple(moves_of(saved.entries))
    state = new_game(rules_from_json(saved.rules), Seat(saved.dealer))
    states: list[GameState] = []
    for seat, action in moves:
        state = apply(state, seat, action)
        states.append(state)
    deals = tuple(place for place, (seat, _) in enumerate(moves) if seat is None)
    marks = {*deals, *_marks(states), len(states) - 1}
    return Replay(saved, _everybody(saved), moves, tuple(states), deals, tuple(sorted(marks)))


def _marks(states: list[GameState]) -> Iterable[int]:
    for place, (before, after) in enumerate(pairwise(states), 1):
        if after.phase is not before.phase or _tricks(after) != _tricks(before):
            yield place


def _tricks(state: GameState) -> int:
    return len(state.hand.tricks) if state.hand is not None and state.phase is not Phase.DEAL else 0


def _everybody(saved: SavedGame) -> Seating:
    """The people as they sat at the end, also who was away or had left the seat to a robot."""
    seating = NOBODY
    for seat, who in zip(SEATS, seating_of(saved.seats), strict=True):
        person = who.user_id if who.user_id is not None else who.owner_id
        seated = Occupant(person, who.name) if person is not None else Occupant(robot=who.robot)
        seating = with_occupant(seating, seat, seated)
    return seating


def _before(places: tuple[int, ...], position: int) -> int:
    found = bisect_left(places, position)
    return places[found - 1] if found else 0


def _after(places: tuple[int, ...], position: int, last: int) -> int:
    found = bisect_right(places, position)
    return places[found] if found < len(places) else last
