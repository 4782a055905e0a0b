"""What a channel allows, and a table that was set going again."""

from __future__ import annotations

from collections.abc import Mapping

from bot.present.names import listed
from bot.present.spec import Accent, Button, Control, MessageSpec, Row, Style, Text
from bot.present.words import Words


def channel_checked(words: Words, needed: Mapping[str, bool], useful: Mapping[str, bool]) -> MessageSpec:
    """Each permission by Discord's name, whether the bot has it, and what to do next."""
    lines = [words("setup.title"), *(_line(words, name, has) for name, has in {**needed, **useful}.items())]
    if not all(needed.values()):
        end = words("setup.missing", permissions=missing(words, needed))
    elif not all(useful.values()):
        end = words("setup.enough", permissions=missing(words, useful))
    else:
        end = words("setup.ready")
    return MessageSpec((Text("\n".join(lines)), Text(end)), Accent.MADE if all(needed.values()) else Accent.WAITING)


def _line(words: Words, name: str, has: bool) -> str:
    permission = words(f"permission.{name}")
    return words("setup.has", permission=permission) if has else words("setup.lacks", permission=permission)


def missing(words: Words, asked: Mapping[str, bool]) -> str:
    """The permissions that are not given, by Discord's names; there is one at least."""
    return listed(words, [words(f"permission.{name}") for name, has in asked.items() if not has])


def fixed(words: Words, game: int, *, is_live: bool, waits: bool) -> MessageSpec:
    """What was done, and the ways out where it did not help; ``waits`` says that people are to act."""
    done = words("fix.done") if is_live else words("fix.done.lobby")
    stand_in = Button(words("button.stand-in"), Control("stand-in", game))
    end = Button(words("button.end-stuck"), Control("end-stuck", game), Style.DANGER)
    return MessageSpec((Text(done), Row((stand_in, end) if waits else (end,))))


def stood_in(words: Words) -> MessageSpec:
    """Robots play for those who did not come."""
    return MessageSpec((Text(words("fix.stood-in")),))
