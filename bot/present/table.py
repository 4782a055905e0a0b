"""The public message of a hand being played, and the short ones around it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.cards import SEATS, Side
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.info import TableInfo
from bot.present.bids import dealer_must_bid, lowest_bid
from bot.present.emojis import Emojis
from bot.present.hands import card_words, faces, suit_sign
from bot.present.names import suit_name
from bot.present.people import called, mention
from bot.present.proof import next_commitment, short_commitment
from bot.present.rows import seat_row
from bot.present.sheet import score_line
from bot.present.spec import Accent, Button, Control, Divider, MessageSpec, Part, Row, Style, Text
from bot.present.turns import next_dealer, until, whose_turn
from bot.present.words import Words


def table(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The hand on the table as everybody sees it; ``view`` is the one of no seat."""
    seats = [seat_row(words, emojis, view, info, seat) for seat in SEATS]
    if view.tricks:
        seats.append(_last_trick(words, emojis, view, info))
    parts: list[Part] = [
        Text("\n".join(_head(words, emojis, view, info))),
        Divider(),
        Text("\n".join(seats)),
        Row(tuple(_buttons(words, view, info))),
    ]
    if info.proof is not None:
        parts.append(Text(short_commitment(words, info.proof)))
    return MessageSpec(tuple(parts), Accent.PLAY)


def _head(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> Iterator[str]:
    yield words("table.title", turn=whose_turn(words, view, info), until=until(words, info.deadline))
    yield score_line(words, view.score)
    if view.declarer is None or view.phase is Phase.AUCTION:
        yield words("table.hand", number=view.number, target=view.rules.target)
    elif view.phase is Phase.PLAY:
        yield from _play_so_far(words, emojis, view, called(words, info.seating, view.declarer))
    else:
        if view.trump is not None:
            yield words("table.trump", sign=suit_sign(emojis, view.trump), suit=suit_name(words, view.trump))
        who = called(words, info.seating, view.declarer)
        yield words("table.contract", who=who, amount=view.bid, number=view.number)


def _play_so_far(words: Words, emojis: Emojis, view: PlayerView, declarer: str) -> Iterator[str]:
    """The trump and the contract, with the tricks and points of both sides in the order of the scores."""
    assert view.trump is not None
    sign, suit = suit_sign(emojis, view.trump), suit_name(words, view.trump)
    ns_tricks = sum(trick.winner.side is Side.NS for trick in view.tricks)
    yield words("table.trump.play", sign=sign, suit=suit, ns=ns_tricks, ew=len(view.tricks) - ns_tricks)
    yield words("table.contract.play", who=declarer, amount=view.bid, ns=view.taken.ns, ew=view.taken.ew)


def _last_trick(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo) -> str:
    trick = view.tricks[-1]
    tops = [play.top for play in trick.plays]
    cards = faces(emojis, tops) or ", ".join(card_words(words, card, view.trump) for card in tops)
    return words("table.last-trick", cards=cards, who=called(words, info.seating, trick.winner))


def dealing(words: Words, view: PlayerView, info: TableInfo) -> MessageSpec:
    """The next hand before its cards, with what its deal is bound to."""
    who = called(words, info.seating, next_dealer(view))
    head = f"{words('dealing', who=who, number=view.number + 1)}\n{score_line(words, view.score)}"
    more = Button(words("button.more"), Control("more", info.game, info.seq))
    parts: list[Part] = [Text(head), Row((more,))]
    if info.proof is not None:
        parts.append(Text(next_commitment(words, info.proof)))
    return MessageSpec(tuple(parts), Accent.PLAY)


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
    by_host = why == "host" and host is not None
    reason = words("ended.by", who=called(words, info.seating, host)) if by_host and host else _why(words, why)
    return MessageSpec((Text(words("ended", why=reason)),), Accent.OVER)


def _why(words: Words, why: str) -> str:
    known = ("host", "manager", "nobody-left", "everybody-away", "older-rules", "channel-gone")
    return words(f"ended.{why}" if why in known else "ended.other")


def turn_call(words: Words, view: PlayerView, info: TableInfo, quiet: frozenset[int] = frozenset()) -> MessageSpec:
    """Calls those who are to act and decide themselves. There must be somebody.

    Who is ``quiet`` is named, and not notified.
    """
    waited = [seat for seat in view.to_act if info.who(seat).user_id is not None and not info.who(seat).is_away]
    notified = [seat for seat in waited if info.who(seat).user_id not in quiet]
    called_ids = tuple(user_id for seat in notified if (user_id := info.who(seat).user_id) is not None)
    who = " ".join((mention if seat in notified else called)(words, info.seating, seat) for seat in waited)
    text = words(f"call.{_asked(view)}", who=who, until=until(words, info.deadline))
    button = Button(words("button.cards"), Control("cards", info.game, info.seq), Style.PRIMARY)
    return MessageSpec((Text(text), Row((button,))), Accent.YOUR_TURN, called_ids)


def _asked(view: PlayerView) -> str:
    return "lead" if view.phase is Phase.PLAY and not view.plays else view.phase.value
