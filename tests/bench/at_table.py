"""People at a table of the real bot, on a database of its own, who decide as the normal robot would."""

from __future__ import annotations

import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import simcord

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.game.actions import Action, Bid, Discard, NameTrump, Play
from bot.game.cards import SEATS, Seat
from bot.players.registry import PLAYERS
from bot.present.draft import joined
from bot.present.spec import Control
from bot.table import Table
from bot.wire.painter import INTERVAL, LEISURE
from tests.bench.stand_in import Clock, Cost, World

#: After so many seconds everything that a press changed has been drawn.
_DRAWN: Final = LEISURE + 2 * INTERVAL


class People:
    """So many people with open panels; robots have the other seats. A game that is over is followed by the next."""

    def __init__(self, world: World, bot: KingPedro, number: int) -> None:
        self._world = world
        self._bot = bot
        guild = world.env.create_guild()
        self._channel = guild.create_text_channel("table")
        members = [guild.add_member(world.env.create_user(f"person {place}")) for place in range(number)]
        self._members: dict[int, Any] = {member.id: member for member in members}
        self._chance = random.Random(2)

    async def press_once(self) -> Cost:
        """A decision, saved and answered; time stands still, so that nothing is drawn beside it."""
        return await self._decide()

    async def press_and_see(self) -> Cost:
        """A decision and everything that is drawn because of it, until nothing is left to draw."""
        cost = await self._decide() + await self._world.pass_time(_DRAWN)
        self._expect_all_drawn()
        return cost

    async def press_and_think(self) -> Cost:
        """A decision and what is drawn within two seconds, when the next person presses."""
        return await self._decide() + await self._world.pass_time(2.0)

    async def press_at_once(self) -> Cost:
        """A decision as soon as the one before is answered; time goes on by what that took."""
        cost = await self._decide()
        return cost + await self._world.pass_time(cost.wall / 1000)

    async def press_and_wait(self) -> Cost:
        """A decision, and all until the person is asked again and sees it: the robots' moves, and what is drawn."""
        cost = await self._decide() + await self._world.pass_time(60, self._is_asked)
        return cost + await self._world.pass_time(_DRAWN)

    async def _decide(self) -> Cost:
        while not self._is_asked():
            await self._bring_about()
        table = self._table()
        assert table is not None
        seat = table.people_to_act()[0]
        action = PLAYERS["normal"](table.view(seat), self._chance).action
        return await self._press(table, seat, *said(action))

    async def _bring_about(self) -> None:
        """Whatever has to happen before somebody is asked for a decision. Not counted."""
        table = self._table()
        if table is None:
            await self._begin()
        elif table.next_at is not None:
            for seat in SEATS:
                if table.seating[seat.place].robot is None:
                    await self._press(table, seat, "next")
        else:
            await self._world.pass_time(60, self._is_asked)

    async def _begin(self) -> None:
        host, *others = self._members.values()
        await host.slash(self._channel, "pedro start")
        for member in others:
            await member.slash(self._channel, "pedro sit")
        table = self._table()
        assert table is not None
        begin, board_id = str(Control("start", table.id)), self._world.newest(self._channel.id)
        await self._world.press(host, self._channel.id, board_id, begin)

    async def _press(self, table: Table, seat: Seat, verb: str, argument: str = "") -> Cost:
        user_id = table.seating[seat.place].user_id
        assert user_id is not None
        panel_id = self._world.newest(self._channel.id, user_id)
        control = Control(verb, table.id, table.seq, argument)
        return await self._world.press(self._members[user_id], self._channel.id, panel_id, str(control))

    def _is_asked(self) -> bool:
        table = self._table()
        return table is not None and bool(table.people_to_act())

    def _table(self) -> Table | None:
        return self._bot.desk.manager.in_channel(self._channel.id)

    def _expect_all_drawn(self) -> None:
        table = self._table()
        if table is None:
            return
        panels = self._bot.desk.panels._panels[table.id].values()
        drawn = [(panel._shown, panel._spec()) for panel in panels]
        screen = self._bot.desk.screen(table)
        if any(shown != wanted for shown, wanted in [*drawn, (screen._shown, screen.spec())]):
            raise RuntimeError("something is not drawn yet")
        if not all(panel.is_open for panel in panels):
            raise RuntimeError("a panel is not open any more")


def said(action: Action) -> tuple[str, str]:
    """The verb and argument of the control that means this decision."""
    match action:
        case Bid(amount):
            return "bid", str(amount)
        case NameTrump(suit):
            return "trump", suit.value
        case Discard(cards):
            return "discard", joined(cards)
        case Play(cards):
            return "play", joined(cards)
        case _:
            return "pass", ""


@asynccontextmanager
async def people(number: int) -> AsyncIterator[People]:
    """The bot on a database file, and so many people at a table."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            discord_token=None, database_url=f"sqlite+aiosqlite:///{folder}/bench.db", robot_processes=0
        )
        bot = create_bot(settings, random.Random(5))
        runner = simcord.run(bot)
        clock = Clock(runner._env)
        clock.give_to(bot)
        try:
            async with runner as env:
                yield People(World(env, clock), bot, number)
        finally:
            await bot.close()
