"""What the finished games say about one person, in words and numbers, with a picture of the rating's course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from bot.present.boards import percentage, rating_text
from bot.present.escape import plain_name, safe_name
from bot.present.spec import Accent, Button, Control, Divider, MessageSpec, Part, Picture, Row, Text
from bot.present.words import Words

_FILE: Final = "rating.png"


class Companion(NamedTuple):
    """Somebody a person played with, or against: the games, and the person's wins in them."""

    name: str
    games: int
    wins: int


class Level(NamedTuple):
    """Contracts with bids from ``low`` on, up to the next level."""

    low: int
    made: int
    set: int


@dataclass(frozen=True, slots=True)
class Stats:
    """What the finished games say about one person.

    ``levels`` has those that were bid, ``lows`` the lowest bids of all levels. ``seconds`` is the median of a decision.
    ``ratings`` are those after each of the last rated games.
    """

    name: str
    user_id: int = 0
    games: int = 0
    wins: int = 0
    hands: int = 0
    points_for: int = 0
    points_against: int = 0
    bids_made: int = 0
    bids_set: int = 0
    last_played: datetime | None = None
    best_partner: Companion | None = None
    partner: Companion | None = None
    opponent: Companion | None = None
    levels: tuple[Level, ...] = ()
    lows: tuple[int, ...] = ()
    average_bid: float | None = None
    average_take: float | None = None
    hints: int = 0
    seconds: float | None = None
    ratings: tuple[int, ...] = ()
    is_provisional: bool = False


def stats(words: Words, figures: Stats, picture: bytes | None = None) -> MessageSpec:
    """One person's games; ``picture`` is the course of the rating, which the text tells as well."""
    name = safe_name(figures.name) or words("nameless.player")
    if not figures.games:
        return MessageSpec((Text(words("stats.empty", name=name)),))
    parts: list[Part] = [Text("\n".join(_games(words, figures, name)))]
    if figures.average_bid is not None:
        parts += [Divider(), Text("\n".join(_contracts(words, figures)))]
    parts += [Divider(), Text("\n".join(_beside(words, figures)))]
    if figures.ratings:
        parts += [Divider(), Text(_course(words, figures))]
        if picture is not None:
            parts.append(Picture(_FILE, _described(words, figures), picture))
    history = Button(words("stats.button.history"), Control("history", seq=1, argument=str(figures.user_id)))
    parts.append(Row((history,)))
    return MessageSpec(tuple(parts), Accent.PLAIN)


def _games(words: Words, figures: Stats, name: str) -> Iterator[str]:
    yield words("stats.title", name=name)
    yield words("stats.games", wins=figures.wins, games=figures.games, rate=percentage(figures.wins, figures.games))
    yield words("stats.points", own=figures.points_for, other=figures.points_against, hands=figures.hands)
    if figures.last_played is not None:
        yield words("stats.last", when=f"<t:{int(figures.last_played.timestamp())}:R>")


def _contracts(words: Words, figures: Stats) -> Iterator[str]:
    """All bids, then a line a level."""
    bids = figures.bids_made + figures.bids_set
    yield words("stats.bids", made=figures.bids_made, bids=bids, rate=percentage(figures.bids_made, bids))
    assert figures.average_bid is not None
    assert figures.average_take is not None
    yield words("stats.averages", bid=f"{figures.average_bid:.1f}", take=f"{figures.average_take:.1f}")
    for level in figures.levels:
        rate = percentage(level.made, level.made + level.set)
        yield words("stats.level", bids=_bids(words, figures, level.low), made=level.made, set=level.set, rate=rate)


def _bids(words: Words, figures: Stats, low: int) -> str:
    """``30–39``, ``up to 29``, ``50 and more``."""
    above = [one for one in figures.lows if one > low]
    if not above:
        return words("stats.level.from", low=low)
    return (
        words("stats.level.between", low=low, high=above[0] - 1) if low else words("stats.level.to", high=above[0] - 1)
    )


def _beside(words: Words, figures: Stats) -> Iterator[str]:
    """People, and how somebody plays."""
    companions = {
        "stats.partner": figures.best_partner,
        "stats.partner.usual": figures.partner,
        "stats.opponent.usual": figures.opponent,
    }
    for key, companion in companions.items():
        if companion is not None:
            who = safe_name(companion.name) or words("nameless.player")
            yield words(key, name=who, wins=companion.wins, games=companion.games)
    yield words.count("stats.hints", figures.hints)
    if figures.seconds is not None:
        yield words(
            "stats.seconds", seconds=f"{figures.seconds:.0f}" if figures.seconds >= 10 else f"{figures.seconds:.1f}"
        )


def _course(words: Words, figures: Stats) -> str:
    now, count = figures.ratings[-1], len(figures.ratings)
    rating = rating_text(words, now, provisional=figures.is_provisional)
    low, high = min(figures.ratings), max(figures.ratings)
    return words("stats.rating", rating=rating, games=words.count("stats.rated", count), low=low, high=high)


def _described(words: Words, figures: Stats) -> str:
    """The picture in words, for who can't see it: no markdown is read there."""
    name = plain_name(figures.name) or words("nameless.player")
    first, last = figures.ratings[0], figures.ratings[-1]
    games = words.count("stats.rated", len(figures.ratings))
    low, high = min(figures.ratings), max(figures.ratings)
    return words("stats.picture", name=name, games=games, first=first, last=last, low=low, high=high)
