"""Whole games as text, one a preset: what everybody sees, what each seat holds and may do, what was done and told.

``make golden`` writes them anew; read the difference before you commit it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.game.actions import Action, Bid
from bot.game.cards import SEATS, Card, Seat
from bot.game.engine import Legal
from bot.game.events import (
    ContractWon,
    Event,
    GameWon,
    HandScored,
    HandThrownIn,
    KittyTaken,
    PlayBegan,
    SecondDealt,
    TrickWon,
    WentUp,
    told,
)
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import PRESETS
from bot.game.state import Phase, SidePoints
from bot.game.view import PlayerView, view
from tests.game.random_play import Step, play_game

GOLDEN = Path(__file__).parent / "golden"
#: Seeds of short games in which much happens.
SEEDS = {"canadian": 1514, "king-pedro": 2912, "ukrainian-canadian": 431}


@pytest.mark.parametrize("name", PRESETS)
def test_golden_play_through(name: str, rewrite_golden: bool) -> None:
    steps = play_game(PRESETS[name], random.Random(SEEDS[name]))
    assert steps[-1].after.phase is Phase.FINISHED
    text = "\n".join((f"A game of {name}", *lines(steps))) + "\n"
    path = GOLDEN / f"{name}.txt"
    if rewrite_golden:
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def lines(steps: list[Step]) -> Iterator[str]:
    for step in steps:
        if step.seat is not None:
            yield from state_lines(step)
        actor = step.seat.value if step.seat else "nature"
        yield f"> {actor} {step.action}"
        for event in told(step.before, step.seat, step.action, step.after):
            if words := told_in_words(event):
                yield f"  {words}"


def state_lines(step: Step) -> Iterator[str]:
    """The public line, then a line for each seat that may act."""
    yield public_line(view(step.before, None))
    for seat in SEATS:
        seen = view(step.before, seat)
        if seat in seen.to_act:
            yield f"  {seat.value} {held(seen.hand)} | {may(seen.legal)}"
        else:
            assert not seen.legal


def public_line(seen: PlayerView) -> str:
    parts = [f"{seen.phase.value} {seen.number}", "to act " + letters(seen.to_act)]
    parts.append("cards " + " ".join(str(size) for size in seen.sizes))
    if seen.phase is Phase.AUCTION:
        parts.append(f"bid {seen.bid} {seen.declarer.value}" if seen.declarer else "no bid")
    else:
        assert seen.declarer is not None
        parts.append(f"{seen.declarer.value} {seen.bid} {seen.trump.value if seen.trump else '?'}")
    if seen.phase is Phase.PLAY:
        parts.append("up " + letters(seen.up))
        parts.append(f"taken {points(seen.taken)}")
        if seen.plays:
            on_table = (f"{play.seat.value} {play.top}" + f"+{play.under}" * bool(play.under) for play in seen.plays)
            parts.append(", ".join(on_table))
    return " | ".join(parts)


def letters(seats: tuple[Seat, ...]) -> str:
    return "".join(seat.value for seat in seats) or "-"


def points(both: SidePoints) -> str:
    return f"NS {both.ns} EW {both.ew}"


def held(cards: tuple[Card, ...]) -> str:
    """A hand by suits, high cards first: ``S AK9 H - …`` without the empty ones."""
    suits: dict[str, str] = {}
    for card in sorted(cards, reverse=True):
        suits[card.suit.value] = suits.get(card.suit.value, "") + card.rank
    return " ".join(f"{suit}:{ranks}" for suit, ranks in suits.items())


def may(legal: Legal) -> str:
    match legal:
        case DiscardChoice():
            return (
                f"discard {' '.join(map(str, legal.forced)) or '-'} and {legal.low} to {legal.high} "
                f"of {' '.join(map(str, legal.options)) or '-'}: {len(legal)} ways"
            )
        case PileChoice():
            return f"play a pile of {legal.size} with {' '.join(map(str, legal.tops()))} on top: {len(legal)} ways"
        case _:
            return ", ".join(listed(legal))


def listed(legal: tuple[Action, ...]) -> Iterator[str]:
    bids = [action.amount for action in legal if isinstance(action, Bid)]
    if bids:
        assert bids == list(range(bids[0], bids[-1] + 1))
        yield f"bid {bids[0]} to {bids[-1]}"
    others = [action for action in legal if not isinstance(action, Bid)]
    verbs = list(dict.fromkeys(str(action).split()[0] for action in others))
    for verb in verbs:
        rest = [str(action).removeprefix(verb).strip() for action in others]
        yield f"{verb} {' '.join(rest)}".strip()


def told_in_words(event: Event) -> str:
    """An event in a few words; nothing for those that only say the action again."""
    match event:
        case ContractWon(seat, amount):
            return f"{seat.value} has it for {amount}"
        case HandThrownIn(next_dealer):
            return f"thrown in, {next_dealer.value} deals"
        case KittyTaken(seat):
            return f"{seat.value} takes the kitty"
        case SecondDealt(size):
            return f"{size} more for everybody"
        case PlayBegan(thrown):
            return f"thrown {' '.join(map(str, thrown))}"
        case WentUp(seat):
            return f"{seat.value} is up"
        case TrickWon(seat, leads):
            return f"{seat.value} wins the trick, {leads.value if leads else 'nobody'} leads"
        case HandScored(result, captures):
            cards = ", ".join(
                f"{one.card} {one.points} {one.side.value}" + " buried" * one.buried + " thrown" * one.thrown
                for one in captures
            )
            made = "made" if result.made else "set"
            return f"{made}: {points(result.points)} ({cards}), now {points(result.score)}"
        case GameWon(side):
            return f"{side.value} wins the game"
        case _:
            return ""
