"""``make pictures``: the README's screenshots, of a known game on the demo's page, in Chromium."""

from __future__ import annotations

import asyncio
import io
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import simcord
from PIL import Image
from playwright.async_api import Browser, async_playwright

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.demo import dress, give_time, pictures_of, portrait
from bot.game.actions import Action, Bid, Discard, NameTrump, Play
from bot.game.cards import SEATS
from bot.game.engine import RULES_VERSION
from bot.game.piles import PileChoice
from bot.game.rules import CANADIAN
from bot.game.view import PlayerView
from bot.house import House
from bot.lobby import Opening, Status
from bot.players.normal.robot import decide
from bot.players.player import Decision, Player
from bot.present.draft import joined
from bot.present.faces import BACK_EMOJI_NAME
from bot.present.words import words_for
from bot.recount import MODEL
from bot.saving import moment, saved_seats
from bot.seats import NOBODY, sit
from bot.shuffles import FairDealing
from bot.table import Table
from db.store import Store

#: The custom_ids of controls by verb and argument.
Offers = dict[tuple[str, str], str]

_NAMES: Final = ("Ana", "Bob", "Carla", "Dmytro")
_FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
_WIDTHS: Final = {"phone": 390, "wide": 720}
_HEIGHT: Final = 1600  # more than any two messages have
_MARGIN: Final = 4
_SEED: Final = 4  # a game in which Ana leads a pile
_REPLAYED: Final = 5  # tricks and phases into the first hand of the game
_LONGEST: Final = 300.0  # seconds that the expert may take to look at a game
_EARLIER_GAMES: Final = 18
_MOST_BYTES: Final = 150_000


class Studio:
    """The bot with four members, and a browser that shows what Ana sees."""

    def __init__(self, env: Any, bot: KingPedro, browser: Browser) -> None:
        self.env = env
        self.bot = bot
        self.guild = env.create_guild(name="Card Room")
        self.channel = self.guild.create_text_channel("king-pedro")
        self.members = [self.guild.add_member(env.create_user(name.lower(), global_name=name)) for name in _NAMES]
        self.ana = self.members[0]
        self._browser = browser
        self._wanted = {"auction", "trump", "discard", "pile", "play", "summary"}

    async def play(self) -> None:
        """Ana plays a game with three robots; each kind of moment is taken once."""
        await self.ana.slash(self.channel, "pedro start")
        await self.take("lobby", 1)
        await self.ana.click(self.channel.last_message, label="Start with 3 robots")
        table = self.bot.desk.manager.in_channel(self.channel.id)
        assert table is not None
        while table.status is Status.LIVE:
            await self.env.advance_time(2)
            await self._moment(table)
        await self.env.advance_time(4)
        await self.take("over", 1, below=1)
        await self.ana.slash(self.channel, "pedro replay")
        for _ in range(_REPLAYED):
            await self.ana.click(self._panel(), label="Trick »")
        await self.ana.click(self._panel(), label="All hands")
        await self.take("replay", 1)
        await self.ana.click(self._panel(), label="Turning points")
        await self.take("turning", 1)
        await self.ana.slash(self.channel, "pedro stats")
        await self.take("stats", 1)
        await self.ana.slash(self.channel, "pedro history")
        await self.take("history", 1)
        await self.ana.slash(self.channel, "pedro verify")
        await self.take("deals", 1)
        await self.ana.slash(self.channel, "pedro settings")
        await self.take("settings", 1)
        await self.ana.click(self._panel(), label="This server")
        await self.take("server", 1)
        await self.ana.slash(self.channel, "pedro privacy")
        await self.take("privacy", 1)
        await self.ana.slash(self.channel, "pedro leaderboard")
        await self.take("leaderboard", 1)
        if self._wanted:
            sys.exit(f"This game has no {', '.join(sorted(self._wanted))}: choose another seed.")

    async def _moment(self, table: Table) -> None:
        """One press, if Ana is asked and her panel shows it."""
        seat, offers = table.seat_of(self.ana.id), self._offers(table)
        if table.next_at is not None and ("next", "") in offers:
            await self._take_once("summary", 1, below=1)
            await self._press(offers["next", ""])
        elif table.people_to_act() and {verb for verb, _ in offers} & {"pass", "bid", "trump", "discard", "play"}:
            view = table.view(seat)
            name = "pile" if isinstance(view.legal, PileChoice) else view.phase.value
            if name != "play" or (view.plays and view.tricks):
                await self._take_once(name, 2)
            await self._press(offers[_chosen(decide(view, random.Random(_SEED)).action, offers)])

    async def _press(self, custom_id: str) -> None:
        await self.ana.click(self._panel(), custom_id=custom_id)

    def _panel(self) -> Any:
        return next(one for one in reversed(self.channel.history(viewer=self.ana)) if one.flags.ephemeral)

    def _offers(self, table: Table) -> Offers:
        """The panel's enabled controls that are of the present question."""
        found: Offers = {}
        waiting = list(self._panel().components)
        while waiting:
            component = waiting.pop(0)
            waiting += getattr(component, "children", ())
            custom_id = getattr(component, "custom_id", None)
            if custom_id and not component.disabled:
                _, verb, _, seq, argument = custom_id.split(":", 4)
                if int(seq) >= table.asked_seq:
                    found[verb, argument] = custom_id
        return found

    async def _take_once(self, name: str, count: int, below: int = 0) -> None:
        if name in self._wanted:
            self._wanted.discard(name)
            await self.take(name, count, below)

    async def take(self, name: str, count: int, below: int = 0) -> None:
        """Pictures of the last ``count`` messages above the last ``below``, narrow and wide."""
        pictures = pictures_of(self.env, self.bot) | portrait(self.bot.user, BACK_EMOJI_NAME)
        preview = self.env.preview(self.channel, viewers=[self.ana], layout="channel", assets=pictures)
        dress(preview, words_for(None), pictures)
        async with preview:
            for size, width in _WIDTHS.items():
                page = await self._browser.new_page(
                    viewport={"width": width, "height": _HEIGHT}, device_scale_factor=2, reduced_motion="reduce"
                )
                await page.goto(preview.url)
                await page.locator("#preview-app[aria-busy=false] #channel-message-list article").first.wait_for()
                messages = page.locator("#channel-message-list article")
                last = await messages.count() - 1 - below
                boxes = [await messages.nth(last - number).bounding_box() for number in range(count)]
                top = min(box["y"] for box in boxes if box) - _MARGIN
                end = max(box["y"] + box["height"] for box in boxes if box) + _MARGIN
                taken = await page.screenshot(clip={"x": 0, "y": top, "width": width, "height": end - top})
                await page.close()
                _save(taken, _FOLDER / f"{name}-{size}.png")


