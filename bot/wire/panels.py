"""People's private panels: one a person and table, kept up to date while its token lives."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import discord

from bot.adviser import hint_for
from bot.lobby import Status
from bot.present.panel import panel
from bot.present.spec import MessageSpec
from bot.present.table import table_ended
from bot.present.words import Words, words_for
from bot.seats import seat_of
from bot.table import Table
from bot.wire.painter import Painter, worth_trying_after
from bot.wire.render import SpecView

if TYPE_CHECKING:
    from bot.wire.desk import Desk

LOG = logging.getLogger(__name__)

#: Seconds a token is used: a little less than the fifteen minutes it lives.
TOKEN_LIFE: Final = 14 * 60


class Panel:
    """A private message of one person that shows their cards.

    It is the answer to ``interaction``, or a message sent after it. Before anything is shown it only keeps the
    interaction, so that cards can be sent to who sat down in the lobby.
    """

    def __init__(self, interaction: discord.Interaction, table: Table, desk: Desk) -> None:
        self.table = table
        self.user_id = interaction.user.id
        self._desk = desk
        self._interaction = interaction
        self._message_id: int | None = None
        self._posted = False
        self._shown: MessageSpec | None = None  # but for a note or a draft; None where what it shows is not known
        self._closed = False
        self._painter = Painter(self._paint, desk.house)

    @property
    def words(self) -> Words:
        """The words of the person's language."""
        return words_for(str(self._interaction.locale))

    @property
    def lives(self) -> bool:
        """Whether the bot may still edit it unasked."""
        age = self._desk.house.now() - self._interaction.created_at.timestamp()
        return not self._closed and age < TOKEN_LIFE

    @property
    def is_open(self) -> bool:
        """Whether it shows cards and follows the game by itself."""
        return self._posted and self.lives

    def pressed_elsewhere(self, interaction: discord.Interaction) -> None:
        """The person pressed something that is not their panel: its token is of use when the panel has none."""
        if not self.is_open:
            self._interaction, self._message_id = interaction, None
            self._posted, self._shown, self._closed = False, None, False

    def shown_by(self, interaction: discord.Interaction, spec: MessageSpec) -> None:
        """The panel is being drawn as the answer to this press, whose token is good from now on."""
        self._take(interaction, spec)
        self._painter.fulfilled()

    def _take(self, interaction: discord.Interaction, spec: MessageSpec) -> None:
        self._interaction, self._message_id = interaction, None
        self._posted, self._shown, self._closed = True, spec, False
        self._painter.note_painted()

    def lost_by(self, interaction: discord.Interaction) -> None:
        """That answer did not arrive, so its token is of no use."""
        if interaction is self._interaction:
            self._closed = True

    def posted_by(self, interaction: discord.Interaction, spec: MessageSpec) -> None:
        """The panel was sent anew as the answer to this interaction; the old one goes."""
        if self.is_open:
            self._desk.run(self._delete(self._interaction, self._message_id))
        self._take(interaction, spec)

    def wish(self) -> None:
        """The table changed. Who is not asked for anything is told at leisure."""
        if self.is_open:
            seat = seat_of(self.table.seating, self.user_id)
            leisurely = self.table.next_at is None and seat not in self.table.people_to_act()
            self._painter.wish(leisurely=leisurely)

    async def post(self) -> None:
        """Sends it as a new private message under everything else, and takes the old one away."""
        spec = self._spec()
        if spec is None or not self.lives:
            return
        interaction, was_open, old_id = self._interaction, self.is_open, self._message_id
        try:
            message = await interaction.followup.send(view=SpecView(spec), ephemeral=True, wait=True)
        except discord.HTTPException as error:
            self._give_up(interaction, error)
            return
        if interaction is not self._interaction:  # the person has asked for a newer one meanwhile
            await self._delete(interaction, message.id)
            return
        self._posted, self._shown, self._message_id = True, spec, message.id
        self._painter.note_painted()
        if was_open:
            await self._delete(interaction, old_id)

    async def close(self) -> None:
        """Draws it once more, and edits it no more."""
        self._painter.stop()
        await self._paint()
        self._closed = True

    def stop(self) -> None:
        """Draws no more: a press after a restart brings a fresh one."""
        self._painter.stop()
        self._closed = True

    def _spec(self) -> MessageSpec | None:
        return self._desk.panels.spec(self.table, self.user_id, self.words)

    async def _paint(self) -> float | None:
        spec = self._spec()
        if spec is None or spec == self._shown or not self.is_open:
            self._painter.note_spared()
            return None
        interaction, self._shown = self._interaction, None
        try:
            await self._edit(spec)
        except (discord.HTTPException, discord.RateLimited, TimeoutError, OSError) as error:
            again = worth_trying_after(error)
            if again is None:
                self._give_up(interaction, error)
            return again
        self._edited(spec)
        return None

    def _edited(self, spec: MessageSpec) -> None:
        if self._shown is None:
            self._shown = spec
        else:  # an answer was on its way at the same time: nobody knows which came last
            self._shown = None
            self._painter.wish()

    async def _edit(self, spec: MessageSpec) -> None:
        if self._message_id is None:
            await self._interaction.edit_original_response(view=SpecView(spec))
        else:
            await self._interaction.followup.edit_message(self._message_id, view=SpecView(spec))

    async def _delete(self, interaction: discord.Interaction, message_id: int | None) -> None:
        try:
            if message_id is None:
                await interaction.delete_original_response()
            else:
                await interaction.followup.delete_message(message_id)
        except discord.HTTPException as error:
            LOG.info("game %s: an old panel stays: %s", self.table.id, error)

    def _give_up(self, interaction: discord.Interaction, error: Exception) -> None:
        """A press brings a fresh one, if it has not already."""
        LOG.info("recovered: game %s: a panel is given up, a press brings a fresh one: %s", self.table.id, error)
        self.lost_by(interaction)
        if self.table.driver is not None:
            self.table.driver.wake()  # perhaps it was their turn: they must be called


