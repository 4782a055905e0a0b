"""Request bodies checked against Discord's own OpenAPI specification, where the file is at hand."""

from __future__ import annotations

import functools
import json
import os
import re
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

#: Beside the repository, unless the environment says where else.
FILE: Final = Path(
    os.environ.get("KING_PEDRO_DISCORD_OPENAPI")
    or Path(__file__).resolve().parents[2].parent / "shared" / "discord-openapi.json"
)


class Specification:
    """Discord's operations and the schemas of their bodies."""

    def __init__(self, file: Path) -> None:
        document = json.loads(file.read_text())
        self._registry: Registry[Any] = Registry().with_resource(
            "urn:discord", Resource.from_contents(document, default_specification=DRAFT202012)
        )
        self._operations = [
            (method.upper(), re.compile(re.sub(r"\{[^}]+\}", r"[^/]+", path)), path, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
            if method in ("get", "post", "put", "patch", "delete")
        ]
        self._operations.sort(key=lambda operation: operation[2].count("{"))  # literal paths win
        self._validators: dict[tuple[str, str], Draft202012Validator] = {}
        self._sound: set[str] = set()

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """What Discord would refuse of this request."""
        for known, pattern, template, operation in self._operations:
            if known == method and pattern.fullmatch(path):
                content = operation.get("requestBody", {}).get("content", {})
                if body is None or "application/json" not in content:
                    return []
                return self._body_faults(method, template, _numbered_as_text(body))
        return [f"no such operation: {method} {path}"]

    def _body_faults(self, method: str, template: str, body: Any) -> list[str]:
        seen = f"{method} {template} {json.dumps(body)}"
        if seen in self._sound:
            return []
        found = [_told(method, template, error) for error in self._validator(method, template).iter_errors(body)]
        if not found:
            self._sound.add(seen)
        return found

    def _validator(self, method: str, template: str) -> Draft202012Validator:
        known = self._validators.get((method, template))
        if known is None:
            place = template.replace("~", "~0").replace("/", "~1")
            schema = f"urn:discord#/paths/{place}/{method.lower()}/requestBody/content/application~1json/schema"
            known = Draft202012Validator({"$ref": schema}, registry=self._registry)
            self._validators[method, template] = known
        return known


def _numbered_as_text(body: Any) -> Any:
    """The body with its files numbered as the specification has it; Discord reads discord.py's plain numbers too."""
    data = body.get("data", body) if isinstance(body, dict) else None
    if not isinstance(data, dict) or not data.get("attachments"):
        return body
    files = [{**file, "id": str(file["id"])} for file in data["attachments"]]
    renumbered = {**data, "attachments": files}
    return {**body, "data": renumbered} if "data" in body else renumbered


def _told(method: str, template: str, error: ValidationError) -> str:
    """One line about a fault, from the branch of a union that was meant."""
    inner = best_match([error]) or error
    return f"{method} {template}: {'/'.join(map(str, inner.absolute_path))}: {inner.message[:200]}"


@functools.cache
def specification() -> Specification | None:
    """The specification, None where its file is missing."""
    return Specification(FILE) if FILE.is_file() else None
