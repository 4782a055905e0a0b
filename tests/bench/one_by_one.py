"""Installs what a lock names one by one, for a machine where not all of it can be had.

``python -m tests.bench.one_by_one FOLDER LOCK``, FOLDER being a virtual environment. Ends with 1 when nothing could.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.progress import track


def entries(lock: str) -> Iterator[tuple[str, str]]:
    """The name and version, and the whole text, of each thing that a lock names."""
    lines: list[str] = []
    for line in [*lock.splitlines(), ""]:
        if lines and not line.startswith(" "):
            yield lines[0].rstrip(" \\"), "\n".join(lines)
            lines = []
        if line and not line.startswith("#"):
            lines.append(line)


def install(folder: Path, entry: str) -> str | None:
    """Why this entry of a lock could not be installed, or None when it could."""
    with tempfile.NamedTemporaryFile("w", suffix=".lock") as file:
        file.write(entry)
        file.flush()
        options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "-r", file.name)
        done = subprocess.run(
            [folder / "bin" / "pip", "install", *options], capture_output=True, text=True, check=False
        )
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]


def main(folder: Path, lock: Path) -> int:
    """Says on standard error what could not be installed. 0 when anything could, and 1 when nothing could."""
    found = list(entries(lock.read_text(encoding="utf-8")))
    failed = 0
    for name, entry in track(found, "One package after the other"):
        fault = install(folder, entry)
        if fault is not None:
            failed += 1
            print(f"{name}: not available: {fault}", file=sys.stderr)
    return 1 if failed == len(found) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
