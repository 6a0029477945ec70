"""What holds for all tests."""

import signal

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Take interrupts, and let children take them: a shell that runs us in the background has them ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
