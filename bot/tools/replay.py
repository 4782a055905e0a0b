"""A record to read in a terminal: ``king-pedro replay``."""

from __future__ import annotations

import json
from typing import BinaryIO

from rich.console import Console

from bot.game.cards import SEATS, Seat
from bot.game.record import GameRecord, RecordFault, read_record
from bot.present.refusals import explain_record
from bot.present.words import Words
from bot.tools.lines import lines
from bot.tools.story import stories
from bot.tools.telling import Teller
from bot.tools.unusable import Unusable


def seat_of(words: Words, letter: str) -> Seat:
    """The seat of its letter. Raises Unusable."""
    try:
        return Seat(letter.strip().upper())
    except ValueError:
        raise Unusable(words("replay.no-seat", seat=json.dumps(letter, ensure_ascii=False))) from None


def game_of(words: Words, file: str, source: BinaryIO, game: int) -> GameRecord:
    """The ``game``-th record of a file, counted from 1. Raises Unusable where there is none that can be read."""
    number = 0
    for number, line in enumerate(lines(source), 1):
        if number == game:
            if line.text is None:
                raise Unusable(words("replay.unreadable", file=file, line=line.number))
            try:
                return read_record(line.text)
            except RecordFault as fault:
                why = explain_record(words, fault)
                raise Unusable(words("verify.fault", file=file, line=line.number, place="", sentence=why)) from None
    raise Unusable(words.count("replay.no-game", number, game=game, file=file))


def replay(words: Words, console: Console, record: GameRecord, hand: int | None, seat: Seat | None) -> None:
    """Prints a game, or one hand of it, as everybody knows it afterwards or as ``seat`` saw it.

    Raises Unusable when there is no such hand.
    """
    told = list(stories(record, SEATS if seat is None else (seat,)))
    chosen = [story for story in told if hand in (None, story.number)]
    if hand is not None and not chosen:
        raise Unusable(words.count("replay.no-hand", len(told), hand=hand))
    teller = Teller(words)
    console.print(*teller.opening(record, seat), sep="\n")
    for story in chosen:
        console.print(*teller.hand(story), sep="\n")
    if hand in (None, len(record.hands)):
        console.print(*teller.closing(record, told[-1] if told else None), sep="\n")
