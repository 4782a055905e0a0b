"""Positions worked by hand: whole deals made from the cards that matter, and led through the engine to a play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.game.actions import PASS, Bid, Deal, Discard, NameTrump, parse_action
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, clockwise, strengths
from bot.game.engine import apply, new_game
from bot.game.rules import CANADIAN, RuleSet
from bot.game.state import GameState, Phase, SidePoints
from bot.game.view import PlayerView, view

_FIRST_DEALER = Seat.NORTH


def cards(text: str) -> tuple[Card, ...]:
    """``AS KH`` as cards."""
    return tuple(Card.parse(word) for word in text.split())


def dealt(
    rules: RuleSet,
    hands: Mapping[str, str],
    *,
    dealer: Seat = _FIRST_DEALER,
    score: tuple[int, int] = (0, 0),
    later: str = "",
) -> GameState:
    """The auction's begin with these cards among each seat's first ones, by its letter; the rest as it comes.

    ``later`` lie in the kitty or come with the second deal.
    """
    wanted = {seat: list(cards(hands.get(seat.value, ""))) for seat in SEATS}
    behind = list(cards(later))
    fixed = {card for held in (*wanted.values(), behind) for card in held}
    free = [card for card in DECK if card not in fixed]
    for held in wanted.values():
        while len(held) < rules.deal_size:
            held.append(free.pop())
    order: list[Card] = []
    for start in range(0, rules.deal_size, rules.deal_packet):
        for seat in clockwise(dealer.next):
            order += wanted[seat][start : start + rules.deal_packet]
    game = new_game(rules, dealer)._replace(score=SidePoints(*score))
    return apply(game, None, Deal((*order, *behind, *free)))


def to_play(
    hands: Mapping[str, str], plays: Sequence[str], *, trump: Suit = Suit.SPADES, declarer: str = "N", bid: int = 7
) -> PlayerView:
    """The view of the seat to act after ``plays``, in the Canadian game.

    ``hands`` are the cards each seat keeps: six a seat, all fourteen trumps among them; ``plays`` like ``N AS``.
    """
    seat = Seat(declarer)
    dealer = seat.partner.next  # so that the declarer speaks first
    kept = {Seat(letter): cards(text) for letter, text in hands.items()}
    assert sorted(len(held) for held in kept.values()) == [6, 6, 6, 6]
    assert sum(card in strengths(trump) for held in kept.values() for card in held) == len(strengths(trump))
    state = apply(dealt(CANADIAN, hands, dealer=dealer), seat, Bid(bid))
    for other in clockwise(seat)[1:]:
        state = apply(state, other, PASS)
    state = apply(state, seat, NameTrump(trump))
    for other in SEATS:
        assert state.hand is not None
        thrown = tuple(card for card in state.hand.hand(other) if card not in kept[other])
        state = apply(state, other, Discard(thrown))
    for words in plays:
        letter, _, rest = words.partition(" ")
        state = apply(state, Seat(letter), parse_action(f"play {rest}"))
    assert state.phase is Phase.PLAY
    return view(state, state.to_act[0])
