"""From a violation to a finding: seen again in new workers, and explained by nothing that
clears the compiler.
"""

import re
from collections.abc import Sequence

import msgspec

from aberration.campaign.claims import with_majority_claim
from aberration.campaign.configuration import TIMEOUT_FACTOR, FuzzConfiguration
from aberration.campaign.frames import with_frames
from aberration.campaign.observe import (
    FreshReferences,
    Observation,
    live_version,
    observe_fresh_often,
)
from aberration.campaign.records import FoundRecord, lasting_digest
from aberration.campaign.triage.chains import with_culprit
from aberration.campaign.triage.false_positives import at_first_sight, attribution, explanation
from aberration.campaign.triage.known_result import has_known_result
from aberration.campaign.triage.question import HERE, KnownTargets, Means, Question, new_workers
from aberration.core.errors import Starved
from aberration.core.finding import Finding, State, reliability_of
from aberration.core.method import Method
from aberration.core.oracle import (
    NO_MAJORITY,
    Agree,
    Expected,
    Same,
    Verdict,
    judged_alone,
    roles_of,
)
from aberration.core.outcome import Outcome
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.looks import look_until, looks_needed, sightings
from aberration.targets.c_levels import with_more_time
from aberration.targets.pool import TargetPool

FLAKY_REFERENCE = "the reference itself is not the same each time on this target"
DRIVER_IN_A_CHAIN = (
    "the translator's output is right, and the driver runs it rightly when asked again"
)
SAME_BUG = "the bug of"
"""How the reason begins for a finding whose bug another one shows."""
SHOWN_IN_RUN = (
    f"{SAME_BUG} an earlier finding of this run, which the driver shows without this "
    f"compiler as well"
)
TOO_BUSY = "the machine was too busy to see it again"

_MAJORITY = 2
BugSeen = tuple[str, str, str]
"""Target, kind and signature: what tells one violation from another while nothing is reduced
yet.
"""


def bug_seen(target: str, verdict: Verdict) -> BugSeen:
    """Return what a violation by a target is known by."""
    return target, verdict.kind, verdict.signature


class _Sight(msgspec.Struct, frozen=True):
    """A violation by a target: the test `index`, the case as it claims, all that `ran` it and
    what was seen.
    """

    id: str
    index: int
    case: TestCase
    target: Target
    ran: Sequence[Target]
    seen: Observation

    @property
    def verdict(self) -> Verdict:
        return self.seen.verdicts[self.target.id]


class _Looked(msgspec.Struct, frozen=True):
    """What new workers did, how many of them showed the violation, and how many looks it needs
    to be seen.
    """

    again: tuple[Verdict, ...] = ()
    observed: int = 0
    reason: str = ""
    looks: int = 1

    @property
    def is_stable(self) -> bool:
        return self.observed == len(self.again)


