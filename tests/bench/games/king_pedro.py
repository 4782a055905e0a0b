"""Our engine, for one preset."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import comb

from bot.game.actions import Action, Deal, Discard
from bot.game.cards import DECK, SEATS
from bot.game.engine import Legal, apply, legal_actions, new_game
from bot.game.exchange import DiscardChoice
from bot.game.rules import preset
from bot.game.state import Phase


def play_out(name: str) -> Callable[[random.Random], int]:
    """Plays a game of the preset ``name`` to its end; says how many decisions it had, deals not counted."""
    rules = preset(name)

    def play(rng: random.Random) -> int:
        actions = 0
        state = new_game(rules, rng.choice(SEATS))
        while state.phase is not Phase.FINISHED:
            if state.phase is Phase.DEAL:
                state = apply(state, None, Deal(tuple(rng.sample(DECK, len(DECK)))))
                continue
            seat = state.to_act[0]
            legal = legal_actions(state, seat)
            action = any_call(legal, rng) if state.phase is Phase.AUCTION else any_action(legal, rng)
            state = apply(state, seat, action)
            actions += 1
        return actions

    return play


def any_call(legal: Legal, rng: random.Random) -> Action:
    """A pass half the time and mostly low bids: if all were as likely, hardly any would be made, and no game end."""
    assert isinstance(legal, tuple)
    return legal[-1] if rng.random() < 0.5 else legal[int(len(legal) * rng.random() ** 4)]


def any_action(legal: Legal, rng: random.Random) -> Action:
    """One of ``legal``; of a pile's tops any, over the cheapest cards."""
    if isinstance(legal, tuple):
        return rng.choice(legal)
    if isinstance(legal, DiscardChoice):
        counts = range(legal.low, legal.high + 1)
        (count,) = rng.choices(counts, [comb(len(legal.options), count) for count in counts])
        return Discard(legal.forced + tuple(rng.sample(legal.options, count)))
    return legal.with_top(rng.choice(legal.tops()))
