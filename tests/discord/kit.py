"""The real bot on a stand-in for Discord: people who see and press, and what must hold after every test."""

from __future__ import annotations

import asyncio
import functools
import logging
import random
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, cast

import discord
import pytest
import simcord
from simcord import actors, interactions
from simcord.backend import serializers

from bot.app import KingPedro, create_bot
from bot.config import Settings
from bot.lobby import Status
from bot.present.faces import draw
from bot.shuffles import Dealing
from bot.table import Table
from db.values import SavedGame
from tests.discord import checks
from tests.discord.lifelike import Sent, looks_often, people_speak, requests_as_at_discord, requests_suspend

NAMES: Final = ("Ana", "Bob", "Carla", "Dmytro")

#: Real seconds that the bot may take to settle, on a machine with much else to do.
_PATIENCE: Final = 60.0


class Person:
    """A member of the server, who knows only what Discord shows them and presses only what they see."""

    def __init__(self, room: Room, member: simcord.MemberActor) -> None:
        self.room = room
        self.member = member
        self.id: int = member.id

    async def command(self, name: str, **options: Any) -> simcord.InteractionResult:
        """`/pedro NAME` in the room's channel."""
        return await self.member.slash(self.room.channel, f"pedro {name}", **options)

    async def told(self, name: str, **options: Any) -> str:
        """The text of the private answer to `/pedro NAME`."""
        return private_text(await self.command(name, **options))

    async def suggested(self, name: str, option: str, typed: str = "") -> list[Any]:
        """The values that autocomplete offers."""
        offered = await self.member.autocomplete(self.room.channel, f"pedro {name}", option, typed)
        return [choice["value"] for choice in offered]

    async def writes(self, name: str, **options: Any) -> str:
        """The answer to `/pedro NAME` in a direct message, where Discord itself offers it to nobody."""
        backend, user = self.room.env.backend, self.member.user
        root = backend.find_command("pedro", None, type=1)
        assert root is not None
        leaf, nesting = interactions.walk_to_subcommand(root, name.split())
        leaf_options, _ = interactions.build_options(user, name, leaf, options, channel_id=user.dm_channel.id)
        options_sent = interactions.nest_options(root, nesting, leaf_options)
        data = {"id": root["id"], "name": "pedro", "type": 1, "options": options_sent}
        return private_text(await actors._dispatch_actor_interaction(user, 2, user.dm_channel, data))

    def sees(self) -> list[discord.Message]:
        """Every message in the channel that this person can see, oldest first."""
        return self.room.channel.history(viewer=self.member)

    def private(self) -> list[discord.Message]:
        """The messages that only this person sees, oldest first."""
        return [one for one in self.sees() if one.flags.ephemeral]

    def panel(self) -> discord.Message:
        """The newest message that only this person sees, as it is now."""
        found = self.private()
        assert found, f"{self.member.name} has no panel"
        return found[-1]

    def offers(self, message: discord.Message | None = None) -> dict[str, list[str]]:
        """The enabled controls of a message (the panel, if there is one) by verb, as custom_ids."""
        shown = [message] if message is not None else self.private()[-1:]
        return offers(shown[0]) if shown else {}

    def reads(self) -> str:
        """All text of the newest message that only this person sees."""
        return text_of(self.panel())

    async def press(
        self, what: str, argument: str | None = None, message: discord.Message | None = None
    ) -> simcord.InteractionResult:
        """Presses the first enabled button of this verb or label, or the one of the verb with this argument."""
        shown = message or self.panel()
        return await self.member.click(shown, custom_id=_found(shown, what, argument))

    async def choose(
        self, what: str, values: Iterable[Any], message: discord.Message | None = None, argument: str | None = None
    ) -> simcord.InteractionResult:
        """Chooses lines of the menu of this verb, or channels."""
        shown = message or self.panel()
        return await self.member.select(shown, list(values), custom_id=_found(shown, what, argument))

    async def submit(self, form: simcord.InteractionResult, **values: str) -> simcord.InteractionResult:
        """Sends a form that a press opened."""
        return await self.member.submit_modal(form, values)

    def speaks(self, locale: str) -> None:
        """From now on this person's Discord is in this language."""
        self.room.locales[self.id] = locale


