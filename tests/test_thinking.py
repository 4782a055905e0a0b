"""A robot that gives no decision, or none that the rules allow: the table goes on, and no log line names a card."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from bot.game.actions import PASS, Bid
from bot.game.view import PlayerView
from bot.house import House
from bot.players import registry
from bot.players.player import Decision, Player
from bot.pool import NoThought, Trouble
from bot.thinking import think
from db.games import Games
from tests.players import searchers
from tests.test_pool import OWN, VIEW


def a_house() -> House:
    async def compute(player: Player, view: PlayerView, rng: random.Random) -> Decision:
        return player(view, rng)

    async def sleep(seconds: float) -> None:
        raise AssertionError("nothing to wait for")

    return House(cast("Games", None), sleep, compute, lambda: 0.0)


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The players there are, to be changed."""
    changed: dict[str, Any] = dict(registry.PLAYERS)
    monkeypatch.setattr("bot.thinking.PLAYERS", changed)
    return changed


def refusing(trouble: Trouble) -> Player:
    def decide(view: PlayerView, rng: random.Random) -> Decision:
        raise NoThought(trouble)

    return decide


@pytest.mark.parametrize("trouble", Trouble)
async def test_a_robot_without_a_decision_gets_the_normal_one(players: dict[str, Any], trouble: Trouble) -> None:
    players["expert"] = refusing(trouble)
    assert await think(a_house(), "expert", VIEW, 0.5) == OWN


@pytest.mark.parametrize(
    "fault",
    [
        searchers.failing,
        lambda view, rng: Decision(Bid(1000)),
        lambda view, rng: None,
        lambda view, rng: Decision(cast("Any", [])),
    ],
)
async def test_k17_a_robot_that_fails_gets_the_normal_decision(
    players: dict[str, Any], fault: Player, caplog: pytest.LogCaptureFixture
) -> None:
    players["expert"] = fault
    assert await think(a_house(), "expert", VIEW, 0.5) == OWN
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("the expert robot")
    assert searchers.SECRET not in caplog.text


async def test_when_the_normal_robot_fails_too_anything_allowed_is_done(players: dict[str, Any]) -> None:
    players["expert"] = players["normal"] = searchers.failing
    for level in ("normal", "expert"):
        assert (await think(a_house(), level, VIEW, 0.5)).action in VIEW.legal


async def test_each_level_decides_by_itself_and_an_unknown_one_as_the_normal(players: dict[str, Any]) -> None:
    players["easy"] = lambda view, rng: Decision(PASS)
    assert (await think(a_house(), "easy", VIEW, 0.5)).action == PASS
    assert await think(a_house(), "grandmaster", VIEW, 0.5) == OWN


async def test_the_same_seed_gives_the_same_decision() -> None:
    once, again = [await think(a_house(), "random", VIEW, 0.25) for _ in range(2)]
    assert once == again
