"""The tricks: R7 and R8."""

from __future__ import annotations

from typing import Final

from bot.game.actions import Action, Play
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, clockwise, in_order, strengths
from bot.game.exchange import without
from bot.game.piles import PileChoice, pile_choice
from bot.game.rules import RuleSet
from bot.game.state import Hands, HandState, Laid, Trick, with_cards
from bot.game.terms import Illegal, Reason

_SINGLE: Final[dict[Card, Action]] = {card: Play((card,)) for card in DECK}


def begin(hand: HandState) -> HandState:
    """After the last discard: who holds no trump goes up, and the declarer leads (R7.1, R8.1, R8.2)."""
    trump, declarer = hand.trump, hand.declarer
    assert trump is not None
    assert declarer is not None
    hands, thrown_in = hand.hands, hand.thrown_in
    for seat in SEATS:
        held = hands[seat.place]
        if not _has_trump(held, trump):
            hands, thrown_in = with_cards(hands, seat, ()), with_cards(thrown_in, seat, held)
    return hand._replace(hands=hands, thrown_in=thrown_in, turn=_still_in(hands, declarer))


def legal_plays(rules: RuleSet, hand: HandState, seat: Seat) -> tuple[Action, ...] | PileChoice:
    """What the seat to act may play: cards in the pack's order, or the piles (R7.2, R7.4)."""
    assert hand.trump is not None
    return plays_of(rules, hand.hands[seat.place], hand.trump, hand.laid)


def plays_of(
    rules: RuleSet, cards: tuple[Card, ...], trump: Suit, laid: tuple[Laid, ...]
) -> tuple[Action, ...] | PileChoice:
    """What a holder of ``cards`` may play to a trick that has ``laid`` so far."""
    if len(cards) > rules.hand_size:
        return pile_choice(rules, cards, trump)
    strength = strengths(trump)
    if laid and laid[0].cards[0] in strength:
        return tuple([_SINGLE[card] for card in cards if card in strength])
    return tuple([_SINGLE[card] for card in cards])


def play(rules: RuleSet, hand: HandState, seat: Seat, action: Play) -> HandState:
    """The hand after one play; it is over when ``turn`` is None (R8.3). Raises Illegal."""
    trump = hand.trump
    assert trump is not None
    held = hand.hands[seat.place]
    kept = without(held, action.cards)
    _check(rules, held, trump, hand.laid, action)
    cards = action.cards if len(action.cards) == 1 else (action.top, *in_order(action.buried))
    laid, thrown_in = (*hand.laid, Laid(seat, cards)), hand.thrown_in
    if kept and not _has_trump(kept, trump):
        kept, thrown_in = (), with_cards(thrown_in, seat, kept)  # R8.1
    hands = with_cards(hand.hands, seat, kept)
    following = seat.next
    while following is not laid[0].seat:
        if hands[following.place]:
            return hand.after_play(hands, thrown_in, hand.tricks, laid, following)
        following = following.next
    winner = winner_of(laid, trump)
    return hand.after_play(hands, thrown_in, (*hand.tricks, Trick(laid, winner)), (), _still_in(hands, winner))


def _check(rules: RuleSet, held: tuple[Card, ...], trump: Suit, laid: tuple[Laid, ...], action: Play) -> None:
    strength = strengths(trump)
    if len(held) > rules.hand_size:
        pile_choice(rules, held, trump).check(action)
    elif len(action.cards) != 1:
        raise Illegal(Reason.WRONG_PLAY_COUNT, low=1, high=1)
    elif laid and laid[0].cards[0] in strength and action.cards[0] not in strength:
        would_do = tuple(card for card in held if card in strength)
        raise Illegal(Reason.MUST_PLAY_TRUMP, cards=would_do)


def winner_of(laid: tuple[Laid, ...], trump: Suit) -> Seat:
    """Who wins these cards: the highest trump on top, or the leader where none is (R7.3, R7.4)."""
    strength = strengths(trump)
    winner, highest = laid[0].seat, 0
    for seat, cards in laid:
        height = strength.get(cards[0], 0)
        if height > highest:
            winner, highest = seat, height
    return winner


def _still_in(hands: Hands, first: Seat) -> Seat | None:
    """``first``, or the next seat clockwise that still holds cards (R8.2); None when nobody does (R8.3)."""
    for seat in clockwise(first):
        if hands[seat.place]:
            return seat
    return None


def _has_trump(cards: tuple[Card, ...], trump: Suit) -> bool:
    return not strengths(trump).keys().isdisjoint(cards)
