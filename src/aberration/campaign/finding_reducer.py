"""One finding made small: its steps, then its program, and what in the compiler is to blame.

A reduced case must show the same bug in new workers, and must not be one that the freedom of floats
explains; else the reduction is done again with both demanded at every step. All of it ends with the
time of the pool, with the best there is by then.
"""

import time
from collections.abc import Sequence

import msgspec

from aberration.campaign.configuration import QUICK_FACTOR, FuzzConfiguration
from aberration.campaign.confirm import (
    FLAKY_REFERENCE,
    SAME_BUG,
    Confirmer,
    evidence,
    needs_history,
    set_aside,
    waiting,
)
from aberration.campaign.observe import (
    Observation,
    Observer,
    observe_fresh,
    observe_hang,
    with_tolerance,
)
from aberration.campaign.records import Defect, FoundRecord
from aberration.campaign.references import References
from aberration.campaign.shrinking import ProgramShrinker
from aberration.campaign.timed import TimedPool
from aberration.campaign.triage.blame import SECONDS, blame_until
from aberration.campaign.triage.c_checks import is_c_claim
from aberration.campaign.triage.chains import DRIVER_ALONE
from aberration.campaign.triage.false_positives import explanation
from aberration.campaign.triage.question import HERE, KnownTargets, Means, Question, new_workers
from aberration.core.errors import NothingTested, OutOfTime
from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.oracle import Same, Verdict, judged_alone
from aberration.core.outcome import Outcome
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.interestingness import Observe, same_bug
from aberration.reduce.looks import MOST_LOOKS, look_until, repeated_looks
from aberration.reduce.program import MINUTE, Limits, Shrink, shrink
from aberration.reduce.reducer import Reduced, Status, reduce_case
from aberration.reduce.search import Keep, forget

NOT_AGAIN = "seen once in passing, and not again"
_FOR_STEPS = 0.6
"""Of the time for a finding; the rest is for looking again at what is left, and for the culprit."""


class Judged(msgspec.Struct, frozen=True):
    """A finding after its reduction, the outcomes of its smallest case, the other bugs met on
    the way, our defects; how the reduction of its steps ended, after so many `attempts`.
    """

    finding: Finding
    evidence: dict[str, Outcome] | None
    other_bugs: tuple[FoundRecord, ...] = ()
    defects: tuple[Defect, ...] = ()
    status: Status = "complete"
    attempts: int = 0