class Room:
    """One channel with the bot and its people. Time stands still unless ``wait`` moves it."""

    def __init__(self, env: simcord.Env, channel: simcord.ChannelHandle, sent: list[Sent]) -> None:
        self.env = env
        self.channel = channel
        self.sent = sent
        self.people: tuple[Person, ...] = ()
        self.locales: dict[int, str] = {}

    @property
    def bot(self) -> KingPedro:
        """The bot; after a restart the new one."""
        return cast("KingPedro", self.env.bot)

    @property
    def table(self) -> Table:
        """The channel's open table."""
        table = self.bot.desk.manager.in_channel(self.channel.id)
        assert table is not None, "there is no table here"
        return table

    def has_table(self) -> bool:
        """Whether the channel has an open table."""
        return self.bot.desk.manager.in_channel(self.channel.id) is not None

    def is_live(self) -> bool:
        """Whether a game is being played here. Asked in functions of its own, for mypy believes a look once had."""
        return self.has_table() and self.table.status is Status.LIVE

    def board(self) -> discord.Message:
        """The newest message everybody sees: the table's."""
        return self.public()[-1]

    def public(self) -> list[discord.Message]:
        """The messages everybody sees, oldest first."""
        return [one for one in self.channel.history() if not one.flags.ephemeral]

    def joined_by(self, name: str, *, roles: Iterable[simcord.RoleHandle] = (), **profile: Any) -> Person:
        """One more person on the server."""
        user = self.env.create_user(name.lower(), **{"global_name": name, **profile})
        person = Person(self, self.env.guild.add_member(user, roles=tuple(roles)))
        self.people = (*self.people, person)
        return person

    def at(self, channel: simcord.ChannelHandle) -> Room:
        """Another channel of the same server, with the same people."""
        other = Room(self.env, channel, self.sent)
        other.locales = self.locales
        other.people = tuple(Person(other, person.member) for person in self.people)
        return other

    async def wait(self, seconds: float) -> None:
        """Lets time pass."""
        await self.env.advance_time(seconds)

    async def together(self, *presses: tuple[Person, discord.Message, str], chance: random.Random) -> None:
        """Several presses (person, message, custom_id) that all arrive before the bot sees any."""
        order = list(presses)
        chance.shuffle(order)
        for person, message, custom_id in order:
            self._emit(person, message, {"custom_id": custom_id, "component_type": 2})
        await self.env.settle()

    async def forged(
        self, person: Person, message: discord.Message, custom_id: str, values: Iterable[str] | None = None
    ) -> None:
        """A press with a custom_id that the message need not have; with ``values`` a menu's."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if values is not None:
            data = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
        self._emit(person, message, data)
        await self.env.settle()

    def _emit(self, person: Person, message: discord.Message, data: Mapping[str, Any]) -> None:
        backend = self.env.backend
        stored = backend.get_message(message.channel.id, message.id)
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=stored.channel_id,
            guild_id=person.member.guild.id,
            user_id=person.id,
            data=dict(data),
        )
        record.source_message_id = stored.id
        payload["message"] = dict(serializers.message_payload(backend, stored))
        backend.emit("INTERACTION_CREATE", payload)

    async def restart(self, chance: random.Random, *, in_order: bool = True) -> None:
        """The bot stops and another comes on the same database; not ``in_order`` it is killed where it stands."""
        old = self.bot
        if in_order:
            await old.desk.close()
        await old.store.close()
        await old.pool.close()
        self.sent.clear()  # outside a test a restart takes longer than there must be between two edits
        dealing = old.dealing if old.dealing.is_fair else None
        await self.env.restart_bot(_made(old.settings, chance, self.env, dealing))

    def excuse(self) -> int:
        """Forgets the interactions that have no answer, as the test meant it; gives how many there were."""
        known = self.env.backend.interactions
        unanswered = [number for number, one in known.items() if not one.responded]
        for number in unanswered:
            del known[number]
        return len(unanswered)

    async def saved(self, game_id: int) -> SavedGame:
        """The stored game."""
        found = await self.bot.store.games.load(game_id)
        assert found is not None, f"there is no game {game_id}"
        return found


def offers(message: discord.Message) -> dict[str, list[str]]:
    """The enabled controls of a message by verb, as custom_ids."""
    found: dict[str, list[str]] = {}
    for component in components_of(message):
        custom_id = getattr(component, "custom_id", None)
        if custom_id and not component.disabled:
            found.setdefault(custom_id.split(":")[1], []).append(custom_id)
    return found


def argument_of(custom_id: str) -> str:
    """What a control is about: the bid's number, the cards."""
    return custom_id.split(":")[4]


