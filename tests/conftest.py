"""What holds for all tests."""

import gc
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from aberration.targets.places import TOOLS_VARIABLE

# A deadline is a timed assertion: on a busy machine it fails what is right. What hangs, pytest's own limit ends.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def without_roots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave this machine's own compilers alone, as where `make compilers` never ran."""
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path / "no tools"))


def pytest_configure(config: pytest.Config) -> None:
    """Take interrupts, and let children take them: a shell that runs us in the background has them ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Leave the thousands of tests that were collected out of the garbage collector's rounds."""
    gc.collect()
    gc.freeze()
