"""Cards and suits as Discord shows them: application emojis where they are had, text where not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.game.cards import Card, Suit
from bot.present.faces import BACK_EMOJI_NAME, emoji_name, suit_emoji_name


@dataclass(frozen=True, slots=True, eq=False)
class Emojis:
    """The uploaded emojis by name (``faces.all_names``), each as ``<:name:id>``; empty where there are none."""

    by_name: Mapping[str, str] = field(default_factory=dict)

    def card(self, card: Card) -> str | None:
        """The emoji of a card."""
        return self.by_name.get(emoji_name(card.text))

    def suit(self, suit: Suit) -> str | None:
        """The emoji of a suit."""
        return self.by_name.get(suit_emoji_name(suit.value))

    def back(self) -> str | None:
        """The emoji of a card's back."""
        return self.by_name.get(BACK_EMOJI_NAME)