def components_of(message: discord.Message) -> list[Any]:
    """All components of a message, nested ones too."""
    found: list[Any] = []
    waiting: list[Any] = list(message.components)
    while waiting:
        component = waiting.pop(0)
        found.append(component)
        waiting = [*getattr(component, "children", ()), *waiting]
    return found


def text_of(message: discord.Message) -> str:
    """All text of a message."""
    return "\n".join(part.content for part in components_of(message) if getattr(part, "content", None))


def private_text(answered: simcord.InteractionResult) -> str:
    """The text of an answer that only the person sees, and that no other answer follows."""
    assert answered.response is not None, "there is no answer"
    assert answered.response.ephemeral, "everybody sees the answer"
    assert not answered.followups
    return text_of(answered.response.message)


def _found(message: discord.Message, what: str, argument: str | None) -> str:
    """The custom_id of the enabled control that is meant."""
    offered = [one for one in components_of(message) if getattr(one, "custom_id", None) and not one.disabled]
    fitting: list[str] = [
        one.custom_id
        for one in offered
        if (one.custom_id.split(":")[1] == what and argument in (None, argument_of(one.custom_id)))
        or (argument is None and getattr(one, "label", None) == what)
    ]
    assert fitting, f"nothing to press for {what} {argument or ''}: {[one.custom_id for one in offered]}"
    return fitting[0]


@asynccontextmanager
async def room(
    folder: Path,
    chance: random.Random,
    patch: pytest.MonkeyPatch,
    *,
    expect_errors: bool = False,
    interleaving: int = 1,
    dealing: Dealing | None = None,
) -> AsyncIterator[Room]:
    """The bot on a database in ``folder``, four people in a channel, and the checks at the end.

    ``chance`` deals, if ``dealing`` does not; ``interleaving`` is the seed by which requests suspend. With
    ``expect_errors`` errors may be logged, because the test brings them about.
    """
    logged = checks.ErrorLines()
    root = logging.getLogger()
    root.addHandler(logged)
    world = simcord.Env(bot := _unstarted(folder, chance), settle_timeout=_PATIENCE)
    _give_world(bot, world, dealing)
    patch.setattr("bot.wire.emojis.draw", _drawn_once)
    looks_often(patch)
    requests_suspend(patch, random.Random(interleaving))
    sent = requests_as_at_discord(patch, world)
    try:
        await world.start()
        channel = world.create_guild(name="Card Room").create_text_channel("king-pedro")
        here = Room(world, channel, sent)
        people_speak(patch, world, here.locales)
        for name in NAMES:
            here.joined_by(name)
        yield here
        await world.settle()
        _check(here, [] if expect_errors else logged.lines)
    finally:
        await world.shutdown()
        await cast("KingPedro", world.bot).close()
        root.removeHandler(logged)


@functools.cache
def _drawn_once(name: str) -> bytes:
    """A card's picture; every test's bot would draw the same ones."""
    return draw(name)


def _unstarted(folder: Path, chance: random.Random) -> KingPedro:
    url = f"sqlite+aiosqlite:///{folder}/games.db"
    return create_bot(Settings(discord_token=None, database_url=url, robot_processes=0), chance)


def _made(settings: Settings, chance: random.Random, world: simcord.Env, dealing: Dealing | None) -> KingPedro:
    bot = create_bot(settings, chance)
    _give_world(bot, world, dealing)
    return bot


def _give_world(bot: KingPedro, world: simcord.Env, dealing: Dealing | None) -> None:
    """All waiting and all looks at the clock become the world's; robots' thoughts are waited for, so that every run
    of a test goes the same way.
    """

    async def sleep(seconds: float) -> None:
        await world.external_wait(asyncio.sleep(seconds), reason="clock")

    bot.sleep = sleep  # type: ignore[method-assign]
    bot.now = lambda: world.now().timestamp()  # type: ignore[method-assign]
    bot.dealing = dealing or bot.dealing


def _check(here: Room, logged: list[str]) -> None:
    faults = [
        *checks.unanswered(here.env),
        *logged,
        *checks.raised(here.env),
        *checks.kept_by_discord_py(here.bot),
        *checks.hurried_edits(here.sent),
        *checks.edits_of_old_messages(here.sent),
        *checks.refused_by_discord(here.env.http_requests),
    ]
    assert not faults, "\n".join(faults[:20])
