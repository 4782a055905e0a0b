"""What is stored about a person, in their own words' language, and the question before it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.present.escape import safe_name
from bot.present.spec import Accent, Button, Control, MessageSpec, Row, Style, Text
from bot.present.words import Words


@dataclass(frozen=True, slots=True)
class AboutYou:
    """How much is stored; ``since`` is when the first game was opened, in seconds since 1970."""

    name: str | None
    games: int
    results: int
    settings: int
    since: int | None

    def __bool__(self) -> bool:
        return self.name is not None or bool(self.games or self.results or self.settings)


def privacy_page(words: Words, kept: AboutYou) -> MessageSpec:
    """What there is, a line a kind, and what can be done with it."""
    if not kept:
        return MessageSpec((Text(f"{words('privacy.title')}\n{words('privacy.none')}"),))
    buttons = (
        Button(words("button.privacy.file"), Control("privacy-file"), Style.PRIMARY),
        Button(words("button.privacy.delete"), Control("privacy-ask"), Style.DANGER),
    )
    lines = "\n".join((words("privacy.title"), *_kinds(words, kept), words("privacy.long")))
    return MessageSpec((Text(lines), Row(buttons)))


def _kinds(words: Words, kept: AboutYou) -> Iterator[str]:
    if kept.name is not None:
        yield words("privacy.name", name=safe_name(kept.name))
    if kept.games:
        yield words.count("privacy.games", kept.games, since=f"<t:{kept.since}:D>")
    if kept.results:
        yield words.count("privacy.results", kept.results)
    if kept.settings:
        yield words.count("privacy.settings", kept.settings)


def privacy_question(words: Words) -> MessageSpec:
    """Says what happens, before it does."""
    buttons = (
        Button(words("button.privacy.yes"), Control("privacy-delete"), Style.DANGER),
        Button(words("button.privacy.no"), Control("privacy")),
    )
    return MessageSpec((Text(words("privacy.question")), Row(buttons)), Accent.WAITING)


def privacy_done(words: Words) -> MessageSpec:
    """Nothing is left."""
    return MessageSpec((Text(words("privacy.done")),))
