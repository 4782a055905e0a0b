"""A player's own cards and what to do with them: one private message that follows the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.game.cards import strengths
from bot.game.exchange import DiscardChoice
from bot.game.piles import PileChoice
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.bids import dealer_must_bid, lowest_bid
from bot.present.draft import Draft
from bot.present.emojis import Emojis
from bot.present.hint import draft_of_hint, hint_button, hint_text, hinted_bid, marked
from bot.present.lessons import lessons
from bot.present.panel_bid import bid_controls, trump_controls
from bot.present.panel_discard import discard_of, discard_parts, thrown_text
from bot.present.panel_hand import drawn_text, hand_text, to_come_text
from bot.present.panel_play import play_parts
from bot.present.people import called
from bot.present.spec import Accent, Button, Control, MessageSpec, Part, Row, Style, Text, rows
from bot.present.summary import result_line
from bot.present.turns import is_to_act, until, whose_turn
from bot.present.words import Words

if TYPE_CHECKING:
    from bot.players.player import Decision


def panel(
    words: Words,
    emojis: Emojis,
    view: PlayerView,
    info: TableInfo,
    draft: Draft | None = None,
    note: str | None = None,
    *,
    hint: Decision | None = None,
) -> MessageSpec:
    """What a seat holds and may do.

    ``note`` is a refusal to show above the hand. A ``hint`` is what it was told to do; where nothing is picked yet, its
    cards are.
    """
    draft = draft_of_hint(view, hint) if draft is None else draft
    parts: list[Part] = [Text(words("panel.title", title=_title(words, view, info, draft)))]
    if note is not None:
        parts.append(Text(words("panel.note", note=note)))
    beside = [*_absence(words, view, info), *lessons(words, view, info)]
    if beside:
        parts.append(Text("\n".join(beside)))
    parts += (marked(part, hint) for part in _body(words, emojis, view, info, draft, hint))
    if hint is None and (button := hint_button(words, view, info)) is not None:
        parts.append(Row((button,)))
    parts += rows(list(_standing(words, view, info)))
    return MessageSpec(tuple(parts), Accent.YOUR_TURN if is_to_act(view) else Accent.WAITING)


def _absence(words: Words, view: PlayerView, info: TableInfo) -> Iterator[str]:
    """What is decided for the seat without asking."""
    assert view.seat is not None
    who = info.who(view.seat)
    if who.is_away:
        yield words("panel.away")
    if who.auto_pass and view.phase is Phase.AUCTION:
        yield words("panel.auto-pass")


def _title(words: Words, view: PlayerView, info: TableInfo, draft: Draft) -> str:
    if not view.to_act:
        return whose_turn(words, view, info)
    if not is_to_act(view):
        return words("panel.waiting")  # the table says whose turn it is, else each play would draw every panel anew
    return words("panel.yours", what=_asked(words, view, info, draft), until=until(words, info.deadline))


def _asked(words: Words, view: PlayerView, info: TableInfo, draft: Draft) -> str:
    """What the seat is asked to do, as briefly as it can be said."""
    match view.legal:
        case DiscardChoice() if view.trump is not None:
            count = len(discard_of(view.legal, draft, view.trump).cards)
            return words.count("your.discard", count) if count else words("your.discard.none")
        case PileChoice():
            return words("your.play.pile" if view.plays else "your.lead.pile", number=view.legal.size)
    if view.phase is Phase.AUCTION:
        return _asked_to_bid(words, view, info)
    if view.phase is Phase.TRUMP:
        return words("your.trump")
    if not view.plays:
        return words("your.lead")
    assert view.trump is not None
    return words("your.play.trump" if view.plays[0].top in strengths(view.trump) else "your.play.plain")


def _asked_to_bid(words: Words, view: PlayerView, info: TableInfo) -> str:
    assert view.seat is not None
    if view.declarer is None:
        return words("your.forced-bid" if dealer_must_bid(view) else "your.first-bid")
    key = "your.bid.partner" if view.declarer is view.seat.partner else "your.bid"
    return words(key, bid=view.bid, who=called(words, info.seating, view.declarer))


def _body(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft, hint: Decision | None
) -> Iterator[Part]:
    if view.number == 0:
        yield Text(words("panel.before"))
    elif view.hand_is_over:
        yield Text(result_line(words, view, info))
    elif isinstance(view.legal, DiscardChoice):
        yield from _hinted(words, emojis, view, hint)
        yield from discard_parts(words, emojis, view, info, view.legal, draft)
    elif view.seat in view.up:
        yield Text(words("panel.up"))
    else:
        lines = [hand_text(words, emojis, view, hints=info.hints), *_below_hand(words, emojis, view)]
        yield Text("\n".join(lines))
        if is_to_act(view):
            yield from _hinted(words, emojis, view, hint)
            yield from _choices(words, emojis, view, info, draft, hinted_bid(hint))


def _hinted(words: Words, emojis: Emojis, view: PlayerView, hint: Decision | None) -> Iterator[Part]:
    if hint is not None:
        yield Text(hint_text(words, emojis, view, hint))


def _below_hand(words: Words, emojis: Emojis, view: PlayerView) -> Iterator[str]:
    if view.phase is Phase.TRUMP and view.drawn:
        yield drawn_text(words, emojis, view)
    if view.phase is Phase.TRUMP and is_to_act(view) and (to_come := to_come_text(words, view)):
        yield to_come
    if view.phase is Phase.DISCARD and view.discarded:
        yield thrown_text(words, view.discarded, view.trump)


def _choices(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft, bid: int | None
) -> Iterator[Part]:
    if view.phase is Phase.AUCTION:
        yield from bid_controls(words, view, info, bid)
    elif view.phase is Phase.TRUMP:
        yield from trump_controls(words, emojis, view, info)
    else:
        yield from play_parts(words, emojis, view, info, draft)


def _standing(words: Words, view: PlayerView, info: TableInfo) -> Iterator[Button]:
    """Buttons that belong to no phase."""
    assert view.seat is not None
    if info.next_at is not None and view.seat not in info.ready:
        yield Button(words("button.next"), Control("next", info.game, info.seq), Style.PRIMARY)
    if info.who(view.seat).is_away:
        yield Button(words("button.back"), Control("back", info.game, info.seq), Style.SUCCESS)


def bid_modal_words(words: Words, view: PlayerView) -> tuple[str, str, str]:
    """Title, label and placeholder of the form that asks for another bid."""
    low, high = lowest_bid(view), view.rules.total
    return words("modal.bid.title"), words("modal.bid.label", low=low, high=high), words("modal.bid.example", low=low)
