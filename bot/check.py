"""Looks at configuration and database, and says what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.config import ConfigurationFault, load_settings
from bot.present.words import Words
from bot.recount import MODEL, finish_of
from db.faults import FaultKind, StoreFault
from db.recount import Recount
from db.store import Store
from db.values import Finding

#: Games that are named before the rest is only counted.
_SHOWN: Final = 5


class Line(NamedTuple):
    """One thing that was looked at."""

    sound: bool
    text: str


def check(words: Words, *, rebuild: bool = False) -> Iterator[Line]:
    """Everything that was looked at, in words; the database is looked at only, never made or changed.

    But with `rebuild` results, boards and ratings are counted again from the log, and what was wrong is put right.
    """
    try:
        settings = load_settings()
    except ConfigurationFault as fault:
        for sentence in fault.sentences:
            yield Line(False, sentence)
        return
    yield Line(True, words("check.settings"))
    yield Line(True, words("check.token" if settings.discord_token is not None else "check.no-token"))
    try:
        findings, recount = asyncio.run(_found(settings.database_url, rebuild=rebuild))
    except StoreFault as fault:
        missing = fault.kind is FaultKind.MISSING
        yield Line(missing, words("check.database-missing") if missing else words("run.store", detail=fault.detail))
        return
    for finding in findings:
        yield Line(finding.sound, words("check.finding", subject=finding.subject, detail=finding.detail))
    if recount is not None:
        yield from _recounted(words, recount)


def _recounted(words: Words, recount: Recount) -> Iterator[Line]:
    yield Line(True, words.count("check.counted", recount.games, shown=f"{recount.games:,}"))
    for table, (gone, new) in recount.differences.items():
        yield Line(False, words("check.put-right", table=table, gone=f"{gone:,}", new=f"{new:,}"))
    if recount.unreadable:
        shown = ", ".join(str(game) for game in recount.unreadable[:_SHOWN])
        yield Line(False, words.count("check.unreadable", len(recount.unreadable), games=shown))


async def _found(url: str, *, rebuild: bool) -> tuple[tuple[Finding, ...], Recount | None]:
    store = await Store.open(url, migrate=False, model=MODEL)
    try:
        recount = await store.count_again(finish_of) if rebuild else None
        return await store.check(), recount
    finally:
        await store.close()
