"""What a table's deals follow from: promised before the cards, told when they were played."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from bot.game.cards import DECK, Card
from bot.game.fair import SECRET_BYTES, Shuffle, commitment
from bot.info import Proof
from db.values import SavedShuffle

#: Seconds for which a deal waits for the message that shows its commitment; then it is dealt without a proof.
MESSAGE_PATIENCE: Final = 12.0


class Dealing(Protocol):
    """Where secrets and packs come from."""

    @property
    def is_fair(self) -> bool:
        """Whether a pack follows from its shuffle."""

    def secret(self) -> bytes:
        """A new one, 32 bytes."""

    def deck(self, shuffle: Shuffle | None) -> tuple[Card, ...]:
        """The pack of a shuffle; of none, a pack that nobody can check."""


class FairDealing:
    """Packs that anybody can check. ``secret`` makes the secrets: the system, unless somebody wants known ones."""

    is_fair = True

    def __init__(self, secret: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._secret = secret

    def secret(self) -> bytes:
        return self._secret(SECRET_BYTES)

    def deck(self, shuffle: Shuffle | None) -> tuple[Card, ...]:
        return _shuffled(random.SystemRandom()) if shuffle is None else shuffle.deck()


class KnownDealing:
    """The packs of a known game, which follow from no secret."""

    is_fair = False

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)

    def deck(self, shuffle: Shuffle | None) -> tuple[Card, ...]:
        return _shuffled(self._chance)


def _shuffled(chance: random.Random) -> tuple[Card, ...]:
    return tuple(chance.sample(DECK, len(DECK)))


@dataclass(frozen=True, slots=True)
class Promise:
    """A hand's secret, and the first message that showed its commitment; None until there is one."""

    hand: int
    secret: bytes = field(repr=False)
    message: int | None = None

    @property
    def saved(self) -> SavedShuffle:
        """As the store keeps it."""
        return SavedShuffle(self.hand, self.secret.hex(), self.message)

    @property
    def shuffle(self) -> Shuffle | None:
        """What the deal follows from, once the commitment was shown."""
        return None if self.message is None else Shuffle(self.secret, self.message)


class Shuffles:
    """The shuffles of one table: of the hands that were dealt, and the promise for the next."""

    __slots__ = ("_dealing", "_dealt", "_since", "promise")

    def __init__(self, dealing: Dealing) -> None:
        self.promise: Promise | None = None
        self._dealing = dealing
        self._dealt: dict[int, Shuffle] = {}
        self._since: float | None = None  # when the next hand was promised first

    def take_over(self, saved: Iterable[SavedShuffle], dealt: int) -> None:
        """Those of a stored game, of which so many hands were dealt.

        A promise without a message is forgotten: nobody knows which message showed it first.
        """
        known = shuffles_of(saved)
        self.promise = self._since = None
        if (shown := known.get(dealt + 1)) is not None:
            self.promise = Promise(dealt + 1, shown.secret, shown.message)
        self._dealt = (
            {hand: shuffle for hand, shuffle in known.items() if hand <= dealt} if self._dealing.is_fair else {}
        )

    def new_promise(self, hand: int) -> Promise:
        """A promise to save; it is believed with ``promised``."""
        return Promise(hand, self._dealing.secret())

    def promised(self, promise: Promise, now: float) -> None:
        """The promise is saved."""
        self.promise = promise
        if self._since is None:
            self._since = now

    @property
    def awaited(self) -> Promise | None:
        """The promise that waits for the message which shows its commitment."""
        return None if self.promise is None or self.promise.message is not None else self.promise

    def shown(self, promise: Promise, message: int) -> None:
        """The message was the first that showed the commitment of the awaited promise."""
        self.promise = replace(promise, message=message)

    def withdraw(self, promise: Promise) -> None:
        """Nobody knows whether a message showed the commitment: it is not used."""
        if promise == self.awaited:
            self.promise = None

    def due(self, now: float) -> float:
        """When the hand that was promised is dealt: now, or when its message has been waited for long enough."""
        return now if self.awaited is None or self._since is None else self._since + MESSAGE_PATIENCE

    def deck(self) -> tuple[Card, ...]:
        """The next hand's pack."""
        return self._dealing.deck(None if self.promise is None else self.promise.shuffle)

    def note_dealt(self) -> None:
        """The next hand was dealt."""
        shuffle = self.promise.shuffle if self.promise is not None and self._dealing.is_fair else None
        if self.promise is not None and shuffle is not None:
            self._dealt[self.promise.hand] = shuffle
        self.promise = self._since = None

    def proof(self, hand: int, *, is_over: bool) -> Proof | None:
        """What people may know of a hand's deal: the secret only when it was played. None where there is no promise."""
        if self.promise is not None and self.promise.hand == hand:
            return Proof(commitment(self.promise.secret))
        shuffle = self._dealt.get(hand)
        if shuffle is None:
            return None
        return told(shuffle) if is_over else Proof(shuffle.commitment)


def told(shuffle: Shuffle) -> Proof:
    """All of what a deal follows from."""
    return Proof(shuffle.commitment, shuffle.secret.hex(), shuffle.message)


def shuffles_of(saved: Iterable[SavedShuffle]) -> dict[int, Shuffle]:
    """What stored deals follow from, by the hand's number; those whose commitment was shown."""
    return {one.hand: Shuffle(bytes.fromhex(one.secret), one.message_id) for one in saved if one.message_id is not None}
