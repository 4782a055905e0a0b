"""What the running bot says of itself, as a short table."""

from __future__ import annotations

import http.client
import math
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from prometheus_client.parser import text_string_to_metric_families

from bot.config import Address
from bot.present.words import Words

#: Seconds to wait for the bot's answer; its own look at the database may take three.
_PATIENCE: Final = 5.0

#: Where to ask a bot that listens everywhere.
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asked there, not listened on

#: Parts of a sum that are named.
_SHOWN: Final = 5

#: The words of health there is a sentence for.
_KNOWN: Final = ("ok", "starting", "gateway")


class Report(NamedTuple):
    """The table, and whether the bot is well."""

    well: bool
    text: str


def status(words: Words, address: Address | None) -> Report:
    """Asks the bot that tells its health at ``address``."""
    if address is None:
        return Report(False, words("status.off"))
    host = _EVERYWHERE.get(address.host, address.host)
    try:
        well, word = _asked(host, address.port, "/healthz")
        _, metrics = _asked(host, address.port, "/metrics")
        rows = list(_rows(words, Numbers(metrics), word.strip()))
    except (OSError, http.client.HTTPException, ValueError, LookupError):
        return Report(False, words("status.not-running", host=host, port=address.port))
    width = max(len(name) for name, _ in rows)
    return Report(well, "\n".join(f"{name:<{width}}  {told}" for name, told in rows))


def _asked(host: str, port: int, path: str) -> tuple[bool, str]:
    connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status == http.HTTPStatus.OK, answer.read().decode()
    finally:
        connection.close()


class Numbers:
    """Everything on a page of metrics. Raises LookupError where it is not King Pedro's."""

    def __init__(self, page: str) -> None:
        self._samples: defaultdict[str, list[tuple[dict[str, str], float]]] = defaultdict(list)
        for family in text_string_to_metric_families(page):
            for sample in family.samples:
                self._samples[sample.name.removeprefix("king_pedro_")].append((sample.labels, sample.value))
        self.version = self._samples["build_info"][0][0]["version"]

    def total(self, name: str, **labels: str) -> float:
        """The sum over all labels but those given."""
        return sum(value for its_labels, value in self._samples[name] if labels.items() <= its_labels.items())

    def parts(self, name: str, label: str) -> dict[str, float]:
        """The sum for each value of a label, the largest first; what is zero is left out."""
        found: defaultdict[str, float] = defaultdict(float)
        for labels, value in self._samples[name]:
            if value:
                found[labels[label]] += value
        return dict(sorted(found.items(), key=lambda part: -part[1]))

    def within(self, name: str, share: float, **labels: str) -> float | None:
        """Seconds within which this share of the times lay, rounded up to the next bucket; None if there are none."""
        count = self.total(f"{name}_count", **labels)
        limits = {float(its_labels["le"]): its_labels["le"] for its_labels, _ in self._samples[f"{name}_bucket"]}
        enough = (
            limit
            for limit, le in sorted(limits.items())
            if self.total(f"{name}_bucket", le=le, **labels) >= share * count
        )
        return next(enough, None) if count else None


def _rows(words: Words, numbers: Numbers, word: str) -> Iterator[tuple[str, str]]:
    def row(key: str, **values: object) -> tuple[str, str]:
        return words(f"status.{key}.name"), words(f"status.{key}", **values)

    def sum_of(name: str, **labels: str) -> str:
        return f"{numbers.total(name, **labels):,.0f}"

    def time_of(name: str, share: float = 0.99, **labels: str) -> str:
        return _time(words, numbers.within(f"{name}_seconds", share, **labels))

    health = words(f"status.health.{word}") if word in _KNOWN else words("status.health.other", word=word)
    running = time.time() - numbers.total("process_start_time_seconds")
    yield words("status.health.name"), health
    yield row("program", version=numbers.version, time=_span(words, running))
    yield row("tables", live=sum_of("tables", state="live"), lobbies=sum_of("tables", state="lobby"))
    refused = _counts(words, numbers.parts("refusals_total", "reason"))
    yield row("presses", total=sum_of("presses_total"), refused=refused)
    yield row("answers", half=time_of("answer", 0.5), most=time_of("answer"), late=sum_of("answers_late_total"))
    yield row("errors", counts=_counts(words, numbers.parts("errors_total", "kind")))
    yield row("database", most=time_of("database", work="write"))
    yield row("loop", most=time_of("loop_lag"))
    yield row("robots", waiting=sum_of("robots_queue"), most=time_of("robot"))
    yield row("memory", size=f"{numbers.total('process_resident_memory_bytes') / 1e6:,.0f}")


def _counts(words: Words, parts: dict[str, float]) -> str:
    """The sum, and the most of what it is made of."""
    if not parts:
        return words("status.none")
    told = ", ".join(f"{part} {count:,.0f}" for part, count in list(parts.items())[:_SHOWN])
    return words("status.counts", total=f"{sum(parts.values()):,.0f}", parts=told)


def _time(words: Words, seconds: float | None) -> str:
    if seconds is None:
        return words("status.never")
    if math.isinf(seconds):
        return words("status.longer")
    return words("status.within", time=f"{seconds * 1000:g}")


def _span(words: Words, seconds: float) -> str:
    minutes = int(seconds // 60)
    days, hours = divmod(minutes // 60, 24)
    if days:
        return words("status.days", days=days, hours=hours)
    return words("status.hours", hours=hours, minutes=minutes % 60)
