"""The public message of a hand being played, and the short ones around it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import SEATS, Side
from bot.game.state import Phase
from bot.game.view import PlayerView, SeenTrick
from bot.info import TableInfo
from bot.present.bids import dealer_must_bid, lowest_bid
from bot.present.emojis import Emojis
from bot.present.hands import faces, suit_sign
from bot.present.names import side_name, suit_name
from bot.present.people import called, mention
from bot.present.rows import seat_row
from bot.present.spec import Accent, Button, Control, Divider, MessageSpec, Part, Row, Style, Text
from bot.present.turns import until, whose_turn
from bot.present.words import Words


def table(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The hand on the table as everybody sees it; ``view`` is the one of no seat."""
    parts: list[Part] = [
        Text("\n".join(_head(words, emojis, view, info))),
        Divider(),
        Text("\n".join(seat_row(words, emojis, view, info, seat) for seat in SEATS)),
    ]
    if view.tricks:
        parts.append(Text(_last_trick(words, emojis, view, info)))
    parts.append(Row(tuple(_buttons(words, view, info))))
    return MessageSpec(tuple(parts), Accent.PLAY)


def _head(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    yield words("table.title", turn=whose_turn(words, view, info), until=until(words, info.deadline))
    dealer = called(words, info.seating, view.dealer)
    yield words("table.hand", number=view.number, dealer=dealer, target=view.rules.target)
    yield from _contract(words, emojis, view, info)
    for side in Side:
        yield words(
            "table.side", side=side_name(words, side), score=view.score.of(side), taken=_taken(words, view, side)
        )


def _contract(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    if view.phase is Phase.AUCTION:
        return
    assert view.declarer is not None
    who = called(words, info.seating, view.declarer)
    if view.trump is None:
        yield words("table.contract", amount=view.bid, who=who)
    else:
        sign, suit = suit_sign(emojis, view.trump), suit_name(words, view.trump)
        yield words("table.trump", sign=sign, suit=suit, amount=view.bid, who=who)


def _taken(words: Words, view: PlayerView, side: Side) -> str:
    """What a side has won in this hand so far; the side that bid needs so many points."""
    if view.phase is not Phase.PLAY:
        return ""
    won = words.count("tricks", sum(1 for trick in view.tricks if trick.winner.side is side))
    taken = view.taken.of(side)
    if view.declarer is not None and view.declarer.side is side:
        return words("table.taken.of", tricks=won, taken=taken, bid=view.bid)
    return words("table.taken", tricks=won, points=words.count("points", taken))


def _last_trick(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> str:
    trick: SeenTrick = view.tricks[-1]
    tops = faces(emojis, (play.top for play in trick.plays))
    return words("table.last-trick", cards=tops, who=called(words, info.seating, trick.winner))


def _buttons(words: Words, view: PlayerView, info: TableInfo) -> Iterator[Button]:
    yield Button(words("button.cards"), Control("cards", info.game, info.seq), Style.PRIMARY)
    if view.phase is Phase.AUCTION:
        if not dealer_must_bid(view):
            yield Button(words("button.pass"), Control("pass", info.game, info.seq))
        lowest = lowest_bid(view)
        yield Button(words("button.bid", amount=lowest), Control("bid", info.game, info.seq, str(lowest)))
    yield Button(words("button.more"), Control("more", info.game, info.seq))


def table_ended(words: Words, info: TableInfo, why: str) -> MessageSpec:
    """The table ended without a result: why is ``host``, ``manager``, ``nobody-left``, ``older-rules`` and so on."""
    host = next((seat for seat in SEATS if info.who(seat).user_id == info.host_id), None)
    by = words("ended.by", who=called(words, info.seating, host)) if why == "host" and host is not None else ""
    return MessageSpec((Text(words("ended", why=by or _why(words, why))),), Accent.OVER)


def _why(words: Words, why: str) -> str:
    known = ("host", "manager", "nobody-left", "everybody-away", "older-rules", "channel-gone")
    return words(f"ended.{why}" if why in known else "ended.other")


def turn_call(words: Words, view: PlayerView, info: TableInfo) -> MessageSpec:
    """Calls those who are to act and decide themselves. There must be somebody."""
    waited = [seat for seat in view.to_act if info.who(seat).user_id is not None and not info.who(seat).is_away]
    called_ids = tuple(user_id for seat in waited if (user_id := info.who(seat).user_id) is not None)
    who = " ".join(mention(words, info.seating, seat) for seat in waited)
    text = words(f"call.{_asked(view)}", who=who, until=until(words, info.deadline))
    button = Button(words("button.cards"), Control("cards", info.game, info.seq), Style.PRIMARY)
    return MessageSpec((Text(text), Row((button,))), Accent.YOUR_TURN, called_ids)


def _asked(view: PlayerView) -> str:
    return "lead" if view.phase is Phase.PLAY and not view.plays else view.phase.value
