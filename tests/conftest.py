"""Options and fixtures that more than one folder of tests uses."""

import os
import shutil

import pytest
from hypothesis import settings

# The same examples on every run of CI; on a desk new ones each time. A busy machine is no failure.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "desk")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden files anew, compare nothing",
    )


@pytest.fixture(scope="session")
def rewrite_golden(request: pytest.FixtureRequest) -> bool:
    """True when golden files are to be written instead of compared."""
    return bool(request.config.getoption("--rewrite-golden"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; without one a test is skipped, but fails where CI promised one."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found:
        return found
    message = "Chromium is not installed; .ci/system-packages installs Debian's."
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
