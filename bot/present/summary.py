"""What a hand came to, and a game: the messages that stay in the channel."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import SEATS, Side
from bot.game.scoring import Capture
from bot.game.view import PlayerView
from bot.info import RatingNews, TableInfo
from bot.present.boards import rating_text
from bot.present.emojis import Emojis
from bot.present.escape import safe_name
from bot.present.hands import faces, suit_sign, trump_rank, trumps_of, trumps_words
from bot.present.names import side_name, suit_name
from bot.present.people import called, called_all, person, team
from bot.present.proof import told_proof
from bot.present.sheet import change_text, course, score_line, score_text
from bot.present.spec import Accent, Button, Control, Divider, MessageSpec, Part, Row, Style, Text
from bot.present.turns import countdown, next_dealer
from bot.present.words import Words


def summary(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The finished hand: made or set, who took what, what lay buried, the new score."""
    result = view.results[-1]
    parts: list[Part] = [Text("\n".join((*_head(words, emojis, view, info), score_line(words, view.score))))]
    if result.declarer is not None:
        parts += [Divider(), Text("\n".join(_takings(words, emojis, view, info)))]
    if view.winner is None:
        coming = _coming(words, view, info)
        next_hand = Button(words("button.next"), Control("next", info.game, info.seq), Style.PRIMARY)
        more = Button(words("button.more"), Control("more", info.game, info.seq))
        buttons = (next_hand, *_seat_to_take(words, info), more)
        parts += [Text("\n".join(coming)), Row(buttons)]
    parts.append(Text(told_proof(words, info)))
    return MessageSpec(tuple(parts), _accent(view))


def _accent(view: PlayerView) -> Accent:
    result = view.results[-1]
    if result.declarer is None:
        return Accent.PLAIN
    return Accent.MADE if result.made else Accent.SET


def result_line(words: Words, view: PlayerView, info: TableInfo) -> str:
    """``Bob made 31``, ``Bob's 31 was set``, or that nobody bid."""
    result = view.results[-1]
    if result.declarer is None:
        return words("summary.thrown-in")
    key = "summary.made" if result.made else "summary.set"
    return words(key, who=called(words, info.seating, result.declarer), bid=result.bid)


def _head(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    yield words("summary.title", result=result_line(words, view, info))
    if view.trump is None:
        yield words("summary.hand.thrown-in", number=view.number)
        return
    sign, suit = suit_sign(emojis, view.trump), suit_name(words, view.trump)
    yield words("summary.hand", number=view.number, sign=sign, suit=suit)


def _takings(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    """Side by side what it took and what that changed; then what lay buried."""
    result = view.results[-1]
    for side in Side:
        taken = words.count("points", result.points.of(side))
        change = change_text(words, result.delta.of(side))
        yield words("summary.side", side=side_name(words, side), taken=taken, change=change)
        captured = [capture for capture in view.captures if capture.side is side]
        if captured:
            cards = faces(emojis, (capture.card for capture in captured))
            said = " · ".join(_captured(words, view, capture) for capture in captured)
            yield from ([cards] if cards else [])
            yield words("summary.cards", cards=said)
    yield from _buried(words, emojis, view, info)


def _captured(words: Words, view: PlayerView, capture: Capture) -> str:
    assert view.trump is not None
    key = "summary.capture.thrown" if capture.thrown else "summary.capture"
    return words(key, card=trump_rank(words, capture.card, view.trump), points=capture.points)


def _buried(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    assert view.trump is not None
    for play in (play for trick in view.tricks for play in trick.plays if play.buried):
        cards = trumps_of(play.buried, view.trump)
        said = trumps_words(words, cards, view.trump)
        who, top = called(words, info.seating, play.seat), trump_rank(words, play.top, view.trump)
        yield words("summary.buried", who=who, cards=faces(emojis, cards), words=said, top=top)


def _seat_to_take(words: Words, info: TableInfo) -> Iterator[Button]:
    """Between hands a person may take a robot's seat."""
    if any(who.user_id is None for who in info.seating):
        yield Button(words("button.take-seat"), Control("sit", info.game, info.seq))


def _coming(words: Words, view: PlayerView, info: TableInfo) -> Iterator[str]:
    who = called(words, info.seating, next_dealer(view))
    if info.next_at is None:
        yield words("summary.deals", who=who)
    else:
        yield words("summary.next", who=who, when=countdown(info.next_at))
    if info.ready:
        yield words("summary.ready", who=called_all(words, info.seating, info.ready))


def game_over(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """Who won the game, what the last hand came to, and how the scores went."""
    assert view.winner is not None
    winner = view.winner
    title = words("over.title", side=side_name(words, winner), who=team(words, info.seating, winner))
    head = (title, score_line(words, view.score), _reason(words, view, info), *_hinted(words, info))
    rematch = Button(words("button.rematch"), Control("rematch", info.game, info.seq), Style.PRIMARY)
    replay = Button(words("button.replay"), Control("replay-open", info.game, info.seq))
    record = Button(words("button.record"), Control("record", info.game, info.seq))
    deals = Button(words("button.deals"), Control("deals", info.game, info.seq))
    parts: tuple[Part, ...] = (
        Text("\n".join(head)),
        Divider(),
        Text("\n".join(_takings(words, emojis, view, info))),
        Text(course(words, view.results)),
        *_ratings(words, view, info),
        Row((rematch, replay, record, deals)),
        Text(told_proof(words, info)),
    )
    return MessageSpec(parts, Accent.OVER)


def _ratings(words: Words, view: PlayerView, info: TableInfo) -> Iterator[Text]:
    """Everybody's new rating and what changed it, a line a side, the winners first."""
    sides = {"won": view.winner, "lost": view.winner.other} if view.winner is not None else {}
    lines = []
    for how, side in sides.items():
        told = [_rated(words, news) for news in info.ratings if news.seat.side is side]
        lines += [words(f"over.ratings.{how}", ratings=" · ".join(told))] if told else []
    if lines:
        yield Text("\n".join(lines))


def _rated(words: Words, news: RatingNews) -> str:
    who = safe_name(news.name) or words(f"nameless.{news.seat.value}")
    rating = rating_text(words, news.rating, provisional=news.provisional)
    if news.change is None:
        return words("over.rated.robot", who=who, rating=rating)
    return words("over.rated", who=who, rating=rating, change=change_text(words, news.change))


def _hinted(words: Words, info: TableInfo) -> Iterator[str]:
    """Who had hints, and how many."""
    helped = [seat for seat in SEATS if info.hinted[seat.place]]
    if helped:
        each = (
            words("over.hinted", who=person(words, info.seating, seat), number=info.hinted[seat.place])
            for seat in helped
        )
        yield words("over.hints", hints=" · ".join(each))


def _reason(words: Words, view: PlayerView, info: TableInfo) -> str:
    """What the last hand was, and why it was the last (R10)."""
    assert view.winner is not None
    last, result = view.results[-1], result_line(words, view, info)
    if last.made and last.declarer is not None and last.declarer.side is view.winner:
        return words("over.made", result=result, target=view.rules.target)
    loser = view.winner.other
    score = score_text(words, view.score.of(loser))
    return words("over.fell", result=result, side=side_name(words, loser), score=score)
