"""The help page, and a table in words for whoever asks."""

from __future__ import annotations

from bot.present.spec import MessageSpec, Text
from bot.present.words import Words


def help_page(words: Words) -> MessageSpec:
    """How a game goes, and every command."""
    return MessageSpec((Text(words("help.game")), Text(words("help.commands"))))


def status_page(words: Words, shown: MessageSpec, link: str) -> MessageSpec:
    """The table's message for one who asks, with nothing to press and the way to the message itself."""
    still = shown.without_controls()
    return MessageSpec((*still.parts, Text(words("status.link", link=link))), still.accent)
