"""A limit for the memory of processes whose address space cannot be limited: browsers, and drivers
of real GPUs.

Both reserve far more than they use. Two lines: a thread looks at the resident memory of a process
and all descendants, and ends them and the worker when one has too much, in words that the parent
knows as those of memory that ran out; and the system gives no process of a browser more than twice
as much private memory, and what it never touches (RLIMIT_DATA, getrlimit(2)), so that a machine too
busy for the thread is safe as well. A driver has the first line alone: what it maps of its device
counts for RLIMIT_DATA too.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Final

from aberration.core.allowance import descendants

STATUS: Final = 71
UNTOUCHED: Final = 1024
"""MiB of private memory that a process of a browser has and leaves alone; 700 were seen."""
_EVERY: Final = 0.05
_LOOKS: Final = 10
"""After so many looks the processes are listed anew, which costs more than a look."""


def watch(pid: int, limit: int) -> None:
    """Hold a process that has no children yet, and all that it will have, to `limit` MiB each."""
    most = (2 * limit + UNTOUCHED) << 20
    resource.prlimit(pid, resource.RLIMIT_DATA, (most, most))
    watch_resident(pid, limit)


def watch_resident(pid: int, limit: int) -> None:
    """Hold a process, which may be this one, and all its descendants to `limit` MiB of resident
    memory each.
    """
    threading.Thread(target=_look, args=(pid, limit << 20), daemon=True).start()


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes, 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def _look(pid: int, limit: int) -> None:
    while True:
        family = (pid, *descendants(pid))
        for _ in range(_LOOKS):
            largest = max(map(resident, family))
            if largest > limit:
                _end(pid, largest, limit)
            time.sleep(_EVERY)


def _end(pid: int, largest: int, limit: int) -> None:
    """Report first: the worker's other thread may see the end of the processes before this one
    ends.
    """
    sys.stderr.write(
        f"out of memory: a process has {largest >> 20} MiB, and the limit is {limit >> 20} MiB\n"
    )
    sys.stderr.flush()
    for process in {*descendants(pid), pid} - {os.getpid()}:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    # From a thread `sys.exit` would end the thread alone.
    os._exit(STATUS)
