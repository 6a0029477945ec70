"""From a violation to a finding: seen again in new workers, and explained by nothing that clears the compiler."""

import re
from collections.abc import Sequence

import msgspec

from aberration.campaign.configuration import PATIENCE, FuzzConfiguration
from aberration.campaign.innocence import Innocence
from aberration.campaign.observe import FreshReferences, Seen, asked_version, observe_fresh
from aberration.campaign.records import FoundRecord, steady_digest
from aberration.campaign.triage.known_result import has_known_result
from aberration.core.errors import Starved
from aberration.core.finding import Finding, Reliability, State, reliability_of
from aberration.core.method import Method
from aberration.core.oracle import Agree, Expected, Same, Verdict
from aberration.core.outcome import Outcome, Timeout
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

UNSTEADY_REFERENCE = "the reference itself is not the same each time on this target"
DRIVER_IN_A_CHAIN = "the translator's output is right, and the driver runs it rightly when asked again"
TOO_BUSY = "the machine was too busy to see it again"

_MAJORITY = 2
BugSeen = tuple[str, str, str]
"""Target, kind and signature: what tells one violation from another while nothing is reduced yet."""


def bug_seen(target: str, verdict: Verdict) -> BugSeen:
    """Return what a violation by a target is known by."""
    return target, verdict.kind, verdict.signature


class Confirmer:
    """Confirms what a lane saw; `method` made the case, `references` outlive this confirmer."""

    def __init__(
        self,
        pool: TargetPool,
        configuration: FuzzConfiguration,
        method: Method,
        references: FreshReferences | None = None,
    ) -> None:
        self._references: FreshReferences = {} if references is None else references
        self._pool = pool
        self._configuration = configuration
        self.innocence = Innocence(method, configuration.deadline * PATIENCE, self._again, pool)

    def findings(
        self,
        index: int,
        case: TestCase,
        targets: Sequence[Target],
        seen: Seen,
        known: frozenset[BugSeen] = frozenset(),
        suffix: str = "",
    ) -> list[FoundRecord]:
        """Return a finding for each target whose verdict is one that is not known yet; `suffix` ends their ids.

        A violation at the end of a chain that is the driver's is a finding of the driver.
        """
        ran = [target for target in targets if target.id in seen.outcomes]
        news = [target for target in ran if seen.verdicts[target.id].is_finding]
        news = [target for target in news if bug_seen(target.id, seen.verdicts[target.id]) not in known]
        found: list[FoundRecord] = []
        for target in news:
            claimed = msgspec.structs.replace(case, oracle=seen.claims.get(target.id, case.oracle))
            found += self._found(finding_id(index, target.id, suffix), index, claimed, target, ran, seen)
        return found

    def _found(
        self, identifier: str, index: int, case: TestCase, target: Target, ran: Sequence[Target], seen: Seen
    ) -> list[FoundRecord]:
        """Return the finding of a target, or of the driver behind it whose fault it is."""
        attribution = self.innocence.attribution(case, target, seen)
        if attribution.driver is None or attribution.case is None:
            return [self._finding(identifier, index, case, target, ran, seen, attribution.reason)]
        driver, written = attribution.driver, attribution.case
        again = self._again(written, [driver])
        if not again.verdicts[driver.id].is_finding:
            return [self._finding(identifier, index, case, target, ran, seen, DRIVER_IN_A_CHAIN)]
        behind = finding_id(index, driver.id, f"behind-{identifier.partition('-')[2]}")
        return [self._finding(behind, index, written, driver, [driver], again, "")]

    def _finding(
        self,
        identifier: str,
        index: int,
        case: TestCase,
        target: Target,
        ran: Sequence[Target],
        seen: Seen,
        reason: str,
    ) -> FoundRecord:
        verdict = seen.verdicts[target.id]
        concerned = witnesses(target, ran, seen) if isinstance(case.oracle, Agree) else [target]
        tries = self._tries(case, target, seen)
        again: list[Verdict] = []
        try:
            reason = reason or self.innocence.at_first_sight(case, target, seen)
            fresh = [] if reason else [self._again(case, concerned) for _ in range(tries)]
            again = [other.verdicts[target.id] for other in fresh]
            unsteady = _unsteady_reference(case, target, [seen, *fresh])
            reason = reason or unsteady
            if not has_known_result(case):
                reason = reason or self.innocence.explanation(case, target, concerned, verdict)
        except Starved as error:
            reason = f"{TOO_BUSY}: {error.message}"
        observed = sum(other.kind == verdict.kind for other in again)
        finding = Finding(
            id=identifier,
            test=index,
            target=target.id,
            target_version=asked_version(self._pool, target),
            verdict=_steady_part(verdict, again),
            case=case,
            reliability=reliability_of(observed, len(again)) if again else _seen_once(reason, tries),
            observed=observed if tries else 1,
            tries=len(again) if tries else 1,
            state=_state_of(reason),
            reason=reason,
        )
        return FoundRecord(finding, evidence(case, target, seen))

    def _tries(self, case: TestCase, target: Target, seen: Seen) -> int:
        """Return how often to look again. Who waited for a new worker with patience has seen enough of a timeout."""
        if seen.verdicts[target.id].kind != "timeout":
            return self._configuration.confirmations
        patient = self._configuration.deadline * PATIENCE
        waited = [outcome.seconds for outcome in seen.outcomes[target.id].values() if isinstance(outcome, Timeout)]
        return 0 if isinstance(case.oracle, Expected) and waited and max(waited) >= patient else 1

    def _again(self, case: TestCase, concerned: Sequence[Target]) -> Seen:
        """Return what new workers do."""
        return observe_fresh(self._pool, case, concerned, self._configuration.deadline, self._references)


