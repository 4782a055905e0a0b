"""Arguments that no command can work with."""

from __future__ import annotations


class Unusable(Exception):
    """An argument can't be used; the text is one sentence that says what would work."""
