"""What people type: bids and cards, as they would write them."""

from __future__ import annotations

import re
from typing import Final

import discord

from bot.game.cards import Card
from bot.refusals import Refusal, Refused

_SYMBOLS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", "\ufe0f\ufe0e")
_BETWEEN: Final = re.compile(r"[\s,;+]+")


def typed_bid(text: str) -> int:
    """The number of a typed bid; the rules say which are bids. Raises Refused."""
    stripped = text.strip()
    if not re.fullmatch(r"-?[0-9]{1,6}", stripped):
        raise Refused(Refusal.NOT_A_NUMBER, text=_quoted(text))
    return int(stripped)


def typed_cards(text: str) -> tuple[Card, ...]:
    """Typed cards: ``as 10h``, ``A♠, T♥``. Raises Refused with the first word that is none."""
    words = [word for word in _BETWEEN.split(text) if word]
    if not words:
        raise Refused(Refusal.NOT_A_CARD, text=_quoted(text))
    return tuple(_card(word) for word in words)


def _card(word: str) -> Card:
    plain = word.translate(_SYMBOLS).upper()
    try:
        return Card.parse(plain.replace("10", "T", 1) if plain.startswith("10") else plain)
    except ValueError:
        raise Refused(Refusal.NOT_A_CARD, text=_quoted(word)) from None


def _quoted(text: str) -> str:
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text.strip()[:40])) or "…"
