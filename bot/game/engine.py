"""The one way a game changes: ``apply``. And what it would accept: ``legal_actions``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, assert_never

from bot.game import bidding, exchange, play, scoring
from bot.game.actions import Action, Bid, Deal, Discard, NameTrump, Pass, Play
from bot.game.cards import DECK, SEATS, Card, Seat, Suit, clockwise, in_order
from bot.game.exchange import DiscardChoice, discard_choice
from bot.game.piles import PileChoice
from bot.game.rules import AllPass, KittyTiming, RuleSet
from bot.game.state import NO_CARDS, NO_POINTS, GameState, HandResult, Hands, HandState, Phase
from bot.game.terms import Illegal, Reason

#: A collection of actions: has ``in``, a length and an iterator, also where no list is kept.
Legal = tuple[Action, ...] | DiscardChoice | PileChoice

#: Raised by one whenever the same actions could lead to another game: stored games of another version are ended.
RULES_VERSION: Final = 1

_TRUMP_CHOICES: Final[tuple[Action, ...]] = tuple(NameTrump(suit) for suit in Suit)
_PACK: Final = frozenset(DECK)
_RULE_OF_TURN: Final = {
    Phase.DEAL: "R3.1",
    Phase.AUCTION: "R4.1",
    Phase.TRUMP: "R5.1",
    Phase.DISCARD: "R6.1",
    Phase.PLAY: "R7.1",
    Phase.FINISHED: "R10.1",
}


def new_game(rules: RuleSet, dealer: Seat) -> GameState:
    """A game before its first deal; who deals first is drawn outside (R1.3). Raises RulesFault."""
    rules.check()
    return GameState(rules, Phase.DEAL, dealer, NO_POINTS, None, (), None)


def legal_actions(state: GameState, seat: Seat) -> Legal:
    """Exactly what ``apply`` accepts of this seat now; empty when it has nothing to decide."""
    hand = state.hand
    if hand is None or (seat is not hand.turn and seat not in state.to_act):
        return ()
    if state.phase is Phase.PLAY:
        return play.legal_plays(state.rules, hand, seat)
    if state.phase is Phase.AUCTION:
        return bidding.legal_calls(state.rules, hand)
    if state.phase is Phase.TRUMP:
        return _TRUMP_CHOICES
    assert hand.trump is not None
    return discard_choice(state.rules, hand.hands[seat.place], hand.trump)


def apply(state: GameState, seat: Seat | None, action: Action) -> GameState:
    """The game after one action; ``seat`` is None for a Deal, which is nature's. Raises Illegal."""
    phase, hand = state.phase, state.hand
    if isinstance(action, Deal):
        return _deal(state, seat, action)
    if hand is None or seat is None or (seat is not hand.turn and seat not in state.to_act):
        raise _out_of_turn(state)
    match action:
        case Play() if phase is Phase.PLAY:
            hand = play.play(state.rules, hand, seat, action)
            return _finish_hand(state, hand) if hand.turn is None else state.with_hand(hand)
        case Bid() | Pass() if phase is Phase.AUCTION:
            hand = bidding.call(state.rules, hand, seat, action)
            return _finish_auction(state, hand) if hand.turn is None else state.with_hand(hand)
        case NameTrump() if phase is Phase.TRUMP:
            return _name_trump(state, hand, action)
        case Discard() if phase is Phase.DISCARD:
            return _discard(state, hand, seat, action)
        case Play() | Bid() | Pass() | NameTrump() | Discard():
            raise Illegal(Reason.WRONG_PHASE, rule=_RULE_OF_TURN[phase], seats=state.to_act)
        case _:
            assert_never(action)


def replay(state: GameState, actions: Iterable[tuple[Seat | None, Action]]) -> GameState:
    """The game after all of ``actions``. Raises Illegal at the first that the rules do not allow."""
    for seat, action in actions:
        state = apply(state, seat, action)
    return state


