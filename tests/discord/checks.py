"""What must hold after every test with the bot, whatever it was about."""

from __future__ import annotations

import itertools
import logging
import re
from collections.abc import Iterable, Iterator
from typing import Final

import discord
import simcord

from bot.wire.painter import INTERVAL
from tests.discord.lifelike import Sent
from tests.discord.specification import specification

_EDIT: Final = re.compile(r"/channels/\d+/messages/\d+")


class ErrorLines(logging.Handler):
    """Everything that is logged as an error, ours and the libraries'."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"logged: {record.name}: {record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


def unanswered(world: simcord.Env) -> Iterator[str]:
    """Interactions that got no answer: "This interaction failed" (A1, A11)."""
    for one in world.backend.interactions.values():
        if not one.responded:
            yield f"unanswered: type {one.type} of user {one.user_id}"


def raised(world: simcord.Env) -> Iterator[str]:
    """Exceptions that got as far as discord.py."""
    return (f"raised: {error!r}" for error in world.errors)


def kept_by_discord_py(client: discord.Client) -> Iterator[str]:
    """Views, items and forms that discord.py still holds: memory, and callbacks beside ours."""
    store = client._connection._view_store
    for name in ("_views", "_dynamic_items", "_modals", "_synced_message_views"):
        kept = getattr(store, name)
        if kept:
            yield f"discord.py keeps {len(kept)} in {name}"


def hurried_edits(sent: Iterable[Sent]) -> Iterator[str]:
    """Edits of one channel's messages that follow each other in less than a second."""
    edits: dict[str, list[float]] = {}
    for one in sent:
        if one.method == "PATCH" and _EDIT.fullmatch(one.path):
            edits.setdefault(one.path.split("/")[2], []).append(one.at)
    for channel, times in edits.items():
        for earlier, later in itertools.pairwise(times):
            if later - earlier < INTERVAL - 0.001:
                yield f"two edits in channel {channel} within {later - earlier:.3f} seconds"


def edits_of_old_messages(sent: Iterable[Sent]) -> Iterator[str]:
    """Edits of messages older than an hour, of which Discord allows few (B17)."""
    for one in sent:
        if one.method == "PATCH" and _EDIT.fullmatch(one.path):
            age = one.at - discord.utils.snowflake_time(int(one.path.split("/")[4])).timestamp()
            if age > 3600:
                yield f"an edit of a message {age:.0f} seconds old"


def refused_by_discord(requests: Iterable[simcord.HttpLogEntry]) -> Iterator[str]:
    """Requests that are against Discord's specification, where its file is at hand."""
    known = specification()
    if known is not None:
        for one in requests:
            yield from known.faults(one.method, one.path, one.json)
