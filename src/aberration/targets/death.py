"""How a worker died: from its exit status and its stderr to the `Crash` (or `Timeout`) it
stands for.
"""

from __future__ import annotations

import re
import signal
from typing import Final

from aberration.core.outcome import Crash, Outcome, Timeout
from aberration.core.signature import find_assertion, find_frames

_OUT_OF_MEMORY: Final = re.compile(
    r"\bMemoryError\b|std::bad_alloc|out of memory|Cannot allocate memory|"
    r"VK_ERROR_OUT_OF_\w+MEMORY",
    re.IGNORECASE,
)
_LOST: Final = re.compile(r"VK_ERROR_DEVICE_LOST|OpenGL context was lost")
_EXCEPTION: Final = re.compile(
    r"^(?P<text>[A-Za-z_][\w.]*(?:Error|Exception|Exit|[a-z]): .+|[A-Za-z_][\w.]*Error)$"
)

DEVICE_LOST: Final = "the device was lost"
"""What all such crashes say: which of our calls hears of it first is chance."""

FROM_OUTSIDE: Final = frozenset(("SIGTERM", "SIGHUP", "SIGINT"))
"""Signals that no compiler or driver dies of by itself: a user or a service manager stops us."""

KILLED: Final = "SIGKILL"
"""What nobody dies of by itself either; but the kernel sends it to a process that takes the memory
of the machine, which says something about the program if it comes each time.
"""


def is_kill(outcome: Outcome) -> bool:
    """True for a process that was killed without a word of its own."""
    return isinstance(outcome, Crash) and (outcome.cause, outcome.signal) == ("signal", KILLED)


def outcome_of_death(status: int, log: str, seconds: float) -> Crash | Timeout:
    """Return what an exit `status` (negative: the signal's number) with this stderr means."""
    name = signal_name(status)
    if name == "SIGXCPU":
        return Timeout(seconds)
    assertion = find_assertion(log)
    if _OUT_OF_MEMORY.search(log):
        return Crash("memory", name, assertion, find_frames(log), log)
    if assertion:
        return Crash("assertion", name, assertion, find_frames(log), log)
    if _LOST.search(log):
        return Crash("lost", name, DEVICE_LOST, (), log)
    if name:
        return Crash("signal", name, "", find_frames(log), log)
    return Crash("exit", "", _exception(log) or f"exit status {status}", find_frames(log), log)


def signal_name(status: int) -> str:
    """Return the name of the signal in a negative exit status, or nothing."""
    if status >= 0:
        return ""
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


def _exception(log: str) -> str:
    """Return the last line of a Python traceback, or nothing."""
    if "Traceback (most recent call last):" not in log:
        return ""
    lines = [line for line in log.splitlines() if _EXCEPTION.match(line)]
    return lines[-1] if lines else ""
