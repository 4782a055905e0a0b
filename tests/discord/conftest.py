"""The bot and four people in a channel, for tests that need no more than that."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
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