class Panels:
    """All panels that the bot may still edit, by game and person."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._panels: dict[int, dict[int, Panel]] = {}

    def spec(self, table: Table, user_id: int, words: Words) -> MessageSpec | None:
        """What the person's panel should show; None where they have no hand to see."""
        seat = seat_of(table.seating, user_id)
        if seat is None or table.state is None:
            return None
        if table.status is Status.ENDED:
            return table_ended(words, table.info(), table.ending or "")
        return panel(words, self._desk.emojis_for(user_id), table.view(seat), table.info(), hint=hint_for(table, seat))

    def shown(self, interaction: discord.Interaction, table: Table, spec: MessageSpec) -> None:
        """The person's panel is being drawn as the answer to this interaction; ``spec`` has no note and no draft."""
        self._of(interaction, table).shown_by(interaction, spec)

    def posted(self, interaction: discord.Interaction, table: Table, spec: MessageSpec) -> None:
        """The person's panel was sent as a new message, the answer to this interaction."""
        self._of(interaction, table).posted_by(interaction, spec)

    def lost(self, interaction: discord.Interaction, table: Table) -> None:
        """What was told as shown or posted did not arrive."""
        self._of(interaction, table).lost_by(interaction)

    def pressed(self, interaction: discord.Interaction, table: Table) -> None:
        """The person did something else at this table."""
        self._of(interaction, table).pressed_elsewhere(interaction)

    def _of(self, interaction: discord.Interaction, table: Table) -> Panel:
        mine = self._panels.setdefault(table.id, {})
        known = mine.get(interaction.user.id)
        if known is None:
            known = mine[interaction.user.id] = Panel(interaction, table, self._desk)
        return known

    def is_open(self, table: Table, user_id: int) -> bool:
        """Whether the person has a panel that follows the game by itself."""
        known = self._panels.get(table.id, {}).get(user_id)
        return known is not None and known.is_open

    def refresh(self, table: Table) -> None:
        """The table changed: every living panel follows."""
        for known in self._panels.get(table.id, {}).values():
            known.wish()

    def move_down(self, table: Table) -> None:
        """A new hand began below: the panels go below it too."""
        for known in self._panels.get(table.id, {}).values():
            self._desk.run(known.post())

    def stop(self) -> None:
        """No panel is drawn any more."""
        for mine in self._panels.values():
            for known in mine.values():
                known.stop()

    def forget_person(self, user_id: int) -> None:
        """Panels of this person are not drawn any more."""
        for mine in self._panels.values():
            if (known := mine.pop(user_id, None)) is not None:
                known.stop()

    def forget(self, table: Table) -> None:
        """The table is over: its panels are drawn for the last time."""
        for known in self._panels.pop(table.id, {}).values():
            self._desk.run(known.close())
