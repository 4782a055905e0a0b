"""The random games that the laws are tried on are games in which everything happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.game.actions import Bid, Discard, Pass, Play
from bot.game.cards import trumps
from bot.game.rules import (
    CANADIAN,
    PRESETS,
    house,
)
from bot.game.state import Phase
from tests.game.random_play import Step, game


def happenings(steps: list[Step]) -> Iterator[str]:
    """What is worth seeing in a game, by name."""
    for step in steps:
        match step.action:
            case Bid() | Pass():
                yield from _of_a_call(step)
            case Discard():
                yield from _of_a_discard(step)
            case Play():
                yield from _of_a_play(step)


def _of_a_call(step: Step) -> Iterator[str]:
    hand, rules = step.after.hand, step.after.rules
    assert hand is not None
    if step.after.phase is Phase.DEAL:
        yield "a hand thrown in"
    if not isinstance(step.action, Bid):
        return
    if step.action.amount == rules.total:
        yield "a jump to the highest bid"
    if any(call.seat is step.seat and call.amount is None for call in hand.calls):
        yield "re-entry after a pass"
    if rules.dealer_forced_bid and len(hand.calls) == 4 and [call.amount for call in hand.calls[:3]] == [None] * 3:
        yield "a forced dealer"


def _of_a_discard(step: Step) -> Iterator[str]:
    hand = step.after.hand
    assert hand is not None and hand.trump is not None and isinstance(step.action, Discard)
    cards, points = step.action.cards, step.after.rules.card_points(hand.trump)
    if any(card in points for card in cards):
        yield "a scorer thrown"
    elif any(card in trumps(hand.trump) for card in cards):
        yield "a surplus trump thrown"


def _of_a_play(step: Step) -> Iterator[str]:
    before, after, action = step.before.hand, step.after.hand, step.action
    assert before is not None and after is not None and before.trump is not None and before.declarer is not None
    assert isinstance(action, Play)
    order, points = trumps(before.trump), step.before.rules.card_points(before.trump)
    if not before.tricks and not before.laid and step.seat is not before.declarer:
        yield "a declarer up"
    if not before.laid and action.top not in order:
        yield "a plain lead"
    if action.buried:
        yield f"a pile of {len(action.cards)}"
        yield f"a pile with the {action.top.rank} on top"
        if any(card in points for card in action.buried):
            yield "a scorer buried"
    if len(after.tricks) > len(before.tricks) and after.turn is not None:
        trick = after.tricks[-1]
        if all(laid.cards[0] not in order for laid in trick.laid):
            yield "a trick without trumps"
        if after.turn is not trick.winner:
            yield "a lead passing left"
        if len(trick.laid) == 1:
            yield "a trick of one"
    if step.after.phase is not Phase.PLAY:
        result = step.after.results[-1]
        yield "made" if result.made else "set"
        if order[-1] in before.drawn[before.declarer.place]:
            yield "the 2 drawn"
        if step.after.phase is Phase.FINISHED:
            fallen = not result.made
            yield "a game lost" if fallen else "a game won"


def test_everything_happens_in_these_games() -> None:
    seen: Counter[str] = Counter()
    to_six = house(CANADIAN, all_pass="dealer-forced", dealer_forced_bid=5, trump_discard="to-six")
    for rules in (*PRESETS.values(), to_six):
        for seed in range(48):
            seen.update(happenings(game(rules, seed)))
    wanted = {
        "a jump to the highest bid",
        "re-entry after a pass",
        "a forced dealer",
        "a hand thrown in",
        "a scorer thrown",
        "a surplus trump thrown",
        "a declarer up",
        "a plain lead",
        "a scorer buried",
        "a trick without trumps",
        "a lead passing left",
        "a trick of one",
        "made",
        "set",
        "the 2 drawn",
        "a game won",
        "a game lost",
        *(f"a pile of {size}" for size in range(2, 8)),
        *(f"a pile with the {rank} on top" for rank in "23456789TJQKA"),
    }
    assert not sorted(wanted - set(seen))
