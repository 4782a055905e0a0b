"""Request bodies checked against Discord's own OpenAPI specification, where the file is at hand."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

#: Beside the repository, unless the environment says where else.
FILE: Final = Path(
    os.environ.get("KING_PEDRO_DISCORD_OPENAPI")
    or Path(__file__).resolve().parents[2].parent / "shared" / "discord-openapi.json"
)

Schema = dict[str, Any]


class Specification:
    """Discord's operations and the schemas of their bodies."""

    def __init__(self, file: Path) -> None:
        self._document = json.loads(file.read_text())
        self._registry: Registry[Any] = Registry().with_resource(
            "urn:discord", Resource.from_contents(self._document, default_specification=DRAFT202012)
        )
        self._operations = [
            (method.upper(), re.compile(re.sub(r"\{[^}]+\}", r"[^/]+", path)), path, operation)
            for path, operations in self._document["paths"].items()
            for method, operation in operations.items()
            if method in ("get", "post", "put", "patch", "delete")
        ]
        self._operations.sort(key=lambda operation: operation[2].count("{"))  # literal paths win
        self._sound: set[tuple[str, str]] = set()
        quick = {"oneOf": self._union, "anyOf": self._union, "$ref": self._reference}
        self._validator: Any = validators.extend(Draft202012Validator, quick)  # type: ignore[no-untyped-call]

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """What Discord would refuse of this request."""
        for known, pattern, template, operation in self._operations:
            if known == method and pattern.fullmatch(path):
                content = operation.get("requestBody", {}).get("content", {})
                if body is None or "application/json" not in content:
                    return []
                place = template.replace("~", "~0").replace("/", "~1")
                schema = f"urn:discord#/paths/{place}/{method.lower()}/requestBody/content/application~1json/schema"
                checked = self._validator({"$ref": schema}, registry=self._registry)
                return [_told(method, template, error) for error in checked.iter_errors(_ids_as_text(body))]
        return [f"no such operation: {method} {path}"]

    # Two of the specification's keywords, made quick: most of a message was there in the message before.

    def _reference(self, validator: Any, reference: str, instance: Any, schema: Schema) -> Iterator[ValidationError]:
        """What was sound once is sound."""
        seen = (reference, repr(instance))
        if seen in self._sound:
            return
        found = list(validator._validate_reference(ref=reference, instance=instance))
        if not found:
            self._sound.add(seen)
        yield from found

    def _union(
        self, validator: Any, branches: list[Schema], instance: Any, schema: Schema
    ) -> Iterator[ValidationError]:
        """A component or callback is judged by the branch of its type, and the fault told is that branch's."""
        kind = instance.get("type") if isinstance(instance, dict) else None
        if kind is None:
            fitting = [branch for branch in branches if branch != {"type": "null"} or instance is None]
        else:
            fitting = [branch for branch in branches if kind in self._types(branch)]
        if len(fitting) == 1:
            yield from validator.descend(instance, fitting[0])
            return
        found = [list(validator.descend(instance, branch)) for branch in branches]
        if all(found):
            told = min(found, key=len)
            yield from told if kind is None else [ValidationError(f"{instance!r} is none of {branches}")]

    def _types(self, branch: Schema) -> tuple[int, ...]:
        """The values that a branch allows for ``type``."""
        while "$ref" in branch:
            branch = self._document["components"]["schemas"][branch["$ref"].rpartition("/")[2]]
        return tuple(branch.get("properties", {}).get("type", {}).get("enum", ()))


def _ids_as_text(body: Any) -> Any:
    """The body with ids as the specification has them: Discord takes the plain numbers that discord.py sends too."""
    if not isinstance(body, dict):
        return body
    made = {**body}
    if isinstance(made.get("data"), dict):
        made["data"] = _ids_as_text(made["data"])
    if made.get("attachments"):
        made["attachments"] = [{**file, "id": str(file["id"])} for file in made["attachments"]]
    if mentions := made.get("allowed_mentions"):
        made["allowed_mentions"] = {**mentions, "users": [str(user_id) for user_id in mentions.get("users", ())]}
    return made


def _told(method: str, template: str, error: ValidationError) -> str:
    return f"{method} {template}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"


@functools.cache
def specification() -> Specification | None:
    """The specification, None where its file is missing."""
    return Specification(FILE) if FILE.is_file() else None
