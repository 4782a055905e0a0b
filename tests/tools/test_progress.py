"""The bar on standard error: only on a terminal, and only for what takes longer than a second."""

import io
import sys
from collections.abc import Iterator

import pytest

from bot.tools import progress
from bot.tools.progress import with_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def streams(monkeypatch: pytest.MonkeyPatch, *, out: io.StringIO, err: io.StringIO) -> io.StringIO:
    """Puts these in the place of the process's streams; returns the second. Pytest changes them before each test."""
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setenv("TERM", "xterm")
    return err


def passing(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Lets each look at the clock find it so much later."""

    def clock() -> Iterator[float]:
        now = 0.0
        while True:
            yield now
            now += seconds

    times = clock()
    monkeypatch.setattr(progress, "now", lambda: next(times))


def test_a_bar_counts_what_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = streams(monkeypatch, out=io.StringIO(), err=Terminal())
    passing(monkeypatch, 0.4)
    assert list(with_progress("Playing", range(7), 7)) == list(range(7))
    assert "Playing" in errors.getvalue()
    assert "/7" in errors.getvalue()


def test_there_is_none_for_what_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = streams(monkeypatch, out=io.StringIO(), err=Terminal())
    passing(monkeypatch, 0.1)
    assert list(with_progress("Playing", range(7), 7)) == list(range(7))
    assert errors.getvalue() == ""


def test_there_is_none_where_the_records_themselves_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = streams(monkeypatch, out=Terminal(), err=Terminal())
    passing(monkeypatch, 0.4)
    assert list(with_progress("Playing", range(7), 7)) == list(range(7))
    assert errors.getvalue() == ""


def test_a_bar_is_there_where_nothing_else_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = streams(monkeypatch, out=Terminal(), err=Terminal())
    passing(monkeypatch, 0.4)
    assert list(with_progress("Playing", range(7), 7, printed=False)) == list(range(7))
    assert "/7" in errors.getvalue()


def test_there_is_none_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = streams(monkeypatch, out=io.StringIO(), err=io.StringIO())
    passing(monkeypatch, 0.4)
    assert list(with_progress("Playing", range(7), 7)) == list(range(7))
    assert errors.getvalue() == ""
