"""The search for a smaller text: a counted predicate with a memory, a time limit, and the best
text so far.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from aberration.languages.c.chunks import Edit, apply, to_bytes, to_text

Interesting = Callable[[bytes], bool]
"""True when a text still shows the bug, and nothing else explains it."""
Keep = Callable[[bytes], None]
"""Told of each text that is better than all before."""
Stage = Callable[["TextSearch"], None]
"""Makes the best text of a search smaller."""


def weight(text: bytes) -> tuple[int, int]:
    """Return what a reducer makes smaller: the characters that are no white space, then all."""
    return len(text) - sum(text.count(space) for space in (b" ", b"\n", b"\t", b"\r")), len(text)


class TextSearch:
    """`best` is the text to go on from; a text that was tried once is not tried again.

    `plausible` is a cheaper form of `interesting` that may take a text that is not, now and then.
    """

    def __init__(
        self,
        start: bytes,
        interesting: Interesting,
        keep: Keep,
        seconds: float,
        plausible: Interesting | None = None,
    ) -> None:
        self.best = start
        self.tests = 0
        self._interesting = interesting
        self._plausible = plausible
        self._hoped: list[bytes] | None = None
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

    def run(self, stage: Stage) -> None:
        """Run a stage on plausible texts; where its last one is not interesting, go back and be
        strict from there.
        """
        if self._plausible is None:
            stage(self)
            return
        begun, tried = self.best, set(self._tried)
        hoped = self._hoped = []
        try:
            stage(self)
        finally:
            self._hoped = None
            self.best = begun
        if self._settle([begun, *hoped]):
            return
        self._tried = tried
        stage(self)

    def accepts(self, candidate: bytes, *, late: bool = False) -> bool:
        """Take a text as the best one if it is new and interesting; when the time is over only
        a `late` one is.
        """
        if candidate in self._tried or not (late or self.seconds_left):
            return False
        self._tried.add(candidate)
        if not self._shows_bug(candidate):
            return False
        self.best = candidate
        if self._hoped is None:
            self._keep(candidate)
        else:
            self._hoped.append(candidate)
        return True

    def offer(self, candidate: bytes) -> bool:
        """Judge the text of another reducer, which goes its own way; the lightest one is kept.
        For several threads.
        """
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
        """Do as many of the edits of the best text as possible, whole groups; true when at least
        one was done.

        Delta debugging: all, then halves, down to each group by itself, from the last backwards.
        """
        base, done, left = to_text(self.best), list[Edit](), list(edits)
        size = len(left)
        while size and left and self.seconds_left:
            for end in range(len(left), 0, -size):
                chunk = left[max(0, end - size) : end]
                wanted = [*done, *(edit for group in chunk for edit in group)]
                if self.accepts(to_bytes(apply(base, wanted))):
                    done = wanted
                    del left[max(0, end - size) : end]
            size = min(size // 2, len(left)) if size > 1 else 0
        return bool(done)

    def _shows_bug(self, candidate: bytes) -> bool:
        self.tests += 1
        if self._hoped is not None and self._plausible is not None:
            return self._plausible(candidate)
        return self._interesting(candidate)

    def _settle(self, texts: Sequence[bytes]) -> bool:
        """Take the last of these texts that is interesting, the first being so; true if it is the
        last one of all.

        By halving: what a reducer has made undefined stays so.
        """
        good, bad = 0, len(texts)
        while good + 1 < bad:
            middle = len(texts) - 1 if bad == len(texts) else (good + bad) // 2
            self.tests += 1
            if self._interesting(texts[middle]):
                good = middle
            else:
                bad = middle
        self.best = texts[good]
        if good:
            self._keep(self.best)
        return good == len(texts) - 1
