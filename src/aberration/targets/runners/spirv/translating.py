"""What the runners of translators share: how a process that translates ended."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aberration.core.outcome import Crash, Outcome, Rejected, Timeout
from aberration.core.process import Finished, crash_of

TIME_LIMIT: Final = 20.0
"""Seconds for one program."""


def failed_translation(finished: Finished, result: Path) -> Outcome | None:
    """Return what went wrong with a process that had to write `result`; None where nothing did.

    An exit status says no, unless for want of memory; a signal is a crash, and so is success
    without a result.
    """
    if finished.timed_out:
        return Timeout(TIME_LIMIT)
    crash = crash_of(finished, "")
    if finished.status < 0 or (finished.status != 0 and crash.cause == "memory"):
        return crash
    if finished.status != 0:
        message = f"{finished.stdout.decode('utf-8', 'replace')}{finished.log}".strip()
        return Rejected(message or f"exit status {finished.status}")
    if not result.is_file() or result.stat().st_size == 0:
        return Crash("garbage", log=finished.log)
    return None
