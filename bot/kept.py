"""What servers or people have set, kept at hand, because every drawing asks for it."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bot.refusals import Refusal, Refused
from db.faults import StoreError
from db.settings import SettingsTable
from db.values import Scope

LOG = logging.getLogger(__name__)


class Setting(NamedTuple):
    """What is usual, and whether a value is one of this setting's; values are what JSON can say."""

    usual: Any
    fits: Callable[[Any], bool]


def one_of(usual: str, *others: str) -> Setting:
    """A choice among names."""
    return Setting(usual, (usual, *others).__contains__)


def switch(*, usual: bool) -> Setting:
    """On or off."""
    return Setting(usual, lambda value: isinstance(value, bool))


class Kept:
    """The settings of all servers, or of all people, by the owner's id."""

    def __init__(self, stored: SettingsTable, scope: Scope, known: Mapping[str, Setting]) -> None:
        self._stored = stored
        self._scope: Final[Scope] = scope
        self._known = known
        self._set: defaultdict[int, dict[str, Any]] = defaultdict(dict)

    async def load(self) -> None:
        """Reads what is stored; what is not understood any more counts as not set. Raises StoreFault."""
        for owner_id, values in (await self._stored.every(self._scope)).items():
            known = {name: value for name, value in values.items() if self._fits(name, value)}
            if known:
                self._set[owner_id] = known

    def _fits(self, name: str, value: Any) -> bool:
        try:
            return name in self._known and self._known[name].fits(value)
        except TypeError:  # a list among names
            return False

    def value(self, owner_id: int | None, name: str) -> Any:
        """What the owner has set, or what is usual; nobody has set nothing."""
        own = self._set.get(owner_id) if owner_id is not None else None
        return self._known[name].usual if own is None else own.get(name, self._known[name].usual)

    async def put(self, owner_id: int, name: str, value: Any) -> None:
        """Sets a value from now on. Raises Refused for one that does not fit, or is not saved: nothing has changed."""
        if not self._fits(name, value):
            raise Refused(Refusal.OLD_CONTROL)
        try:
            await self._stored.put(self._scope, owner_id, name, value)
        except StoreError as error:
            raise self._not_saved(error) from error
        self._set[owner_id][name] = value

    async def reset(self, owner_id: int) -> None:
        """Makes everything usual again. Raises Refused, and then nothing has changed."""
        try:
            await self._stored.clear(self._scope, owner_id)
        except StoreError as error:
            raise self._not_saved(error) from error
        self.forget(owner_id)

    def forget(self, owner_id: int) -> None:
        """What the owner has set is stored no more."""
        self._set.pop(owner_id, None)

    def _not_saved(self, error: StoreError) -> Refused:
        LOG.error("settings of a %s not saved: %s", self._scope, error)
        return Refused(Refusal.TRY_AGAIN)
