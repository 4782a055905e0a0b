"""PokerKit's no-limit hold'em, with everything automatic that is no decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module


def play_out(name: str) -> Callable[[random.Random], int]:
    """Plays one hand of ``name`` players with 200 chips each; says how many actions it had."""
    pokerkit = import_module("pokerkit")
    players = int(name)
    automatic = tuple(pokerkit.Automation)

    def play(rng: random.Random) -> int:
        actions = 0
        state = pokerkit.NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, 200, players)
        while state.status:
            legal = []
            if state.can_fold():
                legal.append(state.fold)
            if state.can_check_or_call():
                legal.append(state.check_or_call)
            if state.can_complete_bet_or_raise_to():
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                legal.append(partial(state.complete_bet_or_raise_to, rng.randint(low, high)))
            rng.choice(legal)()
            actions += 1
        return actions

    return play
