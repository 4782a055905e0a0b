"""What the normal robot works out at the end, beside every line of play the engine allows."""

import random

from bot.game.actions import Deal, Play
from bot.game.cards import DECK, SEATS, Card, Seat
from bot.game.engine import apply, legal_actions, new_game
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.players.normal.endgame import outlook
from bot.players.normal.position import position
from bot.players.normal.robot import decide
from bot.players.random import decide as decide_by_lot


def best_lead(state: GameState, seat: Seat) -> int:
    """How many points the seat's side ends ahead, everybody playing best with open cards."""
    if state.phase is not Phase.PLAY:
        points = state.results[-1].points
        return points.of(seat.side) - points.of(seat.side.other)
    (turn,) = state.to_act
    ends = [best_lead(apply(state, turn, action), seat) for action in legal_actions(state, turn)]
    return max(ends) if turn.side is seat.side else min(ends)


def endings(rules: RuleSet, number: int) -> list[tuple[GameState, dict[Card, int]]]:
    """States of one hand, played by lot, where the outlook is clear and there is a choice, with that outlook."""
    chance = random.Random(number)
    state = apply(new_game(rules, SEATS[number % 4]), None, Deal(tuple(chance.sample(DECK, len(DECK)))))
    found = []
    while state.phase not in (Phase.DEAL, Phase.FINISHED):
        seat = state.to_act[0]
        seen = view(state, seat)
        by_lot = state.phase is Phase.PLAY
        if by_lot and len(seen.legal) > 1 and len(seen.hand) <= 4:
            sure = outlook(position(seen))
            if sure is not None:
                found.append((state, sure))
        state = apply(state, seat, (decide_by_lot if by_lot else decide)(seen, chance).action)
    return found


def test_the_outlook_of_each_card_is_what_best_play_leads_to() -> None:
    """The outlook leaves out what has been taken and the two, so it may differ by a constant, and by nothing else."""
    compared = 0
    for number in range(99):
        for state, sure in endings(list(PRESETS.values())[number % 3], number):
            (seat,) = state.to_act
            ends = {card: best_lead(apply(state, seat, Play((card,))), seat) for card in sure}
            assert len({ends[card] - sure[card] for card in sure}) == 1, (state, sure, ends)
            compared += 1
    assert compared > 20


def test_the_robot_plays_a_card_with_the_best_outlook() -> None:
    for number in range(60):
        for state, sure in endings(list(PRESETS.values())[number % 3], 1000 + number):
            (seat,) = state.to_act
            action = decide(view(state, seat), random.Random(1)).action
            assert isinstance(action, Play)
            assert sure[action.top] == max(sure.values())
