"""A finding: what a target did wrong, confirmed, with all that is needed to see it again."""

from typing import Literal

import msgspec

from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase

Reliability = Literal["reliable", "flaky", "once", "needs-history"]
State = Literal["new", "reduced", "set-aside"]


class Finding(msgspec.Struct, frozen=True):
    """One violation by one target. `observed` of `tries` runs in fresh workers showed it again.

    A finding that is `set-aside` is not a bug report: `reason` says what explained it.
    """

    id: str
    test: int
    target: str
    target_version: str
    verdict: Verdict
    case: TestCase
    reliability: Reliability
    observed: int
    tries: int
    state: State = "new"
    reason: str = ""
    reduced: TestCase | None = None
    neighbour: TestCase | None = None


def reliability_of(observed: int, tries: int) -> Reliability:
    """Return the class of a finding seen `observed` times in `tries` fresh runs."""
    if observed == tries:
        return "reliable"
    return "flaky" if observed > 0 else "needs-history"
