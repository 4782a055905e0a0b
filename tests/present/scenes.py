"""The moments of which golden files are kept, by name."""

from __future__ import annotations

from collections.abc import Callable

from bot.game.cards import Seat
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import CANADIAN, KING_PEDRO, UKRAINIAN_CANADIAN, AllPass, RuleSet, TrumpDiscard, house
from bot.game.state import GameState, HandState, Phase
from bot.game.view import view

Found = Callable[[GameState], bool]

FORCED = house(CANADIAN, all_pass=AllPass.DEALER_FORCED)
TO_SIX = house(CANADIAN, trump_discard=TrumpDiscard.TO_SIX)


def _hand(state: GameState) -> HandState:
    assert state.hand is not None
    return state.hand


def _first_call(state: GameState) -> bool:
    return state.phase is Phase.AUCTION and not _hand(state).calls


def _later_call(state: GameState) -> bool:
    return state.phase is Phase.AUCTION and len(_hand(state).calls) > 4 and len(state.results) > 1


def _partner_bid(state: GameState) -> bool:
    hand = state.hand
    if state.phase is not Phase.AUCTION or hand is None or hand.declarer is None or hand.turn is None:
        return False
    return hand.declarer is hand.turn.partner


def _forced_dealer(state: GameState) -> bool:
    return state.phase is Phase.AUCTION and len(_hand(state).calls) == 3 and not _hand(state).bid


def _trump(state: GameState) -> bool:
    return state.phase is Phase.TRUMP


def _discard(state: GameState) -> bool:
    return state.phase is Phase.DISCARD and len(state.to_act) == 4


def _discard_half(state: GameState) -> bool:
    return state.phase is Phase.DISCARD and len(state.to_act) == 2


def _surplus(state: GameState) -> bool:
    return state.phase is Phase.DISCARD and any(_may_throw_trumps(state, seat) for seat in state.to_act)


def _may_throw_trumps(state: GameState, seat: Seat) -> bool:
    legal = view(state, seat).legal
    return isinstance(legal, DiscardChoice) and bool(legal.forced) and bool(legal.options)


def _lead(state: GameState) -> bool:
    return state.phase is Phase.PLAY and not _hand(state).laid and len(_hand(state).tricks) == 1


def _follow_trump(state: GameState) -> bool:
    laid = _hand(state).laid if state.phase is Phase.PLAY else ()
    return len(laid) == 2 and laid[0].cards[0].suit is _hand(state).trump and len(_hand(state).tricks) > 0


def _follow_plain(state: GameState) -> bool:
    hand = state.hand
    if state.phase is not Phase.PLAY or hand is None or not hand.laid or hand.trump is None:
        return False
    led = hand.laid[0].cards[0].suit
    return led not in (hand.trump, hand.trump.same_colour) and len(hand.up()) > 0


def _pile(size: int) -> Found:
    def found(state: GameState) -> bool:
        if state.phase is not Phase.PLAY:
            return False
        legal = view(state, state.to_act[0]).legal
        return isinstance(legal, PileChoice) and legal.size == size

    return found


def _pile_lies(state: GameState) -> bool:
    return state.phase is Phase.PLAY and any(len(laid.cards) > 2 for laid in _hand(state).laid)


def _made(state: GameState) -> bool:
    piles = [laid for trick in _hand(state).tricks for laid in trick.laid if len(laid.cards) > 1] if state.hand else []
    return state.phase is Phase.DEAL and bool(state.results) and state.results[-1].made and bool(piles)


def _set(state: GameState) -> bool:
    last = state.results[-1] if state.results and state.phase is Phase.DEAL else None
    return last is not None and last.declarer is not None and not last.made


def _thrown_points(state: GameState) -> bool:
    seats = tuple(Seat)
    over = state.phase is Phase.DEAL and bool(state.results)
    return over and any(capture.thrown for capture in view(state, seats[0]).captures)


def _thrown_in(state: GameState) -> bool:
    return state.phase is Phase.DEAL and bool(state.results) and state.results[-1].declarer is None


def _won(state: GameState) -> bool:
    return state.phase is Phase.FINISHED and state.results[-1].made


def _fallen(state: GameState) -> bool:
    return state.phase is Phase.FINISHED and not state.results[-1].made


SCENES: dict[str, tuple[RuleSet, Found]] = {
    "canadian-before-the-deal": (CANADIAN, lambda state: state.hand is None),
    "canadian-first-call": (CANADIAN, _first_call),
    "canadian-later-call": (CANADIAN, _later_call),
    "canadian-partner-bid": (CANADIAN, _partner_bid),
    "canadian-trump": (CANADIAN, _trump),
    "canadian-discard": (CANADIAN, _discard),
    "canadian-discard-half": (CANADIAN, _discard_half),
    "canadian-lead": (CANADIAN, _lead),
    "canadian-follow-trump": (CANADIAN, _follow_trump),
    "canadian-follow-plain": (CANADIAN, _follow_plain),
    "canadian-pile-of-2": (CANADIAN, _pile(2)),
    "canadian-pile-of-4": (CANADIAN, _pile(4)),
    "canadian-pile-lies": (CANADIAN, _pile_lies),
    "canadian-made": (CANADIAN, _made),
    "canadian-set": (CANADIAN, _set),
    "canadian-thrown-in": (CANADIAN, _thrown_in),
    "canadian-won": (CANADIAN, _won),
    "king-pedro-first-call": (KING_PEDRO, _first_call),
    "king-pedro-trump": (KING_PEDRO, _trump),
    "king-pedro-surplus": (KING_PEDRO, _surplus),
    "king-pedro-pile-of-3": (KING_PEDRO, _pile(3)),
    "king-pedro-fallen": (KING_PEDRO, _fallen),
    "ukrainian-first-call": (UKRAINIAN_CANADIAN, _first_call),
    "ukrainian-trump": (UKRAINIAN_CANADIAN, _trump),
    "ukrainian-discard": (UKRAINIAN_CANADIAN, _discard),
    "ukrainian-made": (UKRAINIAN_CANADIAN, _made),
    "forced-dealer": (FORCED, _forced_dealer),
    "to-six-surplus": (TO_SIX, _surplus),
    "to-six-thrown-points": (TO_SIX, _thrown_points),
}
