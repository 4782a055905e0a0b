"""Why the table refuses something that no rule of the game speaks of."""

from __future__ import annotations

from enum import Enum
from typing import Any


class Refusal(Enum):
    """A reason; the presenter has a sentence for each under ``refused.<value>``."""

    NO_TABLE = "no-table"  # nothing is played in this channel
    TABLE_HERE = "table-here"  # link, of the table's message
    NOT_SEATED = "not-seated"
    SEAT_TAKEN = "seat-taken"  # seat, name
    ALREADY_SEATED = "already-seated"  # seat
    TABLE_FULL = "table-full"
    NOT_STARTED = "not-started"
    STARTED = "started"
    NOT_HOST = "not-host"  # name, of the host
    NOT_ALLOWED_TO_END = "not-allowed-to-end"  # name, of the host
    NOT_ALLOWED_TO_FIX = "not-allowed-to-fix"  # name, of the host
    NOT_NOW = "not-now"  # nothing of this kind to decide just now
    NO_HINT_NOW = "no-hint-now"
    NO_HINTS_AT_TABLE = "no-hints-at-table"
    NO_HINTS_IN_SERVER = "no-hints-in-server"
    NOT_ALLOWED_TO_SET = "not-allowed-to-set"
    AT_A_TABLE = "at-a-table"  # channel, as a mention
    NOT_IN_THIS_CHANNEL = "not-in-this-channel"  # channels, as mentions
    BETWEEN_HANDS_ONLY = "between-hands-only"
    GAME_IS_OVER = "game-is-over"
    NO_SUCH_GAME = "no-such-game"
    GAME_GOES_ON = "game-goes-on"  # game, its number
    GAME_UNREADABLE = "game-unreadable"  # game, its number
    NOT_IN_THAT_GAME = "not-in-that-game"  # game, its number
    NO_GAME_HERE = "no-game-here"
    ONLY_IN_SERVERS = "only-in-servers"
    PERMISSION_MISSING = "permission-missing"  # permission
    NOT_A_NUMBER = "not-a-number"  # text
    NOT_A_CARD = "not-a-card"  # text
    NOT_A_SEAT = "not-a-seat"  # text
    NOT_A_SUIT = "not-a-suit"  # text
    BAD_RULES = "bad-rules"  # fault, a RulesFault
    OLD_CONTROL = "old-control"
    OLD_COMMAND = "old-command"  # a command as the client knew it before an update
    TRY_AGAIN = "try-again"  # the store could not save
    SOMETHING_BROKE = "something-broke"


class Refused(Exception):
    """Something the table does not do. ``details`` are the values its sentence speaks of."""

    def __init__(self, refusal: Refusal, **details: Any) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.details = details


class Stale(Exception):
    """A press on a control of an earlier moment: nothing is done, and its message is drawn anew."""
