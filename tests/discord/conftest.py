"""The bot and four people in a channel, for tests that need no more than that."""

from __future__ import annotations

import logging
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.discord.kit import Room, room


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "seed(number): what the bot's chance begins with; 1 if left out")


@pytest.fixture
async def here(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot on a database of its own, four people in its channel; what must always hold is checked afterwards."""
    mark = request.node.get_closest_marker("seed")
    async with room(tmp_path, random.Random(mark.args[0] if mark else 1), monkeypatch) as made:
        yield made


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def log_lines() -> Iterator[list[str]]:
    """All lines our own packages log, at any level."""
    handler = _Lines()
    loggers = [logging.getLogger(name) for name in ("bot", "cogs", "db")]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
    yield handler.lines
    for logger in loggers:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
