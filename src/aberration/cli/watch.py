"""What the reducer of the command line looks at: one target's verdict on a case, as a campaign
would give it.
"""

from collections.abc import Sequence

from aberration.campaign.configuration import PATIENCE
from aberration.campaign.observe import Observation, Observer, observe_hang
from aberration.campaign.references import References
from aberration.campaign.triage.c_checks import is_c_claim
from aberration.campaign.triage.false_positives import explanation
from aberration.campaign.triage.question import Means, Question, new_workers
from aberration.core.method import Method
from aberration.core.oracle import Oracle, Verdict, roles_of
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool


class Watch:
    """Runs cases on the first target, the others are there to compare with; what is explained is no
    bug.

    `looks`: how often it looks at a case before it says that nothing is wrong with it, or with one
    that explains it.
    """

    def __init__(
        self,
        pool: TargetPool,
        targets: Sequence[Target],
        method: Method,
        deadline: float,
        oracle: Oracle,
    ) -> None:
        self.runs = 0
        self.looks = 1
        self._pool = pool
        self._deadline = deadline
        self._hangs = False
        self._targets = targets
        self._observer = Observer(pool, References(pool, (), oracle.tolerance, deadline), deadline)
        self._means = Means(
            method, deadline * PATIENCE, self._observe, new_workers(pool, deadline * PATIENCE)
        )
        self._explained: dict[tuple[str, ...], str] = {}

    def __call__(self, case: TestCase) -> Verdict:
        """Run a case and judge it."""
        verdict = Verdict("none")
        for _ in range(self.looks):
            self.runs += 1
            verdict = self._verdict(case)
            if verdict.is_finding:
                break
        self._hangs = self._hangs or (verdict.kind == "timeout" and is_c_claim(case))
        reason = self._explanation(case, verdict) if verdict.is_finding else ""
        return Verdict("none", detail=reason) if reason else verdict

    def _verdict(self, case: TestCase) -> Verdict:
        target = self._targets[0]
        if self._hangs:
            return observe_hang(self._pool, case, target, self._deadline)
        return self._observer.observe(case, self._targets).verdict_on(target)

    def _observe(self, case: TestCase, targets: Sequence[Target]) -> Observation:
        seen = self._observer.observe(case, targets)
        for _ in range(self.looks - 1):
            if any(verdict.is_finding for verdict in seen.verdicts.values()):
                break
            seen = self._observer.observe(case, targets)
        return seen

    def _explanation(self, case: TestCase, verdict: Verdict) -> str:
        """Return what explains a verdict; each case is looked into once."""
        digests = [case.programs[role].digest for role in roles_of(case.oracle)]
        key = (verdict.kind, verdict.signature, *digests)
        if key not in self._explained:
            reason = explanation(
                Question(self._means, case, self._targets[0], verdict, self._targets)
            )
            self._explained[key] = reason
        return self._explained[key]
