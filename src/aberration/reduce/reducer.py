"""The whole reduction of a finding: the sequence, then each step by itself, then the nearest
good neighbour.
"""

from typing import Literal

import msgspec

from aberration.core.method import Method
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase, keep_claim
from aberration.reduce.interestingness import Interestingness, Observe
from aberration.reduce.sequence import Progress, SequenceReducer

Status = Literal["complete", "step-limit", "time-limit", "no-time", "not-reproduced", "unstable"]
CHECKS_BEFORE = 3
DEFAULT_LIMIT = 2000


class Reduced(msgspec.Struct, frozen=True):
    """How a reduction ended.

    `complete`: 1-minimal and seen again at the end; `step-limit`: the smallest so far;
    `time-limit`: the same, not seen again at the end; `no-time`: there was none even to look at the
    given case; `not-reproduced`: the case did not show the bug three times before the start;
    `unstable`: the smallest case did not at the end, and `case` is the one that was given.
    `neighbour` is the case with one step fewer that does not fail; `slips` other bugs met on the
    way. `attempts` are all runs, `tries` those that dropped steps, before any step was made
    smaller.
    """

    status: Status
    case: TestCase
    neighbour: TestCase | None
    attempts: int
    slips: tuple[tuple[TestCase, Verdict], ...] = ()
    tries: int = 0

    @property
    def is_steady(self) -> bool:
        """True where the bug showed each time, so that the case may be believed."""
        return self.status in ("complete", "step-limit", "time-limit")


def _forget(_: TestCase) -> None:
    """Keep nothing on the way."""


def reduce_case(
    case: TestCase,
    method: Method,
    wanted: Verdict,
    observe: Observe,
    *,
    limit: int = DEFAULT_LIMIT,
    keep: Progress = _forget,
) -> Reduced:
    """Shrink a case that shows the bug of `wanted`, never drifting to another bug.

    Where `observe` raises `OutOfTime`, the smallest case so far is returned.
    """
    interesting = Interestingness(wanted, observe)
    if not interesting.holds(case, CHECKS_BEFORE):
        told: Status = "no-time" if interesting.expired else "not-reproduced"
        return Reduced(told, case, None, interesting.runs, tuple(interesting.slips.values()))
    sequence = SequenceReducer(
        method, interesting, limit, keep, lambda: interesting.expired
    ).reduce(case)
    best = _simplify_steps(sequence.case, method, interesting, limit, keep)
    if not interesting.holds(best, CHECKS_BEFORE) and not interesting.expired:
        return Reduced("unstable", case, None, interesting.runs, tuple(interesting.slips.values()))
    neighbour = nearest_neighbour(best, method, interesting)
    status: Status = "complete" if sequence.complete else "step-limit"
    if interesting.expired:
        status, neighbour = "time-limit", None
    return Reduced(
        status,
        best,
        neighbour,
        interesting.runs,
        tuple(interesting.slips.values()),
        sequence.attempts,
    )


def _simplify_steps(
    case: TestCase, method: Method, interesting: Interestingness, limit: int, keep: Progress
) -> TestCase:
    """Take each smaller form of a step that the method offers and that keeps the bug and all
    other steps.
    """
    best, progress = case, True
    while progress and interesting.runs < limit and not interesting.expired:
        progress = False
        for recipe in method.simplify(best.recipe):
            if interesting.runs >= limit or interesting.expired:
                break
            candidate = keep_claim(best, method.replay(recipe).case)
            if len(candidate.recipe.steps) == len(best.recipe.steps) and interesting(candidate):
                best, progress = candidate, True
                keep(best)
                break
    return best


def nearest_neighbour(
    case: TestCase, method: Method, interesting: Interestingness
) -> TestCase | None:
    """Return the case with one step fewer that does not fail: the last step that can be left
    out, if any.
    """
    steps = case.recipe.steps
    for index in range(len(steps) - 1, -1, -1):
        shorter = case.recipe.with_steps(steps[:index] + steps[index + 1 :])
        candidate = keep_claim(case, method.replay(shorter).case)
        if not interesting.look(candidate).is_finding:
            return candidate
    return None
