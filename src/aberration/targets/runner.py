"""The protocol of a runner: what runs inside a worker process.

A runner opens in `open`, answers one `Program` with one `Outcome` in `run`, and knows nothing of
campaigns, oracles or stores. All that can go wrong (crash, hang, memory, garbage) is the worker's
business: a runner tells "rejected" from "done", and lets everything else escape. It counts the time
that the driver's or compiler's own calls take with the clock that it is given. A module of SPIR-V
that comes is valid, for the pool has looked at it; whether one that it makes itself is valid, a
runner says: `Invalid` where it is not.
"""

import time
from collections.abc import Mapping
from types import TracebackType
from typing import Protocol

from aberration.core.outcome import Outcome
from aberration.core.program import Program


class Clock:
    """Adds up the seconds spent inside `with clock:`."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since = 0.0

    def __enter__(self) -> None:
        self._since = time.perf_counter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.seconds += time.perf_counter() - self._since


class Runner(Protocol):
    """See the module's docstring for the rules."""

    def open(self, options: Mapping[str, str]) -> str:
        """Make ready and return the version as the compiler or driver itself tells it."""

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Compile, and execute where the runner can, one program."""

    def close(self) -> None:
        """Let go of what `open` took."""
