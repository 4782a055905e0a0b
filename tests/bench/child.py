"""A process of its own for what is measured, asked line by line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

ROOT: Final = Path(__file__).parents[2]


class Child:
    """A running ``python -m MODULE ARGUMENTS…`` that answers each line with one line of JSON.

    Its first line is its own: whether it is ready. ``missing`` says why it can't take part, and is None when it can.
    """

    def __init__(self, python: Path, module: str, *arguments: str) -> None:
        self.missing: str | None = None
        self._process: subprocess.Popen[str] | None = None
        try:
            self._process = subprocess.Popen(
                [str(python), "-m", module, *arguments],
                cwd=ROOT,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            self.missing = f"{python.name} can't be started: {error.strerror}"
        else:
            self._hear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self._process is not None:
            self._process.communicate()

    def ask(self, question: object) -> dict[str, Any]:
        """The answer, empty when it can't take part any more."""
        if self.missing is not None or self._process is None:
            return {}
        assert self._process.stdin is not None
        self._process.stdin.write(f"{question}\n")
        self._process.stdin.flush()
        return self._hear()

    def _hear(self) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, said = self._process.communicate()
            self.missing = (said.strip().splitlines() or ["it said nothing"])[-1]
            return {}
        answer: dict[str, Any] = json.loads(line)
        self.missing = answer.get("missing")
        return answer
