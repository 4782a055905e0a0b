"""The table's public message: one a hand, edited in place, posted anew where it can't be."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Final

import discord

from bot.lobby import BROKEN, CHANNEL_GONE, OLDER_RULES, Status
from bot.present.lobby import lobby, lobby_closed
from bot.present.spec import MessageSpec
from bot.present.summary import game_over, summary
from bot.present.table import dealing, table_ended, turn_call
from bot.present.table import table as table_page
from bot.present.words import Words, words_for
from bot.shuffles import Promise
from bot.table import Table
from bot.wire.leftovers import sweep
from bot.wire.painter import Painter, worth_trying_after
from bot.wire.render import SpecView, allowed_mentions

if TYPE_CHECKING:
    from bot.wire.desk import Desk

LOG = logging.getLogger(__name__)

#: Seconds after which a message is posted anew rather than edited: Discord limits edits of what is older than an hour.
OLDEST: Final = 50 * 60

_MESSAGE_GONE: Final = 10008
_CHANNEL_GONE: Final = 10003
_TOO_MANY_EDITS_OF_OLD: Final = 30046
_THREAD_ARCHIVED: Final = 50083
_THREAD_LOCKED: Final = 160005

#: A message that can't be edited, where another can be posted; that also opens a thread that was archived.
_POST_ANEW: Final = (_MESSAGE_GONE, _TOO_MANY_EDITS_OF_OLD, _THREAD_ARCHIVED)


class ChannelScreen:
    """Shows one table in its channel."""

    def __init__(self, table: Table, desk: Desk) -> None:
        self._table = table
        self._desk = desk
        self._painter = Painter(self._paint, desk.house)
        self._painter.note_painted()  # perhaps: by the process before this one
        self._page = self._moved_to = self._page_now()
        self._shown: MessageSpec | None = None
        self._called: tuple[int, int] | None = None  # the question's number and the message that called
        self._shut_out = False
        self._anew = False

    # The table's side

    def changed(self) -> None:
        """The table is not what it was."""
        self._painter.wish()
        self._desk.panels.refresh(self._table)
        self._uncall()

    def call(self) -> None:
        """Posts a message that notifies those whose turn it is; it goes when nobody is waited for any more."""
        if self._called is None and not self._shut_out:
            self._desk.run(self._post_call())

    def is_watching(self, user_id: int) -> bool:
        """Whether this person has an open panel."""
        return self._desk.panels.is_open(self._table, user_id)

    # The wire's side

    def spec(self) -> MessageSpec:
        """What the table's message should show now."""
        table, words, emojis = self._table, self._words, self._desk.emojis
        if table.status is Status.LOBBY:
            return lobby(words, table.lobby_info())
        if table.status is Status.ENDED:
            never_began = table.state is None and table.ending not in (OLDER_RULES, BROKEN)
            why = table.ending or ""
            return lobby_closed(words, why) if never_began else table_ended(words, table.info(), why)
        if table.status is Status.FINISHED:
            return game_over(words, emojis, table.view(None), table.info())
        if table.is_dealing:
            return dealing(words, table.view(None), table.info(table.hand + 1))
        page = summary if table.next_at is not None else table_page
        return page(words, emojis, table.view(None), table.info())

    def pressed_spec(self) -> MessageSpec:
        """What the table's message should show when it was pressed; it may wait for the next hand's to come below."""
        return self.spec() if self._page == self._page_now() else self._old_spec() or self.spec()

    def answered(self, spec: MessageSpec) -> None:
        """The table's message was drawn as the answer to a press in it."""
        self._shown = spec
        self._painter.note_painted()
        self._shut_out = False

    def lost(self) -> None:
        """What the table's message shows is not known any more."""
        self._shown = None
        self._painter.wish()

    async def opened(self, spec: MessageSpec, message_id: int | None) -> None:
        """The table's first message was sent as the answer to a command or press."""
        self.answered(spec)
        if message_id is not None:
            await self._table.note_message(message_id, self._table.shuffles.awaited)
        self._painter.wish()

    def post_anew(self) -> None:
        """The message may be gone, far up, or not what it should be: a new one comes, the old one goes."""
        self._anew, self._shut_out, self._shown = True, False, None
        self._painter.wish()

    async def sweep(self) -> None:
        """Takes away what a process that was killed left in the channel."""
        await sweep(self._channel, self._table.id, self._table.message_id, self._table.created_at)

    async def close(self, seconds: float) -> None:
        """Lets a drawing that is on its way arrive, for so long, and draws no more."""
        await self._painter.finish(seconds)

    def welcome_back(self) -> None:
        """Somebody pressed something here, so the channel may be open to us again."""
        if self._shut_out:
            self._shut_out = False
            LOG.info("recovered: game %s in channel %s: drawn again", self._table.id, self._table.channel_id)
            self._painter.wish()

    def link(self) -> str:
        """The address of the table's message."""
        server = self._table.guild_id or "@me"
        message = f"/{self._table.message_id}" if self._table.message_id else ""
        return f"https://discord.com/channels/{server}/{self._table.channel_id}{message}"

    @property
    def _words(self) -> Words:
        return words_for(None)

    def _page_now(self) -> int:
        """The number of the hand the message belongs to; the lobby's message becomes the first hand's."""
        return max(1, self._table.hand + self._table.is_dealing)

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self._desk.client.get_partial_messageable(self._table.channel_id, guild_id=self._table.guild_id)

    async def _paint(self) -> float | None:
        is_over = not self._table.is_open
        try:
            await self._draw()
            if is_over and not self._shut_out:
                await self._table.note_last_drawing()
        except (discord.NotFound, discord.Forbidden) as error:
            await self._shut(error)
        except (discord.DiscordException, TimeoutError, OSError) as error:
            if isinstance(error, discord.HTTPException) and error.code in (_THREAD_ARCHIVED, _THREAD_LOCKED):
                await self._shut(error)
                return None
            self._desk.house.metrics.failed("discord")
            LOG.warning("game %s in channel %s: not drawn: %r", self._table.id, self._table.channel_id, error)
            if (again := worth_trying_after(error)) is not None:
                return again
        if not self._table.is_open:
            self._desk.forget(self._table)
        return None

    async def _draw(self) -> None:
        if self._shut_out:
            return
        page, spec, awaited = self._page_now(), self.spec(), self._table.shuffles.awaited
        if page != self._page:
            await self._leave_old()
            await self._post(spec, awaited)
            self._page = page
        elif spec != self._shown or self._table.message_id is None or awaited is not None:
            await self._edit_or_post(spec, awaited)
        if page != self._moved_to and not self._table.is_dealing:
            self._moved_to = page
            self._desk.panels.move_down(self._table)

    async def _leave_old(self) -> None:
        """The last hand's message stays as its summary."""
        spec = self._old_spec()
        if self._table.message_id is None or spec is None or spec == self._shown:
            return
        try:
            await self._edit(spec)
        except discord.HTTPException as error:
            LOG.info("game %s: the old message stays as it is: %s", self._table.id, error)

    def _old_spec(self) -> MessageSpec | None:
        """The last hand's summary without buttons."""
        finished = self._table.finished_view
        if finished is None:
            return None
        info = self._table.info(finished.number)
        return summary(self._words, self._desk.emojis, finished, info).without_controls()

    async def _edit_or_post(self, spec: MessageSpec, awaited: Promise | None) -> None:
        message_id = self._table.message_id
        if message_id is None or self._anew or awaited is not None or self._is_old(message_id):
            await self._post(spec, awaited)
            if message_id is not None:
                await self._delete(message_id)
            return
        try:
            await self._edit(spec)
        except discord.HTTPException as error:
            if error.code not in _POST_ANEW:
                raise
            await self._post(spec, awaited)
            LOG.info("recovered: game %s in channel %s: posted anew", self._table.id, self._table.channel_id)

    def _is_old(self, message_id: int) -> bool:
        return self._desk.house.now() - discord.utils.snowflake_time(message_id).timestamp() > OLDEST

    async def _edit(self, spec: MessageSpec) -> None:
        assert self._table.message_id is not None
        self._shown = None
        message = self._channel.get_partial_message(self._table.message_id)
        await message.edit(view=SpecView(spec), allowed_mentions=allowed_mentions(spec))
        self._edited(spec)

    def _edited(self, spec: MessageSpec) -> None:
        if self._shown is None:
            self._shown = spec
        else:  # an answer was on its way at the same time: nobody knows which came last
            self.lost()

    async def _post(self, spec: MessageSpec, awaited: Promise | None) -> None:
        """Posts the message; ``awaited`` is the promise whose commitment it is the first to show."""
        try:
            message = await self._send(spec)
        except Exception:
            if awaited is not None:
                self._table.withdraw(awaited)
            raise
        self._shown, self._anew = spec, False
        await self._table.note_message(message.id, awaited)

    async def _send(self, spec: MessageSpec) -> discord.Message:
        """Sends under a number of its own, so that discord.py's blind retries never post it twice."""
        return await self._channel.send(
            view=SpecView(spec), allowed_mentions=allowed_mentions(spec), nonce=secrets.randbits(60)
        )

    async def _post_call(self) -> None:
        table, question = self._table, self._table.asked_seq
        if not table.people_to_act():
            return
        waited = {table.seating[seat.place].user_id for seat in table.people_to_act()}
        quiet = frozenset(one for one in waited if one is not None and not self._desk.preferences.may_mention(one))
        spec = turn_call(self._words, table.view(None), table.info(), quiet)
        message = await self._send(spec)
        self._called = question, message.id
        self._uncall()

    def _uncall(self) -> None:
        if self._called is None:
            return
        question, message_id = self._called
        if question != self._table.asked_seq or not self._table.people_to_act():
            self._called = None
            self._desk.run(self._delete(message_id))

    async def _delete(self, message_id: int) -> None:
        try:
            await self._channel.get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            LOG.info("game %s: a message was not deleted: %s", self._table.id, error)

    async def _shut(self, error: discord.HTTPException) -> None:
        LOG.warning("game %s in channel %s: shut out: %s", self._table.id, self._table.channel_id, error)
        self._shut_out = True
        if error.code == _CHANNEL_GONE:
            await self._table.abandon(CHANNEL_GONE)
