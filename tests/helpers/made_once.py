"""What several workers of pytest need, made by the first of them."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that `make` filled, once in a run of the tests; the others wait for it."""
    below = factory.getbasetemp()
    # The folder above a worker's own belongs to the run.
    shared = below.parent if "PYTEST_XDIST_WORKER" in os.environ else below
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
