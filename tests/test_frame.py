"""The frame itself: locks, versions, names, and the direction of imports."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "cogs", "db")
LONGEST = 350  # lines
LOCKS = ("requirements.lock", "requirements-run.lock", "container/build.lock")
# Put together here, so that this file does not name them itself.
FOREIGN = [
    "/" + folder + "/" for folder in ("work", "root", "tmp", "home", "Users", "opt/wheels", "opt/pypi", "var/folders")
] + ["py" + "pi.org", "python" + "hosted.org", "registry." + "npmjs"]


def project() -> dict[str, Any]:
    read = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert isinstance(read, dict)
    return read


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", text, flags=re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_versions_and_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert "@" not in text
    requirements = text.replace("\\\n", " ").splitlines()
    assert requirements
    for requirement in requirements:
        assert re.fullmatch(r"[a-z0-9._-]+==[^\s;]+( ; [^\\]*?)?(\s+--hash=sha256:[0-9a-f]{64})+", requirement), (
            requirement
        )


@pytest.mark.parametrize("lock", ["requirements-run.lock", "container/build.lock"])
def test_the_locks_agree(lock: str) -> None:
    everything = pins("requirements.lock")
    assert pins(lock).items() <= everything.items()


def test_the_container_gets_what_the_bot_needs_and_no_tools() -> None:
    run = pins("requirements-run.lock")
    needed = {re.split(r"[\[<>=]", need)[0].lower().replace(".", "-") for need in project()["dependencies"]}
    assert needed <= run.keys()
    assert run.keys().isdisjoint({"pytest", "simcord", "mypy", "ruff", "hatchling", "playwright"})


def test_this_environment_is_the_locked_one() -> None:
    from importlib.metadata import version

    here = {name: version(name) for name in ("discord-py", "simcord", "sqlalchemy", "pydantic-settings")}
    assert here.items() <= pins("requirements.lock").items()


def test_changelog_and_package_have_one_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$", changelog, flags=re.MULTILINE)
    assert versions[0] == project()["version"]


def tracked() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    return [ROOT / name for name in listing if name and (ROOT / name).is_file()]


def test_no_file_names_a_machine_or_a_registry() -> None:
    files = tracked()
    assert ROOT / "pyproject.toml" in files
    found = [
        f"{path.relative_to(ROOT)}: {foreign}"
        for path in files
        for foreign in FOREIGN
        if foreign.encode() in path.read_bytes()
    ]
    assert found == []


def test_no_file_holds_a_token() -> None:
    shape = re.compile(rb"\b[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}\b")
    assert [path.name for path in tracked() if shape.search(path.read_bytes())] == []


def test_no_module_is_named_for_having_no_subject() -> None:
    names = {path.stem for path in sources(*PACKAGES, "tests")}
    assert names.isdisjoint({"utils", "util", "helpers", "helper", "base", "misc", "common", "tools"})


def test_a_file_can_be_read_in_one_sitting() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources(*PACKAGES)}
    assert {str(path.relative_to(ROOT)): length for path, length in lengths.items() if length > LONGEST} == {}


def imported(path: Path) -> set[str]:
    """Every module a file imports, those inside functions as well; relative imports in full."""
    package = path.relative_to(ROOT).parent.parts
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            names.add(".".join((*above, *filter(None, [node.module]))))
    return names


def strangers(folder: str, *friends: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources(folder)
        for name in sorted(imported(path))
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not any(name == friend or name.startswith(f"{friend}.") for friend in friends)
    ]


def test_the_rules_engine_imports_the_standard_library_only() -> None:
    assert strangers("bot/game", "bot.game") == []


def test_robots_import_the_rules_engine_and_the_standard_library_only() -> None:
    assert strangers("bot/players", "bot.players", "bot.game") == []


def test_imports_go_down_only() -> None:
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.search(r"Contracts: [1-9]\d* kept, 0 broken\.", ran.stdout)


def test_a_python_that_is_not_there_is_refused_politely(tmp_path: Path) -> None:
    ran = subprocess.run(
        [ROOT / ".ci/make-venv", tmp_path / "made", "requirements.lock"],
        env={"PATH": "/usr/bin:/bin", "PYTHON": "no-such-python"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == (
        "King Pedro needs Python 3.11, 3.12 or 3.13, and 'no-such-python' was not found. Name one with PYTHON=...\n"
    )
    assert not (tmp_path / "made").exists()
