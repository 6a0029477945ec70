"""A runner that takes nothing but the plainest programs."""

from __future__ import annotations

from collections.abc import Mapping

from aberration.core.outcome import Outcome, Rejected
from aberration.core.program import Program
from aberration.targets.runner import Clock


class PlainRunner:
    """A runner that knows one way only, and binds no textures."""

    def open(self, options: Mapping[str, str]) -> str:
        return ""

    def run(self, program: Program, clock: Clock) -> Outcome:
        return Rejected("no")

    def close(self) -> None: ...
