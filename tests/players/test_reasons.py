"""The robots' reasons."""

import random

from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS
from bot.game.engine import apply, new_game
from bot.game.rules import PRESETS
from bot.game.view import view
from bot.players.easy.robot import decide as decide_easily
from bot.players.normal.robot import decide
from bot.players.reasons import Idea


def test_every_idea_is_used_somewhere() -> None:
    """A reason that never comes up is a word too many."""
    met: set[Idea] = set()
    rng = random.Random(24)
    rules = list(PRESETS.values())
    for number in range(240):
        state = new_game(rules[number % 3], SEATS[number % 4])
        state = state._replace(score=state.score._replace(ns=rng.randrange(200), ew=rng.randrange(200)))
        state = apply(state, None, Deal(tuple(rng.sample(DECK, len(DECK)))))
        while state.to_act:
            seat = state.to_act[0]
            seen = view(state, seat)
            easily = decide_easily(seen, rng)
            decision = decide(seen, rng)
            for one in (easily, decision):
                assert one.why is not None
                assert isinstance(one.why.idea, Idea)
                met.add(one.why.idea)
            state = apply(state, seat, decision.action)
    # A house rule forces the dealer; people lead the king into the ace, these don't; experts alone keep spare trumps,
    # seldom. Each has a test of its own.
    assert set(Idea) - met <= {Idea.DEALER_MUST, Idea.CATCHES_KING, Idea.KEEPS_EVERY_TRUMP}
