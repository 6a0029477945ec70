"""The interestingness test: does a smaller case still show the same bug?

The same bug is the same kind of verdict with the same signature. Another finding on the way
is kept apart, as a finding of its own, and never lets the reduction drift to another bug.
"""

from collections.abc import Callable

from aberration.core.errors import OutOfTime
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase

_EXPIRED = "the time is over"
Observe = Callable[[TestCase], Verdict]
"""Runs a case on the target of the finding and judges it."""


def same_bug(wanted: Verdict, seen: Verdict) -> bool:
    """True when two verdicts name one bug, as far as one target can tell."""
    return wanted.is_finding and wanted.kind == seen.kind and wanted.signature == seen.signature


class Interestingness:
    """A counted predicate over cases; `other_bugs` has the first case of each other bug met, by
    kind and signature.

    Once the time is over (`OutOfTime`) it is `expired`, and no case is interesting any more.
    """

    def __init__(self, wanted: Verdict, observe: Observe) -> None:
        self.wanted = wanted
        self.observe = observe
        self.runs = 0
        self.expired = False
        self.other_bugs: dict[tuple[str, str], tuple[TestCase, Verdict]] = {}

    def __call__(self, case: TestCase) -> bool:
        """Run the case once; true when it shows the wanted bug."""
        seen = self.look(case)
        if same_bug(self.wanted, seen):
            return True
        if seen.is_finding:
            self.other_bugs.setdefault((seen.kind, seen.signature), (case, seen))
        return False

    def look(self, case: TestCase) -> Verdict:
        """Return the verdict on a case; none where there is no time for it."""
        if self.expired:
            return Verdict("none", detail=_EXPIRED)
        self.runs += 1
        try:
            return self.observe(case)
        except OutOfTime:
            self.expired = True
            return Verdict("none", detail=_EXPIRED)

    def holds(self, case: TestCase, times: int) -> bool:
        """True when the case shows the wanted bug that many times in a row."""
        return all(self(case) for _ in range(times))
