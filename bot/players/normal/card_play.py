"""Which card to play: what it brings in this trick against what it is worth if kept."""

from __future__ import annotations

from typing import Final

from bot.game.cards import Card
from bot.players.normal.endgame import outlook
from bot.players.normal.keeping import keep_value
from bot.players.normal.position import Position
from bot.players.normal.telling import reason
from bot.players.player import Why

#: How much of a holder's unseen points goes to a trick that is likely to be won by its side.
_FED: Final = 0.35
#: How fast an opponent stops being bare with each trump more than one.
_BARE_FALLS: Final = 0.35
#: What it gains to lead a trump for each trump this hand has more than the longest opponent.
_DRAWN: Final = 1.6
#: What it costs to lead a plain card: in any case, and for each point that another may bring home with it.
_PLAIN: Final = 1.5
_PLAIN_POINT: Final = 0.06


def choose(position: Position, cards: tuple[Card, ...]) -> tuple[Card, Why]:
    """The best of the cards that may be played, or may lie on top of a pile, and why."""
    sure = outlook(position) if len(cards) > 1 else None
    best = cards
    if sure is not None:
        most = max(sure[card] for card in cards)
        best = tuple(card for card in cards if sure[card] == most)
    card = max(best, key=lambda one: play_value(position, one))
    return card, reason(position, cards, card, None if sure is None else sure[card])


def play_value(position: Position, card: Card) -> float:
    """What playing ``card`` now is worth beyond keeping it, in points for this side less those for the other."""
    kept = keep_value(position, card) if card in position.strength else 0.0
    return (_lead_gain if position.leading else _follow_gain)(position, card) - kept


def _follow_gain(position: Position, card: Card) -> float:
    chance = position.chance_with(card)
    return (2 * chance - 1) * (position.on_table + position.worth(card))


def _lead_gain(position: Position, card: Card) -> float:
    if card not in position.strength:
        return -_PLAIN - _PLAIN_POINT * position.loose
    chance = position.chance_with(card)
    longest = max(position.expected[seat.place] for seat in position.opponents)
    gain = (2 * chance - 1) * position.worth(card) + _DRAWN * (len(position.held) - 1 - longest)
    return gain + sum(_drawn_out(position, one, chance) for one in position.unseen if position.worth(one))


def _drawn_out(position: Position, scorer: Card, chance: float) -> float:
    """What an unseen scorer is likely to bring when trumps are led: fed by a friend, or torn from a bare holder."""
    points = position.worth(scorer)
    gain = (2 * chance - 1) * _FED * points * position.share((position.seat.partner,))
    for seat in position.opponents:
        expected = position.expected[seat.place]
        if expected:
            here = position.share((seat,))
            bare = max(0.0, 1 - _BARE_FALLS * (expected - 1))
            gain += 2 * here * points * (chance * bare - (1 - chance) * _FED * (1 - bare))
    return gain
