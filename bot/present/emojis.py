"""Cards and suits as a person wants them shown: application emojis where they are had, text where not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.game.cards import Card, Suit
from bot.look import IN_TEXT, TWO_COLOURS, Look
from bot.present.faces import BACK_EMOJI_NAME, emoji_name, suit_emoji_name

_USUAL = Look()


@dataclass(frozen=True, slots=True, eq=False)
class Emojis:
    """The uploaded emojis by name (``faces.all_names``), each as ``<:name:id>``; empty where there are none.

    ``look`` also says in which order a hand lies.
    """

    by_name: Mapping[str, str] = field(default_factory=dict)
    look: Look = _USUAL
    _others: dict[Look, Emojis] = field(default_factory=dict, repr=False)

    def seen_as(self, look: Look) -> Emojis:
        """The same cards in another look; for one look always the same object, by which lines are remembered."""
        if look == self.look:
            return self
        if look not in self._others:
            self._others[look] = Emojis({} if look.cards == IN_TEXT else self.by_name, look)
        return self._others[look]

    def card(self, card: Card) -> str | None:
        """The emoji of a card."""
        return self.by_name.get(emoji_name(card.text, two_colours=self.look.cards == TWO_COLOURS))

    def suit(self, suit: Suit) -> str | None:
        """The emoji of a suit."""
        return self.by_name.get(suit_emoji_name(suit.value, two_colours=self.look.cards == TWO_COLOURS))

    def back(self) -> str | None:
        """The emoji of a card's back."""
        return self.by_name.get(BACK_EMOJI_NAME)
