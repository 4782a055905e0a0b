"""Who is told how the store does: nobody, unless the program wants to know."""

from typing import Literal

from db.faults import FaultKind

Work = Literal["read", "write"]


class Watch:
    """What the store tells; times are in seconds. Nothing of it says whose game it was."""

    def store_waited(self, seconds: float) -> None:
        """A change waited for those before it."""

    def store_worked(self, work: Work, seconds: float) -> None:
        """A question was answered, or a change was made durable."""

    def store_failed(self, kind: FaultKind) -> None:
        """A change did not happen, because the database can't."""
