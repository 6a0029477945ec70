"""A crash of which nothing is known but the signal is looked at once more, by someone who reads
the stack.
"""

from __future__ import annotations

import msgspec

from aberration.campaign.observe import Observation
from aberration.core.errors import AberrationError
from aberration.core.oracle import judge, judged_alone
from aberration.core.outcome import Crash, Outcome
from aberration.core.recipe import TestCase
from aberration.core.signature import needs_frames
from aberration.core.target import Target
from aberration.targets.backtrace.ptrace import reason_unsupported
from aberration.targets.pool import TargetPool


def with_frames(
    pool: TargetPool, case: TestCase, target: Target, seen: Observation, deadline: float
) -> Observation:
    """Return what was seen, with the stack of what died on a target, where a new process dies
    in the same way again: where targets are judged alone, that is a look of its own.
    """
    outcomes = seen.outcomes.get(target.id, {})
    framed = {
        role: _with_frames(pool, case, target, role, outcome, deadline)
        for role, outcome in outcomes.items()
    }
    if framed == outcomes:
        return seen
    everything = {**seen.outcomes, target.id: framed}
    return msgspec.structs.replace(
        seen,
        outcomes=everything,
        verdicts=judge(case.oracle, everything, seen.voters),
        died_again=seen.died_again | ({target.id} if judged_alone(case.oracle) else set()),
    )


def _with_frames(
    pool: TargetPool, case: TestCase, target: Target, role: str, outcome: Outcome, deadline: float
) -> Outcome:
    if not isinstance(outcome, Crash) or not needs_frames(outcome) or reason_unsupported():
        return outcome
    try:
        again = pool.run_traced(target, case.programs[role], deadline).outcome
    except AberrationError:
        return outcome
    same = isinstance(again, Crash) and (again.signal, again.stage) == (
        outcome.signal,
        outcome.stage,
    )
    return again if same and isinstance(again, Crash) and not needs_frames(again) else outcome
