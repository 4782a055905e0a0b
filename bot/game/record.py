"""The record of a game, read and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeVar

from bot.game.actions import Action, Deal, parse_action
from bot.game.cards import SEATS, Card, Seat
from bot.game.engine import apply, new_game
from bot.game.fair import SECRET_BYTES, Shuffle, commitment
from bot.game.recorder import FORMAT, VERSION, Move, legal_words, result_json
from bot.game.rules import RuleSet, RulesFault, rules_from_json
from bot.game.state import GameState, Phase
from bot.game.terms import Illegal

_MOST_ACTIONS: Final = 2000  # far over the longest possible hand: re-entry to 62, four discards and twenty-four plays

_SEATS: Final = {seat.value: seat for seat in SEATS}
_SHUFFLE: Final = ("secret", "message", "commitment")
_Value = TypeVar("_Value")


class Problem(Enum):
    """What can be wrong with a record."""

    NOT_JSON = "not-json"
    NOT_A_RECORD = "not-a-record"
    OTHER_VERSION = "other-version"
    BAD_RULES = "bad-rules"
    BAD_FIELD = "bad-field"
    BAD_DECK = "bad-deck"
    BAD_ACTION = "bad-action"
    ILLEGAL = "illegal"
    WRONG_DEALER = "wrong-dealer"
    HAND_NOT_FINISHED = "hand-not-finished"
    HAND_AFTER_THE_END = "hand-after-the-end"
    WRONG_RESULT = "wrong-result"
    WRONG_LEGAL = "wrong-legal"
    WRONG_WINNER = "wrong-winner"
    BAD_SHUFFLE = "bad-shuffle"
    WRONG_COMMITMENT = "wrong-commitment"
    WRONG_SHUFFLE = "wrong-shuffle"


class RecordFault(ValueError):
    """One fault of a record. ``hand`` and ``action`` count from 1, and are None where the fault is not in one.

    ``field`` names the place in the object, ``detail`` is what stands or is missing there (shortened), ``cause`` the
    rules' own refusal where there is one.
    """

    def __init__(
        self,
        problem: Problem,
        field: str = "",
        detail: str = "",
        *,
        hand: int | None = None,
        action: int | None = None,
        cause: Illegal | RulesFault | None = None,
    ) -> None:
        super().__init__(f"{problem.value} {field} {detail}".strip())
        self.problem = problem
        self.field = field
        self.detail = detail if len(detail) <= 80 else detail[:79] + "…"
        self.hand = hand
        self.action = action
        self.cause = cause


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand of a record: ``result`` and ``legal`` as they stand in the file, None where they don't.

    ``shuffle`` is what the deck is said to follow from, ``commitment`` what was promised of it.
    """

    dealer: Seat
    deck: tuple[Card, ...]
    moves: tuple[tuple[Seat, Action], ...]
    result: Any
    legal: tuple[Any, ...] | None
    shuffle: Shuffle | None = None
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A record that was read; what it claims is not yet checked. ``faults`` says what does not follow."""

    game: str
    rules: RuleSet
    players: Mapping[Seat, str]
    hands: tuple[HandRecord, ...]
    winner: Any

    def states(self) -> Iterator[tuple[int, int, Seat | None, Action, GameState, GameState]]:
        """Replays: (hand, action, seat, action, state before, state after) for each; action 0 is the deal.

        Hands and actions count from 1. Raises RecordFault at the first action that is not legal.
        """
        if not self.hands:
            return
        state = new_game(self.rules, self.hands[0].dealer)
        for number, hand in enumerate(self.hands, 1):
            _check_next_hand(state, hand, number)
            moves: list[Move] = [(None, Deal(hand.deck)), *hand.moves]
            for place, (seat, action) in enumerate(moves):
                try:
                    after = apply(state, seat, action)
                except Illegal as illegal:
                    problem = Problem.ILLEGAL if place else Problem.BAD_DECK
                    words = f"{seat.value} {action}" if seat else ""
                    raise RecordFault(problem, "", words, hand=number, action=place or None, cause=illegal) from None
                yield number, place, seat, action, state, after
                state = after

    def faults(self) -> list[RecordFault]:
        """Everything that is wrong, in the order of the game; the replay stops at the first illegal action."""
        found: list[RecordFault] = []
        state: GameState | None = None
        try:
            for number, place, seat, action, before, after in self.states():
                state, hand = after, self.hands[number - 1]
                if seat is None:
                    found += _shuffle_faults(hand, number)
                else:
                    found += _legal_faults(hand, number, place, legal_words(before, seat, action))
                if after.phase in (Phase.DEAL, Phase.FINISHED):
                    found += _result_faults(hand.result, result_json(after.results[-1]), number)
        except RecordFault as fault:
            return [*found, fault]
        unfinished = state is not None and state.phase not in (Phase.DEAL, Phase.FINISHED)
        if unfinished and self.hands[-1].result is not None:
            found.append(RecordFault(Problem.WRONG_RESULT, "result", "null", hand=len(self.hands)))
        winner = state.winner.value if state is not None and state.winner is not None else None
        if self.winner != winner:
            found.append(RecordFault(Problem.WRONG_WINNER, "winner", json.dumps(winner)))
        return found


def read_record(line: str | bytes) -> GameRecord:
    """The record of one line. Raises RecordFault with the first thing that is not of the form."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        place = f"column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordFault(Problem.NOT_JSON, "", place) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordFault(Problem.NOT_A_RECORD, "format", FORMAT)
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordFault(Problem.OTHER_VERSION, "version", _shown(version))
    try:
        rules = rules_from_json(data.get("rules"))
    except RulesFault as fault:
        raise RecordFault(Problem.BAD_RULES, f"rules.{fault.field}", cause=fault) from None
    hands = _field(data, "hands", list, "")
    return GameRecord(
        game=_field(data, "game", str, ""),
        rules=rules,
        players=_players(_field(data, "players", dict, "")),
        hands=tuple(_hand(hand, number) for number, hand in enumerate(hands, 1)),
        winner=data.get("winner"),
    )


