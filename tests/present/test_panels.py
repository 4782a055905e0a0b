"""Laws of the screens, at every state of random games: what is offered works, all that is legal is offered, nothing
that a person may not see is in what they are sent.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.actions import PASS, Bid, Discard, NameTrump, Pass, Play
from bot.game.cards import DECK, SEATS, Card, Seat, Suit
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.rules import PRESETS, RuleSet
from bot.game.state import GameState, Phase
from bot.game.terms import Illegal
from bot.game.view import PlayerView, view
from bot.info import TableInfo
from bot.present.bids import dealer_must_bid, lowest_bid, steps
from bot.present.draft import Draft, cards_of
from bot.present.emojis import Emojis
from bot.present.faces import VERSION
from bot.present.more import last_trick, more, score_sheet
from bot.present.panel import panel
from bot.present.refusals import explain
from bot.present.spec import Button, ChannelMenu, Menu, MessageSpec
from bot.present.summary import game_over, summary
from bot.present.table import table, turn_call
from bot.present.turns import next_dealer
from bot.present.words import words_for
from tests.game.house_strategy import house_rules
from tests.game.random_play import one_of, play_game, some_of
from tests.present.readable import EMOJIS, NO_EMOJIS
from tests.present.scenes import SCENES
from tests.present.tables import EVERY_SEATING, first_state, info_of

WORDS = words_for("en")
STANDING = {"next", "back"}


def pages(state: GameState, seat: Seat | None, info: TableInfo, emojis: Emojis) -> Iterator[MessageSpec]:
    """Everything that can be shown to a seat, or to everybody."""
    seen = view(state, seat)
    if seat is not None:
        yield panel(WORDS, emojis, seen, info)
    elif state.phase is Phase.FINISHED:
        yield game_over(WORDS, emojis, seen, info)
        yield summary(WORDS, emojis, seen, info)
    elif seen.hand_is_over:
        yield summary(WORDS, emojis, seen, info)
    elif seen.number:
        yield table(WORDS, emojis, seen, info)
        if any(info.who(one).robot is None for one in seen.to_act):
            yield turn_call(WORDS, seen, info)
    yield more(WORDS, seen, info)
    yield last_trick(WORDS, emojis, seen, info)
    yield score_sheet(WORDS, seen, info)


def check_every_page(state: GameState, rng: random.Random) -> None:
    seating = one_of(rng, list(EVERY_SEATING.values()))
    info = info_of(state, seating)
    emojis = one_of(rng, [EMOJIS, NO_EMOJIS])
    for seat in (None, *SEATS):
        seen = view(state, seat)
        for page in pages(state, seat, info, emojis):
            check_nothing_leaks(seen, page)
            for control in page.controls():
                assert (control.control.game, control.control.seq) == (info.game, info.seq)
    for seat in SEATS:
        check_panel(state, seat, info, emojis, rng)


def check_panel(state: GameState, seat: Seat, info: TableInfo, emojis: Emojis, rng: random.Random) -> None:
    seen = view(state, seat)
    page = panel(WORDS, emojis, seen, info)
    offered = pressable(page)
    check_accepted(seen, offered)
    if seat not in state.to_act:
        assert {control.control.verb for control in offered} <= STANDING
        return
    match state.phase:
        case Phase.AUCTION:
            check_auction(seen, offered)
        case Phase.TRUMP:
            assert arguments(offered, "trump") == {suit.value for suit in Suit}
        case Phase.DISCARD:
            check_discard(seen, info, emojis, rng)
        case _:
            check_play(seen, info, emojis, rng)


def controls_of(page: MessageSpec) -> list[Button | Menu]:
    return [control for control in page.controls() if not isinstance(control, ChannelMenu)]


def pressable(page: MessageSpec) -> list[Button | Menu]:
    return [control for control in controls_of(page) if not control.disabled]


def arguments(controls: list[Button | Menu], verb: str) -> set[str]:
    return {control.control.argument for control in controls if control.control.verb == verb}


def check_accepted(seen: PlayerView, offered: list[Button | Menu]) -> None:
    """The engine accepts whatever a press on these says."""
    for control in offered:
        verb, argument = control.control.verb, control.control.argument
        match verb:
            case "pass" | "pass-all":
                assert PASS in seen.legal
            case "bid":
                assert Bid(int(argument)) in seen.legal
            case "trump":
                assert NameTrump(Suit(argument)) in seen.legal
            case "discard":
                assert Discard(cards_of(argument)) in seen.legal
            case "play":
                assert Play(cards_of(argument)) in seen.legal
            case "next":
                assert seen.hand_is_over
            case "hint":
                assert seen.seat in seen.to_act
                assert len(seen.legal) > 1
            case "bid-other":
                assert any(isinstance(action, Bid) for action in seen.legal)
            case _:
                assert verb in {"top", "bury", "throw", "back"}


def check_auction(seen: PlayerView, offered: list[Button | Menu]) -> None:
    verbs = {control.control.verb for control in offered}
    assert ("pass" in verbs) == (PASS in seen.legal)
    assert ("pass-all" in verbs) == (PASS in seen.legal and seen.rules.passed_may_reenter)
    bids = {action.amount for action in seen.legal if isinstance(action, Bid)}
    shown = {int(argument) for argument in arguments(offered, "bid")}
    assert min(bids) in shown
    assert shown == bids or "bid-other" in verbs
    assert shown >= {step.amount for step in steps(seen.rules)} & bids


def check_discard(seen: PlayerView, info: TableInfo, emojis: Emojis, rng: random.Random) -> None:
    """Every number of cards and any choice of them can be had; a draft that is none falls back."""
    assert isinstance(seen.legal, DiscardChoice)
    page = panel(WORDS, emojis, seen, info)
    (suggested,) = arguments(pressable(page), "discard")
    assert set(cards_of(suggested)) == set(seen.legal.suggestion.cards)
    menus = [control for control in page.controls() if isinstance(control, Menu)]
    assert len(menus) == (len(seen.legal) > 1)
    for menu in menus:
        for count in {menu.fewest, menu.most}:
            values = [option.value for option in some_of(rng, menu.options, count)]
            draft = Draft.parse(menu.control.argument).with_chosen(values)
            check_shows_draft(seen, info, emojis, draft, values)
        assert {option.value for option in menu.options if option.chosen} == {
            card.text for card in Draft.parse(menu.control.argument).chosen
        }
    for nonsense in (Draft((one_of(rng, DECK),) * 2), Draft(DECK), Draft(top=one_of(rng, DECK))):
        check_accepted(seen, pressable(panel(WORDS, emojis, seen, info, nonsense)))


def check_shows_draft(
    seen: PlayerView, info: TableInfo, emojis: Emojis, draft: Draft, values: list[str]
) -> MessageSpec:
    again = panel(WORDS, emojis, seen, info, draft)
    check_accepted(seen, pressable(again))
    (menu,) = [control for control in again.controls() if isinstance(control, Menu)]
    assert {option.value for option in menu.options if option.chosen} == set(values)
    return again


def check_play(seen: PlayerView, info: TableInfo, emojis: Emojis, rng: random.Random) -> None:
    page = panel(WORDS, emojis, seen, info)
    if isinstance(seen.legal, PileChoice):
        check_piles(seen, seen.legal, info, emojis, rng)
        return
    plays = {action.top.text for action in seen.legal if isinstance(action, Play)}
    assert arguments(pressable(page), "play") == plays
    assert arguments(controls_of(page), "play") == {card.text for card in seen.hand}


def check_piles(seen: PlayerView, choice: PileChoice, info: TableInfo, emojis: Emojis, rng: random.Random) -> None:
    """Every top can be chosen; under it the cheapest lies, and whatever else the rules allow can be put there."""
    page = panel(WORDS, emojis, seen, info)
    tops = arguments(pressable(page), "top")
    assert {Draft.parse(argument).top for argument in tops} == set(choice.tops())
    draft = Draft.parse(one_of(rng, sorted(tops)))
    assert draft.top is not None
    again = panel(WORDS, emojis, seen, info, draft)
    (pile,) = arguments(pressable(again), "play")
    assert Play(cards_of(pile)) in choice
    assert set(cards_of(pile)) == set(choice.with_top(draft.top).cards)
    menus = [control for control in again.controls() if isinstance(control, Menu)]
    if not menus:
        assert sum(action.top is draft.top for action in choice if isinstance(action, Play)) == 1
        return
    (menu,) = menus
    wanted = one_of(rng, [action for action in choice if isinstance(action, Play) and action.top is draft.top])
    offered = {option.value for option in menu.options}
    chosen = [card.text for card in wanted.buried if card.text in offered]
    assert menu.fewest == menu.most == len(chosen)
    changed = panel(WORDS, emojis, seen, info, Draft.parse(menu.control.argument).with_chosen(chosen))
    (pile,) = arguments(pressable(changed), "play")
    assert set(cards_of(pile)) == set(wanted.cards)
    for nonsense in (Draft(DECK[:2], draft.top), Draft((draft.top,) * 2, draft.top), Draft(DECK)):
        check_accepted(seen, pressable(panel(WORDS, emojis, seen, info, nonsense)))
    anything = [option.value for option in some_of(rng, menu.options, menu.most)]
    odd = panel(WORDS, emojis, seen, info, Draft.parse(menu.control.argument).with_chosen(anything))
    check_accepted(seen, pressable(odd))


def visible(seen: PlayerView) -> set[Card]:
    plays = [play for trick in seen.tricks for play in trick.plays] + list(seen.plays)
    played = {card for play in plays for card in (play.top, *play.buried)}
    captured = {capture.card for capture in seen.captures}
    return {*seen.hand, *seen.drawn, *(seen.discarded or ()), *seen.laid_down, *played, *captured}


_CARD_EMOJI = re.compile(rf"<:{VERSION}_([2-9TJQKA][CDHS]):")
_CARD_WORDS = {
    WORDS("card.plain", rank=WORDS(f"rank.{card.rank}"), suit=WORDS(f"suit.{card.suit.value}")): card for card in DECK
}


def check_nothing_leaks(seen: PlayerView, page: MessageSpec) -> None:
    """No emoji, no id, no value and no words of a card that this seat has not seen."""
    allowed = visible(seen)
    texts = [page.text()]
    for control in controls_of(page):
        if control.control.verb in {"play", "discard", "top", "bury", "throw"}:
            draft = control.control.verb in {"top", "bury", "throw"}
            argument = control.control.argument
            named = Draft.parse(argument).chosen if draft else cards_of(argument)
            assert set(named) <= set(seen.hand)
        if isinstance(control, Menu):
            assert {option.value for option in control.options} <= {card.text for card in seen.hand}
            texts += [f"{option.label} {option.emoji or ''}" for option in control.options]
        else:
            texts.append(f"{control.label} {control.emoji or ''}")
    text = "\n".join(texts)
    assert {Card.parse(name) for name in _CARD_EMOJI.findall(text)} <= allowed
    assert {card for words, card in _CARD_WORDS.items() if re.search(rf"\b{words}\b", text)} <= allowed


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_state_of_a_preset(rules: RuleSet) -> None:
    rng = random.Random(f"panels {rules.name}")
    for wild in (False, True):
        for step in play_game(rules, rng, most_hands=2 if wild else 8, wild=wild):
            check_every_page(step.after, rng)


@settings(deadline=None, max_examples=25)
@given(house_rules(), st.integers(0, 10_000))
def test_every_state_of_house_rules(rules: RuleSet, seed: int) -> None:
    rng = random.Random(seed)
    for step in play_game(rules, rng, most_hands=1, wild=True):
        check_every_page(step.after, rng)


@settings(deadline=None, max_examples=25)
@given(house_rules(), st.integers(0, 10_000))
def test_lowest_bid_forced_dealer_and_next_dealer_are_the_engines(rules: RuleSet, seed: int) -> None:
    for step in play_game(rules, random.Random(seed), most_hands=3, wild=True):
        if step.before.phase is Phase.AUCTION:
            public, own = view(step.before, None), view(step.before, step.seat)
            bids = [action.amount for action in own.legal if isinstance(action, Bid)]
            assert lowest_bid(public) == min(bids)
            assert dealer_must_bid(public) == (not any(isinstance(action, Pass) for action in own.legal))
        if step.after.phase is Phase.DEAL:
            assert next_dealer(view(step.after, None)) is step.after.dealer


def test_a_pile_against_the_rules_is_explained() -> None:
    """R7.5: the menu lets two scoring cards be picked; the panel says why not, and fills in what is allowed."""
    state = first_state(*SCENES["king-pedro-pile-of-3"])
    seen, info = view(state, state.to_act[0]), info_of(state)
    choice = seen.legal
    assert isinstance(choice, PileChoice)
    top, scorers = choice.others[0], choice.scorers[-2:]
    with pytest.raises(Illegal) as refused:
        choice.check(Play((top, *scorers)))
    draft = Draft(top=top)
    (menu,) = [one for one in panel(WORDS, EMOJIS, seen, info, draft).controls() if isinstance(one, Menu)]
    assert {card.text for card in scorers} <= {option.value for option in menu.options}
    page = panel(WORDS, EMOJIS, seen, info, draft.with_chosen([card.text for card in scorers]))
    assert explain(WORDS, refused.value, legal=choice) in page.text()
    (pile,) = arguments(pressable(page), "play")
    assert set(cards_of(pile)) == set(choice.with_top(top).cards)
