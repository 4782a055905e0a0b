"""A process that thinks for robots: ``python -m bot.players.worker``. The parent's side is ``bot.pool``.

Questions come in on standard input, answers go out on standard output: each a length and so many bytes of a pickle. A
question is a player, its view and its random source; the answer is a Decision, or a text that says what went wrong.
The process ends when its input does, so none outlives a parent that was killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from pathlib import Path
from traceback import extract_tb
from typing import BinaryIO, Final

from bot.players.player import Decision

LENGTH: Final = struct.Struct(">I")
#: What it says first: that everything is imported.
READY: Final = "ready"

_LONGEST: Final = 30  # seconds until it ends itself, in case nobody is left to end it
_NICENESS: Final = 10  # the event loop goes first where there are too few processors


def main() -> None:
    """Answers until there are no more questions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    os.nice(_NICENESS)
    from bot.players import registry  # imports every player, so that the first question finds them warm

    del registry
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a player prints is no answer
    try:
        _write(answers, READY)
        while (question := _read(sys.stdin.buffer)) is not None:
            signal.alarm(_LONGEST)
            _write(answers, _answer(question))
            signal.alarm(0)
    except BrokenPipeError:  # the parent is gone
        os.dup2(sys.stderr.fileno(), answers.fileno())  # nothing is left to flush into a broken pipe


def _answer(question: bytes) -> bytes | Decision | str:
    """The pickled decision, or what went wrong. Whatever can't cross is caught here, for exceptions hardly can."""
    try:
        player, view, rng = pickle.loads(question)  # noqa: S301 - from our own parent
        decision: Decision = player(view, rng)
        return pickle.dumps(decision)
    except Exception as error:  # noqa: BLE001 - a player may fail in any way
        return failure(error)


def failure(error: BaseException) -> str:
    """An exception's kind and place, without its text: that may name a card."""
    frames = extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    body = stream.read(LENGTH.unpack(head)[0])
    return body if len(body) == LENGTH.unpack(head)[0] else None


def _write(stream: BinaryIO, answer: bytes | Decision | str) -> None:
    body = answer if isinstance(answer, bytes) else pickle.dumps(answer)
    stream.write(LENGTH.pack(len(body)) + body)
    stream.flush()


if __name__ == "__main__":
    main()
