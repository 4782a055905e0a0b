"""Stories of hands as text for a terminal: four colours for the suits, and never a colour as the only sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bot.game.cards import RANKS, SEATS, Card, Seat, Side, Suit, clockwise
from bot.game.record import GameRecord
from bot.game.rules import PRESETS, RuleSet
from bot.game.view import SeenPlay
from bot.present.names import card_text, cards_text, rank_text, seat_name, side_name, suit_name, suit_symbol
from bot.present.words import Words
from bot.tools.story import HandStory
from bot.tools.verify import printable

_COLOURS: Final = {Suit.SPADES: "bold", Suit.HEARTS: "red", Suit.DIAMONDS: "bright_blue", Suit.CLUBS: "green"}
_SUIT_ORDER: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
_LONGEST_NAME: Final = 40


class Teller:
    """Tells in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def opening(self, record: GameRecord, seat: Seat | None) -> Iterator[RenderableType]:
        """The game's name, rules and players; ``seat`` is whose view it is, None for everybody's."""
        words = self._words
        yield Text(words("replay.game", game=_short(record.game)), style="bold")
        yield Text(self._rules(record.rules))
        names = [f"{self._seat(one)} {_short(record.players[one])}" for one in SEATS]
        yield Text(words("replay.players", players=" · ".join(names)))
        if seat is not None:
            yield Text(words("replay.seen-by", seat=self._seat(seat)))

    def hand(self, story: HandStory) -> Iterator[RenderableType]:
        """One hand from the deal to the score."""
        words = self._words
        yield Text()
        yield Rule(Text(words("replay.hand", hand=story.number, dealer=self._seat(story.dealer))), align="left")
        yield from self._cards("replay.dealt", story.dealt.items())
        if story.calls:
            yield self._auction(story)
        if story.declarer is not None:
            yield from self._contract(story)
        if story.thrown is not None:
            yield self._line("replay.thrown", counts=self._counts(story.thrown))
        if story.tricks:
            yield self._tricks(story)
            yield Text(self._words("replay.legend"), style="dim")
        yield from self._ending(story)

    def closing(self, record: GameRecord, last: HandStory | None) -> Iterator[RenderableType]:
        """Who won, where the record was played to its end."""
        yield Text()
        over = last is not None and last.result is not None
        if over and isinstance(record.winner, str) and record.winner in (side.value for side in Side):
            yield Text(self._words("replay.won", side=side_name(self._words, Side(record.winner))), style="bold")
        else:
            yield Text(self._words("replay.unfinished"))

    def _contract(self, story: HandStory) -> Iterator[RenderableType]:
        words, declarer, trump = self._words, story.declarer, story.trump
        assert declarer is not None
        if trump is None:
            yield self._line("replay.bought", declarer=self._seat(declarer), bid=story.bid)
        else:
            suit = f"{suit_symbol(words, trump)} {suit_name(words, trump)}"
            yield self._line("replay.contract", declarer=self._seat(declarer), bid=story.bid, suit=suit)
        yield from self._cards("replay.drawn", ((seat, cards) for seat, cards in story.drawn.items() if cards))
        yield from self._cards("replay.discarded", story.discarded.items())

    def _ending(self, story: HandStory) -> Iterator[RenderableType]:
        words, result = self._words, story.result
        yield from self._cards("replay.laid-down", ((seat, held) for seat, held in story.laid_down.items() if held))
        yield from self._cards("replay.turned-up", ((play.seat, play.buried) for play in story.turned_up))
        if result is None:
            return
        if result.declarer is None:
            yield self._line("replay.thrown-in")
        else:
            for side in Side:
                taken = [capture.card for capture in story.captures if capture.side is side]
                cards = cards_text(words, taken) if taken else words("replay.nothing")
                points = words.count("points", result.points.of(side))
                yield self._line("replay.taken", side=side_name(words, side), cards=cards, points=points)
            key = "replay.made" if result.made else "replay.set"
            yield self._line(key, side=side_name(words, result.declarer.side), bid=result.bid)
        score = (f"{side_name(words, side)} {result.score.of(side)}" for side in Side)
        yield self._line("replay.score", score=", ".join(score))

    def _cards(self, key: str, held: Iterable[tuple[Seat, tuple[Card, ...]]]) -> Iterator[RenderableType]:
        """A heading and a line a seat."""
        rows = [(seat, cards) for seat, cards in held]
        if not rows:
            return
        yield self._line(key)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(min_width=7)
        for seat, cards in rows:
            table.add_row(Text("  " + self._seat(seat)), self._by_suit(cards))
        yield table

    def _by_suit(self, cards: Iterable[Card]) -> Text:
        """``♠S A K 10  ♥H 5``; a suit's letter stands beside its sign."""
        text, held = Text(), sorted(cards, key=lambda card: -RANKS.index(card.rank))
        for suit in _SUIT_ORDER:
            ranks = [rank_text(self._words, card.rank) for card in held if card.suit is suit]
            if ranks:
                text.append(f"{suit_symbol(self._words, suit)}{suit.value} {' '.join(ranks)}", style=_COLOURS[suit])
                text.append("  ")
        return text or Text(self._words("replay.nothing"))

    def _auction(self, story: HandStory) -> Table:
        seats = clockwise(story.dealer.next)
        table = self._table([self._seat(seat) for seat in seats])
        row: list[str] = []
        for call in story.calls:
            place = seats.index(call.seat)
            if place < len(row):
                table.add_row(*row)
                row = []
            row += [""] * (place - len(row))
            row.append(self._words("replay.pass") if call.amount is None else str(call.amount))
        table.add_row(*row)
        return table

    def _tricks(self, story: HandStory) -> Table:
        table = self._table([self._words("replay.trick"), *(self._seat(seat) for seat in SEATS)])
        for number, (plays, winner) in enumerate(zip(story.tricks, story.winners, strict=True), 1):
            by_seat = {play.seat: play for play in plays}
            waiting = winner is None
            cells = [self._cell(by_seat.get(seat), plays[0].seat, winner, waiting=waiting) for seat in SEATS]
            table.add_row(str(number), *cells)
        return table

    def _cell(self, play: SeenPlay | None, leader: Seat, winner: Seat | None, *, waiting: bool) -> Text:
        if play is None:
            return Text("" if waiting else self._words("replay.up"), style="dim")
        marks = {
            "led": self._words("replay.led") if play.seat is leader else "",
            "won": self._words("replay.won-it") if play.seat is winner else "",
            "card": card_text(self._words, play.top),
        }
        if play.buried:
            buried = cards_text(self._words, play.buried)
            return self._coloured(self._words("replay.pile", under=buried, **marks))
        if play.under:
            return self._coloured(self._words("replay.hidden-pile", under=play.under, **marks))
        return self._coloured(self._words("replay.card", **marks))

    def _table(self, headings: list[str]) -> Table:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for heading in headings:
            table.add_column(Text(heading))
        return table

    def _line(self, key: str, **values: object) -> Text:
        return self._coloured(self._words(key, **values))

    def _coloured(self, text: str) -> Text:
        made = Text(text)
        for suit, colour in _COLOURS.items():
            made.highlight_regex(rf"[0-9A-Z]*{suit_symbol(self._words, suit)}", colour)
        return made

    def _counts(self, thrown: tuple[int, ...]) -> str:
        return ", ".join(f"{self._seat(seat)} {thrown[seat.place]}" for seat in SEATS)

    def _seat(self, seat: Seat) -> str:
        return seat_name(self._words, seat)

    def _rules(self, rules: RuleSet) -> str:
        """The name, and for house rules what is changed."""
        if rules.based_on is None:
            return self._words("replay.rules", name=rules.name)
        plain = PRESETS[rules.based_on].to_json()
        changed = {key: value for key, value in rules.to_json().items() if key in plain and key != "name"}
        listing = ", ".join(f"{key} {_shown(value)}" for key, value in changed.items() if value != plain[key])
        return self._words("replay.house-rules", name=rules.based_on, changes=listing)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key}:{worth}" for key, worth in value.items())
    return "none" if value is None else str(value).lower()


def _short(text: str) -> str:
    return printable(text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…")
