"""Logs: one line an event on standard error, with game and channel where known, and never a secret."""

import logging
import sys
import time
from collections.abc import Iterable
from typing import Final, TextIO

_OURS: Final = ("bot", "cogs", "db")
_PLACES: Final = ("game", "channel")
_HIDDEN: Final = "[hidden]"


class OneLine(logging.Formatter):
    """Writes a record as one line, a traceback too, with every secret blotted out.

    The finished line is searched, not the message, so a secret in an argument, in a traceback or in a name is
    found as well.
    A record made with `extra={"game": …, "channel": …}` shows them.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        # The longest first, or a short secret inside a long one would leave the rest standing.
        self._secrets = sorted({secret for secret in secrets if secret}, key=len, reverse=True)

    def formatMessage(self, record: logging.LogRecord) -> str:
        places = "".join(f" {place}={getattr(record, place)}" for place in _PLACES if hasattr(record, place))
        return super().formatMessage(record) + places

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        folded = " | ".join(part for part in line.split("\n") if part)
        # A person's name may hold control characters that would forge a line or colour a terminal.
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in folded)


class LineHandler(logging.StreamHandler[TextIO]):
    """Writes lines; a record that can't be written is named by its place in the code, not told."""

    def handleError(self, record: logging.LogRecord) -> None:
        fault = sys.exc_info()[0]
        kind = fault.__name__ if fault else "fault"
        try:
            self.stream.write(f"A log line of {record.name}:{record.lineno} could not be written: {kind}\n")
        except (OSError, ValueError):
            # The stream itself is gone, so there is nowhere left to say it.
            return


def set_up_logs(level: str, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send all logs to `stream` (standard error), ours from `level` up; a second call replaces the first.

    Other packages have a floor: at DEBUG they write request bodies and SQL parameters, which hold hands.
    """
    handler = LineHandler(stream)
    handler.setFormatter(OneLine(secrets))
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old, LineHandler)]:
        root.removeHandler(old)
    root.addHandler(handler)

    number = logging.getLevelNamesMapping()[level]
    root.setLevel(max(number, logging.WARNING))
    logging.getLogger("discord").setLevel(max(number, logging.INFO))
    logging.getLogger("sqlalchemy").setLevel(max(number, logging.WARNING))
    for name in _OURS:
        logging.getLogger(name).setLevel(number)
    logging.captureWarnings(True)
