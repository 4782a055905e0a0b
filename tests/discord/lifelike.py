"""What simcord's Discord lacks of the real one: requests that take their time, tokens that expire, languages."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest
import simcord
from simcord.backend.errors import BackendError
from simcord.http import client as rest
from simcord.http import router

#: Seconds between two looks.
_LOOK: Final = 0.003


class Sent(NamedTuple):
    """A request as it went out, at ``at`` seconds of the world's time."""

    at: float
    method: str
    path: str


def requests_suspend(patch: pytest.MonkeyPatch, chance: random.Random, most: int = 4) -> None:
    """Every request really suspends, before and after, so that tasks interleave as ``chance`` has it."""

    def suspending(plain: Callable[..., Any]) -> Callable[..., Any]:
        async def request(*arguments: Any, **options: Any) -> Any:
            for _ in range(chance.randint(1, most)):
                await asyncio.sleep(0)
            try:
                return await plain(*arguments, **options)
            finally:
                for _ in range(chance.randint(0, most)):
                    await asyncio.sleep(0)

        return request

    for kind in (rest.FakeHTTPClient, rest.FakeWebhookAdapter):
        patch.setattr(kind, "request", suspending(kind.request))


def requests_as_at_discord(patch: pytest.MonkeyPatch, world: simcord.Env) -> list[Sent]:
    """An expired token answers 401/50027, where simcord knows no such message. Gives the requests as they go out."""
    plain = router.dispatch
    sent: list[Sent] = []

    def dispatch(backend: Any, method: str, path: str, **options: Any) -> Any:
        sent.append(Sent(world.now().timestamp(), method, path))
        try:
            return plain(backend, method, path, **options)
        except BackendError as error:
            token = path.split("/")[3:4]
            if error.code == 10015 and token and token[0] in backend.interaction_tokens:
                raise BackendError(401, 50027, "Invalid Webhook Token") from None
            raise

    patch.setattr(router, "dispatch", dispatch)
    return sent


def people_speak(patch: pytest.MonkeyPatch, world: simcord.Env, locales: Mapping[int, str]) -> None:
    """Each person's interactions come in the language ``locales`` has for them, English where it has none."""
    plain = world.backend.emit

    def emit(event: str, payload: Any, *arguments: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            who = payload.get("user") or payload["member"]["user"]
            payload["locale"] = locales.get(int(who["id"]), payload["locale"])
        return plain(event, payload, *arguments, **options)

    patch.setattr(world.backend, "emit", emit)


def looks_often(patch: pytest.MonkeyPatch) -> None:
    """Looks every few milliseconds whether the bot has settled, not every fifty: most of a test was that wait."""
    plain = simcord.Env._settle_internal

    async def settle(world: simcord.Env, *, idle: float = _LOOK, **options: Any) -> None:
        await plain(world, idle=idle, **options)

    patch.setattr(simcord.Env, "_settle_internal", settle)
