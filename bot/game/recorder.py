"""Writing the record of a game down: one JSON object, holding the deals and the decisions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.game.actions import Action, Deal
from bot.game.cards import SEATS, Seat, Side
from bot.game.engine import apply, legal_actions, new_game
from bot.game.fair import Shuffle
from bot.game.rules import RuleSet
from bot.game.state import GameState, HandResult, Phase, SidePoints

FORMAT: Final = "king-pedro-record"
VERSION: Final = 1

Move = tuple[Seat | None, Action]
_NONE: Final[Mapping[int, Shuffle]] = MappingProxyType({})


class Recorder:
    """Plays a game and writes it down: ``apply`` is the engine's, ``to_json`` the record so far."""

    def __init__(self, rules: RuleSet, dealer: Seat, *, legal: bool = False) -> None:
        self.state = new_game(rules, dealer)
        self._legal = legal
        self._hands: list[dict[str, Any]] = []

    def apply(self, seat: Seat | None, action: Action, shuffle: Shuffle | None = None) -> GameState:
        """Applies and writes down one action, a deal with what it follows from, where it follows.

        Raises Illegal, and then nothing has changed.
        """
        before, self.state = self.state, apply(self.state, seat, action)
        if isinstance(action, Deal):
            deck = [card.text for card in action.deck]
            self._hands.append({"dealer": before.dealer.value, "deck": deck, "actions": []})
            if shuffle is not None and shuffle.deck() == action.deck:
                self._hands[-1]["shuffle"] = shuffle_json(shuffle)
            if self._legal:
                self._hands[-1]["legal"] = []
            return self.state
        assert seat is not None
        hand = self._hands[-1]
        hand["actions"].append(f"{seat.value} {action}")
        if self._legal:
            hand["legal"].append(legal_words(before, seat, action))
        if self.state.phase in (Phase.DEAL, Phase.FINISHED):
            hand["result"] = result_json(self.state.results[-1])
        return self.state

    def to_json(self, game: str, players: Mapping[Seat, str]) -> dict[str, Any]:
        """The record of everything applied so far."""
        winner = self.state.winner
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": game,
            "rules": self.state.rules.to_json(),
            "players": {seat.value: players[seat] for seat in SEATS},
            "hands": [_copied(hand) for hand in self._hands],
            "winner": winner.value if winner is not None else None,
        }


def _copied(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand's record to give away: what is written down later does not change it."""
    return {key: list(value) if isinstance(value, list) else value for key, value in hand.items()}


def record_of(
    rules: RuleSet,
    dealer: Seat,
    moves: Iterable[Move],
    game: str,
    players: Mapping[Seat, str],
    shuffles: Mapping[int, Shuffle] = _NONE,
) -> dict[str, Any]:
    """The record of a list of moves, the deals among them; ``shuffles`` by the hand's number. Raises Illegal."""
    recorder, number = Recorder(rules, dealer), 0
    for seat, action in moves:
        number += isinstance(action, Deal)
        recorder.apply(seat, action, shuffles.get(number))
    return recorder.to_json(game, players)


def shuffle_json(shuffle: Shuffle) -> dict[str, str]:
    """What a deal follows from, in the record's form."""
    return {"secret": shuffle.secret.hex(), "message": str(shuffle.message), "commitment": shuffle.commitment}


def write_record(record: Mapping[str, Any]) -> str:
    """The record as its one line, without the line's end."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def legal_words(before: GameState, seat: Seat, action: Action) -> list[str] | None:
    """All legal alternatives in the record's words, or None for a discard or a pile."""
    legal = legal_actions(before, seat)
    return [str(one) for one in legal] if isinstance(legal, tuple) else None


def result_json(result: HandResult) -> dict[str, Any]:
    """A hand's result in the record's form."""
    if result.declarer is None or result.trump is None:
        return {"declarer": None, "score": _sides(result.score)}
    return {
        "declarer": result.declarer.value,
        "bid": result.bid,
        "trump": result.trump.value,
        "points": _sides(result.points),
        "made": result.made,
        "delta": _sides(result.delta),
        "score": _sides(result.score),
    }


def _sides(points: SidePoints) -> dict[str, int]:
    return {side.value: points.of(side) for side in Side}
