"""The stretches of time a board can be of: all time, and the season, month and week a game ended in (UTC)."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final, Literal

Period = Literal["all-time", "season", "month", "week"]


def _season(day: datetime) -> str:
    return f"{day.year}-Q{(day.month + 2) // 3}"


def _week(day: datetime) -> str:
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"


_NAMES: Final[Mapping[Period, Callable[[datetime], str]]] = MappingProxyType(
    {
        "all-time": lambda _: "all",
        "season": _season,
        "month": lambda day: f"{day.year}-{day.month:02}",
        "week": _week,
    }
)


def period_of(kind: Period, at: datetime) -> str:
    """How the standings call the stretch this moment lies in: `all`, `2026-Q4`, `2026-12`, `2026-W49`."""
    return _NAMES[kind](at.astimezone(UTC))


def periods_of(at: datetime) -> tuple[str, ...]:
    """All four."""
    return tuple(name(at.astimezone(UTC)) for name in _NAMES.values())
