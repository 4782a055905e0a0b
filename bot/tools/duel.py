"""Two players measured against each other: ``king-pedro duel``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.game.rules import RuleSet
from bot.game.state import Phase
from bot.players.duel import Duel, Thought
from bot.players.entrant import Entrant, named, names
from bot.players.match import STAGES, Contracts, Match, Stage, contracts, middle_and_99th
from bot.present.words import Words
from bot.tools.unusable import Unusable

_FEWEST_DEALS: Final = 2  # one alone has no standard error
_DEALS_FOR_A_GAME: Final = 20
_STAGES: Final = {
    Stage(Phase.AUCTION): "duel.auction",
    Stage(Phase.TRUMP): "duel.trump",
    Stage(Phase.DISCARD): "duel.discard",
    Stage(Phase.PLAY): "duel.first-trick",
    Stage(Phase.PLAY, False): "duel.later-tricks",
}


def duel_of(
    words: Words, players: tuple[str, str, str], rules: RuleSet, deals: int, games: int | None, seed: int
) -> Duel:
    """The duel of a command line; the third player may be empty. Raises Unusable."""
    first, second, ceiling = players
    if deals < _FEWEST_DEALS:
        raise Unusable(words.count("duel.too-few", deals, fewest=_FEWEST_DEALS))
    return Duel(
        first=_entrant(words, first),
        second=_entrant(words, second),
        ceiling=_entrant(words, ceiling) if ceiling else None,
        rules=rules,
        deals=deals,
        games=deals // _DEALS_FOR_A_GAME if games is None else games,
        seed=seed,
    )


def _entrant(words: Words, name: str) -> Entrant:
    try:
        return named(name)
    except KeyError as unknown:
        said = json.dumps(unknown.args[0], ensure_ascii=False)
        raise Unusable(words("duel.unknown-player", name=said, known=", ".join(names()))) from None


def tell(words: Words, console: Console, duel: Duel, match: Match) -> None:
    """Prints what the duel came to."""
    for line in sentences(words, duel, match):
        console.print(Text(line), soft_wrap=True)
    console.print(_contracts(words, console, duel, match))
    console.print(_times(words, console, duel, match.thoughts))


def sentences(words: Words, duel: Duel, match: Match) -> Iterator[str]:
    """The outcome in a few sentences."""
    first, second = duel.first.name, duel.second.name
    yield words.count("duel.deals", match.deals, rules=duel.rules.name, seed=duel.seed)
    points, error = _signed(match.difference), f"{match.standard_error:.2f}"
    yield words("duel.points", first=first, second=second, points=points, error=error)
    if duel.ceiling is not None and match.ceiling is not None:
        points, error = _signed(match.ceiling.value), f"{match.ceiling.error:.2f}"
        yield words("duel.points", first=duel.ceiling.name, second=second, points=points, error=error)
        if match.share is None:
            yield words("duel.no-way", second=second, ceiling=duel.ceiling.name)
        else:
            percent, error = f"{100 * match.share.value:.0f}", f"{100 * match.share.error:.0f}"
            yield words(
                "duel.share", first=first, second=second, ceiling=duel.ceiling.name, percent=percent, error=error
            )
    if duel.games:
        won, lost = match.won
        yield words.count("duel.games", 2 * duel.games, first=first, second=second, won=won, lost=lost)


def _contracts(words: Words, console: Console, duel: Duel, match: Match) -> Table:
    table = _table(console, [words("duel.bids"), duel.first.name, duel.second.name])
    columns = [contracts(duel.rules, match.results, first=first) for first in (True, False)]
    for row in zip(*columns, strict=True):
        table.add_row(words("duel.level", low=row[0].low, high=row[0].high), *(_rate(words, one) for one in row))
    return table


def _rate(words: Words, one: Contracts) -> str:
    if not one.played:
        return words("duel.none")
    return words("duel.made", made=one.made, played=one.played, percent=f"{100 * one.made / one.played:.0f}")


def _times(words: Words, console: Console, duel: Duel, thoughts: Sequence[Thought]) -> Table:
    players = list(dict.fromkeys(one.name for one in (duel.first, duel.second, duel.ceiling) if one is not None))
    table = _table(console, [words("duel.times"), *players])
    for stage in STAGES:
        own = [[one for one in thoughts if one.name == player and stage.has(one)] for player in players]
        table.add_row(words(_STAGES[stage]), *(_time(words, some) for some in own))
    looked = [sum(one.looked for one in thoughts if one.name == player) for player in players]
    if any(looked):
        table.add_row(words("duel.looked"), *(f"{number:,}" for number in looked))
    return table


def _time(words: Words, thoughts: Sequence[Thought]) -> str:
    found = middle_and_99th(thoughts)
    if found is None:
        return words("duel.none")
    middle, most = (f"{1000 * seconds:.2f}" for seconds in found)
    return words("duel.time", middle=middle, most=most)


def _table(console: Console, headings: Sequence[str]) -> Table:
    table = Table(box=SIMPLE_HEAD if console.is_terminal else None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(Text(heading), justify="right" if place else "left", no_wrap=True)
    return table


def _signed(points: float) -> str:
    return f"{points:+.2f}".replace("-", "−")
