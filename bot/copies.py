"""Backups of the database and putting them back, in words."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from bot.config import load_settings
from bot.present.words import Words
from db import backup as store
from db.backup import Contents
from db.faults import StoreFault


class CannotCopy(Exception):
    """Why nothing was copied, as one sentence."""


def backup(words: Words, file: Path, *, overwrite: bool) -> str:
    """Makes a backup and tells what is in it. Raises CannotCopy or ConfigurationFault."""
    try:
        made = asyncio.run(store.backup(load_settings().database_url, file, overwrite=overwrite))
    except StoreFault as fault:
        raise CannotCopy(words("backup.failed", detail=fault.detail)) from None
    return words("backup.made", file=file, contents=_told(words, made))


def restore(words: Words, file: Path) -> str:
    """Puts a backup back and tells what is in it, and where the database before it is. Raises as `backup`."""
    try:
        restored = asyncio.run(store.restore(load_settings().database_url, file, datetime.now(UTC)))
    except StoreFault as fault:
        raise CannotCopy(words("restore.failed", detail=fault.detail)) from None
    contents = _told(words, restored.contents)
    if restored.kept is None:
        return words("restore.made", file=file, contents=contents)
    return words("restore.kept", file=file, contents=contents, kept=restored.kept)


def _told(words: Words, contents: Contents) -> str:
    return words(
        "backup.contents",
        games=words.count("backup.games", contents.games, shown=f"{contents.games:,}"),
        actions=words.count("backup.actions", contents.entries, shown=f"{contents.entries:,}"),
        size=f"{contents.size / 1e6:,.1f}",
    )
