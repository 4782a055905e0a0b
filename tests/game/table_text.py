"""A table set up by text: four hands and a kitty as one would write them down, played in the record's words.

>>> table = Table(CANADIAN, "N AS KS QS", trump="S", dealer="W")   # doctest: +SKIP
>>> table.do("N bid 7, E pass, S pass, W pass, N trump S")         # doctest: +SKIP

Nothing here asks the engine how cards are dealt: the pack is stacked by the words of R3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.game.actions import Action, Deal, Discard, Play, parse_action
from bot.game.cards import DECK, Card, Seat, Suit, trumps
from bot.game.engine import Legal, apply, legal_actions, new_game
from bot.game.rules import RuleSet
from bot.game.state import GameState, HandState, Phase, SidePoints
from bot.game.terms import Illegal

CLOCKWISE = "NESW"


def cards(text: str) -> tuple[Card, ...]:
    """``AS KH`` as cards."""
    return tuple(Card.parse(word) for word in text.split())


def from_left_of(dealer: str) -> str:
    """The four seats' letters from the dealer's left."""
    start = CLOCKWISE.index(dealer) + 1
    return (CLOCKWISE + CLOCKWISE)[start : start + 4]


def stack(rules: RuleSet, dealer: str, text: str, trump: str | None = None) -> tuple[Card, ...]:
    """The pack, in dealing order, that gives the hands of ``text``: lines such as ``N AS KS`` and ``kitty 2D``.

    What stands behind a ``|`` comes with the second deal (R3.2). Places that no card is named for are filled with
    cards nobody named, low ones first; where ``trump`` is given they must all be plain.
    """
    wanted = _named(text)
    named = [card for pair in wanted.values() for part in pair for card in part]
    assert len(named) == len(set(named)), "a card stands twice"
    fill = [card for card in DECK if card not in named]
    if trump is not None:
        assert not set(fill) & set(trumps(Suit(trump))), "every trump must be named"
    supply = iter(fill)
    first, second = {}, {}
    for seat in CLOCKWISE:
        early, late = wanted.get(seat, ((), ()))
        first[seat] = _filled(early, rules.deal_size, supply)
        second[seat] = _filled(late, rules.second_deal, supply)
    kitty = _filled(wanted.get("kitty", ((), ()))[0], rules.kitty_size, supply)
    order: list[Card] = []
    while any(first.values()):
        for seat in from_left_of(dealer):
            order += first[seat][: rules.deal_packet]
            first[seat] = first[seat][rules.deal_packet :]
    order += kitty
    for seat in from_left_of(dealer):
        order += second[seat]
    return tuple(order)


def _named(text: str) -> dict[str, tuple[tuple[Card, ...], tuple[Card, ...]]]:
    found = {}
    for line in filter(None, (line.strip() for line in text.splitlines())):
        place, _, rest = line.partition(" ")
        assert place in ("N", "E", "S", "W", "kitty"), line
        early, _, late = rest.partition("|")
        found[place] = (cards(early), cards(late))
    return found


def _filled(named: tuple[Card, ...], size: int, supply: Iterator[Card]) -> list[Card]:
    assert len(named) <= size, "more cards named than are dealt"
    return [*named, *(next(supply) for _ in range(size - len(named)))]


class Table:
    """A game that a test plays by text."""

    def __init__(
        self,
        rules: RuleSet,
        text: str = "",
        *,
        trump: str | None = None,
        dealer: str = "W",
        score: tuple[int, int] = (0, 0),
    ) -> None:
        self.trump = trump
        self._kept_last = [card for pair in _named(text).values() for part in pair for card in part]
        game = new_game(rules, Seat(dealer))._replace(score=SidePoints(*score))
        self.state: GameState = apply(game, None, Deal(stack(rules, dealer, text, trump)))

    @property
    def hand(self) -> HandState:
        assert self.state.hand is not None
        return self.state.hand

    def phase(self) -> Phase:
        """A method, not a property: mypy must not believe that it stays what it was."""
        return self.state.phase

    def do(self, script: str) -> Table:
        """Plays lines such as ``N bid 7``, parted by commas or line ends; all must be legal and listed."""
        for line in filter(None, (line.strip() for line in re.split(r"[,\n]", script))):
            seat, action = words(line)
            assert action in legal_actions(self.state, seat), f"{line} is not listed"
            self.state = apply(self.state, seat, action)
        return self

    def refuse(self, line: str) -> Illegal:
        """The refusal of one line, which must be neither listed nor accepted."""
        seat, action = words(line)
        assert action not in legal_actions(self.state, seat), f"{line} is listed"
        with pytest.raises(Illegal) as caught:
            apply(self.state, seat, action)
        return caught.value

    def contract(self, declarer: str, amount: int) -> Table:
        """An auction in which one seat bids, everybody else passes, and ``trump`` is named."""
        assert self.trump is not None
        while self.phase() is Phase.AUCTION:
            bids = self.to_act() == declarer and not self.hand.bid
            self.do(f"{self.to_act()} bid {amount}" if bids else f"{self.to_act()} pass")
        return self.do(f"{declarer} trump {self.trump}")

    def throw(self) -> Table:
        """Everybody still to discard keeps the trumps and throws plain cards, those the text named last of all."""
        assert self.hand.trump is not None
        for seat in self.state.to_act:
            plain = [card for card in self.hand.hand(seat) if card not in trumps(self.hand.trump)]
            plain.sort(key=lambda card: card in self._kept_last)
            over = len(self.hand.hand(seat)) - 6
            self.state = apply(self.state, seat, Discard(tuple(plain[: min(over, len(plain))])))
        return self

    def play_out(self) -> Table:
        """Plays the rest of the hand with whatever is listed first."""
        while self.phase() is Phase.PLAY:
            seat = self.state.to_act[0]
            self.state = apply(self.state, seat, next(iter(legal_actions(self.state, seat))))
        return self

    def legal(self, seat: str) -> Legal:
        return legal_actions(self.state, Seat(seat))

    def listed(self, seat: str) -> list[str]:
        """What one seat may do, in the record's words."""
        return [str(action) for action in self.legal(seat)]

    def piles(self, seat: str) -> set[tuple[Card, frozenset[Card]]]:
        """The piles one seat may play, as (top, buried)."""
        found = {(play.cards[0], frozenset(play.cards[1:])) for play in self.legal(seat) if isinstance(play, Play)}
        assert len(found) == len(self.legal(seat))
        return found

    def holds(self, seat: str) -> set[str]:
        return {card.text for card in self.hand.hand(Seat(seat))}

    def to_act(self) -> str:
        """The letters of the seats to act."""
        return "".join(seat.value for seat in self.state.to_act)


def words(line: str) -> tuple[Seat, Action]:
    """``N bid 7`` as a seat and an action."""
    letter, _, rest = line.partition(" ")
    return Seat(letter), parse_action(rest)
