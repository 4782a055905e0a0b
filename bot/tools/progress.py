"""A bar on standard error for what takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from time import monotonic as now
from typing import Final, TypeVar

_Item = TypeVar("_Item")
_PATIENCE: Final = 1.0  # seconds


def with_progress(label: str, items: Iterable[_Item], total: int, *, printed: bool = True) -> Iterator[_Item]:
    """The same items; from the second second on a bar shows how many of ``total`` there have been.

    Only on a terminal, and not while the items themselves go by on it, as they do where they are ``printed``.
    """
    if not sys.stderr.isatty() or (printed and sys.stdout.isatty()):
        yield from items
        return
    started = now()
    iterator = iter(items)
    done = 0
    for item in iterator:
        yield item
        done += 1
        if now() - started > _PATIENCE:
            break
    else:
        return
    yield from _with_bar(label, iterator, done, total)


def _with_bar(label: str, items: Iterator[_Item], done: int, total: int) -> Iterator[_Item]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total, completed=done)
        for item in items:
            yield item
            progress.advance(task)
