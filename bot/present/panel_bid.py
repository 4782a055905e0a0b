"""The panel in the auction, and when trumps are named."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.actions import PASS
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.bids import lowest_bid, step_label, steps, worths
from bot.present.emojis import Emojis
from bot.present.panel_hand import trump_label
from bot.present.spec import Button, Control, Part, Row, Style, rows
from bot.present.words import Words


def bid_controls(words: Words, view: PlayerView, info: TableInfo, hinted: int | None = None) -> Iterator[Part]:
    """Pass, the lowest bid, the bids that mean something, the one a hint names, and any other."""
    buttons = list(_passes(words, view, info))
    buttons += _bids(words, view, info, hinted)
    yield from rows(buttons)


def _passes(words: Words, view: PlayerView, info: TableInfo) -> Iterator[Button]:
    if PASS in view.legal:
        yield Button(words("button.pass"), Control("pass", info.game, info.seq))
        if view.rules.passed_may_reenter:
            yield Button(words("button.pass-all"), Control("pass-all", info.game, info.seq))


def _bids(words: Words, view: PlayerView, info: TableInfo, hinted: int | None) -> Iterator[Button]:
    lowest, highest = lowest_bid(view), view.rules.total
    labels = {lowest: str(lowest)}
    all_steps = steps(view.rules)
    for step in all_steps:
        if step.amount >= lowest:
            labels[step.amount] = step_label(words, step, step is all_steps[0])
    if hinted is not None:
        labels.setdefault(hinted, str(hinted))
    for amount, label in sorted(labels.items()):
        yield Button(label, Control("bid", info.game, info.seq, str(amount)), Style.PRIMARY)
    if len(labels) < highest - lowest + 1:
        yield Button(words("button.bid-other"), Control("bid-other", info.game, info.seq))


def trump_controls(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[Part]:
    """Four buttons, each with what the hand would hold."""
    for worth in worths(view.rules, view.hand):
        control = Control("trump", info.game, info.seq, worth.suit.value)
        yield Row((Button(trump_label(words, worth), control, Style.PRIMARY, emojis.suit(worth.suit)),))
