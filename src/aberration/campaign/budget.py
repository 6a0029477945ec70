"""The time for a number of reductions: each gets a fair share, but never so little that nothing
would come of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

Clock = Callable[[], float]


class Budget:
    """Seconds for `count` pieces of work, `jobs` at a time; without limit where `seconds` is None.
    Safe for threads.

    A piece gets from `least` to `most` seconds, and less than `least` only where no more are left.
    """

    def __init__(
        self,
        seconds: float | None,
        count: int,
        jobs: int,
        least: float,
        most: float,
        clock: Clock = time.monotonic,
    ) -> None:
        self._clock = clock
        self._until = None if seconds is None else clock() + seconds
        self._waiting = count
        self._jobs = max(1, jobs)
        self._least = least
        self._most = most
        self._lock = threading.Lock()

    def share(self) -> float | None:
        """Return the seconds for the piece that begins now; None where the time is over.

        What earlier pieces did not need is there for those that wait.
        """
        with self._lock:
            waiting = self._waiting
            self._waiting -= 1
        if self._until is None:
            return self._most
        left = self._until - self._clock()
        if left <= 0:
            return None
        return min(self._most, left, max(self._least, left * self._jobs / max(1, waiting)))