def _chosen(action: Action, offers: Offers) -> tuple[str, str]:
    """The control for what a robot would do; where there is no button for its bid, the next lower one."""
    match action:
        case Bid(amount):
            numbers = [int(argument) for verb, argument in offers if verb == "bid" and int(argument) <= amount]
            return ("bid", str(max(numbers))) if numbers else ("pass", "")
        case NameTrump(suit):
            return "trump", suit.value
        case Discard() | Play():  # several cards are put together by the panel, as a robot would or nearly so
            verb = "discard" if isinstance(action, Discard) else "play"
            own = verb, joined(action.cards)
            return own if own in offers else next(offer for offer in offers if offer[0] == verb)
        case _:
            return "pass", ""


async def play_earlier_games(url: str, guild_id: int, members: list[Any]) -> None:
    """Games that the four have played to their end, so that the leaderboard has something to show."""
    store = await Store.open(url, model=MODEL)
    house = House(store.games, asyncio.sleep, _here, time.time, random.Random(_SEED))
    everybody = [(member.id, name) for member, name in zip(members, _NAMES, strict=True)]
    for number in range(_EARLIER_GAMES):
        people = random.Random(number).sample(everybody, 4 if number % 3 else 3)
        seating = NOBODY
        for seat, (user_id, name) in zip(SEATS, people, strict=False):
            seating = sit(seating, seat, user_id, name)
        opening = Opening(guild_id, number + 1, *people[0], CANADIAN, "none", "normal")
        game_id = await store.games.create(
            guild_id=guild_id, channel_id=number + 1, host_id=opening.host_id, rules=CANADIAN.to_json(),
            rules_version=RULES_VERSION, clock="none", level="normal", created_at=moment(house.now()),
            seats=saved_seats(seating),
        )  # fmt: skip
        table = Table(game_id, opening, house, seating=seating)
        await table.start(opening.host_id)
        while table.status is Status.LIVE:
            await table.deal_next(table.seq)
            await table.note_message(number + 1, table.shuffles.awaited)
            await table.deal_next(table.seq)
            assert table.state is not None
            for seat in table.state.to_act:
                decider = table.seating[seat.place].user_id
                action = decide(table.view(seat), house.chance).action
                if decider is None:
                    await table.act_for(seat, action, table.seq, by="robot")
                else:
                    await table.act(decider, action)
    await store.close()


async def _here(player: Player, view: PlayerView, rng: random.Random) -> Decision:
    return player(view, rng)


def _save(taken: bytes, file: Path) -> None:
    with Image.open(io.BytesIO(taken)) as picture:
        picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(file, optimize=True)
    size = file.stat().st_size
    print(file.relative_to(_FOLDER.parents[1]), size)
    if size > _MOST_BYTES:
        sys.exit(f"{file.name} is too large for a page: {size} bytes")


async def main() -> None:
    """Makes every picture anew."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("make pictures needs Chromium: on Debian and Ubuntu, sudo .ci/system-packages installs it.")
    _FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/pictures.db"
        bot = create_bot(Settings(discord_token=None, database_url=url, robot_processes=0), random.Random(_SEED))
        runner = simcord.run(bot, settle_timeout=_LONGEST)
        runner._env.backend.bot_user.name = words_for(None)("demo.bot")
        runner._env.backend.bot_user.avatar = BACK_EMOJI_NAME
        give_time(bot, runner._env)
        bot.dealing = FairDealing(random.Random(_SEED).randbytes)
        bot.compute = _here  # type: ignore[method-assign]  # time flies here, and would not wait for a robot
        async with async_playwright() as playwright, runner as env:
            browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            studio = Studio(env, bot, browser)
            try:
                await play_earlier_games(url, studio.guild.id, studio.members)
                await studio.play()
            finally:
                await browser.close()
                await bot.close()


if __name__ == "__main__":
    asyncio.run(main())
