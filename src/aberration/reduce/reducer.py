"""The whole reduction of a finding: the sequence, then each step by itself, then the nearest
good neighbour.
"""

from typing import Literal

import msgspec

from aberration.core.method import Method
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase, keep_claim
from aberration.reduce.interestingness import Interestingness, Observe
from aberration.reduce.search import Keep, forget
from aberration.reduce.steps import drop_steps, search_steps, simplify_steps

Status = Literal["complete", "step-limit", "time-limit", "no-time", "not-reproduced", "unstable"]
# A bug that shows every other time passes three looks in one case of eight only.
CHECKS_BEFORE = 3
DEFAULT_LIMIT = 2000


class Reduced(msgspec.Struct, frozen=True):
    """How a reduction ended.

    `complete`: 1-minimal and seen again at the end; `step-limit`: the smallest so far;
    `time-limit`: the same, not seen again at the end; `no-time`: there was none even to look at the
    given case; `not-reproduced`: the case did not show the bug three times before the start;
    `unstable`: the smallest case did not at the end, and `case` is the one that was given.
    `neighbour` is the case with one step fewer that does not fail; `other_bugs` those met on the
    way. `attempts` are all runs, `tries` those that dropped steps, before any step was made
    smaller.
    """

    status: Status
    case: TestCase
    neighbour: TestCase | None
    attempts: int
    other_bugs: tuple[tuple[TestCase, Verdict], ...] = ()
    tries: int = 0

    @property
    def is_stable(self) -> bool:
        """True where the bug showed each time, so that the case may be believed."""
        return self.status in ("complete", "step-limit", "time-limit")


def reduce_case(
    case: TestCase,
    method: Method,
    wanted: Verdict,
    observe: Observe,
    *,
    limit: int = DEFAULT_LIMIT,
    keep: Keep[TestCase] = forget,
) -> Reduced:
    """Shrink a case that shows the bug of `wanted`, never drifting to another bug.

    Where `observe` raises `OutOfTime`, the smallest case so far is returned.
    """
    interesting = Interestingness(wanted, observe)

    def result(
        status: Status, best: TestCase, neighbour: TestCase | None = None, tries: int = 0
    ) -> Reduced:
        other_bugs = tuple(interesting.other_bugs.values())
        return Reduced(status, best, neighbour, interesting.runs, other_bugs, tries)

    if not interesting.holds(case, CHECKS_BEFORE):
        return result("no-time" if interesting.expired else "not-reproduced", case)
    search = search_steps(case, interesting, keep, limit, lambda: interesting.expired)
    drop_steps(search, method)
    tries, complete = search.tests, not (search.is_over and search.best.recipe.steps)
    simplify_steps(search, method)
    # Each small step was accepted by one look: an unsteady bug may have been lost on the way.
    if not interesting.holds(search.best, CHECKS_BEFORE) and not interesting.expired:
        return result("unstable", case)
    neighbour = nearest_neighbour(search.best, method, interesting)
    if interesting.expired:
        return result("time-limit", search.best, None, tries)
    return result("complete" if complete else "step-limit", search.best, neighbour, tries)


def nearest_neighbour(
    case: TestCase, method: Method, interesting: Interestingness
) -> TestCase | None:
    """Return the case with one step fewer that does not fail: the last step that can be left
    out, if any.
    """
    steps = case.recipe.steps
    # The last step that can be left out: its predecessor is the variant that shows what the
    # compiler does right.
    for index in range(len(steps) - 1, -1, -1):
        shorter = case.recipe.with_steps(steps[:index] + steps[index + 1 :])
        candidate = keep_claim(case, method.replay(shorter).case)
        if not interesting.look(candidate).is_finding:
            return candidate
    return None