class Confirmer:
    """Confirms what an executor saw; `method` made the case, `references` outlive this confirmer.

    What does not show each time is left `waiting`, for one that is `thorough`: it looks as often as
    that needs. So is what does not end, unless targets are compared: to see that again takes longer
    than a hundred tests.
    """

    def __init__(
        self,
        pool: TargetPool,
        configuration: FuzzConfiguration,
        method: Method,
        references: FreshReferences | None = None,
        *,
        thorough: bool = False,
        known: KnownTargets = HERE,
    ) -> None:
        self._references: FreshReferences = {} if references is None else references
        self._pool = pool
        self._configuration = configuration
        self._thorough = thorough
        self._long_deadline = configuration.deadline * TIMEOUT_FACTOR
        run = new_workers(pool, self._long_deadline)
        self.means = Means(method, self._long_deadline, self._again, run, known)

    def findings(
        self,
        index: int,
        case: TestCase,
        targets: Sequence[Target],
        seen: Observation,
        known: frozenset[BugSeen] = frozenset(),
        suffix: str = "",
    ) -> list[FoundRecord]:
        """Return a finding for each target whose verdict is one that is not known yet; `suffix`
        ends their ids.

        A violation at the end of a chain that is the driver's is a finding of the driver.
        """
        ran = [target for target in targets if target.id in seen.outcomes]
        case, seen = with_majority_claim(
            case, ran, seen, self.means.known.every, lambda one: self._outcome(case, one)
        )
        news = [target for target in ran if seen.verdicts[target.id].is_finding]
        for target in news:
            seen = with_frames(self._pool, case, target, seen, self._long_deadline)
        news = [
            target for target in news if bug_seen(target.id, seen.verdicts[target.id]) not in known
        ]
        if any(seen.verdicts[target.id].signature == NO_MAJORITY for target in news):
            # Nobody is to blame by name: one finding says it for all.
            apart = [target for target in news if seen.verdicts[target.id].signature == NO_MAJORITY]
            news = [target for target in news if target not in apart[1:]]
        found: list[FoundRecord] = []
        # Drivers alone before chains that end in them: what a driver shows by itself is not
        # reported of the translator in front of it.
        for target in sorted(news, key=lambda one: len(one.stages)):
            left = msgspec.structs.replace(case, oracle=seen.claims.get(target.id, case.oracle))
            in_run = known | {bug_seen(one.finding.target, one.finding.verdict) for one in found}
            sight = _Sight(finding_id(index, target.id, suffix), index, left, target, ran, seen)
            found.append(self._finding_of(sight, in_run))
        return found

    def _outcome(self, case: TestCase, target: Target) -> Outcome:
        (role,) = roles_of(case.oracle)
        return self._pool.run_fresh(
            with_more_time(target, TIMEOUT_FACTOR), case.programs[role], self._long_deadline
        ).outcome

    def _finding_of(self, sight: _Sight, known: frozenset[BugSeen]) -> FoundRecord:
        """Return the finding of a target, or of the driver at fault behind it; the run showed
        what is `known`.
        """
        if (
            sight.verdict.kind == "timeout"
            and judged_alone(sight.case.oracle)
            and not self._thorough
        ):
            version = live_version(self._pool, sight.target)
            finding = waiting(
                sight.id, sight.index, sight.case, sight.target.id, version, sight.verdict
            )
            return FoundRecord(finding, evidence(sight.case, sight.target, sight.seen))
        found = attribution(
            Question(self.means, sight.case, sight.target, sight.verdict, seen=sight.seen)
        )
        if found.driver is None or found.case is None:
            return self._finding(sight, found.reason)
        driver, written = found.driver, found.case
        again = with_frames(
            self._pool, written, driver, self._again(written, [driver]), self._long_deadline
        )
        if not again.verdicts[driver.id].is_finding:
            return self._finding(sight, DRIVER_IN_A_CHAIN)
        behind = finding_id(sight.index, driver.id, f"behind-{sight.id.partition('-')[2]}")
        reason = SHOWN_IN_RUN if bug_seen(driver.id, again.verdicts[driver.id]) in known else ""
        record = self._finding(
            _Sight(behind, sight.index, written, driver, [driver], again), reason
        )
        return msgspec.structs.replace(
            record, finding=msgspec.structs.replace(record.finding, chain=sight.target.id)
        )

    def _finding(self, sight: _Sight, reason: str) -> FoundRecord:
        """Look again, unless the reason why nobody is blamed is known already."""
        case, target, seen, verdict = sight.case, sight.target, sight.seen, sight.verdict
        concerned = voters(target, sight.ran, seen) if isinstance(case.oracle, Agree) else [target]
        looked = _Looked(reason=reason)
        try:
            looked = looked if reason else self._look_again(case, target, concerned, seen)
            reason = looked.reason
            # Where the result is known, `attribution` has looked for explanations already.
            if not reason and not has_known_result(case) and (looked.is_stable or self._thorough):
                reason = self.explanation(case, target, concerned, verdict, looked.looks)
                question = Question(self.means, case, target, verdict)
                verdict = verdict if reason else with_culprit(question)
        except Starved as error:
            reason = f"{TOO_BUSY}: {error.message}"
        again, waits = looked.again, not looked.is_stable and not self._thorough
        finding = Finding(
            id=sight.id,
            test=sight.index,
            target=target.id,
            target_version=live_version(self._pool, target),
            verdict=_repeated_part(verdict, again),
            case=case,
            reliability=reliability_of(looked.observed, len(again)) if again else "once",
            observed=looked.observed,
            tries=len(again),
            state=_state_of(reason, waits=waits),
            reason=reason,
            looks=looked.looks,
        )
        return FoundRecord(finding, evidence(case, target, seen))

    def explanation(
        self,
        case: TestCase,
        target: Target,
        concerned: Sequence[Target],
        verdict: Verdict,
        looks: int = 1,
    ) -> str:
        """Return what explains a violation, or nothing; one that does not show each time is
        looked for so often.
        """
        if looks == 1:
            return explanation(Question(self.means, case, target, verdict, concerned))

        def often(asked: TestCase, targets: Sequence[Target]) -> Observation:
            """Look until the first of the targets goes wrong: that it is right once says
            nothing.
            """
            return look_until(
                lambda: self._again(asked, targets),
                lambda one: one.verdicts[targets[0].id].is_finding,
                looks,
            )

        means = msgspec.structs.replace(self.means, observe=often)
        return explanation(Question(means, case, target, verdict, concerned))

    def _look_again(
        self, case: TestCase, target: Target, concerned: Sequence[Target], seen: Observation
    ) -> _Looked:
        """Look again, as often as it needs, and tell what speaks against a comparison."""
        verdict = seen.verdicts[target.id]
        reason = at_first_sight(Question(self.means, case, target, verdict, concerned, seen))
        if reason:
            return _Looked(reason=reason)
        slow = verdict.kind == "timeout"
        # Seen to be slow a second time already, with more time: another look would take a minute
        # and tell nothing.
        if slow and target.id in seen.settled:
            return _Looked((verdict,), 1)
        # Each look at what does not end takes the whole deadline.
        looks = 1 if slow else self._configuration.confirmations
        fresh = [seen] if target.id in seen.died_again else []
        fresh += self._looks(case, concerned, looks - len(fresh))
        again = [other.verdicts[target.id] for other in fresh]
        looked = _Looked(
            tuple(again),
            # By the kind alone: a wrong result may be another one each time, and a crash die
            # elsewhere.
            sum(other.kind == verdict.kind for other in again),
            _flaky_reference(case, target, [seen, *fresh]),
        )
        if looked.reason or looked.is_stable or not self._thorough:
            return looked

        def shows() -> bool:
            again.append(self._again(case, concerned).verdicts[target.id])
            return again[-1].kind == verdict.kind

        observed, tries = (
            (looked.observed, len(again)) if slow else sightings(shows, looked.observed, len(again))
        )
        reason = "" if observed else needs_history(tries)
        return _Looked(tuple(again), observed, reason, looks_needed(observed, tries))

    def _again(self, case: TestCase, concerned: Sequence[Target]) -> Observation:
        """Return what new workers do."""
        (seen,) = self._looks(case, concerned, 1)
        return seen

    def _looks(self, case: TestCase, concerned: Sequence[Target], times: int) -> list[Observation]:
        """Return what so many new workers do."""
        deadline = self._configuration.deadline
        return observe_fresh_often(self._pool, case, concerned, deadline, times, self._references)


