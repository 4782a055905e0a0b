"""``make pictures``: the README's screenshots, of a known game through simcord's preview in Chromium."""

from __future__ import annotations

import asyncio
import random
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import simcord
from PIL import Image
from playwright.async_api import BrowserType

from bot.app import create_bot
from bot.config import Settings
from bot.demo import give_time, pictures_of

_FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
_SIZES: Final = {"phone": (390, 844), "wide": (720, 900)}
_SEED: Final = 7
#: The moments worth a picture: what the panel offers first, and the picture's name.
_MOMENTS: Final = {"bid": "auction", "discard": "discard", "play": "play", "next": "summary"}


async def main() -> None:
    """Plays one hand against three robots and takes a picture of each kind of moment."""
    _use_debian_chromium()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/pictures.db"
        bot = create_bot(Settings(discord_token=None, database_url=url), random.Random(_SEED))
        runner = simcord.run(bot)
        world = runner._env
        world.backend.bot_user.name = "King Pedro"
        give_time(bot, world)
        bot.now = lambda: world.now().timestamp()  # type: ignore[method-assign]
        async with runner as env:
            guild = env.create_guild(name="Card Room")
            channel = guild.create_text_channel("king-pedro")
            ana = guild.add_member(env.create_user("ana", global_name="Ana"))
            await _play(env, bot, channel, ana)
        await bot.close()


async def _play(env: Any, bot: Any, channel: Any, ana: Any) -> None:
    await ana.slash(channel, "pedro start")
    await _picture(env, bot, channel, ana, "lobby")
    await ana.click(channel.last_message, custom_id=_offers(channel.last_message)["start"][0])
    wanted = dict(_MOMENTS)
    while wanted:
        await env.advance_time(1.5)
        panel = next((one for one in reversed(channel.history(viewer=ana)) if one.flags.ephemeral), None)
        offers = _offers(panel) if panel is not None else {}
        verb = next((verb for verb in ("next", "discard", "trump", "play", "bid") if verb in offers), None)
        if verb is None:
            continue
        if verb in wanted:
            await _picture(env, bot, channel, ana, wanted.pop(verb))
        await ana.click(panel, custom_id=offers[verb][0])


def _offers(message: Any) -> dict[str, list[str]]:
    """The enabled controls of a message by their verb."""
    found: dict[str, list[str]] = {}
    waiting = list(message.components)
    while waiting:
        component = waiting.pop(0)
        waiting = [*getattr(component, "children", ()), *waiting]
        custom_id = getattr(component, "custom_id", None)
        if custom_id and not component.disabled:
            found.setdefault(custom_id.split(":")[1], []).append(custom_id)
    return found


async def _picture(env: Any, bot: Any, channel: Any, ana: Any, name: str) -> None:
    for size, (width, height) in _SIZES.items():
        file = _FOLDER / f"{name}-{size}.png"
        async with env.preview(
            channel, viewers=[ana], layout="channel", width=width, height=height, assets=pictures_of(env, bot)
        ) as preview:
            await preview.refresh()
            await preview.screenshot(str(file), viewer=ana, mode="viewport", allow_incomplete=True)
        with Image.open(file) as picture:
            picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=256).save(file, optimize=True)
        print(file.relative_to(_FOLDER.parents[1]), file.stat().st_size)


def _use_debian_chromium() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("make pictures needs Chromium: on Debian and Ubuntu, sudo .ci/system-packages installs it.")
    launch = BrowserType.launch

    async def launched(self: BrowserType, **options: Any) -> Any:
        return await launch(self, executable_path=chromium, args=["--no-sandbox", "--disable-gpu"], **options)

    BrowserType.launch = launched  # type: ignore[method-assign]


if __name__ == "__main__":
    asyncio.run(main())
