"""Which card to play: the one that is worth most now, in an end that can be worked out among those that are best."""

from __future__ import annotations

from bot.game.cards import Card
from bot.players.bits import bits_of, each
from bot.players.normal.endgame import outlook
from bot.players.normal.position import Position
from bot.players.normal.telling import reason
from bot.players.normal.weighing import TrickSoFar, Weighing
from bot.players.player import Why


def choose(position: Position, cards: tuple[Card, ...]) -> tuple[Card, Why]:
    """The best of the cards that may be played, or may lie on top of a pile, and why."""
    sure = outlook(position) if len(cards) > 1 else None
    best = cards
    if sure is not None:
        most = max(sure[card] for card in cards)
        best = tuple(card for card in cards if sure[card] == most)
    card = _best(position, best)
    return card, reason(position, cards, card, None if sure is None else sure[card])


def _best(position: Position, cards: tuple[Card, ...]) -> Card:
    strength = position.strength
    plain = [card for card in cards if card not in strength]
    trick = TrickSoFar(
        leading=position.leading,
        highest=1 << position.height >> 1,
        winner=position.winner.place,
        stake=position.on_table,
        behind=[seat.place for seat in position.behind],
    )
    weighing = Weighing(
        position.scale,
        position.seat.place,
        position.declarer.place,
        bits_of(position.held, position.trump),
        len(position.plain),
        bits_of(position.unseen, position.trump),
        position.expected,
        trick,
    )
    best = weighing.best(each(bits_of(cards, position.trump)), plain=bool(plain))
    return plain[0] if not best else next(card for card in cards if 1 << strength.get(card, 0) >> 1 == best)
