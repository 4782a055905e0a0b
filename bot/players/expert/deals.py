"""Deals that fit a view before the play, each played on from the first lead."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from bot.game.cards import DECK, SEATS, Card, Seat, Suit, strengths, trumps
from bot.game.rules import RuleSet, TrumpDiscard
from bot.game.view import PlayerView
from bot.players.bits import Scale, bits_of, each, scale_of
from bot.players.expert.playout import Playout, Terms
from bot.players.normal.throwing import loss
from bot.players.normal.valuation import chances

#: A bid is one's limit while it is as likely as this to be made.
_LIMIT: Final = 0.48
#: How likely somebody is to have called otherwise than the hand says.
_ODD: Final = 0.15


class Deal:
    """The four hands of one deal, by place, and what is still to be dealt from ``stock``."""

    __slots__ = ("_limits", "_rules", "_scale", "hands", "stock")

    def __init__(self, rules: RuleSet, hands: list[list[Card]], stock: list[Card]) -> None:
        self.hands = hands
        self.stock = stock
        self._rules = rules
        self._scale = scale_of(rules)
        self._limits: dict[int, tuple[int, Suit]] = {}

    def limit(self, place: int) -> tuple[int, Suit]:
        """The highest bid this hand is good for, and the suit that it is good for it in."""
        found = self._limits.get(place)
        if found is None:
            rules, cards = self._rules, self.hands[place]
            later = len(self.stock) - 3 * rules.second_deal  # the kitty, and the own part of a second deal
            worth = {suit: limit_of(rules, bits_of(cards, suit), later) for suit in Suit}
            suit = max(worth, key=worth.__getitem__)
            found = self._limits[place] = worth[suit][0], suit
        return found

    def points(self, declarer: int, suit: Suit, instead: tuple[int, int] | None = None) -> tuple[int, int]:
        """What the declarer's side takes when this is played with ``suit`` as trumps, and in how many tricks.

        Everybody throws what the normal robot would; ``instead`` has a place that throws other trumps, and these.
        """
        rules, scale = self._rules, self._scale
        held = self._dealt(declarer, suit)
        thrown = [surplus(rules, own) if own.bit_count() > rules.hand_size else 0 for own in held]
        if instead is not None:
            thrown[instead[0]] = instead[1]
        kept = [own & ~gone for own, gone in zip(held, thrown, strict=True)]
        more = tuple(own.bit_count() > rules.hand_size for own in kept)
        playout = Playout(Terms(rules, scale, declarer, more), kept, thrown, declarer)
        north_south = playout.finish()
        return (scale.total - north_south if declarer & 1 else north_south), playout.tricks

    def _dealt(self, declarer: int, suit: Suit) -> list[int]:
        """Everybody's trumps when all is dealt: the kitty first, then the second deal (R3.1, R3.2)."""
        rules = self._rules
        stock = [1 << strengths(suit).get(card, 0) >> 1 for card in self.stock]
        held = [bits_of(cards, suit) for cards in self.hands]
        kitty = len(stock) - 4 * rules.second_deal
        held[declarer] |= sum(stock[:kitty])
        for place in range(4):
            start = kitty + place * rules.second_deal
            held[place] |= sum(stock[start : start + rules.second_deal])
        return held


@lru_cache(maxsize=20_000)
def limit_of(rules: RuleSet, held: int, later: int) -> tuple[int, float]:
    """The highest bid that these trumps are likely to make, with ``later`` cards to come; then the points expected."""
    length = held.bit_count() + later * (14 - held.bit_count()) / (len(DECK) - rules.deal_size)
    chance = chances(rules, Suit.SPADES, _spades(held), length)
    limit = max(bid for bid, likely in enumerate(chance) if likely >= _LIMIT)
    return limit, sum(chance[1:])


def _spades(held: int) -> list[Card]:
    order = trumps(Suit.SPADES)
    return [order[14 - bit.bit_length()] for bit in each(held)]


def surplus(rules: RuleSet, own: int) -> int:
    """The trumps that the normal robot throws from a hand that has more than a full hand of them (R6.3 to R6.5)."""
    if rules.trump_discard is TrumpDiscard.NEVER:
        return 0
    scale, over = scale_of(rules), own.bit_count() - rules.hand_size
    spare = own if rules.trump_discard is TrumpDiscard.TO_SIX else own & ~scale.scorers
    return sum(sorted(each(spare), key=lambda bit: _loss(scale, bit))[:over])


def _loss(scale: Scale, bit: int) -> float:
    return loss(bit.bit_length(), scale.points[bit] or (scale.two_points if bit == 1 else 0))


class Deals:
    """Deals as the seat of a view may imagine them, the likelier ones more often."""

    def __init__(self, view: PlayerView) -> None:
        assert view.seat is not None
        self._view, self._seat = view, view.seat
        known = {*view.hand, *(view.discarded or ())}
        self._unseen = [card for card in DECK if card not in known]
        self._later = view.stock_size

    def drawn(self, rng: random.Random, count: int, out_of: int) -> list[Deal]:
        """So many deals, chosen from ``out_of`` by how likely the calls of the auction are in them."""
        found = [self._draw(rng) for _ in range(out_of)]
        return rng.choices(found, [self._likely(deal) for deal in found], k=count)

    def _draw(self, rng: random.Random) -> Deal:
        view = self._view
        unseen = rng.sample(self._unseen, len(self._unseen))
        hands, at = [], 0
        for seat in SEATS:
            if seat is self._seat:
                hands.append(list(view.hand))
                continue
            size = view.sizes[seat.place]
            hands.append(unseen[at : at + size])
            at += size
        return Deal(view.rules, hands, unseen[at:])

    def _likely(self, deal: Deal) -> float:
        likely, bid = 1.0, 0
        low = self._view.rules.bid_min
        declarer: Seat | None = None
        for call in self._view.calls:
            if call.seat is not self._seat:
                limit = deal.limit(call.seat.place)[0]
                if call.amount is not None:
                    likely *= 1.0 if limit >= call.amount else _ODD
                elif limit > max(bid, low - 1) and (declarer is None or declarer.side is not call.seat.side):
                    likely *= _ODD + 0.15
            if call.amount is not None:
                bid, declarer = call.amount, call.seat
        return likely
