"""A Discord that says yes to everything after a moment, and remembers nothing: for the bot's own memory and time."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord.http import Route
from discord.utils import time_snowflake
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.house import Compute, House
from bot.present.emojis import Emojis
from bot.present.faces import all_names
from bot.wire.desk import Desk
from db.store import Store

#: Seconds a request takes.
LATENCY: Final = 0.05

_BOT: Final[Any] = {"id": "1", "username": "King Pedro", "discriminator": "0", "avatar": None, "bot": True}

#: The ids of the server's channels.
CHANNELS: Final = range(1, 2001)


class Silent:
    """Stands in for discord.py's requests: of its HTTP client, which here only sends and edits messages, and with
    ``answer`` of interactions.
    """

    def __init__(self, bot: KingPedro | discord.Client, latency: float = LATENCY) -> None:
        """The bot is logged in, on one server."""
        self.edits = 0
        self._latency = latency
        self._now: Callable[[], datetime] = _now
        if isinstance(bot, KingPedro):
            self._now = lambda: datetime.fromtimestamp(bot.now(), UTC)
        self._number = itertools.count()
        self._waiting: dict[int, asyncio.Future[None]] = {}
        bot.http.request = self.request  # type: ignore[method-assign]
        state: Any = bot._connection
        state.user = discord.ClientUser(state=state, data=_BOT)
        state._add_guild_from_data({"id": "1", "name": "server", "channels": [_channel(one) for one in CHANNELS]})

    async def request(self, route: Route, **options: Any) -> Any:
        """What Discord would answer."""
        await asyncio.sleep(self._latency)
        self.edits += route.method == "PATCH"
        return self.message(int(route.channel_id or 0), (options.get("json") or {}).get("components", ()))

    def take_answers(self) -> None:
        """Answers to interactions come here, too, and what follows them."""
        vars_of: Any = AsyncWebhookAdapter
        vars_of.request = staticmethod(self._answer)

    async def _answer(self, route: Route, **_options: Any) -> Any:
        waiting = self._waiting.pop(int(route.webhook_id or 0), None) if route.path.endswith("/callback") else None
        if waiting is None:
            self.edits += route.method == "PATCH"
        elif not waiting.done():
            waiting.set_result(None)
        await asyncio.sleep(self._latency)
        message = self.message(1, (), 1 << 15 | 1 << 6)
        if waiting is None:
            return message
        number = str(route.webhook_id)
        return {
            "interaction": {"id": number, "type": 3, "response_message_id": message["id"]},
            "resource": {"type": 7, "message": message},
        }

    async def pressed(self, bot: discord.Client, press: dict[str, Any]) -> None:
        """Gives the bot a press, and returns when its answer is on its way."""
        waiting = self._waiting[int(press["id"])] = asyncio.get_running_loop().create_future()
        bot._connection.parse_interaction_create(press)  # type: ignore[arg-type]
        await waiting

    def _id(self) -> int:
        return time_snowflake(self._now()) + next(self._number) % 2**22

    def message(self, channel_id: int, components: Sequence[Any], flags: int = 1 << 15) -> dict[str, Any]:
        """A message of the bot as it goes over the wire."""
        return {
            "id": str(self._id()),
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

    def press(
        self, channel_id: int, user_id: int, components: Sequence[Any], custom_id: str = "kp:more:1:1:"
    ) -> dict[str, Any]:
        """A press in somebody's private message as it comes over the wire."""
        number = self._id()
        return {
            "id": str(number),
            "application_id": "1",
            "type": 3,
            "token": f"{number}".ljust(220, "x"),
            "version": 1,
            "data": {"custom_id": custom_id, "component_type": 2, "id": 1},
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


@asynccontextmanager
async def silent_bot(
    url: str, compute: Compute | None = None, made: Callable[[Settings], KingPedro] = create_bot
) -> AsyncIterator[tuple[KingPedro, Silent]]:
    """The bot without Discord on a database; no table is brought back, and its robots' processes are not begun."""
    bot = made(Settings(discord_token=None, database_url=url))
    await bot._async_setup_hook()
    silent = Silent(bot)
    bot.store = await Store.open(url)
    house = House(bot.store.games, bot.sleep, compute or bot.compute, bot.now, metrics=bot.metrics)
    bot.desk = Desk(bot, bot.store, house)
    bot.desk.emojis = Emojis({name: f"<:{name}:{number}>" for number, name in enumerate(all_names(), 2**60)})
    try:
        yield bot, silent
    finally:
        await bot.desk.close()
        await bot.pool.close()
        await bot.store.close()


def _now() -> datetime:
    return datetime.now(UTC)


def _channel(channel_id: int) -> dict[str, Any]:
    return {"id": str(channel_id), "type": 0, "name": f"table {channel_id}", "position": 0}
