"""The tricks: R7 and R8."""

from __future__ import annotations

from typing import Final

from bot.game.actions import Action, Play
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, clockwise, strengths
from bot.game.exchange import check_held
from bot.game.piles import PileChoice, pile_choice
from bot.game.rules import RuleSet
from bot.game.state import HandState, Laid, Trick, with_cards
from bot.game.terms import Illegal, Reason

_SINGLE: Final[dict[Card, Action]] = {card: Play((card,)) for card in DECK}


def begin(hand: HandState) -> HandState:
    """After the last discard: who holds no trump goes up, and the declarer leads (R7.1, R8.1, R8.2)."""
    trump, declarer = hand.trump, hand.declarer
    assert trump is not None
    assert declarer is not None
    for seat in SEATS:
        hand = _up_if_out_of_trumps(hand, seat, trump)
    return hand._replace(turn=_still_in(hand, declarer))


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
    held, strength = hand.hands[seat.place], strengths(trump)
    check_held(held, action.cards)
    if len(held) > rules.hand_size:
        pile_choice(rules, held, trump).check(action)
    elif len(action.cards) != 1:
        raise Illegal(Reason.WRONG_PLAY_COUNT, low=1, high=1)
    elif hand.laid and hand.laid[0].cards[0] in strength and action.cards[0] not in strength:
        would_do = tuple(card for card in held if card in strength)
        raise Illegal(Reason.MUST_PLAY_TRUMP, cards=would_do)
    kept = tuple([card for card in held if card not in action.cards])
    laid = (*hand.laid, Laid(seat, (action.cards[0], *sorted(action.cards[1:]))))
    hand = hand._replace(hands=with_cards(hand.hands, seat, kept), laid=laid)
    hand = _up_if_out_of_trumps(hand, seat, trump)
    following = seat.next
    while following is not laid[0].seat:
        if hand.hands[following.place]:
            return hand._replace(turn=following)
        following = following.next
    return _finish_trick(hand, trump)


def winner_of(laid: tuple[Laid, ...], trump: Suit) -> Seat:
    """Who wins these cards: the highest trump on top, or the leader where none is (R7.3, R7.4)."""
    strength = strengths(trump)
    winner, highest = laid[0].seat, 0
    for seat, cards in laid:
        height = strength.get(cards[0], 0)
        if height > highest:
            winner, highest = seat, height
    return winner


def _finish_trick(hand: HandState, trump: Suit) -> HandState:
    winner = winner_of(hand.laid, trump)
    tricks = (*hand.tricks, Trick(hand.laid, winner))
    return hand._replace(tricks=tricks, laid=(), turn=_still_in(hand, winner))


def _still_in(hand: HandState, first: Seat) -> Seat | None:
    """``first``, or the next seat clockwise that still holds cards (R8.2); None when nobody does (R8.3)."""
    for seat in clockwise(first):
        if hand.hands[seat.place]:
            return seat
    return None


def _up_if_out_of_trumps(hand: HandState, seat: Seat, trump: Suit) -> HandState:
    cards, strength = hand.hands[seat.place], strengths(trump)
    for card in cards:
        if card in strength:
            return hand
    if not cards:
        return hand
    return hand._replace(hands=with_cards(hand.hands, seat, ()), thrown_in=with_cards(hand.thrown_in, seat, cards))
