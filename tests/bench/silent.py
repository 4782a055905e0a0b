"""A Discord that says yes to everything after a moment, and remembers nothing: for the bot's own memory and time."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord.http import Route

#: Seconds a request takes.
LATENCY: Final = 0.05

_BOT: Final[Any] = {"id": "1", "username": "King Pedro", "discriminator": "0", "avatar": None, "bot": True}

#: The ids of the server's channels.
CHANNELS: Final = range(1, 1001)


class Silent:
    """Stands in for the requests of discord.py's HTTP client, of which the bot here only sends and edits messages."""

    def __init__(self, bot: discord.Client) -> None:
        """The bot is logged in, on one server."""
        self.edits = 0
        self._id = itertools.count(2**60)
        bot.http.request = self.request  # type: ignore[method-assign]
        state: Any = bot._connection
        state.user = discord.ClientUser(state=state, data=_BOT)
        state._add_guild_from_data({"id": "1", "name": "server", "channels": [_channel(one) for one in CHANNELS]})

    async def request(self, route: Route, **options: Any) -> Any:
        """What Discord would answer."""
        await asyncio.sleep(LATENCY)
        self.edits += route.method == "PATCH"
        return self.message(int(route.channel_id or 0), (options.get("json") or {}).get("components", ()))

    def message(self, channel_id: int, components: Sequence[Any], flags: int = 1 << 15) -> dict[str, Any]:
        """A message of the bot as it goes over the wire."""
        return {
            "id": str(next(self._id)),
            "channel_id": str(channel_id),
            "author": _BOT,
            "content": "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": flags,
            "components": list(components),
        }

    def press(self, channel_id: int, user_id: int, components: Sequence[Any]) -> dict[str, Any]:
        """A press in somebody's private message as it comes over the wire."""
        number = next(self._id)
        return {
            "id": str(number),
            "application_id": "1",
            "type": 3,
            "token": f"{number}".ljust(220, "x"),
            "version": 1,
            "data": {"custom_id": "kp:more:1:1:", "component_type": 2, "id": 1},
            "guild_id": "1",
            "channel_id": str(channel_id),
            "channel": _channel(channel_id),
            "member": {
                "user": {"id": str(user_id), "username": f"person {user_id}", "discriminator": "0", "avatar": None},
                "roles": [],
                "joined_at": "2026-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": "0",
            },
            "message": self.message(channel_id, components, 1 << 15 | 1 << 6),
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": "0",
            "attachment_size_limit": 2**20,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "context": 0,
        }


def _channel(channel_id: int) -> dict[str, Any]:
    return {"id": str(channel_id), "type": 0, "name": f"table {channel_id}", "position": 0}
