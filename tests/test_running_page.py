"""What docs/running.md says exists: commands, settings, metrics, tests, and the words of health."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.cli import app
from bot.config import METRICS_ADDRESS, Settings
from bot.metrics import Metrics
from db.faults import FaultKind

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "running.md").read_text("utf-8")


def names() -> set[str]:
    """The names of all metrics, and of what each is made of."""
    families = text_string_to_metric_families(generate_latest(Metrics().registry).decode())
    found = {name for family in families for name in (family.name, *(sample.name for sample in family.samples))}
    return found | {f"{name}_total" for name in found} | {f"{name}_bucket" for name in found}


def test_its_metrics_exist_and_are_all_there_are() -> None:
    named = set(re.findall(r"\b(?:king_pedro|process)_[a-z_]+", PAGE))
    assert named - names() == set()
    families = text_string_to_metric_families(generate_latest(Metrics().registry).decode())
    ours = {family.name for family in families if family.name.startswith("king_pedro_")}
    assert {name for name in ours if not name.endswith("_created") and not {name, f"{name}_total"} & named} == set()


def test_its_kinds_of_errors_exist() -> None:
    page = generate_latest(Metrics().registry).decode()
    told = re.search(r"by `kind`: (.*) \|", PAGE)
    assert told is not None
    kinds = set(re.findall(r"`([a-z-]+)`", told[1]))
    counted = {kind for kind in re.findall(r'errors_total\{kind="([^"]+)"', page) if not kind.startswith("store-")}
    assert kinds == counted
    assert {f"store-{kind}" for kind in FaultKind} & set(re.findall(r"`(store-[a-z-]+)`", PAGE))


def test_its_commands_settings_and_tests_exist() -> None:
    known = {command.callback.__name__ for command in app.registered_commands if command.callback}
    assert {"backup", "restore", "status"} <= set(re.findall(r"king-pedro ([a-z]+)", PAGE)) <= known
    assert "metrics_address" in Settings.model_fields
    assert f"`{METRICS_ADDRESS}`" in PAGE
    tests = set(re.findall(r"`(tests/[a-z/_]+\.py)`", PAGE))
    assert len(tests) > 4
    assert [name for name in tests if not (ROOT / name).is_file()] == []