def _field(data: dict[str, Any], key: str, kind: type[_Value], where: str, hand: int | None = None) -> _Value:
    value = data.get(key)
    if not isinstance(value, kind):
        raise RecordFault(Problem.BAD_FIELD, where + key, _shown(value), hand=hand)
    return value


def _players(data: dict[str, Any]) -> Mapping[Seat, str]:
    return {seat: _field(data, seat.value, str, "players.") for seat in SEATS}


def _hand(data: Any, number: int) -> HandRecord:
    if not isinstance(data, dict):
        raise RecordFault(Problem.BAD_FIELD, "hands", _shown(data), hand=number)
    try:
        dealer = Seat(data.get("dealer"))
    except ValueError:
        raise RecordFault(Problem.BAD_FIELD, "dealer", _shown(data.get("dealer")), hand=number) from None
    deck = _deck(_field(data, "deck", list, "", number), number)
    actions = _field(data, "actions", list, "", number)
    if len(actions) > _MOST_ACTIONS:
        raise RecordFault(Problem.BAD_FIELD, "actions", str(len(actions)), hand=number)
    legal = data.get("legal")
    if legal is not None and (not isinstance(legal, list) or len(legal) != len(actions)):
        raise RecordFault(Problem.BAD_FIELD, "legal", _shown(legal), hand=number)
    return HandRecord(
        dealer=dealer,
        deck=deck,
        moves=tuple(_move(words, number, place) for place, words in enumerate(actions, 1)),
        result=data.get("result"),
        legal=tuple(legal) if legal is not None else None,
        **_shuffle(data.get("shuffle"), number),
    )


