"""What the bot is given where simcord plays Discord: its time, and the pictures that simcord does not keep."""

from __future__ import annotations

import asyncio
import base64
import contextvars
import random
from typing import Any, Final

from bot.app import KingPedro
from bot.game.view import PlayerView
from bot.players.player import Decision, Player
from bot.present.faces import draw

Pictures = dict[str, tuple[str, bytes]]

_CDN: Final = "https://cdn.simcord.invalid"


def give_time(bot: KingPedro, world: Any) -> None:
    """All waiting of the bot and all its looks at the clock become the world's, before anything waits.

    Only a beat ends its sleeps, and neither sleep nor work elsewhere holds up a press. The empty context keeps
    simcord from tracking that work, which would hold up every press until it ends.
    """

    async def sleep(seconds: float) -> None:
        await world.external_wait(asyncio.sleep(seconds), reason="clock")

    async def compute(player: Player, view: PlayerView, rng: random.Random) -> Decision:
        job = contextvars.Context().run(asyncio.create_task, bot.pool.decide(player, view, rng))
        decided: Decision = await world.external_wait(job, reason="pool")
        return decided

    bot.sleep = sleep  # type: ignore[method-assign]
    bot.compute = compute  # type: ignore[method-assign]
    bot.now = lambda: world.now().timestamp()  # type: ignore[method-assign]


def pictures_of(env: Any, bot: KingPedro) -> Pictures:
    """The uploaded emojis, for a preview's page: simcord keeps no pictures, but its log of requests does."""
    sent = {
        request.json["name"]: request.json["image"]
        for request in env.http_requests
        if request.method == "POST" and request.path.endswith("/emojis")
    }
    found: Pictures = {}
    for name, text in bot.desk.emojis.by_name.items():
        emoji_id = text.rpartition(":")[2].rstrip(">")
        picture = base64.b64decode(sent[name].partition(",")[2])
        found[f"{_CDN}/emojis/{emoji_id}.png"] = (f"{name}.png", picture)
    return found


def portrait(user: Any, name: str) -> Pictures:
    """A drawn emoji as somebody's picture, at the address where the page looks for it."""
    return {f"{_CDN}/avatars/{user.id}/{name}.png": (f"{name}.png", draw(name))}
