"""Run a test case's programs on targets, and judge; the time inside the targets is counted."""

import threading
import time
from collections.abc import Sequence
from typing import Literal

import msgspec

from aberration.campaign.configuration import TIMEOUT_FACTOR
from aberration.campaign.references import References
from aberration.core.comparison import Tolerance
from aberration.core.errors import AberrationError
from aberration.core.oracle import (
    Expected,
    Observations,
    Same,
    Verdict,
    Voters,
    judge,
    judged_alone,
    roles_of,
)
from aberration.core.outcome import Outcome, Rejected, Timeout
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.c_levels import voters_of, with_short_limits
from aberration.targets.pool import RunResult, TargetPool

# A program that two targets do not end would cost the deadline on each of the others too.
_SLOW_TARGETS = 2
Retry = Literal["always", "compared", "never"]


class CountingPool(TargetPool):
    """A pool that adds up the seconds inside the targets' own calls, in all and by target; the
    opening of a driver is one of them.
    """

    def __init__(self, limit: int = 8, *, side_by_side: int = 1) -> None:
        super().__init__(limit, side_by_side=side_by_side)
        self._counting = threading.Lock()
        self.busy = 0.0
        self.busy_by_target: dict[str, float] = {}

    def run(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        """Run in warm workers."""
        return self._count(target, super().run(target, program, deadline))

    def run_fresh(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        """Run in new workers."""
        return self._count(target, super().run_fresh(target, program, deadline))

    def run_fresh_each(
        self, asked: Sequence[tuple[Target, Program]], deadline: float = 30.0
    ) -> list[RunResult]:
        """Run in new workers; what runs side by side counts as the time that passed, at most."""
        start, before, of_each = time.monotonic(), self.busy, dict(self.busy_by_target)
        results = super().run_fresh_each(asked, deadline)
        spent, passed = self.busy - before, time.monotonic() - start
        if spent > passed:
            self.busy = before + passed
            for name, busy in self.busy_by_target.items():
                old = of_each.get(name, 0.0)
                self.busy_by_target[name] = old + (busy - old) * passed / spent
        return results

    def run_traced(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        """Run in new workers that tell the native stack of what dies."""
        return self._count(target, super().run_traced(target, program, deadline))

    def _count(self, target: Target, result: RunResult) -> RunResult:
        busy, name = result.busy + result.opening, target.counted_as
        with self._counting:
            self.busy += busy
            self.busy_by_target[name] = self.busy_by_target.get(name, 0.0) + busy
        return result


class Observation(msgspec.Struct, frozen=True):
    """What came of a case: outcomes and verdicts by target, why some targets have none, and whose
    vote counts.

    `claims` are what was left of the case's claim for targets that are wrong about the seed itself;
    `in_time` are the targets whose timeout was none when a new worker had more time, `settled`
    those where it was one there, too. On those in `died_again` a new process died in the same way.
    """

    outcomes: Observations
    verdicts: dict[str, Verdict]
    skipped: dict[str, str] = {}
    claims: dict[str, Expected] = {}
    in_time: tuple[str, ...] = ()
    voters: Voters = {}
    settled: frozenset[str] = frozenset()
    died_again: frozenset[str] = frozenset()

    def verdict_on(self, target: Target) -> Verdict:
        """Return the verdict on a target; `none` if it could not be run."""
        skipped = self.skipped.get(target.id, "")
        return self.verdicts.get(target.id, Verdict("none", detail=skipped))


class Observer:
    """Runs cases in warm workers; a program that is past its deadline gets a longer one in a new
    worker.

    One whose `retry` is `never` gives no program one: for looks at many cases, of which
    one is confirmed in the end; `compared`: only to those that are compared between targets. What
    one shows alone is confirmed later.
    """

    def __init__(
        self, pool: TargetPool, references: References, deadline: float, retry: Retry = "always"
    ) -> None:
        self._pool = pool
        self._references = references
        self._deadline = deadline
        self._retry = retry
        self._in_time: list[str] = []
        self._settled_on: set[str] = set()

    def observe(self, case: TestCase, targets: Sequence[Target]) -> Observation:
        """Run a case on the targets and judge it."""
        self._in_time = []
        outcomes: Observations = {}
        skipped: dict[str, str] = {}
        self._settled_on.clear()
        for target in targets:
            if too_slow(outcomes):
                skipped[target.id] = (
                    "too slow to be compared: the first targets did not end in time"
                )
                continue
            try:
                reason, seen = self._roles(case, target)
            except AberrationError as error:
                reason, seen = f"it cannot be run: {error.message}", {}
            if reason:
                skipped[target.id] = reason
            else:
                outcomes[target.id] = seen
        if self._retry != "never":
            self._give_more_time(
                case, [target for target in targets if target.id in outcomes], outcomes
            )
        claims = {
            target.id: self._claim(case, target) for target in targets if target.id in outcomes
        }
        verdicts = {
            name: judge(claim, {name: outcomes[name]})[name]
            for name, claim in claims.items()
            if claim
        }
        left = {
            name: claim
            for name, claim in claims.items()
            if claim is not None and claim != case.oracle
        }
        voters = voters_of(targets)
        # Judged one by one where claims differ between targets; else all together, as a comparison
        # needs it.
        verdicts = verdicts or judge(case.oracle, outcomes, voters)
        settled = frozenset(self._settled_on)
        return Observation(outcomes, verdicts, skipped, left, tuple(self._in_time), voters, settled)

    def observe_seed(self, case: TestCase, targets: Sequence[Target]) -> Observation:
        """Return what the targets do with a seed of a known result, which is the program under
        test of `case`.
        """
        oracle = case.oracle
        assert isinstance(oracle, Expected)
        seeded = {
            target.id: self._references.seed_itself(target, case.programs[oracle.program], oracle)
            for target in targets
        }
        outcomes: Observations = {
            name: {oracle.program: one.outcome} for name, one in seeded.items()
        }
        return Observation(outcomes, {name: one.verdict for name, one in seeded.items()})

    def _claim(self, case: TestCase, target: Target) -> Expected | None:
        """Return what is left of a known result for a target, which may be wrong about the seed
        itself.
        """
        reference = reference_of(case)
        if reference is None or not isinstance(case.oracle, Expected):
            return None
        return self._references.outcome_on_seed(target, reference, case.oracle).claim

    def _roles(self, case: TestCase, target: Target) -> tuple[str, dict[str, Outcome]]:
        reference = reference_of(case)
        if reference is not None:
            assert isinstance(case.oracle, Expected)
            seeded = self._references.outcome_on_seed(target, reference, case.oracle)
            if seeded.claim is None:
                return seeded.reason, {}
        seen: dict[str, Outcome] = {}
        for role in roles_of(case.oracle):
            program = case.programs[role]
            if isinstance(case.oracle, Same) and role == case.oracle.reference:
                known = self._references.outcome(target, program)
                if known.outcome is None:
                    return known.reason, {}
                seen[role] = known.outcome
            else:
                seen[role] = self._pool.run(target, program, self._deadline).outcome
        return self._refused_seed(case, target, seen), seen

    def _refused_seed(self, case: TestCase, target: Target, seen: dict[str, Outcome]) -> str:
        """Return why a refusal of a program with a known result says nothing: its seed is
        refused as well.
        """
        oracle = case.oracle
        if (
            not isinstance(oracle, Expected)
            or not isinstance(seen[oracle.program], Rejected)
            or oracle.may_refuse
        ):
            return ""
        seeds = [program for role, program in case.programs.items() if role != oracle.program]
        known = [self._references.outcome(target, seed) for seed in seeds]
        return next((one.reason for one in known if one.outcome is None), "")

    def _give_more_time(
        self, case: TestCase, targets: Sequence[Target], outcomes: Observations
    ) -> None:
        """Take a timeout for one only where a new worker with more time gives it too.

        A program that ends on no target compares nothing. Where each is judged alone, one is asked
        whether it ends.
        """
        alone = judged_alone(case.oracle)
        if alone and self._retry == "compared":
            return
        for place, target in enumerate(targets):
            others = {one.id: outcomes[one.id] for one in (targets[:place] if alone else targets)}
            # Nobody has ended it so far: it is the program that is long.
            if others and all_timeouts(others):
                return
            for role in [r for r, seen in outcomes[target.id].items() if isinstance(seen, Timeout)]:
                again = self._pool.run_fresh(
                    target, case.programs[role], self._deadline * TIMEOUT_FACTOR
                ).outcome
                outcomes[target.id][role] = again
                if isinstance(again, Timeout):
                    self._settled_on.add(target.id)
                else:
                    self._in_time.append(target.id)


def reference_of(case: TestCase) -> Program | None:
    """Return the seed program of a variant whose result is known; None where there is none, or
    it is what is tested.
    """
    oracle = case.oracle
    if not isinstance(oracle, Expected) or oracle.limits is None:
        return None
    reference = case.programs.get(Same().reference)
    return (
        None
        if reference is None or reference.source == case.programs[oracle.program].source
        else reference
    )


def all_timeouts(outcomes: Observations) -> bool:
    """True when no target ended any program; of `Same` the references count as well, and those
    always do.
    """
    return all(
        isinstance(outcome, Timeout) for seen in outcomes.values() for outcome in seen.values()
    )


def too_slow(outcomes: Observations) -> bool:
    """True when a program ended on none of the first targets, so that it compares nothing."""
    return len(outcomes) >= _SLOW_TARGETS and all_timeouts(outcomes)


FreshReferences = dict[tuple[str, str], Outcome]
"""Outcomes of references in new workers, by target and program digest: one each is enough, for
they are deterministic.
"""


def observe_fresh(
    pool: TargetPool,
    case: TestCase,
    targets: Sequence[Target],
    deadline: float,
    references: FreshReferences | None = None,
) -> Observation:
    """Run all programs of a case in new workers, with more time, and judge; known references
    are not run again.
    """
    (seen,) = observe_fresh_often(pool, case, targets, deadline, 1, references)
    return seen


def observe_fresh_often(
    pool: TargetPool,
    case: TestCase,
    targets: Sequence[Target],
    deadline: float,
    times: int,
    references: FreshReferences | None = None,
) -> list[Observation]:
    """Return what `observe_fresh` gives so many times: the looks may be side by side."""
    known: FreshReferences = {} if references is None else references
    limit, oracle, roles = deadline * TIMEOUT_FACTOR, case.oracle, roles_of(case.oracle)
    reference = oracle.reference if isinstance(oracle, Same) else ""
    for target in targets if reference else ():
        key = (target.id, case.programs[reference].digest)
        if key not in known:
            known[key] = pool.run_fresh(target, case.programs[reference], limit).outcome
    asked = [(target, role) for target in targets for role in roles if role != reference]
    results = iter(
        pool.run_fresh_each([(one, case.programs[role]) for one, role in asked * times], limit)
    )
    voters = voters_of(targets)
    found: list[Observation] = []
    for _ in range(times):
        outcomes: Observations = {
            target.id: {
                role: known[target.id, case.programs[role].digest]
                if role == reference
                else next(results).outcome
                for role in roles
            }
            for target in targets
        }
        found.append(Observation(outcomes, judge(oracle, outcomes, voters), {}, voters=voters))
    return found


def observe_hang(
    pool: TargetPool, case: TestCase, target: Target, deadline: float, *, compiling: bool = False
) -> Verdict:
    """Return the verdict on a case of which it is known that it may hang: nobody waits for it
    longer than needed.
    """
    limited = with_short_limits(target, compiling=compiling)
    seen = {
        role: pool.run(limited, case.programs[role], deadline * TIMEOUT_FACTOR).outcome
        for role in roles_of(case.oracle)
    }
    return judge(case.oracle, {target.id: seen})[target.id]


def with_tolerance(case: TestCase, tolerance: Tolerance) -> TestCase:
    """Return the case with the campaign's tolerance in its oracle."""
    return msgspec.structs.replace(
        case, oracle=msgspec.structs.replace(case.oracle, tolerance=tolerance)
    )


def live_version(pool: TargetPool, target: Target) -> str:
    """Return what the stages of a target call themselves; nothing if it cannot be opened."""
    try:
        return pool.version(target)
    except AberrationError:
        return ""
