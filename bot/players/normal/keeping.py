"""The dear cards that one does not part with lightly: the king, and what catches it."""

from __future__ import annotations

from bot.game.cards import Card
from bot.players.normal.position import Position


def king_in_danger(position: Position) -> Card | None:
    """The king, where it is held and an opponent may hold a trump above it."""
    king = position.king
    if king in position.held and position.enemies and position.above(position.strength[king]):
        return king
    return None


def catcher(position: Position) -> Card | None:
    """The card of this hand that alone beats the king while that is unseen."""
    if position.king not in position.unseen or not position.held:
        return None
    highest = position.held[0]
    height = position.strength[highest]
    return highest if height > position.strength[position.king] and not position.above(height) else None
