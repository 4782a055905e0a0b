"""The kit itself: each of the checks after a test can fail, and its Discord is like the real one."""

from __future__ import annotations

import logging
import random
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.discord import checks
from tests.discord.kit import Room, room
from tests.discord.lifelike import Sent
from tests.discord.specification import specification


async def _fails_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Any) -> str:
    """What the checks say after a test in which ``spoil(here)`` was done."""
    with pytest.raises(AssertionError) as failed:
        async with room(tmp_path, random.Random(1), monkeypatch) as here:
            await spoil(here)
    return str(failed.value)


async def test_an_unanswered_press_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def spoil(here: Room) -> None:
        async def silence(interaction: discord.Interaction) -> None:
            """Answers nothing."""

        await here.people[0].command("start")
        here.bot.on_interaction = silence  # type: ignore[method-assign]
        await here.people[1].press("sit", message=here.board())

    assert "unanswered: type 3" in await _fails_after(tmp_path, monkeypatch, spoil)


async def test_a_logged_error_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def spoil(here: Room) -> None:
        logging.getLogger("bot.table").error("game %s: not saved", 7)

    assert "logged: bot.table: game 7: not saved" in await _fails_after(tmp_path, monkeypatch, spoil)


async def test_an_exception_in_a_listener_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def spoil(here: Room) -> None:
        async def broken(interaction: discord.Interaction) -> None:
            await interaction.response.defer()
            raise ZeroDivisionError

        await here.people[0].command("start")
        here.bot.on_interaction = broken  # type: ignore[method-assign]
        await here.people[1].press("sit", message=here.board())

    assert "ZeroDivisionError" in await _fails_after(tmp_path, monkeypatch, spoil)


async def test_a_view_that_discord_py_keeps_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def spoil(here: Room) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="old", custom_id="kept"))
        here.bot.add_view(view)

    assert "discord.py keeps 1 in _views" in await _fails_after(tmp_path, monkeypatch, spoil)


def test_edits_that_follow_each_other_at_once_are_found() -> None:
    edits = [
        Sent(at, "PATCH", f"/channels/{channel}/messages/5") for at, channel in ((1, 8), (1.5, 9), (1.9, 8), (4, 8))
    ]
    assert list(checks.hurried_edits(edits)) == ["two edits in channel 8 within 0.900 seconds"]


def test_an_edit_of_an_old_message_is_found() -> None:
    """B17: one of an hour is old, one of a minute less is not."""
    message = discord.utils.time_snowflake(discord.utils.snowflake_time(1 << 60))
    sent_at = discord.utils.snowflake_time(message).timestamp()
    edits = [Sent(sent_at + age, "PATCH", f"/channels/8/messages/{message}") for age in (3540, 3660)]
    assert list(checks.edits_of_old_messages(edits)) == ["an edit of a message 3660 seconds old"]


@pytest.mark.skipif(specification() is None, reason="Discord's specification is not at hand")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"label": "x" * 81}, "label"),
        ({"custom_id": "x" * 101}, "custom_id"),
        ({"style": 9}, "style"),
        ({"disabled": "no"}, "disabled"),
    ],
)
def test_a_button_that_discord_would_refuse_is_found(change: dict[str, Any], told: str) -> None:
    known = specification()
    assert known is not None
    button = {"type": 2, "style": 1, "label": "Bid 7", "custom_id": "b:7"}
    good, bad = _message(button), _message({**button, **change})
    for path, sound, unsound in (
        ("/channels/1/messages", good, bad),
        ("/interactions/1/token/callback", {"type": 4, "data": good}, {"type": 4, "data": bad}),
    ):
        assert known.faults("POST", path, sound) == []
        (fault,) = known.faults("POST", path, unsound)
        assert f"components/0/components/0/components/0/{told}" in fault


def _message(button: dict[str, Any]) -> dict[str, Any]:
    container = {"type": 17, "components": [{"type": 1, "components": [button]}]}
    return {"flags": 1 << 15, "components": [container], "allowed_mentions": {"users": [5]}}


@pytest.mark.skipif(specification() is None, reason="Discord's specification is not at hand")
def test_a_path_that_discord_does_not_know_is_found() -> None:
    known = specification()
    assert known is not None
    assert known.faults("POST", "/channels/1/notes", {}) == ["no such operation: POST /channels/1/notes"]


async def test_b3_an_expired_token_answers_as_at_discord(here: Room) -> None:
    """401 with the code 50027, where simcord alone says that there is no such message."""
    ana = here.people[0]
    caught: list[discord.Interaction[Any]] = []
    here.bot.add_listener(_keeping(caught), "on_interaction")
    await ana.command("help")
    await here.wait(16 * 60)
    with pytest.raises(discord.HTTPException) as refused, here.env._bot_scope():
        await caught[0].edit_original_response(content="late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


def _keeping(caught: list[discord.Interaction[Any]]) -> Any:
    async def keep(interaction: discord.Interaction[Any]) -> None:
        caught.append(interaction)

    return keep


async def test_people_speak_their_own_languages(here: Room) -> None:
    ana, bob, *_ = here.people
    caught: list[discord.Interaction[Any]] = []
    here.bot.add_listener(_keeping(caught), "on_interaction")
    ana.speaks("uk")
    await ana.command("start")
    await bob.press("sit", message=here.board())
    await ana.press("options", message=here.board())
    assert [one.locale for one in caught] == [
        discord.Locale.ukrainian,
        discord.Locale.american_english,
        discord.Locale.ukrainian,
    ]


async def test_what_arrives_together_is_answered_in_more_than_one_order(tmp_path: Path) -> None:
    """By the seed: who sits down first of two who press at the very same moment."""
    winners = set()
    for seed in range(6):
        with pytest.MonkeyPatch.context() as patch:
            folder = tmp_path / str(seed)
            folder.mkdir()
            async with room(folder, random.Random(1), patch, interleaving=seed) as here:
                ana, bob, carla, _ = here.people
                await ana.command("start")
                seat = f"kp:sit:{here.table.id}:0:E"
                presses = [(person, here.board(), seat) for person in (bob, carla)]
                await here.together(*presses, chance=random.Random(seed))
                winners.add(here.table.seating[1].name)
    assert winners == {"Bob", "Carla"}
