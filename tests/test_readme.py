"""What the README says exists: commands, targets, settings, files, and the output it shows."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from bot.app import COGS
from bot.cli import app
from bot.config import Settings
from bot.game.actions import Deal
from bot.game.cards import DECK, SEATS, Seat
from bot.game.engine import legal_actions
from bot.game.fair import Shuffle
from bot.game.recorder import Recorder, write_record
from bot.game.rules import CANADIAN, PRESETS
from bot.game.state import Phase
from db.schema import metadata

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text("utf-8")
MAKEFILE: Final = (ROOT / "Makefile").read_text("utf-8")


def test_its_programs_exist() -> None:
    known = {command.callback.__name__ for command in app.registered_commands if command.callback}
    named = set(re.findall(r"king-pedro ([a-z]+)", README))
    assert {"simulate", "verify", "replay", "check"} <= named <= known


def test_what_is_stored_is_told_table_by_table() -> None:
    """docs/privacy.md names every table there is, and no other."""
    page = (ROOT / "docs" / "privacy.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(metadata.tables)


def test_its_lines_check_the_deals_of_a_record(tmp_path: Path) -> None:
    """The procedure a second time: by what the README says, with nothing of ours."""
    (lines,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert set(re.findall(r"^import (.+)$", lines, re.MULTILINE)) == {"hashlib, itertools, json, sys"}
    (tmp_path / "check.py").write_text(lines, "utf-8")
    shuffles = {hand: Shuffle(bytes([hand]) * 32, 10**18 + hand) for hand in range(1, 5)}
    record = played_record(shuffles)
    said = [f"as promised {shuffle.commitment}" for shuffle in shuffles.values()]
    assert checked(tmp_path, record) == [*said[:3], "not promised"]
    changed = json.loads(json.dumps(record))
    deck = changed["hands"][1]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    assert checked(tmp_path, changed)[1].startswith("NOT as promised: ")
    other = json.loads(json.dumps(record))
    other["hands"][2]["shuffle"]["secret"] = "00" * 32
    assert checked(tmp_path, other)[2].startswith("NOT as promised: ")


def checked(folder: Path, record: dict[str, Any]) -> list[str]:
    """What the README's lines say of a record, run by themselves."""
    (folder / "game.jsonl").write_text(write_record(record) + "\n", "utf-8")
    command = [sys.executable, "-I", "check.py", "game.jsonl"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()


def played_record(shuffles: Mapping[int, Shuffle]) -> dict[str, Any]:
    """Three hands that follow from their shuffles, and a fourth that does not."""
    chance, recorder = random.Random(1), Recorder(CANADIAN, Seat.NORTH)
    for hand, shuffle in shuffles.items():
        deck = shuffle.deck() if hand < 4 else tuple(chance.sample(DECK, len(DECK)))
        recorder.apply(None, Deal(deck), shuffle)
        while recorder.state.phase is not Phase.DEAL:
            seat = recorder.state.to_act[0]
            legal = legal_actions(recorder.state, seat)
            recorder.apply(seat, legal[0] if isinstance(legal, tuple) else legal.suggestion)
    return recorder.to_json("12", dict.fromkeys(SEATS, "random"))


def test_its_slash_commands_are_all_there_are() -> None:
    known = {
        command.name
        for cog in COGS
        for command in vars(import_module(cog)).values()
        if isinstance(command, app_commands.Command)
    }
    assert set(re.findall(r"`/pedro ([a-z]+)", README)) == known


def test_its_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE))
    assert {"demo", "test", "run", "pictures"} <= named <= targets


def test_its_settings_are_all_there_are() -> None:
    named = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_its_files_and_presets_exist() -> None:
    files = re.findall(r"\]\((?!http)([^)#]+)", README) + re.findall(r'src="([^"]+)"', README)
    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert [name for name in PRESETS if f"`{name}`" not in README] == []


def test_its_invite_asks_for_what_it_says() -> None:
    link = re.search(r"permissions=(\d+)", README)
    assert link is not None
    asked = discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, read_message_history=True
    )
    assert int(link[1]) == asked.value


def test_its_records_are_what_the_program_writes(tmp_path: Path) -> None:
    """The shown session, run as it stands; ``…`` stands for lines left out. The long first one is in CI's hands."""
    session = re.search(r"```console\n(.*?)```", README, re.DOTALL)
    assert session is not None
    shown = [part.partition("\n") for part in re.split(r"^\$ ", session[1], flags=re.MULTILINE) if part]
    assert len(shown) > 2
    for command, _, output in shown[1:]:
        said = _run(command, tmp_path)
        place = 0
        for line in filter(None, (line.strip() for line in output.splitlines())):
            if line != "…":
                place = said.find(line, place)
                assert place >= 0, f"{command}: {line}"


def _run(command: str, folder: Path) -> str:
    if sys.platform == "win32":
        pytest.skip("the README's session is a POSIX shell's")
    program = f'"{sys.executable}" -m bot'
    typed = command.partition(" #")[0].replace("king-pedro ", f"{program} ")
    done = subprocess.run(
        ["sh", "-c", typed], cwd=folder, capture_output=True, text=True, check=True,
        env={"PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    return done.stdout + done.stderr
