"""A game of OpenSpiel's, written in C++ and stepped from Python as its example.py does."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module


def play_out(name: str) -> Callable[[random.Random], int]:
    """Plays a game of ``name``; says how many actions it had, each card dealt being one."""
    game = import_module("pyspiel").load_game(name)

    def play(rng: random.Random) -> int:
        actions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        return actions

    return play