def _out_of_turn(state: GameState) -> Illegal:
    if state.phase is Phase.FINISHED:
        return Illegal(Reason.GAME_OVER)
    reason = Reason.WRONG_PHASE if state.phase is Phase.DEAL else Reason.NOT_YOUR_TURN
    return Illegal(reason, rule=_RULE_OF_TURN[state.phase], seats=state.to_act)


def _deal(state: GameState, seat: Seat | None, action: Deal) -> GameState:
    if state.phase is Phase.FINISHED:
        raise Illegal(Reason.GAME_OVER)
    if state.phase is not Phase.DEAL or seat is not None:
        raise Illegal(Reason.WRONG_PHASE, rule=_RULE_OF_TURN[state.phase], seats=state.to_act)
    deck, rules = action.deck, state.rules
    if len(deck) != len(DECK) or frozenset(deck) != _PACK:
        missing = tuple(card for card in DECK if card not in deck)
        raise Illegal(Reason.NOT_A_PACK, cards=missing, low=len(DECK), high=len(DECK))
    hand = HandState(
        dealer=state.dealer,
        deck=deck,
        hands=_hands(rules, deck, state.dealer.next),
        stock=deck[4 * rules.deal_size :],
        drawn=NO_CARDS,
        turn=state.dealer.next,
    )
    return state._replace(phase=Phase.AUCTION, hand=hand)


def _hands(rules: RuleSet, deck: tuple[Card, ...], first: Seat) -> Hands:
    dealt = {}
    for seat, places in zip(clockwise(first), _places(rules.deal_size, rules.deal_packet), strict=True):
        dealt[seat] = in_order([deck[place] for place in places])
    north, east, south, west = (dealt[seat] for seat in SEATS)
    return (north, east, south, west)


@lru_cache(maxsize=64)
def _places(size: int, packet: int) -> tuple[tuple[int, ...], ...]:
    """Where in the pack the cards of each hand lie, from the dealer's left, dealt ``packet`` at a time (R3.1)."""
    rounds = range(0, 4 * size, 4 * packet)
    return tuple(
        tuple(start + packet * turn + place for start in rounds for place in range(packet)) for turn in range(4)
    )


def _finish_auction(state: GameState, hand: HandState) -> GameState:
    if hand.declarer is None:
        return _throw_in(state, hand)
    if state.rules.kitty_timing is KittyTiming.BEFORE_TRUMP:
        hand = exchange.take_kitty(state.rules, hand)
    return state._replace(phase=Phase.TRUMP, hand=hand._replace(turn=hand.declarer))


def _throw_in(state: GameState, hand: HandState) -> GameState:
    same = state.rules.all_pass is AllPass.SAME_DEALER
    thrown_in = HandResult(hand.dealer, None, 0, None, NO_POINTS, state.score)
    return state._replace(
        phase=Phase.DEAL,
        dealer=hand.dealer if same else hand.dealer.next,
        hand=hand,
        results=(*state.results, thrown_in),
    )


def _name_trump(state: GameState, hand: HandState, action: NameTrump) -> GameState:
    hand = hand._replace(trump=action.suit, turn=None)
    if state.rules.kitty_timing is KittyTiming.AFTER_TRUMP:
        hand = exchange.take_kitty(state.rules, hand)
    if state.rules.second_deal:
        hand = exchange.deal_again(state.rules, hand)
    return state._replace(phase=Phase.DISCARD, hand=hand)


def _discard(state: GameState, hand: HandState, seat: Seat, action: Discard) -> GameState:
    hand = exchange.discard(state.rules, hand, seat, action)
    if None in hand.discards:
        return state.with_hand(hand)
    return state._replace(phase=Phase.PLAY, hand=play.begin(hand))


def _finish_hand(state: GameState, hand: HandState) -> GameState:
    result = scoring.result_of(state.rules, hand, state.score)
    winner = scoring.winner_after(state.rules, result)
    return state._replace(
        phase=Phase.DEAL if winner is None else Phase.FINISHED,
        dealer=hand.dealer.next if winner is None else hand.dealer,
        score=result.score,
        hand=hand,
        results=(*state.results, result),
        winner=winner,
    )
