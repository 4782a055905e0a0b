"""Settings: per owner, by name, anything JSON can say."""

from typing import Any

import pytest

from db.store import Store


async def test_nothing_is_set_at_first(store: Store) -> None:
    assert await store.settings.all("guild", 1) == {}


@pytest.mark.parametrize("value", [None, False, 0, "ä ♠ \N{PILE OF POO}", [1, None], {"a": {"b": [1.5]}}])
async def test_what_is_put_comes_back(store: Store, value: Any) -> None:
    await store.settings.put("person", 2**63 - 1, "hints", value)
    assert await store.settings.all("person", 2**63 - 1) == {"hints": value}


async def test_the_newest_value_counts_and_others_stay(store: Store) -> None:
    await store.settings.put("guild", 1, "rules", "canadian")
    await store.settings.put("guild", 1, "clock", "fast")
    await store.settings.put("guild", 1, "rules", "king-pedro")
    assert await store.settings.all("guild", 1) == {"rules": "king-pedro", "clock": "fast"}


async def test_owners_and_scopes_are_apart(store: Store) -> None:
    await store.settings.put("guild", 1, "rules", "a")
    await store.settings.put("person", 1, "rules", "b")
    await store.settings.put("guild", 2, "rules", "c")
    await store.settings.put("bot", 0, "rules", "d")
    await store.settings.drop("guild", 1, "rules")
    await store.settings.drop("guild", 1, "never set")
    assert await store.settings.all("guild", 1) == {}
    assert await store.settings.all("person", 1) == {"rules": "b"}
    assert await store.settings.all("guild", 2) == {"rules": "c"}
    assert await store.settings.all("bot", 0) == {"rules": "d"}


async def test_all_of_a_scope_is_found_by_owner(store: Store) -> None:
    await store.settings.put("guild", 1, "hints", False)
    await store.settings.put("guild", 2, "hints", True)
    await store.settings.put("guild", 2, "clock", "fast")
    await store.settings.put("person", 4, "hints", False)
    assert await store.settings.every("guild") == {1: {"hints": False}, 2: {"hints": True, "clock": "fast"}}
