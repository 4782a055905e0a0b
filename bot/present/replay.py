"""A page to step through a game that is over, drawn as the table was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.game.state import HandResult, Phase
from bot.game.view import PlayerView
from bot.moment import OPEN, TABLE, Moment, Step
from bot.present.emojis import Emojis
from bot.present.hands import faces, in_words, plain_of, trumps_of
from bot.present.names import seat_name
from bot.present.panel_discard import thrown_text
from bot.present.people import placed
from bot.present.review import turning_button
from bot.present.spec import (
    MOST_OPTIONS,
    Accent,
    Button,
    Control,
    Divider,
    Menu,
    MessageSpec,
    Option,
    Part,
    Row,
    Style,
    Text,
)
from bot.present.summary import game_over, summary
from bot.present.table import table
from bot.present.words import Words

#: The step that stays: the same moment, looked at otherwise.
HERE: Final = "here"
_ALONG: Final = (Step.TRICK_BACK, Step.BACK, Step.ON, Step.TRICK_ON)


def replay_page(words: Words, emojis: Emojis, moment: Moment, note: str | None = None) -> MessageSpec:
    """The table as it was at one moment, the cards that are looked at, and the ways to other moments.

    ``note`` stands above the buttons: what the expert would have done here.
    """
    parts: list[Part] = [Text(_head(words, moment)), *_table(words, emojis, moment)]
    if moment.hands and not moment.seen.hand_is_over:
        parts += [Divider(), Text("\n".join(_cards(words, emojis, moment)))]
    if note is not None:
        parts.append(Text(note))
    parts += _ways(words, moment)
    return MessageSpec(tuple(parts), Accent.PLAIN)


def _head(words: Words, moment: Moment) -> str:
    lines = [words("past.place", game=moment.info.game, position=moment.position, last=moment.last)]
    if moment.by != "person" and moment.position not in moment.deals:
        lines.append(words(f"past.by.{moment.by}"))
    if moment.is_cut:
        lines.append(words("past.cut"))
    return "\n".join(lines)


def _table(words: Words, emojis: Emojis, moment: Moment) -> tuple[Part, ...]:
    """What everybody saw then."""
    page = table
    if moment.seen.hand_is_over:
        page = game_over if moment.seen.winner is not None else summary
    return page(words, emojis, moment.seen, moment.info).without_controls().parts


def _cards(words: Words, emojis: Emojis, moment: Moment) -> Iterator[str]:
    for seen in moment.hands:
        assert seen.seat is not None
        own = moment.sight != OPEN
        yield words("past.your-hand") if own else placed(words, moment.info.seating, seen.seat, levels=False)
        yield from _held(words, emojis, seen)
        if own and seen.phase in (Phase.DISCARD, Phase.PLAY) and seen.discarded:
            yield thrown_text(words, seen.discarded, seen.trump)


def _held(words: Words, emojis: Emojis, seen: PlayerView) -> Iterator[str]:
    """The cards of a hand in one line of pictures and one of words, trumps first."""
    if not seen.hand:
        yield words("past.no-cards")
        return
    cards = seen.hand
    if seen.trump is not None:
        cards = (*trumps_of(cards, seen.trump), *plain_of(cards, seen.trump))
    if pictures := faces(emojis, cards):
        yield pictures
    yield words("past.cards", cards=in_words(words, seen.hand, seen.trump))


def _ways(words: Words, moment: Moment) -> Iterator[Row]:
    at_start, at_end = moment.position == 0, moment.position == moment.last
    yield Row(
        tuple(
            _step(words, moment, step, disabled=at_start if step in (Step.TRICK_BACK, Step.BACK) else at_end)
            for step in _ALONG
        )
    )
    hands = (
        _step(words, moment, Step.HAND_BACK, disabled=at_start),
        _step(words, moment, Step.HAND_ON, disabled=at_end),
    )
    yield Row((*hands, *_sights(words, moment)))
    if len(moment.deals) > 1:
        yield Row((_hand_menu(words, moment),))
    yield Row(tuple(_beside(words, moment)))


def _step(words: Words, moment: Moment, step: Step, *, disabled: bool) -> Button:
    style = Style.PRIMARY if step is Step.ON else Style.SECONDARY
    return Button(
        words(f"past.step.{step.value}"), _control(moment, moment.sight, step.value), style, disabled=disabled
    )


def _control(moment: Moment, sight: str, step: str) -> Control:
    return Control("replay", moment.info.game, moment.position, f"{sight}.{step}")


def _sights(words: Words, moment: Moment) -> Iterator[Button]:
    """What else may be looked at: what is shown now can't be pressed."""
    own = (moment.own.value,) if moment.own is not None else ()
    for sight in (TABLE, *own, OPEN):
        kind = sight if sight in (TABLE, OPEN) else "own"
        label = words(f"past.sight.{kind}")
        yield Button(label, _control(moment, sight, HERE), disabled=sight == moment.sight)


def _hand_menu(words: Words, moment: Moment) -> Menu:
    """The hands, as many as a menu holds around the one that is shown."""
    first = max(0, min(moment.number - 1 - MOST_OPTIONS // 2, len(moment.deals) - MOST_OPTIONS))
    numbers = range(first + 1, min(first + MOST_OPTIONS, len(moment.deals)) + 1)
    options = tuple(
        Option(
            words("past.menu.hand", number=number),
            str(number),
            _result(words, moment.results[number - 1] if number <= len(moment.results) else None),
            chosen=number == moment.number,
        )
        for number in numbers
    )
    return Menu(_control(moment, moment.sight, "hand"), options, words("past.menu"))


def _result(words: Words, result: HandResult | None) -> str:
    """A hand's result for a menu, which reads no markdown."""
    if result is None:
        return words("past.result.none")
    if result.declarer is None:
        return words("past.result.thrown-in")
    key = "past.result.made" if result.made else "past.result.set"
    return words(key, seat=seat_name(words, result.declarer), bid=result.bid)


def _beside(words: Words, moment: Moment) -> Iterator[Button]:
    game = moment.info.game
    if moment.own is not None:
        yield turning_button(words, game)
    yield Button(words("button.record"), Control("record", game))
    yield Button(words("past.button.history"), Control("history"))
