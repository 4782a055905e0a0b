"""What a hand came to, and a game: the messages that stay in the channel."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import Side
from bot.game.scoring import Capture
from bot.game.state import HandResult
from bot.game.view import PlayerView, SeenPlay
from bot.info import TableInfo
from bot.present.emojis import Emojis
from bot.present.hands import faces, suit_sign, trump_rank, trumps_words
from bot.present.names import side_name, suit_name
from bot.present.people import called, called_all, team
from bot.present.sheet import course
from bot.present.spec import Accent, Button, Control, Divider, MessageSpec, Part, Row, Style, Text
from bot.present.turns import countdown, next_dealer
from bot.present.words import Words


def summary(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The finished hand: made or set, who took what, what lay buried, the new score."""
    result = view.results[-1]
    if result.declarer is None:
        parts: list[Part] = [Text("\n".join(_thrown_in(words, view, info)))]
        accent = Accent.PLAIN
    else:
        lines = [*_sides(words, emojis, view), *_buried(words, emojis, view, info)]
        parts = [Text(_title(words, emojis, view, info)), Divider(), Text("\n".join(lines))]
        accent = Accent.MADE if result.made else Accent.SET
    parts += [Divider(), Text("\n".join(_score(words, view, info)))]
    if view.winner is None:
        parts.append(Row((_next_button(words, info), _more_button(words, info))))
    return MessageSpec(tuple(parts), accent)


def result_line(words: Words, view: PlayerView, info: TableInfo) -> str:
    """``Bob's 31 is made: 38``, or that the hand was thrown in."""
    result = view.results[-1]
    if result.declarer is None:
        return words("summary.thrown-in")
    side = result.declarer.side
    return words(
        "summary.made" if result.made else "summary.set",
        who=called(words, info.seating, result.declarer),
        bid=result.bid,
        side=side_name(words, side),
        taken=result.points.of(side),
    )


def _title(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> str:
    assert view.trump is not None
    return words(
        "summary.title",
        number=view.number,
        result=result_line(words, view, info),
        sign=suit_sign(emojis, view.trump),
        suit=suit_name(words, view.trump),
    )


def _thrown_in(words: Words, view: PlayerView, info: TableInfo) -> Iterator[str]:
    yield words("summary.title.thrown-in", number=view.number)
    yield words("summary.next-dealer", who=called(words, info.seating, next_dealer(view)))


def _sides(words: Words, emojis: Emojis, view: PlayerView) -> Iterator[str]:
    result = view.results[-1]
    for side in Side:
        yield words(
            "summary.side",
            side=side_name(words, side),
            taken=words.count("points", result.points.of(side)),
            change=_signed(words, result.delta.of(side)),
        )
        taken = [capture for capture in view.captures if capture.side is side]
        if taken:
            cards = [capture.card for capture in taken]
            yield words("summary.cards", cards=faces(emojis, cards), words=_captured(words, view, taken))


def _captured(words: Words, view: PlayerView, taken: list[Capture]) -> str:
    assert view.trump is not None
    said = []
    for capture in taken:
        key = "summary.capture.thrown" if capture.thrown else "summary.capture"
        said.append(words(key, card=trump_rank(words, capture.card, view.trump), points=capture.points))
    return " · ".join(said)


def _buried(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    assert view.trump is not None
    piles: list[SeenPlay] = [play for trick in view.tricks for play in trick.plays if play.buried]
    for play in piles:
        yield words(
            "summary.buried",
            who=called(words, info.seating, play.seat),
            cards=faces(emojis, play.buried),
            words=trumps_words(words, play.buried, view.trump),
            top=trump_rank(words, play.top, view.trump),
        )


def _score(words: Words, view: PlayerView, info: TableInfo) -> Iterator[str]:
    yield words("summary.score", ns=view.score.ns, ew=view.score.ew, target=view.rules.target)
    if view.winner is None:
        if info.ready:
            yield words("summary.ready", who=called_all(words, info.seating, info.ready))
        if info.next_at is not None:
            yield words("summary.next", when=countdown(info.next_at))


def _signed(words: Words, change: int) -> str:
    return words("summary.minus", number=-change) if change < 0 else words("summary.plus", number=change)


def _next_button(words: Words, info: TableInfo) -> Button:
    return Button(words("button.next"), Control("next", info.game, info.seq), Style.PRIMARY)


def _more_button(words: Words, info: TableInfo) -> Button:
    return Button(words("button.more"), Control("more", info.game, info.seq))


def game_over(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """Who won the game, and how the scores went."""
    assert view.winner is not None
    winner = view.winner
    head = words(
        "over.title",
        side=side_name(words, winner),
        score=view.score.of(winner),
        other=view.score.of(winner.other),
    )
    parts: tuple[Part, ...] = (
        Text(f"{head}\n{words('over.congratulations', who=team(words, info.seating, winner))}\n{_reason(words, view)}"),
        Divider(),
        Text(course(words, view.results)),
        Row(
            (
                Button(words("button.rematch"), Control("rematch", info.game, info.seq), Style.PRIMARY),
                Button(words("button.record"), Control("record", info.game, info.seq)),
            )
        ),
    )
    return MessageSpec(parts, Accent.OVER)


def _reason(words: Words, view: PlayerView) -> str:
    """Why this hand was the last (R10)."""
    assert view.winner is not None
    last: HandResult = view.results[-1]
    if last.made and last.declarer is not None and last.declarer.side is view.winner:
        return words("over.made", bid=last.bid, target=view.rules.target)
    return words("over.fell", side=side_name(words, view.winner.other), limit=view.rules.losing_score)
