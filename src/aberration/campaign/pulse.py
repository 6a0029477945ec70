"""Whether an executor hangs in our own code, or is only slow, seen from outside.

While an executor waits for a compiler it looks at the clock several times a second, so that the
kernel switches to it and away (`voluntary_ctxt_switches`, proc_pid_status(5)). One that does not
even do that, has used no processor and does not wait for one, is stuck in a lock. One that uses the
processor goes in a circle when a single run has taken more of it than any run does; time that the
compilers take is not its own. Neither depends on how busy the machine is.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.allowance import threads_of

SPIN: Final = 900.0
"""Seconds of processor time that a run of a few tests has at most in our own code."""
STUCK: Final = 600.0
"""Seconds without a sign of life: the longest call that waits for another process has 120."""
_SPACING: Final = 0.01
"""A look is made after this part of `STUCK` at the earliest."""
_UTIME, _STIME, _STATE = 11, 12, 0
"""Fields of `/proc/PID/stat` behind the name, which itself may hold spaces."""


class Signs(msgspec.Struct, frozen=True):
    """Processor seconds of all threads, switches that they made of themselves, and whether one is
    `ready` to run now.
    """

    used: float
    switches: int
    ready: bool


class Limits(msgspec.Struct, frozen=True):
    """Seconds of processor time for one piece of work, and without a sign of life."""

    spin: float = SPIN
    stuck: float = STUCK


USUAL: Final = Limits()


class Pulse:
    """The life of a process, from one piece of its work to the next."""

    def __init__(
        self,
        pid: int,
        limits: Limits,
        *,
        clock: Callable[[], float] = time.monotonic,
        read: Callable[[int], Signs | None] | None = None,
    ) -> None:
        self._pid = pid
        self._limits = limits
        self._clock = clock
        self._read = signs_of if read is None else read
        self._begun: Signs | None = None
        self.renew()

    def renew(self) -> None:
        """Begin anew: a piece of work is done, or the first one is given."""
        self._begun = self._last = self._read(self._pid)
        self._looked = self._moved = self._clock()

    def trouble(self) -> str:
        """Return in words how it hangs; nothing where it does not, or nothing can be read."""
        now = self._clock()
        if now - self._looked < self._limits.stuck * _SPACING:
            return ""
        self._looked = now
        signs = self._read(self._pid)
        if signs is None or self._begun is None:
            return ""
        if signs.used - self._begun.used > self._limits.spin:
            return f"it took {signs.used - self._begun.used:.0f} s of processor time for one run"
        if signs.ready or signs != self._last:
            self._last, self._moved = signs, now
        if now - self._moved > self._limits.stuck:
            return f"it gave no sign of life for {now - self._moved:.0f} s"
        return ""


def signs_of(pid: int) -> Signs | None:
    """Return the signs of a process; None where the system does not say."""
    threads = [_of_thread(pid, thread) for thread in threads_of(pid)]
    known = [one for one in threads if one is not None]
    if not known:
        return None
    return Signs(
        sum(one.used for one in known),
        sum(one.switches for one in known),
        any(one.ready for one in known),
    )


def _of_thread(pid: int, thread: int) -> Signs | None:
    folder = Path(f"/proc/{pid}/task/{thread}")
    try:
        fields = (folder / "stat").read_text().rpartition(") ")[2].split()
        status = (folder / "status").read_text()
    except OSError:
        return None
    lines = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    ticks = int(fields[_UTIME]) + int(fields[_STIME])
    switches = int(lines.get("voluntary_ctxt_switches", 0))
    return Signs(ticks / os.sysconf("SC_CLK_TCK"), switches, fields[_STATE] == "R")
