"""One interaction and its one answer: a private message, the pressed message anew, or a refusal. Never silence."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.adviser import hint_for
from bot.game.rules import RulesFault
from bot.game.terms import Illegal
from bot.metrics import Metrics
from bot.present.emojis import Emojis
from bot.present.escape import safe_name
from bot.present.panel import panel
from bot.present.people import called
from bot.present.refusals import explain, explain_rules
from bot.present.refused import refused
from bot.present.spec import MessageSpec, Text
from bot.present.words import Words, words_for
from bot.refusals import Refusal, Refused, Stale
from bot.seats import seat_of
from bot.table import Table
from bot.wire.render import SpecView, allowed_mentions, files_of

if TYPE_CHECKING:
    from bot.wire.desk import Desk

LOG = logging.getLogger(__name__)

_MESSAGE_GONE: Final = 10008
_INTERACTION_GONE: Final = 10062
_ANSWERED_ALREADY: Final = 40060

#: Seconds after which Discord is told that an answer takes longer; it waits for three.
PATIENCE: Final = 1.5

#: What a request to Discord may fail with.
NO_ANSWER: Final = (discord.HTTPException, discord.RateLimited, discord.InteractionResponded, TimeoutError, OSError)


class Answer:
    """An interaction of one person that wants exactly one answer."""

    def __init__(self, interaction: discord.Interaction[Any], desk: Desk) -> None:
        self.interaction = interaction
        self.desk = desk
        self.words: Words = words_for(str(interaction.locale))
        self._is_promised = False
        self.promised_at: float | None = None  # by time.perf_counter; Discord waits no more from then on

    @property
    def metrics(self) -> Metrics:
        """Where it is counted."""
        return self.desk.house.metrics

    @property
    def user_id(self) -> int:
        """Who it is."""
        return self.interaction.user.id

    @property
    def emojis(self) -> Emojis:
        """The cards as they want to see them."""
        return self.desk.emojis_for(self.user_id)

    @property
    def user_name(self) -> str:
        """What they are called here."""
        return self.interaction.user.display_name

    @property
    def in_private(self) -> bool:
        """Whether what was pressed is a private message."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def is_given(self) -> bool:
        """Whether Discord has the answer; the promise of one is none."""
        return self.interaction.response.is_done() and not self._is_promised

    def table_here(self) -> Table:
        """The open table of the channel. Raises Refused."""
        if self.interaction.guild_id is None:
            raise Refused(Refusal.ONLY_IN_SERVERS)
        table = self.desk.manager.in_channel(self.interaction.channel_id or 0)
        if table is None:
            raise Refused(Refusal.NO_TABLE)
        return table

    async def work(self, work: Coroutine[Any, Any, None]) -> None:
        """Waits for what the answer needs; where that takes long, Discord is told that an answer will come."""
        task = asyncio.create_task(work)
        patience = asyncio.ensure_future(self.desk.house.sleep(PATIENCE))
        try:
            await asyncio.wait({task, patience}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                await self._promise()
            await task
        finally:
            patience.cancel()
            task.cancel()

    async def _promise(self) -> None:
        """Answers that the answer comes later: Discord waits a quarter of an hour for it instead of three seconds."""
        await self.interaction.response.defer(ephemeral=True, thinking=not self.in_private)
        self._is_promised, self.promised_at = True, time.perf_counter()

    async def show(self, spec: MessageSpec) -> None:
        """Answers with a new private message."""
        if self._is_promised and not self.in_private:
            await self._keep_promise(spec)
        elif self._is_promised:
            await self.interaction.followup.send(view=SpecView(spec), ephemeral=True)
        else:
            await self.interaction.response.send_message(view=SpecView(spec), files=files_of(spec), ephemeral=True)

    async def _keep_promise(self, spec: MessageSpec) -> None:
        """Draws the message that stands for the answer: the pressed one, or the private one that says to wait."""
        await self.interaction.edit_original_response(view=SpecView(spec), allowed_mentions=allowed_mentions(spec))
        self._is_promised = False

    async def redraw(self, spec: MessageSpec) -> bool:
        """Answers by drawing the pressed message anew, or in a private one where that is gone; False says so."""
        try:
            if self._is_promised:
                await self._keep_promise(spec)
            else:
                await self.interaction.response.edit_message(
                    view=SpecView(spec), allowed_mentions=allowed_mentions(spec)
                )
        except discord.NotFound as error:
            if error.code != _MESSAGE_GONE:
                raise
            await self.show(spec)
            return False
        return True

    async def show_panel(self, table: Table) -> None:
        """Answers with the person's cards in a new private message."""
        spec = self._panel(table)
        await self.show(spec)
        self.desk.panels.posted(self.interaction, table, spec)

    async def redraw_panel(self, table: Table, note: str | None = None, **draft: Any) -> None:
        """Answers by drawing the person's cards in the pressed panel."""
        spec = self._panel(table, note, **draft)
        self.desk.panels.shown(self.interaction, table, self._panel(table) if note or draft else spec)
        try:
            await self.redraw(spec)
        except BaseException:
            self.desk.panels.lost(self.interaction, table)
            raise

    async def redraw_table(self, table: Table) -> None:
        """Answers by drawing the table's message, which was pressed."""
        screen = self.desk.screen(table)
        spec = screen.pressed_spec()
        screen.answered(spec)
        self.desk.panels.pressed(self.interaction, table)
        drawn = False
        try:
            drawn = await self.redraw(spec)
        finally:
            if not drawn:
                screen.lost()

    async def redraw_pressed(self, table: Table) -> None:
        """Answers by drawing what was pressed as it should be now: panel, table, or an old message's truth."""
        message = self.interaction.message
        if self.in_private and self._sits_at(table) and table.state is not None:
            await self.redraw_panel(table)
        elif message is not None and message.id == table.message_id:
            await self.redraw_table(table)
        elif self._sits_at(table) and table.state is not None:
            await self.show_panel(table)
        else:
            raise Refused(Refusal.OLD_CONTROL)

    def _sits_at(self, table: Table) -> bool:
        return seat_of(table.seating, self.user_id) is not None

    def _panel(self, table: Table, note: str | None = None, **draft: Any) -> MessageSpec:
        seat = table.seat_of(self.user_id)
        if table.state is None:
            raise Refused(Refusal.NOT_STARTED)
        hint = hint_for(table, seat)
        return panel(self.words, self.emojis, table.view(seat), table.info(), note=note, hint=hint, **draft)

    async def refuse(self, sentence: str, table: Table | None) -> None:
        """Answers with one sentence: in the pressed panel, or in a private message of its own."""
        if self.in_private and table is not None and table.state is not None and self._sits_at(table):
            await self.redraw_panel(table, note=sentence)
        else:
            await self.show(MessageSpec((Text(sentence),)))


async def answering(answer: Answer, work: Awaitable[None], table: Table | None = None) -> None:
    """Does the work, which answers; what it raises becomes an answer too. Nothing gets past this."""
    if (task := asyncio.current_task()) is not None:
        answer.desk.note(task)
    began_at = time.perf_counter()
    with answer.metrics.answering():
        too_late = await _answered(answer, work, table)
    answer.metrics.answered((answer.promised_at or time.perf_counter()) - began_at, too_late=too_late)


async def _answered(answer: Answer, work: Awaitable[None], table: Table | None) -> bool:
    """Answers, whatever happens; gives whether Discord said that it is too late."""
    try:
        await _refusing(answer, work, table)
    except NO_ANSWER as error:
        if _is_too_late(error):
            LOG.info("an answer came too late: %s", error)
            return isinstance(error, discord.NotFound) and error.code == _INTERACTION_GONE
        answer.metrics.failed("answer-not-sent")
        LOG.warning("an answer did not arrive: %r", error)
        await _apologize(answer)
    except Exception:
        answer.metrics.failed("answer")
        LOG.exception("something broke")
        await _apologize(answer)
    return False


def _is_too_late(error: Exception) -> bool:
    """Whether Discord knows the interaction, or the message, no more; or has an answer already."""
    known = isinstance(error, discord.HTTPException) and error.code == _ANSWERED_ALREADY
    return known or isinstance(error, discord.NotFound | discord.InteractionResponded)


async def _refusing(answer: Answer, work: Awaitable[None], table: Table | None) -> None:
    try:
        await work
    except Stale:
        answer.metrics.refused("stale")
        if table is None:
            raise Refused(Refusal.OLD_CONTROL) from None
        await _answered(answer, answer.redraw_pressed(table), None)
    except Illegal as illegal:
        answer.metrics.refused(illegal.reason.value[1])
        await answer.refuse(_explained(answer, illegal, table), table)
    except RulesFault as fault:
        answer.metrics.refused(Refusal.BAD_RULES.value)
        await answer.refuse(explain_rules(answer.words, fault), table)
    except Refused as refusal:
        answer.metrics.refused(refusal.refusal.value)
        await answer.refuse(_sentence(answer, refusal), table)


def _explained(answer: Answer, illegal: Illegal, table: Table | None) -> str:
    if table is None or table.state is None:
        return explain(answer.words, illegal)
    seat = seat_of(table.seating, answer.user_id)
    legal = table.view(seat).legal if seat is not None else ()
    info = table.info()
    return explain(answer.words, illegal, legal=legal, who=lambda one: called(answer.words, info.seating, one))


def _sentence(answer: Answer, refusal: Refused) -> str:
    details = dict(refusal.details)
    table = details.pop("table", None)
    if isinstance(table, Table):
        details["link"] = answer.desk.screen(table).link()
    if "name" in details:
        details["name"] = safe_name(details["name"])
    return refused(answer.words, refusal.refusal, details)


async def _apologize(answer: Answer) -> None:
    try:
        if not answer.is_given:
            await answer.show(MessageSpec((Text(answer.words("refused.something-broke")),)))
    except NO_ANSWER as error:
        LOG.warning("an answer did not arrive: %r", error)
