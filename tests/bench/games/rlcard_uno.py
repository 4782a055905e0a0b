"""RLCard's Uno: the environment as its manual steps it, or the bare game under it."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module


def play_out(name: str) -> Callable[[random.Random], int]:
    """Plays a game in the ``environment`` or with the ``bare`` game; says how many actions it had.

    The choice is ours and not that of RLCard's RandomAgent, which takes most of the time for itself.
    """
    environment = import_module("rlcard").make("uno", config={"seed": 1})
    game = environment.game

    def in_environment(rng: random.Random) -> int:
        actions = 0
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(rng.choice(list(state["legal_actions"])))
            actions += 1
        return actions

    def bare(rng: random.Random) -> int:
        actions = 0
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            actions += 1
        return actions

    return {"environment": in_environment, "bare": bare}[name]
