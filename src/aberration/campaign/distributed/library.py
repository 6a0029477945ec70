"""Dask, loaded when it is needed."""

from __future__ import annotations

import importlib
import logging
from typing import Any, Final

from aberration.core.errors import BadInput

_NAME: Final = "distributed"
_SETTINGS: Final = {
    # A statistical profiler would look at the threads of a worker a hundred times a second.
    "distributed.worker.profile.enabled": False,
    # Results are small, and are taken at once: a worker that pauses would only stop.
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
}


def distributed() -> Any:
    """Return the library; raise `BadInput` where it is not installed."""
    try:
        dask = importlib.import_module("dask")
        library = importlib.import_module(_NAME)
    except ImportError as error:
        raise BadInput(
            f"expected Dask for a cluster, but it is not installed ({error})",
            hint="Install it with `pip install aberration[cluster]`.",
        ) from None
    dask.config.set(_SETTINGS)
    # What goes wrong between machines is told by us, in a line; its tracebacks tell nobody more.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(_NAME)]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return library
