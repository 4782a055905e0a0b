"""How a beginner plays: high cards first, the own ones over partner's, points into tricks that are not safe."""

from __future__ import annotations

from typing import Final

from bot.game.cards import Card
from bot.players.normal.position import Position
from bot.players.player import Why
from bot.players.reasons import Idea

#: From this strength on, a queen's, a card is so high that a beginner plays it over partner's.
_HIGH: Final = 12


def choose(position: Position, cards: tuple[Card, ...]) -> tuple[Card, Why]:
    """One of the cards that may be played, or may lie on top of a pile, and why."""
    if len(cards) == 1:
        return cards[0], Why(Idea.NO_CHOICE)
    highest = max(cards, key=lambda card: position.strength.get(card, 0))
    if position.leading:
        return highest, Why(Idea.HIGH_WINS, (highest,))
    height = position.strength.get(highest, 0)
    wins = height > position.height
    if position.ours and not (wins and height >= _HIGH):
        return _to_partner(position, cards)
    if wins:
        return highest, Why(Idea.HIGH_WINS, (highest,))
    return _lowest(position, cards)


def _to_partner(position: Position, cards: tuple[Card, ...]) -> tuple[Card, Why]:
    """Points for partner, who is winning so far: whether anybody behind can still beat it is not asked."""
    dearest = max(cards, key=position.worth)
    if position.worth(dearest):
        return dearest, Why(Idea.HOPES_FOR_PARTNER, (dearest,), position.worth(dearest))
    return _lowest(position, cards)


def _lowest(position: Position, cards: tuple[Card, ...]) -> tuple[Card, Why]:
    """The lowest card, which may well be a five that scores."""
    card = min(cards, key=lambda card: position.strength.get(card, 0))
    return card, Why(Idea.LOWEST_GOES, (card,))
