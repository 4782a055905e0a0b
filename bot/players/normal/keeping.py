"""What a trump is worth if it is kept: its own points on their way home, and the tricks it may still win.

The numbers were found by playing the robot against itself with one of them changed, 1200 deals at a time, until no
change gained more than its error.
"""

from __future__ import annotations

from typing import Final

from bot.game.cards import Card
from bot.players.normal.position import Position

#: How much less each next lower trump counts for who controls the play.
_CONTROL_FALLS: Final = 0.75
#: The chance that a scorer comes home: from this with no control, and this much more with all of it.
_HOME_WITHOUT: Final = 0.22
_HOME_WITH: Final = 0.8
#: The king's chance to survive one trump above it: held as long as the longest opponent holds, and a trump more.
_KING_SURVIVES: Final = 0.7
_KING_COVER: Final = 0.12
#: How much of its share of the points still out a card that is likely to be highest wins.
_POWER: Final = 0.85
#: The chance to catch a king that the other side holds, for the one card above it.
_CATCH: Final = 0.6
#: The chance that a declarer among the opponents holds the unseen king, before the cards are counted.
_DECLARERS_KING: Final = 0.6
#: What any trump is worth for staying in, and what each step of strength adds.
_STAYING: Final = 0.3
_STEP: Final = 0.02
_NEVER_SURE: Final = 0.95


def keep_value(position: Position, card: Card) -> float:
    """What a trump in hand is worth to this side if it is not played now, in points."""
    if position.tricks_left <= 1:
        return 0.0
    height = position.strength[card]
    above = position.above(height)
    own = position.worth(card) * (2 * home_chance(position, card) - 1)
    others = position.loose + sum(position.worth(one) for one in position.held if one is not card)
    highest = (1 - position.share(position.opponents)) ** above
    power = _POWER * highest * others / position.tricks_left
    return own + power + _catch_value(position, height, above) + _STAYING + _STEP * height


def home_chance(position: Position, card: Card) -> float:
    """The chance that a scoring trump in hand comes home to this side if it is kept."""
    above = position.above(position.strength[card])
    if not position.enemies or not above:
        return 1.0
    if card is position.king and above == 1:
        partner = position.share((position.seat.partner,))
        longest = max(position.expected[seat.place] for seat in position.opponents)
        survives = _KING_SURVIVES + _KING_COVER * (len(position.held) - longest)
        return partner + (1 - partner) * min(0.97, max(0.1, survives))
    return min(_NEVER_SURE, _HOME_WITHOUT + _HOME_WITH * _control(position))


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


def _catch_value(position: Position, height: int, above: int) -> float:
    king = position.king
    if above or king not in position.unseen or position.strength[king] > height:
        return 0.0
    return _CATCH * 2 * position.worth(king) * _kings_enemy_share(position)


def _kings_enemy_share(position: Position) -> float:
    """The chance that the other side holds the unseen king: a declarer rather has it than others."""
    share = position.share(position.opponents)
    declarer = position.declarer
    if declarer is position.seat or not position.expected[declarer.place]:
        return share
    theirs = declarer.side is not position.seat.side
    return _DECLARERS_KING * theirs + (1 - _DECLARERS_KING) * share


def _control(position: Position) -> float:
    """This side's share of the trumps still to come, the high ones counting most; 0 to 1."""
    friends = position.share((position.seat.partner,))
    ours, weight, total = 0.0, 1.0, 0.0
    for card in sorted((*position.held, *position.unseen), key=position.strength.__getitem__, reverse=True):
        ours += weight * (1.0 if card in position.held else friends)
        total += weight
        weight *= _CONTROL_FALLS
    return ours / total