class FindingReducer:
    """Works on findings of one target and one method, as long as the pool has time.

    The `others` are there to compare with, for what no target shows alone. `runs` counts the looks
    at cases.
    """

    def __init__(
        self,
        pool: TimedPool,
        target: Target,
        method: Method,
        configuration: FuzzConfiguration,
        others: Sequence[Target] = (),
        known: KnownTargets = HERE,
    ) -> None:
        self._pool = pool
        self._target = target
        self._all = [target, *others]
        self.runs = 0
        self._method = method
        self._configuration = configuration
        self._references = References(pool, (), configuration.tolerance, configuration.deadline)
        self._observer = Observer(pool, self._references, configuration.deadline)
        self._quick = Observer(
            pool, self._references, configuration.deadline * QUICK_FACTOR, retry="never"
        )
        self._confirmer = Confirmer(pool, configuration, method, thorough=True, known=known)
        self._hangs: Verdict | None = None
        run = new_workers(pool, configuration.deadline)
        self._warm = Means(method, configuration.deadline, self._observer.observe, run, known)

    def finding_of(self, case: TestCase) -> Finding:
        """Return the finding that a case is; raise `NothingTested` for one that shows no bug here,
        or one that something explains.
        """
        seen = look_until(
            lambda: self._observer.observe(case, self._all),
            lambda one: self._verdict(one).is_finding,
            MOST_LOOKS + 1,
        )
        verdict = self._verdict(seen)
        message = f"{verdict.kind}: {verdict.detail}" if verdict.detail else verdict.kind
        if verdict.is_finding:
            records = self._confirmer.findings(0, case, self._all, seen)
            own = [each.finding for each in records if each.finding.target == self._target.id]
            if own and own[0].state == "new":
                return own[0]
            message = f"none: {own[0].reason if own else DRIVER_ALONE}"
        raise NothingTested(f"the case shows no bug on {self._target.id} ({message})")

    def confirm(self, finding: Finding, without: frozenset[str] = frozenset()) -> FoundRecord:
        """Return what becomes of a finding that waits: it is confirmed as what an executor sees, or
        set aside.

        It is made `without` the types of steps that explain it if nothing is wrong then.
        """
        recipe = finding.case.recipe
        kept = tuple(step for step in recipe.steps if step.get("type") not in without)
        case = (
            finding.case
            if len(kept) == len(recipe.steps)
            else self._method.replay(recipe.with_steps(kept)).case
        )
        case = with_tolerance(case, self._configuration.tolerance)
        seen = self._first_sight(finding, case)
        for found in self._confirmer.findings(finding.test, case, [self._target], seen):
            if found.finding.verdict.kind == finding.verdict.kind:
                named = msgspec.structs.replace(found.finding, id=finding.id, behind=finding.behind)
                return FoundRecord(named, found.evidence)
        same = f"{SAME_BUG} {finding.behind}: without {', '.join(sorted(without))} nothing is wrong"
        gone = needs_history(MOST_LOOKS + 1) if finding.tries else NOT_AGAIN
        return FoundRecord(set_aside(finding, same if without else gone), {})

    def _first_sight(self, finding: Finding, case: TestCase) -> Observation:
        """Look at a case as an executor does; of what new workers did not show each time, until
        it shows once more.
        """
        if finding.tries == 0:
            return self._observer.observe(case, [self._target])
        return look_until(
            lambda: self._newly(case),
            lambda one: self._verdict(one).kind == finding.verdict.kind,
            MOST_LOOKS + 1,
        )

    def _newly(self, case: TestCase) -> Observation:
        self.runs += 1
        return observe_fresh(
            self._pool, case, self._targets_for(case), self._configuration.deadline
        )

    def _targets_for(self, case: TestCase) -> list[Target]:
        return self._all[:1] if judged_alone(case.oracle) else self._all

    def _verdict(self, seen: Observation) -> Verdict:
        skipped = Verdict("none", detail=seen.skipped.get(self._target.id, ""))
        return seen.verdicts.get(self._target.id, skipped)

    def reduce(self, finding: Finding, keep: Keep[TestCase] = forget) -> Judged | None:
        """Return the finding with its smallest case, if that still shows the bug, and nothing
        explains it.

        A reduction that was broken off goes on where it was; `keep` gets each smaller case.
        None where there was no time to come to anything new.
        """
        # The quick way first: with less time for each look, and believed only if the smallest case
        # stands up to the sure one.
        quick, sure = self._looks_at_cases(finding)
        best = _Best(_starts(finding)[0], keep)
        other_bugs: tuple[FoundRecord, ...] = ()
        try:
            for observe in (*quick, *sure):
                reduced = self._with_fewer_steps(finding, best, observe)
                other_bugs = self._other_bugs(finding, reduced)
                if reduced.status == "no-time":
                    return self._to_go_on_with(finding, best.case, other_bugs)
                if not reduced.is_stable and observe not in quick:
                    return Judged(self._give_up(finding), None, other_bugs, status=reduced.status)
                judged = self._believe(finding, reduced, other_bugs) if reduced.is_stable else None
                if judged is not None:
                    return judged
            given = msgspec.structs.replace(finding, state="reduced", partial=None)
            return Judged(given, None, other_bugs, status="unstable")
        except OutOfTime:
            return self._to_go_on_with(finding, best.case, other_bugs)

    def shrink(
        self,
        finding: Finding,
        limits: Limits = MINUTE,
        keep: Keep[TestCase] = forget,
        way: Shrink = shrink,
    ) -> Judged | None:
        """Return a reduced finding with its program made small, in this way; None where there was
        no time for it.
        """
        assert finding.reduced is not None
        given = Reduced(
            "complete", finding.reduced, finding.neighbour, 0, tries=finding.reduction_tries
        )
        shrinker = ProgramShrinker(
            self._pool,
            self._target,
            self._method,
            self._configuration,
            finding.verdict,
            self._confirmer.means.known,
            way,
        )
        try:
            shrunk = shrinker.shrink(given, limits, keep)
            other_bugs = self._other_bugs(finding, shrunk.reduced)
            defects = tuple(Defect(finding.test, message) for message in shrunk.defects)
            complete = (
                shrunk.program is None
                or shrunk.program.status == "complete"
                or limits.seconds >= MINUTE.seconds
            )
            finding = msgspec.structs.replace(finding, program_done=complete)
            if shrunk.reduced.case != given.case:
                seen = self._newly(shrunk.reduced.case)
                if same_bug(finding.verdict, self._verdict(seen)):
                    return self._with_smallest(finding, shrunk.reduced, seen, other_bugs, defects)
        except OutOfTime:
            return None
        return Judged(finding, None, other_bugs, defects)

    def accuse(self, finding: Finding) -> Judged | None:
        """Return a reduced finding with what in the compiler is to blame; None where there was
        no time to tell.
        """
        smaller = self._with_culprit(finding, finding.reduced or finding.case, finding.verdict)
        return None if smaller.culprit_due else Judged(smaller, None)

    def _looks_at_cases(self, finding: Finding) -> tuple[list[Observe], list[Observe]]:
        """Return how to look at cases, one way after the other, until what is left is believed: in
        short time, and so that what is flaky is given up.

        What does not show each time: often in warm workers, then in new ones. New workers come last
        elsewhere, too: a driver may remember what a step brought about that is gone since.
        """
        slow = finding.verdict.kind == "timeout"
        self._hangs = finding.verdict if slow and is_c_claim(finding.case) else None
        if finding.looks > 1:
            looks: list[Observe] = [self._observe, self._observe_newly]
            often = [repeated_looks(observe, finding.verdict, finding.looks) for observe in looks]
            return often[:1], often[1:]
        quick: list[Observe] = [self._observe_quickly] if slow and self._hangs is None else []
        return quick, [self._observe, self._observe_strictly, self._observe_newly]

    def _observe_newly(self, case: TestCase) -> Verdict:
        return self._verdict(self._newly(case))

    def _with_fewer_steps(self, finding: Finding, best: "_Best", observe: Observe) -> Reduced:
        """Drop steps from where the last call left off, or where that does not show the bug,
        from the beginning.
        """
        with self._pool.share(_FOR_STEPS):
            for start in _starts(finding):
                best.case = start
                reduced = reduce_case(start, self._method, finding.verdict, observe, keep=best.take)
                if reduced.status != "not-reproduced":
                    break
            return reduced

    def _believe(
        self, finding: Finding, reduced: Reduced, other_bugs: tuple[FoundRecord, ...]
    ) -> Judged | None:
        """Return the finding with its smallest case; None where new workers do not show it, or
        it is explained.
        """
        seen = look_until(
            lambda: self._newly(reduced.case),
            lambda one: same_bug(finding.verdict, self._verdict(one)),
            finding.looks,
        )
        verdict = self._verdict(seen)
        if not same_bug(finding.verdict, verdict):
            return None
        case, concerned = reduced.case, self._targets_for(reduced.case)
        if self._confirmer.explanation(case, self._target, concerned, verdict, finding.looks):
            return None
        return self._with_smallest(finding, reduced, seen, other_bugs)

    def _to_go_on_with(
        self, finding: Finding, best: TestCase, other_bugs: tuple[FoundRecord, ...]
    ) -> Judged | None:
        """Return the finding for a later call to go on with, None where nothing was come to."""
        if best is _starts(finding)[0] and not other_bugs:
            return None
        return Judged(
            msgspec.structs.replace(finding, partial=None if best is finding.case else best),
            None,
            other_bugs,
        )

    def _with_smallest(
        self,
        finding: Finding,
        reduced: Reduced,
        seen: Observation,
        other_bugs: tuple[FoundRecord, ...],
        defects: tuple[Defect, ...] = (),
    ) -> Judged:
        """Return the finding with its smallest case."""
        verdict = self._verdict(seen)
        smaller = msgspec.structs.replace(
            finding,
            state="new" if reduced.status == "time-limit" else "reduced",
            verdict=verdict,
            reduced=reduced.case,
            neighbour=reduced.neighbour,
            reduction_tries=reduced.tries,
            partial=None,
        )
        if smaller.state == "reduced":
            smaller = self._with_culprit(smaller, reduced.case, verdict)
        shown = evidence(reduced.case, self._target, seen)
        return Judged(smaller, shown, other_bugs, defects, reduced.status, reduced.attempts)

    def _give_up(self, finding: Finding) -> Finding:
        """Return a finding that cannot be reduced; one whose reference is flaky is no
        finding.
        """
        oracle = finding.case.oracle
        if isinstance(oracle, Same):
            known = self._references.outcome(self._target, finding.case.programs[oracle.reference])
            if known.outcome is None:
                return set_aside(finding, f"{FLAKY_REFERENCE}: {known.reason}")
        return msgspec.structs.replace(finding, state="reduced", partial=None)

    def _with_culprit(self, finding: Finding, case: TestCase, verdict: Verdict) -> Finding:
        """Return the finding with what in the compiler is to blame, where that can be found out."""
        if finding.looks > 1:
            return finding  # Each question would be a gamble: what is right once may be wrong.
        until = time.monotonic() + SECONDS if self._pool.until is None else self._pool.until
        blamed = blame_until(
            case,
            self._target,
            verdict,
            self._pool,
            self._configuration.deadline,
            until,
            self._confirmer.means.known,
        )
        return msgspec.structs.replace(finding, culprit=blamed.culprit, culprit_due=blamed.cut)

    def _observe(self, case: TestCase) -> Verdict:
        if self._hangs is not None:
            self.runs += 1
            compiling = self._hangs.signature == "timeout compile"
            return observe_hang(
                self._pool, case, self._target, self._configuration.deadline, compiling=compiling
            )
        return self._verdict_by(self._observer, case)

    def _observe_quickly(self, case: TestCase) -> Verdict:
        """Wait a part of the deadline for what takes long; the whole one when the smallest
        case is confirmed.
        """
        return self._verdict_by(self._quick, case)

    def _verdict_by(self, observer: Observer, case: TestCase) -> Verdict:
        self.runs += 1
        return self._verdict(observer.observe(case, self._targets_for(case)))

    def _observe_strictly(self, case: TestCase) -> Verdict:
        verdict = self._observe(case)
        question = Question(self._warm, case, self._target, verdict, self._targets_for(case))
        reason = explanation(question)
        return Verdict("none", detail=reason) if reason else verdict

    def _other_bugs(self, finding: Finding, reduced: Reduced) -> tuple[FoundRecord, ...]:
        """Return the other bugs that were met, each seen in passing and not confirmed yet."""
        test, name, version = finding.test, finding.target, finding.target_version
        return tuple(
            FoundRecord(
                waiting(f"{finding.id}-slip-{number}", test, case, name, version, verdict), {}
            )
            for number, (case, verdict) in enumerate(reduced.other_bugs, 1)
        )


def _starts(finding: Finding) -> tuple[TestCase, ...]:
    """Return the cases to begin with: the smallest that an earlier call came to, then as it was
    found.
    """
    return tuple(
        case for case in (finding.partial or finding.reduced, finding.case) if case is not None
    )


class _Best:
    """The smallest case so far, and who gets it."""

    def __init__(self, case: TestCase, keep: Keep[TestCase]) -> None:
        self.case = case
        self._keep = keep

    def take(self, case: TestCase) -> None:
        """Put a smaller case in its place."""
        self.case = case
        self._keep(case)
