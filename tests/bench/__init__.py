"""What the project costs in time and memory: ``python -m tests.bench``.

A measurement is a module with a ``NAME`` and ``measure(effort) -> Report``; it is run once it stands in
``tests.bench.__main__.MEASUREMENTS``.
"""
