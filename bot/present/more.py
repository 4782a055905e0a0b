"""What a player may look up or do beside playing: private pages behind the table's ``More``."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import Card, Seat
from bot.game.rules import RuleSet
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.emojis import Emojis
from bot.present.hands import card_words
from bot.present.names import seat_name, side_name
from bot.present.people import called
from bot.present.rules_line import rules_line, rules_name
from bot.present.rules_page import rules_text
from bot.present.sheet import course
from bot.present.spec import Accent, Button, Control, MessageSpec, Part, Row, Style, Text, rows
from bot.present.turns import whose_turn
from bot.present.words import Words

#: The longest course of scores that still fits a message.
LONGEST_SHEET = 60


def more(words: Words, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The page with the ways to the others. The view is a player's, or nobody's for a guest."""
    lines = [words("more.title", turn=whose_turn(words, view, info)), _place(words, view, info)]
    lines.append(words("more.rules", rules=rules_name(words, view.rules), line=rules_line(words, view.rules)))
    return MessageSpec((Text("\n".join(lines)), *rows(list(_ways(words, view, info)))), Accent.PLAIN)


def _place(words: Words, view: PlayerView, info: TableInfo) -> str:
    if view.seat is None:
        return words("more.guest")
    partner = called(words, info.seating, view.seat.partner)
    return words("more.place", seat=seat_name(words, view.seat), side=side_name(words, view.seat.side), partner=partner)


def _ways(words: Words, view: PlayerView, info: TableInfo) -> Iterator[Button]:
    if view.tricks:
        yield Button(words("button.last-trick"), Control("last-trick", info.game, info.seq))
    yield Button(words("button.scores"), Control("scores", info.game, info.seq))
    yield Button(words("button.rules"), Control("rules", info.game, info.seq))
    yield Button(words("button.deals"), Control("deals", info.game, info.seq))
    if view.seat is not None and info.who(view.seat).is_away:
        yield Button(words("button.back"), Control("back", info.game, info.seq), Style.SUCCESS)
    if view.seat is not None and view.winner is None:
        yield Button(words("button.leave"), Control("leave", info.game, info.seq), Style.DANGER)


def last_trick(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The last finished trick, in the order it was played."""
    if not view.tricks:
        return _page(words, info, words("last-trick.none"))
    trick = view.tricks[-1]
    lines = [words("last-trick.title", number=len(view.tricks), who=called(words, info.seating, trick.winner))]
    for play in trick.plays:
        card = card_words(words, play.top, view.trump)
        who = called(words, info.seating, play.seat)
        key = "last-trick.pile" if play.under else "last-trick.card"
        lines.append(words(key, face=_face(emojis, play.top), who=who, card=card, number=play.under))
    return _page(words, info, "\n".join(lines))


def _face(emojis: Emojis, card: Card) -> str:
    """The card's emoji with a space behind it, or nothing."""
    face = emojis.card(card)
    return "" if face is None else f"{face} "


def score_sheet(words: Words, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The score hand by hand."""
    text = course(words, view.results, LONGEST_SHEET) if view.results else words("sheet.none")
    return _page(words, info, f"{words('sheet.title')}\n{text}")


def rules_page(words: Words, rules: RuleSet) -> MessageSpec:
    """The rules of a table, or of a preset, short."""
    return MessageSpec((Text(rules_text(words, rules)),), Accent.PLAIN)


def leave_question(words: Words, view: PlayerView, info: TableInfo) -> MessageSpec:
    """Asks before a seat is given to a robot."""
    yes = Button(words("button.leave-yes"), Control("leave-yes", info.game, info.seq), Style.DANGER)
    no = Button(words("button.leave-no"), Control("more", info.game, info.seq))
    return MessageSpec((Text(words("leave.question")), Row((yes, no))), Accent.WAITING)


def _page(words: Words, info: TableInfo, text: str) -> MessageSpec:
    parts: tuple[Part, ...] = (
        Text(text),
        Row((Button(words("button.to-more"), Control("more", info.game, info.seq)),)),
    )
    return MessageSpec(parts, Accent.PLAIN)


def seated(words: Words, seat: Seat) -> MessageSpec:
    """Says that somebody has the seat now."""
    return MessageSpec((Text(words("more.seated", seat=seat_name(words, seat))),))


def left(words: Words) -> MessageSpec:
    """Says that somebody has left."""
    return MessageSpec((Text(words("more.left")),))
