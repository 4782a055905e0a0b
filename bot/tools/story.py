"""A hand to be told afterwards, built from views only: nothing that no given view shows can be in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from bot.game.cards import SEATS, Card, Seat, Suit
from bot.game.record import GameRecord, RecordFault
from bot.game.scoring import Capture
from bot.game.state import Call, GameState, HandResult
from bot.game.view import PlayerView, SeenPlay, SeenTrick, view

_CardsOf = Mapping[Seat, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class HandStory:
    """One hand as the seats ``seen`` know it; the mappings have these seats only.

    ``thrown`` counts everybody's discard by ``Seat.place``. Buried cards stand in ``tricks`` for the seats seen,
    in ``turned_up`` for the others once the hand is over. ``result`` is None for a hand that was not finished.
    """

    seen: tuple[Seat, ...]
    number: int
    dealer: Seat
    dealt: _CardsOf
    calls: tuple[Call, ...]
    declarer: Seat | None
    bid: int
    trump: Suit | None
    drawn: _CardsOf
    discarded: _CardsOf
    thrown: tuple[int, ...] | None
    tricks: tuple[tuple[SeenPlay, ...], ...]
    winners: tuple[Seat | None, ...]
    turned_up: tuple[SeenPlay, ...]
    laid_down: _CardsOf
    captures: tuple[Capture, ...]
    result: HandResult | None


def hand_story(dealt: Sequence[PlayerView], last: Sequence[PlayerView]) -> HandStory:
    """The story from the views after the deal and those at the hand's end, of the same seats."""
    own = {one.seat: one for one in last if one.seat is not None}
    any_view = last[0]
    tricks = [*any_view.tricks]
    winners: list[Seat | None] = [trick.winner for trick in tricks]
    if any_view.plays:
        tricks.append(SeenTrick(any_view.plays, any_view.plays[0].seat))
        winners.append(None)
    return HandStory(
        seen=tuple(own),
        number=any_view.number,
        dealer=any_view.dealer,
        dealt={one.seat: one.hand for one in dealt if one.seat is not None},
        calls=any_view.calls,
        declarer=any_view.declarer,
        bid=any_view.bid,
        trump=any_view.trump,
        drawn={seat: one.drawn for seat, one in own.items()},
        discarded={seat: one.discarded for seat, one in own.items() if one.discarded is not None},
        thrown=any_view.thrown,
        tricks=tuple(
            tuple(_as_played(play, number, own) for play in trick.plays) for number, trick in enumerate(tricks)
        ),
        winners=tuple(winners),
        turned_up=tuple(play for trick in tricks for play in trick.plays if play.buried and play.seat not in own),
        laid_down={seat: one.laid_down for seat, one in own.items()},
        captures=any_view.captures,
        result=any_view.results[-1] if any_view.hand_is_over else None,
    )


def _as_played(play: SeenPlay, trick: int, own: Mapping[Seat, PlayerView]) -> SeenPlay:
    """The play as its own player saw it, or with its buried cards hidden."""
    if play.seat not in own:
        return play._replace(buried=())
    mine = own[play.seat]
    plays = mine.tricks[trick].plays if trick < len(mine.tricks) else mine.plays
    return next(one for one in plays if one.seat is play.seat)


def stories(record: GameRecord, seats: Sequence[Seat] = SEATS) -> Iterator[HandStory]:
    """The story of each hand as ``seats`` know it, up to the first action that is not legal."""
    for _, steps in groupby(_legal_steps(record), key=itemgetter(0)):
        dealt, *others = [after for *_, after in steps]
        last = others[-1] if others else dealt
        yield hand_story([view(dealt, seat) for seat in seats], [view(last, seat) for seat in seats])


def _legal_steps(record: GameRecord) -> Iterator[tuple[int, GameState]]:
    try:
        for hand, *_, after in record.states():
            yield hand, after
    except RecordFault:
        return  # what follows is no game; ``record.faults`` says why
