"""Why an action is refused: a reason with the number of its rule, and what would have been allowed."""

from __future__ import annotations

from enum import Enum

from bot.game.cards import Card, Seat


class Reason(Enum):
    """A reason to refuse an action. The value is the rule's number and a short name."""

    NOT_A_PACK = ("R1.2", "not-a-pack")
    WRONG_PHASE = ("R7.1", "wrong-phase")
    NOT_YOUR_TURN = ("R4.1", "not-your-turn")
    BID_TOO_LOW = ("R4.2", "bid-too-low")
    BID_TOO_HIGH = ("R4.2", "bid-too-high")
    DEALER_MUST_BID = ("R4.6", "dealer-must-bid")
    CARD_TWICE = ("R1.2", "card-twice")
    CARD_NOT_HELD = ("R1.2", "card-not-held")
    WRONG_DISCARD_COUNT = ("R6.1", "wrong-discard-count")
    TRUMP_KEPT = ("R6.2", "trump-kept")
    NO_TRUMP_THROWN = ("R6.3", "no-trump-thrown")
    PLAIN_MUST_GO = ("R6.3", "plain-must-go")
    SCORER_THROWN = ("R6.4", "scorer-thrown")
    PLAIN_GOES_FIRST = ("R6.5", "plain-goes-first")
    MUST_PLAY_TRUMP = ("R7.2", "must-play-trump")
    WRONG_PLAY_COUNT = ("R7.4", "wrong-play-count")
    SCORER_BURIED = ("R7.5", "scorer-buried")
    TOO_MANY_SCORERS = ("R7.5", "too-many-scorers")
    TWO_NOT_IN_PILE = ("R7.5", "two-not-in-pile")
    GAME_OVER = ("R10.1", "game-over")

    @property
    def rule(self) -> str:
        """The number of the rule that forbids it, such as ``R7.2``."""
        return self.value[0]


class Illegal(ValueError):
    """An action the rules do not allow.

    ``cards`` are the cards that are wrong, or that would do, as the reason has it; ``low`` and ``high`` are the
    numbers that would do (points of a bid, cards to throw or play); ``seats`` are those whose turn it is.
    """

    def __init__(
        self,
        reason: Reason,
        *,
        cards: tuple[Card, ...] = (),
        low: int | None = None,
        high: int | None = None,
        seats: tuple[Seat, ...] = (),
        rule: str | None = None,
    ) -> None:
        super().__init__(f"{rule or reason.rule} {reason.value[1]}")
        self.reason = reason
        self.rule = rule or reason.rule
        self.cards = cards
        self.low = low
        self.high = high
        self.seats = seats
