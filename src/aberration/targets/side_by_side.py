"""Runs in new workers side by side: a worker spends most of its time opening its driver, and none
needs another.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from aberration.core.errors import Starved
from aberration.targets.worker import Worker

T = TypeVar("T")


class SideBySide:
    """Threads for so many runs at once, which live as long as the pool that has them: what a thread
    started ends with it.
    """

    def __init__(self, count: int) -> None:
        self.count: Final = max(1, count)
        self._threads: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._living: set[Worker] = set()
        self._closed = False

    def run(self, pieces: Sequence[Callable[[], T]]) -> list[T]:
        """Return what each gives, in order; raise what the first of them raises."""
        if self.count < 2 or len(pieces) < 2:
            return [piece() for piece in pieces]
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self.count)
        waiting = [self._threads.submit(piece) for piece in pieces]
        try:
            return [each.result() for each in waiting]
        finally:
            for each in waiting:
                each.cancel()

    @contextlib.contextmanager
    def worker(self, make: Callable[[], Worker]) -> Iterator[Worker]:
        """Open a worker for one run, and end it after that, or when all ends."""
        worker = make()
        try:
            with self._lock:
                if self._closed:
                    raise Starved("the workers were ended before it could run")
                self._living.add(worker)
            yield worker
        finally:
            with self._lock:
                self._living.discard(worker)
            worker.close()

    def close(self) -> None:
        """End what still runs; nobody waits for it any more."""
        with self._lock:
            self._closed = True
            for worker in self._living:
                # Its thread sees the end, and closes it.
                worker.interrupt()
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)
            self._threads = None
        self._closed = False
