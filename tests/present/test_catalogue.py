"""Words and code fit together: every key has a text, every text is used, and their places are filled.

And no sentence that people read on Discord stands in code.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from bot.players.registry import PLAYERS
from bot.present.words import DEFAULT, catalogue, languages, words_for

ROOT = Path(__file__).parents[2]
LOCALE = Path(str(resources.files("bot.present"))) / "locale"
KEY = re.compile(r"[a-z][\w-]*(\.[\w-]+)*")
SPEAKERS = {"words", "say", "said", "locale_str", "count"}


class Spoken(NamedTuple):
    """A key in code: literal, or a pattern with holes; and the names it is given, None where that is not plain."""

    place: str
    pattern: str
    literal: bool
    given: frozenset[str] | None


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    files = sorted(file for folder in ("bot", "cogs") for file in (ROOT / folder).rglob("*.py"))
    return tuple((file.relative_to(ROOT), ast.parse(file.read_text(encoding="utf-8"))) for file in files)


@cache
def texts(language: str = DEFAULT) -> dict[str, tuple[str, ...]]:
    """The forms of every text by key."""
    found: dict[str, tuple[str, ...]] = {}
    for message in catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return found


def places(text: str) -> frozenset[str]:
    return frozenset(field for _, field, _, _ in string.Formatter().parse(text) if field is not None)


def pattern_of(node: ast.expr) -> str | None:
    """A string expression as a pattern for keys."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = [pattern_of(part) if isinstance(part, ast.Constant) else r"[\w.-]+" for part in node.values]
        return "".join(part or "" for part in parts)
    return None


def strings() -> Iterator[str]:
    """Every string in code that could be a key, as a pattern; also those that reach ``words`` by way of a name."""
    for _, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                pattern = pattern_of(node)
                literal = "".join(
                    part.value for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str)
                )
                if pattern and "." in literal and re.fullmatch(r"[\w.-]+", literal):
                    yield pattern


def spoken() -> Iterator[Spoken]:
    """Every key that is looked up directly."""
    for file, tree in sources():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and node.args and _name(node.func) in SPEAKERS):
                continue
            for key in _choices(node.args[0]):
                pattern = pattern_of(key)
                if pattern is None or not re.search(r"[a-z]", pattern):
                    continue
                names = [keyword.arg for keyword in node.keywords]
                given = None if None in names else frozenset(name for name in names if name)
                if given is not None and _name(node.func) == "count":
                    given |= {"number"}
                yield Spoken(f"{file}:{node.lineno}", pattern, isinstance(key, ast.Constant), given)


def _choices(node: ast.expr) -> list[ast.expr]:
    """Both sides of a conditional key."""
    return [*_choices(node.body), *_choices(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _name(function: ast.expr) -> str:
    """The function's name; a method called ``count`` counts only on words."""
    if isinstance(function, ast.Name):
        return function.id
    if not isinstance(function, ast.Attribute):
        return ""
    if function.attr in {"count", "words"}:
        owner = function.value
        speaks = function.attr == "words" or _name(owner) in {"words", "say"}
        return function.attr if speaks else ""
    return ""


def test_every_key_in_code_has_a_text() -> None:
    missing = [one for one in spoken() if not any(re.fullmatch(one.pattern, key) for key in texts())]
    assert missing == []
    assert sum(1 for _ in spoken()) > 200, "the search itself has gone blind"


def test_every_text_is_used() -> None:
    known = set(strings())
    literal = {pattern for pattern in known if "[" not in pattern}
    holed = [re.compile(pattern) for pattern in known if "[" in pattern]
    unused = [key for key in texts() if re.escape(key) not in literal and not any(one.fullmatch(key) for one in holed)]
    assert unused == []


def test_places_are_filled() -> None:
    """A text asks for nothing that its call does not give; keys with holes show that when they are spoken."""
    wrong = []
    for one in spoken():
        if one.literal and one.given is not None:
            forms = next(forms for key, forms in texts().items() if re.fullmatch(one.pattern, key))
            asked = frozenset.union(*(places(form) for form in forms))
            if not asked <= one.given:
                wrong.append((one.place, one.pattern, sorted(asked - one.given)))
    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_languages_say_the_same(language: str) -> None:
    assert texts(language).keys() == texts().keys()
    for key, forms in texts(language).items():
        assert all(forms), f"{key} has no text"
        wanted = frozenset.union(*(places(form) for form in texts()[key]))
        for form in forms:
            assert places(form) <= wanted, key
        assert frozenset.union(*(places(form) for form in forms)) == wanted, key


def test_no_key_stands_in_two_files() -> None:
    seen: dict[str, str] = {}
    for file in sorted(LOCALE.rglob("*.po")):
        with file.open("rb") as source:
            for message in read_po(source):
                key = message.id if isinstance(message.id, str) else message.id[0]
                if key:
                    where = f"{file.parent.name}/{key}"
                    assert where not in seen, f"{key} is in {seen.get(where)} and {file.name}"
                    seen[where] = file.name


def test_every_robot_has_a_name() -> None:
    words = words_for(DEFAULT)
    for level in PLAYERS:
        assert words(f"level.{level}")


# No sentence in code

WORDS_IN_A_ROW = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z]{2,}")
#: Read by who runs the bot or works on it, in a terminal or a log, and never on Discord.
NOT_ON_DISCORD = {
    Path("bot/config.py"),  # what is wrong with the configuration
    Path("bot/logs.py"),
    Path("bot/metrics.py"),  # what each number means
    Path("bot/present/spec.py"),  # why a message can't be made: a fault of the presenter
}
NAMES_IN_THE_RULES = {"an object"}  # how a RulesFault puts what would have been right
LOGGERS = {"debug", "info", "warning", "error", "exception", "critical", "log"}


def sentences() -> Iterator[str]:
    for file, tree in sources():
        if file in NOT_ON_DISCORD:
            continue
        spared = set(_spared(tree))
        for node in ast.walk(tree):
            if id(node) in spared or not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            if WORDS_IN_A_ROW.search(node.value) and node.value not in NAMES_IN_THE_RULES:
                yield f"{file}:{node.lineno}: {node.value[:60]}"


def _spared(tree: ast.Module) -> Iterator[int]:
    """Strings that nobody on Discord reads: docstrings, log lines, faults raised for developers, terminal help, SQL."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _docstrings(node)
        elif isinstance(node, ast.Raise):
            yield from _within(node)
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield from _within(node.msg)
        elif isinstance(node, ast.Call) and _is_for_developers(node):
            yield from _within(node)


def _docstrings(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[int]:
    """The docstring, and the strings that stand below an attribute to describe it."""
    for statement in node.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            yield id(statement.value)


def _is_for_developers(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Attribute):
        of_typer = isinstance(function.value, ast.Name) and function.value.id == "typer" and function.attr != "echo"
        return of_typer or function.attr in LOGGERS
    return False


def _within(node: ast.AST) -> Iterator[int]:
    for inner in ast.walk(node):
        yield id(inner)


def test_no_sentence_in_code() -> None:
    assert list(sentences()) == []


def test_the_search_for_sentences_sees() -> None:
    tree = ast.parse('def f():\n    "A docstring here."\n    send("It is your turn")\n    LOG.info("a log line")')
    spared = set(_spared(tree))
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spared
    ]
    assert found == ["It is your turn"]
