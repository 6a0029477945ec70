"""The search for a smaller text: a counted predicate with a memory, a time limit, and the best text so far."""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from aberration.languages.c.pieces import Edit, apply, decoded, encoded

Interesting = Callable[[bytes], bool]
"""True when a text still shows the bug, and nothing else explains it."""
Keep = Callable[[bytes], None]
"""Told of each text that is better than all before."""


def weight(text: bytes) -> tuple[int, int]:
    """Return what a reducer makes smaller: the characters that are no white space, then all."""
    return len(text) - sum(text.count(space) for space in (b" ", b"\n", b"\t", b"\r")), len(text)


class TextSearch:
    """`best` is the text to go on from; a text that was tried once is not tried again."""

    def __init__(self, start: bytes, interesting: Interesting, keep: Keep, seconds: float) -> None:
        self.best = start
        self.tests = 0
        self._interesting = interesting
        self._keep = keep
        self._until = time.monotonic() + seconds
        self._tried: set[bytes] = {start}
        self._offered: dict[bytes, bool] = {}
        self._lock = threading.Lock()

    @property
    def seconds_left(self) -> float:
        """Return what is left of the time limit, 0 when it is over."""
        return max(0.0, self._until - time.monotonic())

    @contextlib.contextmanager
    def reserved(self, seconds: float) -> Iterator[None]:
        """Let the time be over that many seconds earlier."""
        self._until -= seconds
        try:
            yield
        finally:
            self._until += seconds

    def accepts(self, candidate: bytes, *, late: bool = False) -> bool:
        """Take a text as the best one if it is new and interesting; when the time is over only a `late` one is."""
        if candidate in self._tried or not (late or self.seconds_left):
            return False
        self._tried.add(candidate)
        self.tests += 1
        if not self._interesting(candidate):
            return False
        self.best = candidate
        self._keep(candidate)
        return True

    def offer(self, candidate: bytes) -> bool:
        """Judge the text of another reducer, which goes its own way; the lightest one is kept. For several threads."""
        if not self.seconds_left:
            return False
        key = hashlib.blake2b(candidate, digest_size=16).digest()
        if key not in self._offered:
            self.tests += 1
            self._offered[key] = self._interesting(candidate)
        with self._lock:
            if self._offered[key] and weight(candidate) < weight(self.best):
                self.best = candidate
                self._keep(candidate)
        return self._offered[key]

    def drop(self, edits: Sequence[Sequence[Edit]]) -> bool:
        """Do as many of the edits of the best text as possible, whole groups; true when at least one was done.

        Delta debugging: all, then halves, down to each group by itself, from the last backwards.
        """
        base, done, left = decoded(self.best), list[Edit](), list(edits)
        size = len(left)
        while size and left and self.seconds_left:
            for end in range(len(left), 0, -size):
                chunk = left[max(0, end - size) : end]
                wanted = [*done, *(edit for group in chunk for edit in group)]
                if self.accepts(encoded(apply(base, wanted))):
                    done = wanted
                    del left[max(0, end - size) : end]
            size = min(size // 2, len(left)) if size > 1 else 0
        return bool(done)
