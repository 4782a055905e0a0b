"""What somebody has picked in their panel stays while others act."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from bot.game.rules import KING_PEDRO
from bot.wire.painter import LEISURE
from tests.discord.kit import Person, Room, components_of, room
from tests.discord.playing import Stacked, open_table, play_on, south_in_spades
from tests.game.table_text import stack


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


SPARE_TRUMPS: Final = """
    S AS KS QS JS TS 9S 8S 7S 6S
    N 5S 4S
    E 5C
    W 3S 2S
"""


async def test_spare_trumps_that_were_picked_can_be_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R6.4: none of them has to go, and Discord sends a menu with nothing chosen too."""
    pack = stack(KING_PEDRO, "N", SPARE_TRUMPS, trump="S")
    async with room(tmp_path, Stacked("N", pack), monkeypatch) as here:
        await open_table(here, rules="king-pedro", clock="none")
        south = here.people[0]
        await play_on(here, random.Random(1), until=lambda: "throw" in south.offers(), choose=south_in_spades)
        await south.choose("throw", ["6S", "7S"])
        assert chosen(south.panel()) == {"6S", "7S"}
        await south.choose("throw", [])
        assert chosen(south.panel()) == set()
