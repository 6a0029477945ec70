"""Waiting for what happens in other processes."""

from __future__ import annotations

import time
from pathlib import Path


def wait_until_gone(pid: int) -> bool:
    """Return whether a process ends within five seconds; one that only nobody asked for its
    status has ended.
    """
    for _ in range(50):
        status = Path(f"/proc/{pid}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return True
        time.sleep(0.1)
    return False
