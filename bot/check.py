"""Looks at configuration and database, and says what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import NamedTuple

from bot.config import ConfigurationFault, load_settings
from bot.present.words import Words
from db.faults import FaultKind, StoreFault
from db.store import Store
from db.values import Finding


class Line(NamedTuple):
    """One thing that was looked at."""

    sound: bool
    text: str


def check(words: Words) -> Iterator[Line]:
    """Everything that was looked at, in words; the database is looked at only, never made or changed."""
    try:
        settings = load_settings()
    except ConfigurationFault as fault:
        for sentence in fault.sentences:
            yield Line(False, sentence)
        return
    yield Line(True, words("check.settings"))
    yield Line(True, words("check.token" if settings.discord_token is not None else "check.no-token"))
    try:
        findings = asyncio.run(_findings(settings.database_url))
    except StoreFault as fault:
        missing = fault.kind is FaultKind.MISSING
        yield Line(missing, words("check.database-missing") if missing else words("run.store", detail=fault.detail))
        return
    for finding in findings:
        yield Line(finding.sound, words("check.finding", subject=finding.subject, detail=finding.detail))


async def _findings(url: str) -> tuple[Finding, ...]:
    store = await Store.open(url, migrate=False)
    try:
        return await store.check()
    finally:
        await store.close()