def _state_of(reason: str, *, waits: bool) -> State:
    """Return what a finding is: one for which the machine had no time waits, and is not put
    away.
    """
    if reason.startswith(TOO_BUSY):
        return "waiting"
    return "set-aside" if reason else "waiting" if waits else "new"


def _flaky_reference(case: TestCase, target: Target, times: Sequence[Observation]) -> str:
    """Return the reason why nothing can be compared, if the reference was not the same each
    time.
    """
    if not isinstance(case.oracle, Same):
        return ""
    known = {lasting_digest(seen.outcomes[target.id][case.oracle.reference]) for seen in times}
    return FLAKY_REFERENCE if len(known) > 1 else ""


def _repeated_part(verdict: Verdict, again: Sequence[Verdict]) -> Verdict:
    """Return the verdict without figures that are others each time: wrong code may read what
    was never written.
    """
    same_kind = [other for other in again if other.kind == verdict.kind]
    if all(other.difference == verdict.difference for other in same_kind):
        return verdict
    return msgspec.structs.replace(
        verdict, difference=None, detail="wrong, and wrong in another way each time"
    )


def needs_history(tries: int) -> str:
    """Return the reason for what so many new processes did not show."""
    return f"seen once, and in none of {tries} runs in fresh processes: it needs history"


def finding_id(index: int, target: str, suffix: str = "") -> str:
    """Return the id of a finding, fit for a file name, such as `000123-gcc-12-O2`."""
    name = re.sub(r"[^A-Za-z0-9.@+]+", "-", f"{target}-{suffix}").strip("-")
    return f"{index:06d}-{name}"


def voters(target: Target, ran: Sequence[Target], seen: Observation) -> list[Target]:
    """Return the target with as many of the majority as outvote it; all that ran where there is
    no majority.
    """
    passed = [other for other in ran if seen.verdicts[other.id].kind == "pass"]
    return [target, *passed[:_MAJORITY]] if passed else list(ran)


def evidence(case: TestCase, target: Target, seen: Observation) -> dict[str, Outcome]:
    """Return the outcomes by role, with what they should have been: `expected` is the known result,
    and where targets are compared, `majority` is what one that passed gave.
    """
    shown = dict(seen.outcomes[target.id])
    if isinstance(case.oracle, Expected):
        return shown | {"expected": case.oracle.outcome}
    if not isinstance(case.oracle, Agree):
        return shown
    passed = next((name for name, verdict in seen.verdicts.items() if verdict.kind == "pass"), None)
    if passed is not None:
        shown["majority"] = seen.outcomes[passed][case.oracle.program]
    return shown


def waiting(
    identifier: str,
    index: int,
    case: TestCase,
    target: str,
    version: str,
    verdict: Verdict,
    behind: str = "",
) -> Finding:
    """Return a violation that nobody looked at again yet, and what it came `behind`."""
    return Finding(
        id=identifier,
        test=index,
        target=target,
        target_version=version,
        verdict=verdict,
        case=case,
        reliability="once",
        observed=0,
        tries=0,
        state="waiting",
        behind=behind,
    )


def set_aside(finding: Finding, reason: str) -> Finding:
    """Return the finding as one that is explained and no bug report."""
    return msgspec.structs.replace(finding, state="set-aside", reason=reason)
