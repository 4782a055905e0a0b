"""The table's four lines, one a seat, always from North clockwise: who, and what they have just done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.game.cards import Seat
from bot.game.play import winner_of
from bot.game.state import Laid, Phase
from bot.game.view import PlayerView, SeenPlay
from bot.info import TableInfo
from bot.present.emojis import Emojis
from bot.present.hands import card_words
from bot.present.people import placed
from bot.present.words import Words

MOST_CALLS: Final = 3


def seat_row(words: Words, emojis: Emojis, view: PlayerView, info: TableInfo, seat: Seat) -> str:
    """A mark or a card, the name, and what there is to say, parted by dots."""
    who = f"{_mark(words, emojis, view, seat)} {placed(words, info.seating, seat, levels=view.phase is not Phase.PLAY)}"
    said = " · ".join((*_roles(words, view, info, seat), *_doings(words, view, seat)))
    if view.phase is not Phase.AUCTION and seat is view.declarer:
        return f"{who} {words('role.declarer')} {said}".rstrip()
    return f"{who} · {said}" if said else who


def _mark(words: Words, emojis: Emojis, view: PlayerView, seat: Seat) -> str:
    play = _play_of(view, seat)
    if play is not None and (face := emojis.card(play.top)) is not None:
        return face
    if seat in view.to_act:
        return words("mark.turn")
    return words("mark.up") if seat in view.up else words("mark.none")


def _roles(words: Words, view: PlayerView, info: TableInfo, seat: Seat) -> Iterator[str]:
    if view.phase is Phase.AUCTION and seat is view.dealer:
        yield words("role.dealer")
    if info.who(seat).is_away:
        yield words("role.away")


def _doings(words: Words, view: PlayerView, seat: Seat) -> Iterator[str]:
    match view.phase:
        case Phase.AUCTION:
            yield from _calls(words, view, seat)
        case Phase.TRUMP if seat in view.to_act:
            yield words("doing.trump")
        case Phase.DISCARD:
            yield words("doing.throw" if seat in view.to_act else "doing.thrown")
        case Phase.PLAY:
            yield from _plays(words, view, seat)
        case _:
            pass


def _calls(words: Words, view: PlayerView, seat: Seat) -> Iterator[str]:
    own = [call.amount for call in view.calls if call.seat is seat]
    said = [words("call.said.pass") if amount is None else str(amount) for amount in own]
    if said:
        shown = said[-MOST_CALLS:]
        yield words("call.said", calls=", ".join(["…", *shown] if len(said) > len(shown) else shown))
    if seat is view.declarer:
        yield words("call.said.highest")
    if seat in view.to_act:
        yield words("doing.bid")


def _plays(words: Words, view: PlayerView, seat: Seat) -> Iterator[str]:
    play = _play_of(view, seat)
    if play is None:
        if seat in view.up:
            yield words("role.up")
        elif seat in view.to_act:
            yield words("doing.play" if view.plays else "doing.lead")
        if view.sizes[seat.place] > view.rules.hand_size:
            yield words.count("doing.holds", view.sizes[seat.place])
        return
    yield _played(words, view, play)
    if seat in view.up:
        yield words("role.up")


def _played(words: Words, view: PlayerView, play: SeenPlay) -> str:
    card = card_words(words, play.top, view.trump)
    if play.under:
        card = words("doing.on", card=card, number=play.under)
    if play is view.plays[0]:
        card = words("doing.led", card=card)
    return words("doing.best", card=card) if play.seat is _best(view) and len(view.plays) > 1 else card


def _play_of(view: PlayerView, seat: Seat) -> SeenPlay | None:
    return next((play for play in view.plays if play.seat is seat), None) if view.phase is Phase.PLAY else None


def _best(view: PlayerView) -> Seat:
    assert view.trump is not None
    return winner_of(tuple(Laid(play.seat, (play.top,)) for play in view.plays), view.trump)
