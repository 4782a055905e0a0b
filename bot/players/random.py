"""The random player: it knows no game, but lets everything happen that the rules allow."""

from __future__ import annotations

import random
from math import comb
from typing import Final

from bot.game.actions import PASS, Action, Bid, Discard, NameTrump
from bot.game.cards import Suit, strengths
from bot.game.exchange import DiscardChoice
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.players.player import Decision

# Low bids keep games short, because they are made more often; the rest is there so that everything happens.
_PASSES_FIRST: Final = 0.55
_PASSES_LATER: Final = 0.75
_JUMPS_TO_ALL: Final = 0.01
_BIDS_ANYTHING: Final = 0.04
_STAYS_LOW: Final = 0.5
_NAMES_ANYTHING: Final = 0.3


def decide(view: PlayerView, rng: random.Random) -> Decision:
    """One of ``view.legal``; every one of them can be chosen."""
    match view.phase:
        case Phase.AUCTION:
            return Decision(_call(view, rng))
        case Phase.TRUMP:
            return Decision(_trump(view, rng))
    legal = view.legal
    if isinstance(legal, DiscardChoice):
        return Decision(_discard(legal, rng))
    actions = legal if isinstance(legal, tuple) else tuple(legal)
    return Decision(rng.choice(actions))


def _call(view: PlayerView, rng: random.Random) -> Action:
    calls = view.legal
    assert isinstance(calls, tuple)
    bids = [call for call in calls if isinstance(call, Bid)]
    if PASS in calls and rng.random() < (_PASSES_LATER if view.bid else _PASSES_FIRST):
        return PASS
    kind = rng.random()
    if kind < _JUMPS_TO_ALL:
        return bids[-1]
    if kind < _JUMPS_TO_ALL + _BIDS_ANYTHING:
        return rng.choice(bids)
    step = 0
    while step < len(bids) - 1 and rng.random() > _STAYS_LOW:
        step += 1
    return bids[step]


def _trump(view: PlayerView, rng: random.Random) -> Action:
    """Mostly the suit with the most trumps: piles are born there."""
    if rng.random() < _NAMES_ANYTHING:
        return NameTrump(rng.choice(tuple(Suit)))
    held = {suit: sum(1 for card in view.hand if card in strengths(suit)) for suit in Suit}
    longest = max(held.values())
    return NameTrump(rng.choice([suit for suit in Suit if held[suit] == longest]))


def _discard(choice: DiscardChoice, rng: random.Random) -> Action:
    """Any discard, each as likely as the other; there can be thousands, so none is listed."""
    counts = range(choice.low, choice.high + 1)
    weights = [comb(len(choice.options), count) for count in counts]
    (count,) = rng.choices(counts, weights)
    return Discard(choice.forced + tuple(rng.sample(choice.options, count)))
