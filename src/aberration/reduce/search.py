"""The search for something smaller, whatever it is: counted questions with a memory, an end, and
the best so far. What proposes smaller ones is a stage.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

C = TypeVar("C")
P = TypeVar("P")
Test = Callable[[C], bool]
"""True when a candidate still shows the bug, and nothing else explains it."""
Keep = Callable[[C], None]
"""Gets each candidate that is believed, and better than all before."""


def forget(_: object) -> None:
    """Keep nothing on the way."""


def _never() -> bool:
    return False


def _always(_: object) -> bool:
    return True


class Search(Generic[C]):
    """`best` is what to go on from; a candidate, known by a digest of its `content`, is asked about
    once.

    `interesting` is believed. The `cheaper` tests, which are asked before it, the cheapest first,
    may take now and then what it does not. What is not `legal` is not asked about. The search is
    over after so many `seconds` or `most` questions, or when it has `expired`.
    """

    def __init__(
        self,
        start: C,
        interesting: Test[C],
        keep: Keep[C],
        content: Callable[[C], bytes],
        *,
        cheaper: Sequence[Test[C]] = (),
        legal: Test[C] = _always,
        seconds: float = math.inf,
        most: int = sys.maxsize,
        expired: Callable[[], bool] = _never,
    ) -> None:
        self.best = start
        self.tests = 0
        self._checks = (*cheaper, interesting)
        self._strictness = len(cheaper)
        self._keep = keep
        self._content = content
        self._legal = legal
        self._until = time.monotonic() + seconds
        self._most = most
        self._expired = expired
        self._tried = {self._digest(start)}
        self._answers: dict[bytes, bool] = {}
        self._trail: list[C] | None = None
        self._lock = threading.Lock()

    @property
    def seconds_left(self) -> float:
        """Return what is left of the time, 0 when it is over."""
        return max(0.0, self._until - time.monotonic())

    @property
    def is_over(self) -> bool:
        """Whether nothing may be asked any more."""
        return self.tests >= self._most or not self.seconds_left or self._expired()

    @contextlib.contextmanager
    def reserve(self, seconds: float) -> Iterator[None]:
        """Let the time be over that many seconds earlier."""
        self._until -= seconds
        try:
            yield
        finally:
            self._until += seconds

    def accepts(self, candidate: C, *, late: bool = False) -> bool:
        """Take a candidate as the best one if it is new and shows the bug; when the search is over
        only a `late` one is.
        """
        digest = self._digest(candidate)
        # Deterministic tests make the answer known, and flaky ones (`looks.py`) were asked often
        # enough: what was refused once is not asked again.
        if digest in self._tried or (self.is_over and not late):
            return False
        # Before the questions: what is not legal, or refused, is not looked at again either.
        self._tried.add(digest)
        checks = self._checks[: self._strictness + 1]
        if not self._legal(candidate) or not self._answer(candidate, checks):
            return False
        self._take(candidate)
        return True

    def offer(self, candidate: C, better: Test[C]) -> bool:
        """Judge the candidate of another reducer, which goes its own way; it becomes the best one
        where it is `better`. For several threads.
        """
        # Only the strictest test in use: a reducer of its own goes on from what we said yes to.
        tests = self._checks[self._strictness : self._strictness + 1]
        if self.is_over or not self._answer(candidate, tests):
            return False
        with self._lock:
            if better(candidate):
                self._take(candidate)
        return True

    def drop(
        self,
        parts: Sequence[P],
        without: Callable[[Sequence[P]], C | None],
        *,
        minimal: bool = False,
        lost_in: Callable[[C, Sequence[P]], Sequence[P]] | None = None,
    ) -> bool:
        """Do without as many of these parts as possible; true when at least one went.

        Delta debugging: all, then halves, down to each part by itself, from the last backwards.
        For a `minimal` rest, of which no single part can go, it begins with halves, and goes on to
        smaller ones when nothing of a size went. `lost_in` says which parts a candidate has not
        any more, where later ones go with those that they need.
        """
        gone, left = list[P](), list(parts)
        # All at once is worth one question where a part may be needless as a whole. For a minimal
        # rest it is known that without all of them there is no bug.
        size = max(len(left) // 2, 1) if minimal else len(left)
        while size and left:
            before = len(left)
            # Later steps build on earlier ones: from the end more can go, and an index left of it
            # stays right while parts are deleted.
            for begin in reversed(range(0, len(left), size)):
                if self.is_over:
                    return bool(gone)
                wanted = [*gone, *left[begin : begin + size]]
                candidate = without(wanted)
                if candidate is not None and self.accepts(candidate):
                    gone = wanted
                    del left[begin : begin + size]
                    lost = [] if lost_in is None else lost_in(candidate, left)
                    gone, left = [*gone, *lost], [part for part in left if part not in lost]
            # After a success of this size more of the same may go (ddmin would begin anew with two
            # parts); without one, halves: at size 1 that ends with no single part to spare.
            again = minimal and len(left) < before
            size = min(size if again else size // 2, len(left))
        return bool(gone)

    def run(self, stage: Callable[[Search[C]], None], strictness: int = 0) -> int:
        """Run a stage with the first tests alone, one more than `strictness`; where its last
        candidate is not believed, go back to the last one that is, and ask one more from there on.

        Return the strictness that was needed.
        """
        while strictness < len(self._checks) - 1:
            if self._passes_with_prefix(stage, strictness):
                return strictness
            strictness += 1
        stage(self)
        return strictness

    def _passes_with_prefix(self, stage: Callable[[Search[C]], None], strictness: int) -> bool:
        begun, strictest = self.best, self._strictness
        trail = self._trail = [begun]
        self._strictness = strictness
        try:
            stage(self)
        finally:
            self._trail, self._strictness, self.best = None, strictest, begun
        return self._settle(trail)

    def _settle(self, trail: Sequence[C]) -> bool:
        """Take the last of these that is interesting, the first being so; true if it is the last
        one of all. What comes after it may be tried again.

        By halving: what a reducer has spoilt stays so.
        """
        last = len(trail) - 1
        good, bad = 0, last + 1
        while good + 1 < bad:
            # The last one first: mostly the cheap tests were right all the way.
            middle = last if bad > last else (good + bad) // 2
            if self._answer(trail[middle], self._checks[-1:]):
                good = middle
            else:
                bad = middle
        self.best = trail[good]
        # Taken wrongly; with a stricter test a stage may come to them by another way.
        self._tried -= {self._digest(each) for each in trail[good + 1 :]}
        if good:
            self._keep(self.best)
        return good == last

    def _take(self, candidate: C) -> None:
        self.best = candidate
        if self._trail is None:
            self._keep(candidate)
        else:
            self._trail.append(candidate)

    def _answer(self, candidate: C, tests: Sequence[Test[C]]) -> bool:
        """Ask these tests; what one refuses stays refused, what the last one of all takes stays
        taken.
        """
        digest = self._digest(candidate)
        known = self._answers.get(digest)
        if known is not None:
            return known
        with self._lock:
            self.tests += 1
        shown = all(test(candidate) for test in tests)
        # A yes of cheap tests is no answer: the last one has not been asked.
        if not shown or tests[-1] is self._checks[-1]:
            self._answers[digest] = shown
        return shown

    def _digest(self, candidate: C) -> bytes:
        return hashlib.blake2b(self._content(candidate), digest_size=16).digest()
