"""A pool of workers for a piece of work that has an end: no look at a program goes beyond it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from aberration.core.errors import OutOfTime
from aberration.core.outcome import Timeout
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import DEADLINE, RunResult, TargetPool

_LEAST = 0.05


class TimedPool(TargetPool):
    """`until` by the monotonic clock, None for no end.

    A look gets no more than what is left. One that would have been given more and did not end in
    that is no answer, not even that the program hangs: `OutOfTime` is raised, as it is when the
    time was over before.
    """

    def __init__(self, limit: int, until: float | None, *, traced: bool = False) -> None:
        super().__init__(limit, traced=traced)
        self.until = until

    def run(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run in warm workers."""
        return self._within(
            deadline, lambda limit: super(TimedPool, self).run(target, program, limit)
        )

    def run_fresh(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run in new workers."""
        return self._within(
            deadline, lambda limit: super(TimedPool, self).run_fresh(target, program, limit)
        )

    def run_traced(self, target: Target, program: Program, deadline: float = DEADLINE) -> RunResult:
        """Run in new workers below a tracer."""
        return self._within(
            deadline, lambda limit: super(TimedPool, self).run_traced(target, program, limit)
        )

    @property
    def left(self) -> float | None:
        """Return how many seconds are left; None for no end."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def __enter__(self) -> Self:
        return self

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Let what is inside have that part of the time that is left."""
        before, left = self.until, self.left
        if left is not None:
            self.until = time.monotonic() + part * left
        try:
            yield
        finally:
            self.until = before

    def _within(self, deadline: float, look: Callable[[float], RunResult]) -> RunResult:
        left = self.left
        if left is None:
            return look(deadline)
        if left < _LEAST:
            raise OutOfTime
        result = look(min(deadline, left))
        if isinstance(result.outcome, Timeout) and left < deadline:
            raise OutOfTime
        return result
