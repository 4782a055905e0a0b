"""Hints in words: a sentence for every idea, whatever it speaks of; and what the panel makes of a hint."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from bot.game.actions import Bid, Discard, NameTrump, Pass, Play
from bot.game.cards import DECK, Card, Seat
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import CANADIAN, PRESETS, RuleSet
from bot.game.state import GameState, Phase
from bot.game.view import PlayerView, view
from bot.players.player import Decision, Why
from bot.players.reasons import Idea
from bot.players.registry import PLAYERS
from bot.present.draft import Draft, cards_of
from bot.present.emojis import Emojis
from bot.present.hint import hint_text, reason
from bot.present.panel import panel
from bot.present.spec import Button, MessageSpec, Style
from bot.present.summary import game_over
from bot.present.words import words_for
from bot.seats import Seating
from tests.present.readable import EMOJIS, NO_EMOJIS
from tests.present.scenes import SCENES
from tests.present.tables import FOUR_PEOPLE, LONG_NAMES, first_state, info_of, some_states
from tests.present.test_golden import compare, compare_text

WORDS = words_for("en")
#: No more than two lines of a phone, so that a hint is read at a glance.
LONGEST_REASON = 100

ASKED = [
    "canadian-first-call", "canadian-later-call", "canadian-partner-bid", "forced-dealer", "canadian-trump",
    "canadian-discard", "king-pedro-surplus", "to-six-surplus", "canadian-lead", "canadian-follow-trump",
    "canadian-follow-plain", "canadian-pile-of-2", "king-pedro-pile-of-3", "canadian-pile-of-4",
]  # fmt: skip


def seen_in(name: str) -> tuple[GameState, PlayerView]:
    """A moment as somebody sees it who is asked."""
    state = first_state(*SCENES[name])
    return state, view(state, state.to_act[0])


def advised(seen: PlayerView, level: str = "normal") -> Decision:
    return PLAYERS[level](seen, random.Random(1))


@pytest.mark.parametrize("idea", Idea)
@pytest.mark.parametrize("name", ["canadian-first-call", "canadian-trump", "canadian-discard", "canadian-lead"])
def test_every_idea_has_a_sentence(idea: Idea, name: str) -> None:
    """One, that ends, with its places filled, and short enough to be read at a glance."""
    _, seen = seen_in(name)
    for number in (0, 1, 44, 100):
        for cards in ((seen.hand[0],), (seen.hand[-1],), seen.hand):
            said = reason(WORDS, seen, Why(idea, cards, number))
            assert re.fullmatch(r"[A-Z].+\.", said)
            assert not re.search(r"[{}]|None|\b1 points|%%", said)
            assert len(said) <= LONGEST_REASON or seen.phase is Phase.AUCTION


def test_no_two_ideas_say_the_same() -> None:
    _, seen = seen_in("canadian-lead")
    said = [reason(WORDS, seen, Why(idea, seen.hand[:1], 5)) for idea in Idea]
    assert len(set(said)) == len(said)


def test_the_king_is_called_as_the_rules_have_it() -> None:
    """What is worth most is a King in every preset, and something else where a table has it so."""
    _, seen = seen_in("canadian-lead")
    ace = next(card for card in DECK if card.rank == "A" and card.suit is seen.trump)
    said = reason(WORDS, seen, Why(Idea.KING_STILL_OUT, (ace,)))
    assert said == "The King is still out: keep the ace for it."
    left = (
        next(card for card in DECK if card.rank == "5" and card.suit is seen.trump.same_colour) if seen.trump else ace
    )
    assert "left 5" in reason(WORDS, seen, Why(Idea.KING_STILL_OUT, (left,)))


def moments(rules: RuleSet) -> Iterator[tuple[GameState, Seat]]:
    """Everybody who is asked, in some games."""
    for seed in range(4):
        for state in some_states(rules, seed):
            for seat in state.to_act:
                yield state, seat


def test_a_bid_that_stands_on_nothing_says_only_what_it_is_worth() -> None:
    _, seen = seen_in("canadian-first-call")
    assert reason(WORDS, seen, Why(Idea.BIDS_WORTH, (), 61)) == "You should make it about 61 % of the time."


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_what_a_robot_says_is_told_and_can_be_pressed(rules: RuleSet, level: str) -> None:
    """Whatever the decision, the panel says it above the buttons and has a control that does exactly that."""
    told: set[object] = set()
    for state, seat in moments(rules):
        seen, info = view(state, seat), info_of(state)
        decision = advised(seen, level)
        page = panel(WORDS, EMOJIS, seen, info, hint=decision)
        assert hint_text(WORDS, EMOJIS, seen, decision) in page.text()
        assert presses(page, decision)
        assert "hint" not in {control.control.verb for control in page.controls()}
        told.add(decision.why and decision.why.idea)
    assert len(told) > 12, "the games are too much alike"
    assert None not in told


def presses(page: MessageSpec, decision: Decision) -> bool:
    """Whether one press does what the hint says, and shows it where there are others."""
    controls = {
        (one.control.verb, one.control.argument): one
        for one in page.controls()
        if isinstance(one, Button) and not one.disabled
    }
    match decision.action:
        case Bid(amount):
            found = [controls["bid", str(amount)]]
        case NameTrump(suit):
            found = [controls["trump", suit.value]]
        case Pass():
            found = [controls["pass", ""]]
        case Discard(cards) | Play(cards):
            verb = "discard" if isinstance(decision.action, Discard) else "play"
            found = [
                one
                for (of, argument), one in controls.items()
                if of == verb
                and set(cards_of(argument)) == set(cards)
                and (verb == "discard" or cards_of(argument)[0] is cards[0])
            ]
            if verb == "discard":
                return len(found) == 1
        case _:
            return False
    others = [one for one in controls.values() if one not in found]
    return [one.style for one in found] == [Style.SUCCESS] and all(one.style is not Style.SUCCESS for one in others)


def test_a_pile_is_laid_as_hinted_until_another_is_picked() -> None:
    state, seen = seen_in("canadian-pile-of-4")
    assert isinstance(seen.legal, PileChoice)
    for top in seen.legal.tops():
        decision = Decision(seen.legal.with_top(top))
        page = panel(WORDS, EMOJIS, seen, info_of(state), hint=decision)
        assert presses(page, decision)
        for other in seen.legal.tops():
            picked = panel(WORDS, EMOJIS, seen, info_of(state), Draft(top=other), hint=decision)
            assert presses(picked, Decision(seen.legal.with_top(other)))


@pytest.mark.parametrize("name", ["canadian-discard", "king-pedro-surplus", "to-six-surplus"])
def test_what_is_hinted_lies_ready_to_be_thrown_until_something_is_picked(name: str) -> None:
    state, seen = seen_in(name)
    choice = next(view(state, seat).legal for seat in state.to_act if len(view(state, seat).legal) > 1)
    seen = next(view(state, seat) for seat in state.to_act if view(state, seat).legal == choice)
    assert isinstance(choice, DiscardChoice)
    rng = random.Random(3)
    for _ in range(20):
        count = rng.randint(choice.low, choice.high)
        thrown = Discard((*choice.forced, *rng.sample(choice.options, count)))
        page = panel(WORDS, EMOJIS, seen, info_of(state), hint=Decision(thrown))
        assert presses(page, Decision(thrown))
        picked = panel(WORDS, EMOJIS, seen, info_of(state), Draft(), hint=Decision(thrown))
        assert presses(picked, Decision(choice.suggestion)) or choice.low == 0


def test_a_bid_between_the_steps_has_a_button() -> None:
    state, seen = seen_in("canadian-first-call")
    page = panel(WORDS, EMOJIS, seen, info_of(state), hint=Decision(Bid(33)))
    bids = [int(one.control.argument) for one in page.controls() if one.control.verb == "bid"]
    assert 33 in bids
    assert bids == sorted(bids)


def test_hints_are_offered_where_there_is_a_choice() -> None:
    for state, seat in moments(CANADIAN):
        seen, info = view(state, seat), info_of(state)
        verbs = {one.control.verb for one in panel(WORDS, EMOJIS, seen, info).controls()}
        assert ("hint" in verbs) is (len(seen.legal) > 1)
        without = info_of(state, hints=False)
        assert "hint" not in {one.control.verb for one in panel(WORDS, EMOJIS, seen, without).controls()}


def test_a_table_without_hints_does_not_weigh_suits() -> None:
    state, seen = seen_in("canadian-first-call")
    worth = re.compile(r"\d+ trumps?, \d+ point")
    assert worth.search(panel(WORDS, EMOJIS, seen, info_of(state)).text())
    assert not worth.search(panel(WORDS, EMOJIS, seen, info_of(state, hints=False)).text())


@pytest.mark.parametrize("name", ASKED)
def test_moment(name: str, rewrite_golden: bool) -> None:
    state, seen = seen_in(name)
    pages = {
        "with emojis": hinted(state, seen, EMOJIS, FOUR_PEOPLE),
        "in text": hinted(state, seen, NO_EMOJIS, LONG_NAMES),
    }
    compare(f"hint-{name}", pages, rewrite_golden)


def hinted(state: GameState, seen: PlayerView, emojis: Emojis, seating: Seating) -> MessageSpec:
    return panel(WORDS, emojis, seen, info_of(state, seating), hint=advised(seen))


def test_every_sentence(rewrite_golden: bool) -> None:
    """To be read by who changes them: each idea where it belongs, with a card and a number as it may have them."""
    _, seen = seen_in("canadian-lead")
    assert seen.trump is not None
    king = Card.parse(f"K{seen.trump.value}")
    lines = [f"{idea.name}: {reason(WORDS, seen, Why(idea, (king,), 7))}" for idea in Idea]
    compare_text("hint-sentences", "\n".join(lines) + "\n", rewrite_golden)


def test_the_end_tells_who_was_helped() -> None:
    state = first_state(*SCENES["canadian-won"])
    told = game_over(WORDS, EMOJIS, view(state, None), info_of(state, hinted=(3, 0, 0, 12))).text()
    assert "Hints: Ana 3 · Dmytro 12" in told
    assert "Hints" not in game_over(WORDS, EMOJIS, view(state, None), info_of(state)).text()


def test_the_end_names_who_left_by_name() -> None:
    state = first_state(*SCENES["canadian-won"])
    told = game_over(WORDS, EMOJIS, view(state, None), info_of(state, LONG_NAMES, hinted=(0, 0, 0, 2))).text()
    assert re.search(r"Hints: \N{FULLWIDTH LATIN CAPITAL LETTER W}+… 2", told)
