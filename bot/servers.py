"""What a server has set for its tables."""

from __future__ import annotations

from typing import Any, Final

from bot.game.rules import CANADIAN, RuleSet, RulesFault, house, preset, rules_from_json
from bot.kept import Kept, Setting, one_of, switch
from bot.pace import CLOCKS
from bot.players.registry import LEVELS
from bot.refusals import Refusal, Refused
from db.settings import SettingsTable

USUAL_CLOCK: Final = "normal"
USUAL_LEVEL: Final = "normal"
MOST_CHANNELS: Final = 25


def _is_rules(value: Any) -> bool:
    try:
        rules_from_json(value)
    except RulesFault:
        return False
    return True


def _are_channels(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_CHANNELS and all(type(one) is int for one in value)


SERVER_SETTINGS: Final = {
    "rules": Setting(CANADIAN.to_json(), _is_rules),
    "clock": one_of(USUAL_CLOCK, *CLOCKS),
    "level": one_of(USUAL_LEVEL, *LEVELS),
    "hints": switch(usual=True),
    "rated": switch(usual=True),
    # Where tables may be opened; everywhere, if none is named.
    "channels": Setting([], _are_channels),
}


class Servers(Kept):
    """The settings of all servers. A direct message belongs to none and has what is usual."""

    def __init__(self, stored: SettingsTable) -> None:
        super().__init__(stored, "guild", SERVER_SETTINGS)

    def rules(self, guild_id: int | None) -> RuleSet:
        """What a new table plays."""
        return rules_from_json(self.value(guild_id, "rules"))

    def clock(self, guild_id: int | None) -> str:
        """A new table's clock."""
        return str(self.value(guild_id, "clock"))

    def level(self, guild_id: int | None) -> str:
        """The level of a new table's robots."""
        return str(self.value(guild_id, "level"))

    def channels(self, guild_id: int | None) -> tuple[int, ...]:
        """Where tables may be opened; everywhere, if there is none."""
        return tuple(self.value(guild_id, "channels"))

    def allows_hints(self, guild_id: int | None) -> bool:
        """Whether the tables of a server may have hints."""
        return bool(self.value(guild_id, "hints"))

    def rates(self, guild_id: int | None) -> bool:
        """Whether games that begin there change ratings."""
        return bool(self.value(guild_id, "rated"))

    async def set_preset(self, guild_id: int, name: str) -> None:
        """New tables play a preset. Raises Refused."""
        try:
            made = preset(name)
        except RulesFault as fault:
            raise Refused(Refusal.BAD_RULES, fault=fault) from None
        await self.put(guild_id, "rules", made.to_json())

    async def set_house_rule(self, guild_id: int, field: str, value: Any) -> None:
        """New tables play with one more house rule. Raises Refused."""
        try:
            made = house(self.rules(guild_id), **{field: value})
        except RulesFault as fault:
            raise Refused(Refusal.BAD_RULES, fault=fault) from None
        await self.put(guild_id, "rules", made.to_json())