def _state_of(reason: str) -> State:
    """Return what a finding is: one for which the machine had no time waits, and is not put away."""
    if reason.startswith(TOO_BUSY):
        return "waiting"
    return "set-aside" if reason else "new"


def _seen_once(reason: str, tries: int) -> Reliability:
    """Return the class of what was not looked at again: a timeout that a new worker showed at once is reliable."""
    return "once" if reason or tries else "reliable"


def _unsteady_reference(case: TestCase, target: Target, times: Sequence[Seen]) -> str:
    """Return the reason why nothing can be compared, if the reference was not the same each time."""
    if not isinstance(case.oracle, Same):
        return ""
    known = {steady_digest(seen.outcomes[target.id][case.oracle.reference]) for seen in times}
    return UNSTEADY_REFERENCE if len(known) > 1 else ""


def _steady_part(verdict: Verdict, again: Sequence[Verdict]) -> Verdict:
    """Return the verdict without figures that are others each time: wrong code may read what was never written."""
    alike = [other for other in again if other.kind == verdict.kind]
    if all(other.difference == verdict.difference for other in alike):
        return verdict
    return msgspec.structs.replace(verdict, difference=None, detail="wrong, and wrong in another way each time")


def finding_id(index: int, target: str, suffix: str = "") -> str:
    """Return the id of a finding, fit for a file name, such as `000123-gcc-12-O2`."""
    name = re.sub(r"[^A-Za-z0-9.@+]+", "-", f"{target}-{suffix}").strip("-")
    return f"{index:06d}-{name}"


def witnesses(target: Target, ran: Sequence[Target], seen: Seen) -> list[Target]:
    """Return the target with as many of the majority as outvote it; all that ran where there is no majority."""
    passed = [other for other in ran if seen.verdicts[other.id].kind == "pass"]
    return [target, *passed[:_MAJORITY]] if passed else list(ran)


def evidence(case: TestCase, target: Target, seen: Seen) -> dict[str, Outcome]:
    """Return the outcomes by role, with what they should have been: `expected` is the known result, and where
    targets are compared, `majority` is what one that passed gave.
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


def set_aside(finding: Finding, reason: str) -> Finding:
    """Return the finding as one that is explained and no bug report."""
    return msgspec.structs.replace(finding, state="set-aside", reason=reason)
