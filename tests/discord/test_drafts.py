"""What somebody has picked in their panel stays while others act."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest

from bot.wire.painter import LEISURE
from tests.discord.kit import Person, Room, components_of
from tests.discord.playing import open_table, play_on


def chosen(message: discord.Message) -> set[str]:
    """The chosen lines of a panel's menu."""
    menus: list[Any] = [one for one in components_of(message) if getattr(one, "options", None)]
    return {option.value for menu in menus for option in menu.options if option.default}


def choosing(here: Room) -> list[Person]:
    """The people whose panel lets them choose what to throw."""
    return [person for person in here.people if "throw" in person.offers()]


@pytest.mark.seed(4)
async def test_a_draft_outlives_other_peoples_discards(here: Room) -> None:
    await open_table(here)
    chance = random.Random(1)
    await play_on(here, chance, until=lambda: len(choosing(here)) > 1)
    mine, other = choosing(here)[:2]
    menu = next(one for one in components_of(mine.panel()) if getattr(one, "options", None))
    others = [option.value for option in menu.options if not option.default]
    wanted = {*sorted(chosen(mine.panel()))[1:], others[0]}
    await mine.choose("throw", wanted)
    assert chosen(mine.panel()) == wanted
    await other.press("discard")
    await here.wait(LEISURE + 2)
    assert chosen(mine.panel()) == wanted
    await mine.press("discard")
    assert "discard" not in mine.offers()
