"""What happened, in the past tense, for telling people: derived from two states, never stored, never a hidden card."""

from __future__ import annotations

from dataclasses import dataclass

from bot.game.actions import Action, Bid, Discard, NameTrump, Pass, Play
from bot.game.cards import Card, Seat, Side, Suit
from bot.game.rules import KittyTiming
from bot.game.scoring import Capture, captures
from bot.game.state import GameState, HandResult, HandState, Phase


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A new hand was dealt; ``number`` counts from 1."""

    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    """A bid of ``amount`` points."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass in the auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ContractWon:
    """The auction ended; ``seat`` is the declarer."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class HandThrownIn:
    """Nobody bid (R4.6)."""

    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """The declarer took the kitty."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The declarer named trumps."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class SecondDealt:
    """Everybody got ``size`` more cards (R3.2)."""

    size: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat has thrown its cards; how many is told when all have (R6.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayBegan:
    """All have thrown; ``thrown`` counts the cards of each seat by ``Seat.place``."""

    thrown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card, or the top card of a pile with ``under`` cards below it."""

    seat: Seat
    card: Card
    under: int


@dataclass(frozen=True, slots=True)
class WentUp:
    """A seat without trumps threw in the rest (R8.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick ended; ``leads`` is who leads the next one, None after the last (R8.2)."""

    seat: Seat
    leads: Seat | None


@dataclass(frozen=True, slots=True)
class HandScored:
    """A hand was played to its end."""

    result: HandResult
    captures: tuple[Capture, ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    """A side has won the game."""

    side: Side


Event = (
    HandDealt | BidMade | Passed | ContractWon | HandThrownIn | KittyTaken | TrumpNamed | SecondDealt | Discarded
    | PlayBegan | CardPlayed | WentUp | TrickWon | HandScored | GameWon
)  # fmt: skip


def told(before: GameState, seat: Seat | None, action: Action, after: GameState) -> tuple[Event, ...]:
    """The public events of one applied action, in the order people would tell them."""
    hand = after.hand
    assert hand is not None
    if seat is None:
        return (HandDealt(len(after.results) + 1, hand.dealer),)
    match action:
        case Bid() | Pass():
            return _after_call(seat, action, after, hand)
        case NameTrump(suit):
            return _after_naming(seat, suit, after)
        case Discard():
            return _after_discard(seat, after, hand)
        case Play():
            return _after_play(before, seat, action, after, hand)
        case _:
            return ()


def _after_call(seat: Seat, action: Bid | Pass, after: GameState, hand: HandState) -> tuple[Event, ...]:
    said: Event = BidMade(seat, action.amount) if isinstance(action, Bid) else Passed(seat)
    if after.phase is Phase.AUCTION:
        return (said,)
    if hand.declarer is None:
        return (said, HandThrownIn(after.dealer))
    won = ContractWon(hand.declarer, hand.bid)
    if after.rules.kitty_timing is KittyTiming.BEFORE_TRUMP:
        return (said, won, KittyTaken(hand.declarer))
    return (said, won)


def _after_naming(seat: Seat, suit: Suit, after: GameState) -> tuple[Event, ...]:
    events: list[Event] = [TrumpNamed(seat, suit)]
    if after.rules.kitty_timing is KittyTiming.AFTER_TRUMP:
        events.append(KittyTaken(seat))
    if after.rules.second_deal:
        events.append(SecondDealt(after.rules.second_deal))
    return tuple(events)


def _after_discard(seat: Seat, after: GameState, hand: HandState) -> tuple[Event, ...]:
    if after.phase is Phase.DISCARD:
        return (Discarded(seat),)
    began = PlayBegan(tuple(len(cards or ()) for cards in hand.discards))
    return (Discarded(seat), began, *(WentUp(one) for one in hand.up()))


def _after_play(before: GameState, seat: Seat, action: Play, after: GameState, hand: HandState) -> tuple[Event, ...]:
    assert before.hand is not None
    events: list[Event] = [CardPlayed(seat, action.top, len(action.buried))]
    if seat in hand.up():
        events.append(WentUp(seat))
    if len(hand.tricks) > len(before.hand.tricks):
        events.append(TrickWon(hand.tricks[-1].winner, hand.turn))
    if after.phase is not Phase.PLAY:
        events.append(HandScored(after.results[-1], captures(after.rules, hand)))
    if after.winner is not None:
        events.append(GameWon(after.winner))
    return tuple(events)
