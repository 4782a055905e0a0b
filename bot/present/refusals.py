"""Why something was refused, in one sentence that says what would work."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import assert_never

from bot.game.actions import Discard, Play
from bot.game.cards import Card, Seat
from bot.game.engine import Legal
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.record import Problem, RecordFault
from bot.game.rules import Fault, RulesFault
from bot.game.terms import Illegal, Reason
from bot.present.names import card_text, cards_text, listed, seat_name
from bot.present.words import Words


def explain(words: Words, illegal: Illegal, *, legal: Legal = (), who: Callable[[Seat], str] | None = None) -> str:
    """The refusal of an action. ``legal`` is what the seat may do instead: a discard or a pile then gets an example.

    ``who`` names the seats, by their own names where it is left out.
    """
    sentence = _refusal(words, illegal, legal, who or (lambda seat: seat_name(words, seat)))
    example = _example(words, legal) if illegal.reason in _WANT_EXAMPLE else ""
    return f"{sentence} {example}".strip()


_WANT_EXAMPLE = frozenset(
    {
        Reason.CARD_TWICE,
        Reason.CARD_NOT_HELD,
        Reason.WRONG_DISCARD_COUNT,
        Reason.WRONG_PLAY_COUNT,
        Reason.SCORER_BURIED,
        Reason.TOO_MANY_SCORERS,
        Reason.TWO_NOT_IN_PILE,
    }
)


def _refusal(words: Words, illegal: Illegal, legal: Legal, who: Callable[[Seat], str]) -> str:
    reason = illegal.reason
    key = f"refusal.{reason.value[1]}"
    cards = cards_text(words, sorted(illegal.cards))
    match reason:
        case Reason.NOT_A_PACK:
            return words(f"{key}.missing", cards=cards) if cards else words(key)
        case Reason.WRONG_PHASE:
            return words(f"{key}.{illegal.rule}")
        case Reason.NOT_YOUR_TURN:
            names = listed(words, [who(seat) for seat in illegal.seats])
            return words(f"{key}.{illegal.rule}", who=names)
        case Reason.CARD_NOT_HELD:
            return _not_held(words, key, illegal, legal)
        case Reason.WRONG_DISCARD_COUNT if illegal.low != illegal.high:
            return words(f"{key}.range", low=illegal.low, high=illegal.high)
        case Reason.TRUMP_KEPT | Reason.NO_TRUMP_THROWN | Reason.WRONG_DISCARD_COUNT | Reason.SCORER_BURIED:
            number = illegal.high or 0
            return words.count(key, number, cards=cards) if number else words(f"{key}.none", cards=cards)
        case Reason.WRONG_PLAY_COUNT | Reason.TOO_MANY_SCORERS:
            return words.count(key, illegal.high or 0)
        case Reason.BID_TOO_LOW | Reason.BID_TOO_HIGH | Reason.DEALER_MUST_BID:
            return words(key, low=illegal.low, high=illegal.high)
        case Reason.CARD_TWICE | Reason.SCORER_THROWN | Reason.MUST_PLAY_TRUMP:
            return words.count(key, len(illegal.cards), cards=cards)
        case Reason.PLAIN_MUST_GO | Reason.PLAIN_GOES_FIRST | Reason.TWO_NOT_IN_PILE:
            return words(key, cards=cards)
        case Reason.GAME_OVER:
            return words(key)
        case _:
            assert_never(reason)


def _not_held(words: Words, key: str, illegal: Illegal, legal: Legal) -> str:
    sentence = words.count(key, len(illegal.cards), cards=cards_text(words, sorted(illegal.cards)))
    singles = [one.top for one in legal if isinstance(one, Play)] if isinstance(legal, tuple) else []
    if not singles:
        return sentence
    return f"{sentence} {words.count('refusal.example.card', len(singles), cards=cards_text(words, singles))}"


def _example(words: Words, legal: Legal) -> str:
    match legal:
        case DiscardChoice():
            return _discard_example(words, legal.suggestion)
        case PileChoice():
            pile = legal.suggestion
            return words("refusal.example.pile", top=card_text(words, pile.top), buried=_texts(words, pile.buried))
        case _:
            return ""


def _discard_example(words: Words, discard: Discard) -> str:
    if not discard.cards:
        return words("refusal.example.no-discard")
    return words("refusal.example.discard", cards=_texts(words, discard.cards))


def _texts(words: Words, cards: tuple[Card, ...]) -> str:
    return cards_text(words, sorted(cards))


def explain_rules(words: Words, fault: RulesFault) -> str:
    """Why a set of fields makes no game."""
    key = f"rules-fault.{fault.fault.value}"
    limit = "" if fault.limit is None else str(fault.limit)
    choices = ", ".join(limit.split(" "))
    match fault.fault:
        case Fault.NOT_A_VALUE:
            return words(_value_key(key, fault.field, limit), field=fault.field, choices=choices)
        case Fault.OUT_OF_RANGE:
            low, _, high = limit.partition(" to ")
            return words(key, field=fault.field, low=low, high=high)
        case Fault.UNKNOWN_PRESET | Fault.UNKNOWN_FIELD:
            return words(key, name=json.dumps(fault.field, ensure_ascii=False), choices=choices)
        case _:
            return words(key, field=fault.field, limit=limit)


def _value_key(key: str, field: str, limit: str) -> str:
    special = {"a number": "number", "missing": "missing", "an object": "object"}.get(limit)
    if special is not None:
        return f"{key}.{special}"
    return f"{key}.points" if field == "points" else key


def explain_record(words: Words, fault: RecordFault, *, legal: Legal = (), found: str = "") -> str:
    """What is wrong with a record and what would have been right.

    ``legal`` is what the seat might have done, as in ``explain``; ``found`` is the JSON that stands where another
    result, winner or dealer should.
    """
    match fault.cause:
        case Illegal():
            return explain(words, fault.cause, legal=legal)
        case RulesFault():
            return explain_rules(words, fault.cause)
    key = f"record-fault.{fault.problem.value}"
    right = _plain_json(fault.detail)
    match fault.problem:
        case Problem.NOT_JSON if not fault.detail:
            return words(f"{key}.nowhere")
        case Problem.BAD_FIELD:
            # Every field but the players' names has a sentence of its own.
            field = "players.seat" if fault.field.startswith("players.") else fault.field
            return words(f"{key}.{field}", field=fault.field, found=fault.detail)
        case Problem.WRONG_RESULT if fault.field == "result" and right == "null":
            return words(f"{key}.unfinished")
        case Problem.WRONG_RESULT | Problem.WRONG_WINNER | Problem.WRONG_DEALER:
            return words(key, field=fault.field, right=right, found=_plain_json(found))
        case _:
            return words(key, field=fault.field, found=fault.detail)


def _plain_json(text: str) -> str:
    """JSON without the signs that only machines need: ``NS 1, EW 43`` for ``{"NS": 1, "EW": 43}``."""
    return text.replace('"', "").replace(": ", " ").strip("{}")
