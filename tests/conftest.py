"""What holds for all tests."""

import gc
import signal
from pathlib import Path

import pytest
from helpers.postgresql import postgresql, postgresql_server
from hypothesis import settings

from aberration.targets.places import TOOLS_VARIABLE
from aberration.targets.sandbox.mechanism import OFF, VARIABLE

__all__ = ["postgresql", "postgresql_server"]

# A deadline is a timed assertion: on a busy machine it fails what is right. What hangs, pytest's
# own limit ends.
settings.register_profile("untimed", deadline=None)
settings.register_profile("brief", deadline=None, max_examples=40)
settings.load_profile("untimed")


@pytest.fixture
def without_roots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave this machine's own compilers alone, as where `make compilers` never ran."""
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path / "no tools"))


@pytest.fixture
def without_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker of a test's own compiler remember what it did, in a file of the test."""
    monkeypatch.setenv(VARIABLE, OFF)


def pytest_configure(config: pytest.Config) -> None:
    """Draw fewer examples where long tests are left out; take interrupts, and let children take
    them and hang-ups: a shell in the background, and `nohup`, ignore them.

    What is handled here is not ignored in a child, and a hang-up that is meant for us changes
    nothing.
    """
    if config.option.markexpr == "not slow":
        settings.load_profile("brief")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: None)


def pytest_collection_finish() -> None:
    """Leave the thousands of tests that were collected out of the garbage collector's rounds."""
    gc.collect()
    gc.freeze()
