"""What the expert thinks of somebody's game: where it would have decided otherwise, and what that was worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.game.state import Phase
from bot.moment import Review, TurningPoint
from bot.present.emojis import Emojis
from bot.present.hint import action_words, hint_text
from bot.present.names import seat_name
from bot.present.spec import Accent, Button, Control, Divider, Menu, MessageSpec, Option, Part, Row, Style, Text
from bot.present.words import Words

#: So many turning points are told.
MOST: Final = 5


def reviewing(words: Words, game: int, done: int, total: int) -> MessageSpec:
    """While the expert thinks. The button asks anew, in case it stopped."""
    text = words("review.running", game=game, done=done, total=total)
    button = Button(words("review.button.again"), Control("turning", game, argument="again"))
    return MessageSpec((Text(text), Row((button,))), Accent.WAITING)


def review_page(words: Words, emojis: Emojis, review: Review) -> MessageSpec:
    """The dearest decisions, and a menu that leads to them."""
    head = words("review.title", game=review.game, seat=seat_name(words, review.seat))
    told = review.points[:MOST]
    counts = words.count("review.count", review.looked_at, others=len(review.points))
    parts: list[Part] = [Text(f"{head}\n{counts}")]
    if not told:
        parts.append(Text(words("review.none")))
    else:
        for point in told:
            parts += [Divider(), Text(advice_note(words, emojis, point))]
        parts.append(Row((_menu(words, review, told),)))
    parts.append(Row((Button(words("button.replay"), Control("replay-open", review.game)),)))
    return MessageSpec(tuple(parts), Accent.PLAIN)


def _told(words: Words, emojis: Emojis, point: TurningPoint) -> Iterator[str]:
    yield words("review.point", where=_where(words, point), gain=round(point.advice.gain))
    yield words("review.done", what=action_words(words, emojis, point.seen, point.done))
    yield hint_text(words, emojis, point.seen, point.advice)


def _where(words: Words, point: TurningPoint) -> str:
    """Hand and moment, also for a menu."""
    if point.seen.phase is Phase.PLAY:
        return words("review.where.play", hand=point.hand, trick=len(point.seen.tricks) + 1)
    return words(f"review.where.{point.seen.phase.value}", hand=point.hand)


def _menu(words: Words, review: Review, told: tuple[TurningPoint, ...]) -> Menu:
    options = tuple(
        Option(_where(words, point), str(point.position), words.count("review.cost", round(point.advice.gain)))
        for point in told
    )
    return Menu(Control("turning-open", review.game, argument=review.seat.value), options, words("review.menu"))


def advice_note(words: Words, emojis: Emojis, point: TurningPoint) -> str:
    """What the expert would have done at the moment a page shows, and what was done."""
    return "\n".join(_told(words, emojis, point))


def turning_button(words: Words, game: int) -> Button:
    """Asks the expert for its view."""
    return Button(words("review.button"), Control("turning", game), Style.SECONDARY, emoji=words("hint.mark"))
