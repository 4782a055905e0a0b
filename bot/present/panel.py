"""A player's own cards and what to do with them: one private message that follows the game."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import strengths
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.bids import lowest_bid
from bot.present.draft import Draft
from bot.present.emojis import Emojis
from bot.present.panel_bid import bid_controls, trump_controls
from bot.present.panel_discard import discard_parts
from bot.present.panel_hand import hand_text
from bot.present.panel_play import play_parts
from bot.present.people import called
from bot.present.spec import Accent, Button, Control, MessageSpec, Part, Style, Text, rows
from bot.present.summary import result_line
from bot.present.turns import is_to_act, until, whose_turn
from bot.present.words import Words

NO_DRAFT = Draft()


def panel(
    words: Words,
    emojis: Emojis,
    view: PlayerView,
    info: TableInfo,
    draft: Draft = NO_DRAFT,
    note: str | None = None,
    *,
    hints: bool = True,
) -> MessageSpec:
    """What a seat holds and may do.

    ``note`` is a refusal to show above the hand; ``hints`` tell what the hand is worth in each suit.
    """
    parts: list[Part] = [Text(words("panel.title", title=_title(words, view, info)))]
    if note is not None:
        parts.append(Text(words("panel.note", note=note)))
    parts += _body(words, emojis, view, info, draft, hints=hints)
    parts += rows(list(_standing(words, view, info)))
    return MessageSpec(tuple(parts), Accent.YOUR_TURN if is_to_act(view) else Accent.WAITING)


def _title(words: Words, view: PlayerView, info: TableInfo) -> str:
    if not is_to_act(view):
        return whose_turn(words, view, info)
    return words("panel.yours", what=_asked(words, view, info), until=until(words, info.deadline))


def _asked(words: Words, view: PlayerView, info: TableInfo) -> str:
    match view.phase:
        case Phase.AUCTION:
            if view.declarer is None:
                return words("your.first-bid")
            return words("your.bid", bid=view.bid, who=called(words, info.seating, view.declarer))
        case Phase.PLAY if not view.plays:
            return words("your.lead")
        case Phase.PLAY:
            assert view.trump is not None
            return words("your.play.trump" if _trump_was_led(view) else "your.play.plain")
        case _:
            return words(f"your.{view.phase.value}")


def _trump_was_led(view: PlayerView) -> bool:
    return view.trump is not None and view.plays[0].top in strengths(view.trump)


def _body(
    words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft, *, hints: bool
) -> Iterator[Part]:
    if view.number == 0:
        yield Text(words("panel.before"))
        return
    if view.hand_is_over:
        yield Text(result_line(words, view, info))
        return
    held = hand_text(words, emojis, view, hints=hints)
    if held:
        yield Text(held)
    if view.seat in view.up:
        yield Text(words("panel.up"))
    if is_to_act(view):
        yield from _choices(words, emojis, view, info, draft)
    elif view.phase is Phase.DISCARD:
        yield Text(words("panel.thrown"))


def _choices(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, draft: Draft) -> Iterator[Part]:
    match view.phase:
        case Phase.AUCTION:
            yield from bid_controls(words, view, info)
        case Phase.TRUMP:
            yield from trump_controls(words, emojis, view, info)
        case Phase.DISCARD:
            yield from discard_parts(words, emojis, view, info, draft)
        case Phase.PLAY:
            yield from play_parts(words, emojis, view, info, draft)
        case _:
            pass


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
