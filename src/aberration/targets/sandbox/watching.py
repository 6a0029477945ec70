"""What the processes around a confined worker do, whatever confines it: let go of its pipes, take
orphans, and say what was too much.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Final

TOO_MANY: Final = 72
"""The exit status of a worker that had more processes than it may."""
TOO_LARGE: Final = 73
"""That of one whose scratch folder took more of the disk than it may."""
EVERY: Final = 250
"""Milliseconds between two looks at the number of processes."""


def take_orphans(worker: int) -> None:
    """Wait for what ended and lost its parent; the worker itself is left to be waited for."""
    while True:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None or found.si_pid == worker:
            return
        os.waitpid(found.si_pid, 0)


def let_go(nothing: int) -> None:
    """Leave the pipes to the worker, whose end must be seen by the one that asks it."""
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def say_too_many(most: int) -> int:
    """Write what is wrong into the worker's log; return its exit status."""
    return _say(f"more than {most} processes", TOO_MANY)


def say_too_large(mib: int) -> int:
    """Write what is wrong into the worker's log; return its exit status."""
    return _say(f"more than {mib} MiB of files", TOO_LARGE)


def _say(what: str, status: int) -> int:
    sys.stderr.write(f"{what}\n")
    sys.stderr.flush()
    return status