def _shuffle(data: Any, number: int) -> dict[str, Any]:
    """The fields of a hand that say what its deck follows from; none where the record does not say."""
    if data is None:
        return {}
    secret, message, promised = (data.get(key) for key in _SHUFFLE) if isinstance(data, dict) else (None,) * 3
    try:
        shuffle = Shuffle(bytes.fromhex(str(secret)), int(str(message)))
    except (TypeError, ValueError):
        raise RecordFault(Problem.BAD_SHUFFLE, "shuffle", _shown(data), hand=number) from None
    whole = isinstance(promised, str) and isinstance(message, str) and message.isascii() and message.isdigit()
    if not whole or len(shuffle.secret) != SECRET_BYTES:
        raise RecordFault(Problem.BAD_SHUFFLE, "shuffle", _shown(data), hand=number)
    return {"shuffle": shuffle, "commitment": promised}


def _deck(texts: list[Any], number: int) -> tuple[Card, ...]:
    cards: dict[Card, None] = {}
    for text in texts:
        try:
            card = Card.parse(text)
        except ValueError:
            raise RecordFault(Problem.BAD_DECK, "deck", _shown(text), hand=number) from None
        if card in cards:
            raise RecordFault(Problem.BAD_DECK, "deck", f"{text} {text}", hand=number)
        cards[card] = None
    if len(cards) != 52:
        raise RecordFault(Problem.BAD_DECK, "deck", str(len(cards)), hand=number)
    return tuple(cards)


def _move(words: Any, number: int, place: int) -> tuple[Seat, Action]:
    try:
        letter, _, rest = words.partition(" ")
        action = parse_action(rest)
        if isinstance(action, Deal):
            raise ValueError(words)
        return _SEATS[letter], action
    except (AttributeError, KeyError, ValueError):
        raise RecordFault(Problem.BAD_ACTION, "", _shown(words), hand=number, action=place) from None


def _check_next_hand(state: GameState, hand: HandRecord, number: int) -> None:
    if state.phase is Phase.FINISHED:
        raise RecordFault(Problem.HAND_AFTER_THE_END, hand=number)
    if state.phase is not Phase.DEAL:
        raise RecordFault(Problem.HAND_NOT_FINISHED, hand=number - 1)
    if hand.dealer is not state.dealer:
        raise RecordFault(Problem.WRONG_DEALER, "dealer", state.dealer.value, hand=number)


def _legal_faults(hand: HandRecord, number: int, place: int, expected: list[str] | None) -> list[RecordFault]:
    if hand.legal is None:
        return []
    written = hand.legal[place - 1]
    same = written == expected
    if isinstance(written, list) and expected is not None:
        same = all(isinstance(one, str) for one in written) and sorted(written) == sorted(expected)
    return [] if same else [RecordFault(Problem.WRONG_LEGAL, "legal", _shown(written), hand=number, action=place)]


def _shuffle_faults(hand: HandRecord, number: int) -> list[RecordFault]:
    shuffle = hand.shuffle
    if shuffle is None:
        return []
    if commitment(shuffle.secret) != hand.commitment:
        return [RecordFault(Problem.WRONG_COMMITMENT, "shuffle.commitment", commitment(shuffle.secret), hand=number)]
    deck = shuffle.deck()
    if deck == hand.deck:
        return []
    place = next(place for place, card in enumerate(deck) if card is not hand.deck[place])
    return [RecordFault(Problem.WRONG_SHUFFLE, "deck", f"{place} {deck[place].text}", hand=number)]


def _result_faults(written: Any, expected: dict[str, Any], number: int) -> list[RecordFault]:
    if not isinstance(written, dict):
        return [RecordFault(Problem.WRONG_RESULT, "result", json.dumps(expected), hand=number)]
    return [
        RecordFault(Problem.WRONG_RESULT, f"result.{key}", json.dumps(value), hand=number)
        for key, value in expected.items()
        if json.dumps(written.get(key), sort_keys=True) != json.dumps(value, sort_keys=True)
    ]


def _shown(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    except RecursionError:  # what could just be read may be nested too deeply to be written again
        return "…"
    return text if len(text) <= 60 else text[:59] + "…"
