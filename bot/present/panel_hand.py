"""The cards of a panel: trumps first and apart, as emojis with words below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.game.cards import Card, Suit
from bot.game.rules import KittyTiming, RuleSet
from bot.game.state import Phase
from bot.game.view import PlayerView
from bot.present.bids import Worth, worths
from bot.present.emojis import Emojis
from bot.present.hands import by_suit, faces, in_words, plain_of, plain_words, suit_words, trumps_of, trumps_words
from bot.present.names import suit_name
from bot.present.words import Words

#: A hand stays the same while others call and play, so its lines are remembered: so many of them.
_MOST: Final = 2048


def hand_text(words: Words, emojis: Emojis, view: PlayerView, *, hints: bool) -> str:
    """The seat's cards, a line of emojis and a small line of words a group. There must be cards."""
    if view.trump is not None:
        lines = with_trump(words, emojis, view.hand, view.trump)
    else:
        lines = _suits(words, emojis, view.hand, view.rules if hints and view.phase is Phase.AUCTION else None)
    return "\n".join(lines)


@lru_cache(_MOST)
def with_trump(words: Words, emojis: Emojis, cards: tuple[Card, ...], trump: Suit) -> tuple[str, ...]:
    """Trumps, then plain cards; where there are none, no line."""
    sorting = emojis.look.sorting
    own, plain = trumps_of(cards, trump, sorting), plain_of(cards, trump, sorting)
    lines: list[str] = []
    if own:
        lines += _shown(words, emojis, own, words("cards.trumps", ranks=trumps_words(words, own, trump)))
    if plain:
        lines += _shown(words, emojis, plain, words("cards.plain", cards=plain_words(words, plain, sorting)))
    return tuple(lines)


@lru_cache(_MOST)
def _suits(words: Words, emojis: Emojis, cards: tuple[Card, ...], rules: RuleSet | None) -> tuple[str, ...]:
    """Suit by suit; with rules also what each is worth as trump."""
    worth = {one.suit: one for one in worths(rules, cards)} if rules is not None else {}
    lines: list[str] = []
    for suit, of_suit in by_suit(cards, emojis.look.sorting):
        said = suit_words(words, suit, of_suit)
        if suit in worth:
            said = words("hand.hint", cards=said, worth=worth_words(words, worth[suit]))
        lines += _shown(words, emojis, of_suit, said)
    return tuple(lines)


def _shown(words: Words, emojis: Emojis, cards: Iterable[Card], said: str) -> Iterator[str]:
    pictures = faces(emojis, cards)
    if pictures:
        yield pictures
        yield words("hand.words", cards=said)
    else:
        yield said


def drawn_text(words: Words, emojis: Emojis, view: PlayerView) -> str:
    """The cards that came out of the kitty or the second deal."""
    cards = faces(emojis, view.drawn) or in_words(words, view.drawn, view.trump)
    return words("hand.drawn.kitty" if view.rules.kitty_size else "hand.drawn", cards=cards)


def to_come_text(words: Words, view: PlayerView) -> str:
    """What follows when trumps are named; empty where nothing does."""
    if view.rules.kitty_timing is KittyTiming.AFTER_TRUMP:
        return words.count("hand.to-come.kitty", view.rules.kitty_size)
    return words.count("hand.to-come", view.rules.second_deal) if view.rules.second_deal else ""


def worth_words(words: Words, worth: Worth) -> str:
    """``5 trumps, 37 points``."""
    return words("worth", trumps=words.count("trumps", worth.trumps), points=words.count("points", worth.points))


def trump_label(words: Words, worth: Worth) -> str:
    """``spades ×5 · 37 points``: short enough for a button on a phone."""
    points = words.count("points", worth.points)
    return words("worth.suit", suit=suit_name(words, worth.suit), trumps=worth.trumps, points=points)
