"""Why a card was played, in the ideas of ``reasons``."""

from __future__ import annotations

from bot.game.cards import Card
from bot.players.normal.keeping import catcher, king_in_danger
from bot.players.normal.position import Position
from bot.players.player import Why
from bot.players.reasons import Idea


def reason(position: Position, cards: tuple[Card, ...], card: Card, ahead: int | None) -> Why:
    """Why ``card`` was chosen among ``cards``; ``ahead`` is the outlook where the end was worked out."""
    if len(cards) == 1:
        return Why(Idea.NO_CHOICE)
    if not position.enemies:
        return Why(Idea.LAST_TRUMPS)
    if ahead is not None:
        return Why(Idea.WORKED_OUT, number=ahead)
    return _of_lead(position, card) if position.leading else _of_following(position, card)


def _of_lead(position: Position, card: Card) -> Why:
    height = position.strength.get(card, 0)
    if not height:
        return _kept(position, card) or Why(Idea.SAVES_TRUMPS)
    if not position.above(height):
        return Why(Idea.CASHES_WINNER, (card,))
    if len(position.held) > max(position.expected[seat.place] for seat in position.opponents):
        return Why(Idea.DRAWS_TRUMPS, number=len(position.held))
    if position.seat.partner is position.declarer:
        return Why(Idea.LEADS_TO_PARTNER)
    return _kept(position, card) or Why(Idea.LEADS_LOW)


def _of_following(position: Position, card: Card) -> Why:
    height, king = position.strength.get(card, 0), position.king
    chance = position.chance_with(card)
    percent = round(100 * chance)
    if height > position.height:
        if chance < 1:
            return Why(Idea.TAKES_LIKELY, number=percent)
        if card is king:
            return Why(Idea.BRINGS_KING_HOME, (king,))
        if king in position.trick and not position.ours:
            return Why(Idea.CATCHES_KING, (king,))
        return Why(Idea.TAKES_SURELY, number=position.on_table + position.worth(card))
    points = position.worth(card)
    if points and chance == 1:
        idea = Idea.BRINGS_KING_HOME if card is king else Idea.FEEDS_PARTNER
        return Why(idea, (card,), points if idea is Idea.FEEDS_PARTNER else None)
    if points and chance > 0.5:
        return Why(Idea.TRUSTS_PARTNER, (card,), percent)
    if position.ours:
        return Why(Idea.LEAVES_PARTNERS_TRICK)
    return _kept(position, card) or Why(Idea.GIVES_NOTHING)


def _kept(position: Position, card: Card) -> Why | None:
    """The dear card in hand that this play saves, if there is one."""
    king = king_in_danger(position)
    if king is not None and card is not king:
        return Why(Idea.SAVES_KING, (king,))
    kept = catcher(position)
    if kept is not None and card is not kept:
        return Why(Idea.KING_STILL_OUT, (kept,))
    return None
