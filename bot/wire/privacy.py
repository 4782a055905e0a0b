"""`/pedro privacy`: what is stored about a person, as a page or a file, and its end."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import logging
from typing import Any, Final

import discord

from bot.present.privacy import AboutYou, privacy_done, privacy_page, privacy_question
from bot.present.spec import MessageSpec
from bot.refusals import Refusal, Refused
from bot.wire.answer import Answer
from bot.wire.presses import Handler, Press
from db.faults import StoreError
from db.privacy import Stored

LOG = logging.getLogger(__name__)

#: Bytes that Discord takes of a bot, with room for the rest of the message.
_MOST_BYTES: Final = 9_000_000


async def show_privacy(answer: Answer) -> None:
    """What there is about the person."""
    await answer.show(await _page(answer))


async def _page(answer: Answer) -> MessageSpec:
    stored = await answer.desk.store.privacy.stored(answer.user_id)
    return privacy_page(answer.words, _told(stored))


def _told(stored: Stored) -> AboutYou:
    since = int(stored.since.timestamp()) if stored.since is not None else None
    return AboutYou(stored.name, stored.games, stored.results, stored.settings, since)


async def _back(press: Press) -> None:
    await press.redraw(await _page(press))


async def _ask(press: Press) -> None:
    await press.redraw(privacy_question(press.words))


async def _file(press: Press) -> None:
    """Everything, which may take a while to find."""
    await press.interaction.response.defer(ephemeral=True, thinking=True)
    about = await press.desk.store.privacy.about(press.user_id)
    file = await asyncio.to_thread(_written, about)
    await press.interaction.edit_original_response(attachments=[file])


def _written(about: dict[str, Any]) -> discord.File:
    content, name = json.dumps(about, ensure_ascii=False, indent=1).encode(), "king-pedro-about-you.json"
    if len(content) > _MOST_BYTES:
        content, name = gzip.compress(content), f"{name}.gz"
    return discord.File(io.BytesIO(content), filename=name)


async def _delete(press: Press) -> None:
    """Not while the person holds a seat: the table would need them."""
    store = press.desk.store.privacy
    channel_id = await store.sits_at(press.user_id)
    if channel_id is not None:
        raise Refused(Refusal.AT_A_TABLE, channel=f"<#{channel_id}>")
    await press.work(_forget(press))
    await press.redraw(privacy_done(press.words))


async def _forget(press: Press) -> None:
    try:
        await press.desk.store.privacy.forget(press.user_id)
    except StoreError as error:
        LOG.error("a person is not forgotten: %s", error)
        raise Refused(Refusal.TRY_AGAIN) from error
    press.desk.preferences.forget(press.user_id)
    press.desk.reviews.forget(press.user_id)
    press.desk.panels.forget_person(press.user_id)


PRIVACY_CONTROLS: dict[str, Handler] = {
    "privacy": _back,
    "privacy-file": _file,
    "privacy-ask": _ask,
    "privacy-delete": _delete,
}
