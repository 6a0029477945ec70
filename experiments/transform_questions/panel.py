"""All targets of the experiments at once: what does a test show on each?"""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer, bug_seen
from aberration.campaign.observe import FreshReferences, Observation, Observer
from aberration.campaign.references import References, seed_judges
from aberration.campaign.triage.false_positives import explanation
from aberration.campaign.triage.question import Means, Question, new_workers
from aberration.core.method import Method
from aberration.core.oracle import Same, Verdict, judge, roles_of
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target

from .planted import PlantedPool, planted_in
from .records import TestLine

DEADLINE: Final = 8.0
WORKERS: Final = 10
KEPT: Final = 128
"""Outcomes of references on mutants that are kept."""


class Panel:
    """The mutants, and the `drivers`, which are all other targets; the first of them stands
    behind the mutants too.
    """

    def __init__(self, targets: Sequence[Target], method: Method) -> None:
        self.mutants = [target for target in targets if planted_in(target) is not None]
        self.drivers = [target for target in targets if planted_in(target) is None]
        self.pool = PlantedPool(WORKERS)
        configuration = FuzzConfiguration(deadline=DEADLINE, confirmations=1)
        tolerance = configuration.tolerance
        self._references = References(self.pool, seed_judges(self.drivers), tolerance, DEADLINE)
        self._observer = Observer(self.pool, self._references, DEADLINE)
        self._fresh: FreshReferences = {}
        self._confirmer = Confirmer(self.pool, configuration, method, self._fresh)
        self._means = Means(method, DEADLINE, self._observe, new_workers(self.pool, DEADLINE))
        self._known: OrderedDict[tuple[str, str], Outcome] = OrderedDict()

    def close(self) -> None:
        """End the workers."""
        self.pool.close()

    def test(
        self, case: TestCase, made: float, earlier: Sequence[TestLine], last: bool
    ) -> TestLine:
        """Return what a case shows that `earlier` tests of its run have not shown yet.

        Only the `last` test of a run is run on all drivers, the others on the first one and on the
        mutants.
        """
        known = {
            (target, signature) for line in earlier for target, signature in line.shown.items()
        }
        seen = self._observer.observe(case, self.drivers if last else self.drivers[:1])
        shown, explained = self._on_drivers(case, seen, known)
        driver = self.drivers[0].id
        if driver in seen.verdicts and seen.verdicts[driver].kind == "pass":
            found = {target for target, _ in known}
            for target in self.mutants:
                if target.id not in found:
                    self._on_mutant(case, target, seen.outcomes[driver], shown, explained)
        steps, ran = len(case.recipe.steps), self._seconds(seen)
        return TestLine(steps, round(made, 4), ran, shown, explained)

    def _seconds(self, seen: Observation) -> dict[str, float]:
        return {
            name: round(self.pool.busy[name], 4) for name in seen.verdicts if name in self.pool.busy
        }

    def _on_drivers(
        self, case: TestCase, seen: Observation, known: set[tuple[str, str]]
    ) -> tuple[dict[str, str], dict[str, str]]:
        told = frozenset(
            bug_seen(name, verdict)
            for name, verdict in seen.verdicts.items()
            if (name, _signature(verdict)) in known
        )  # fmt: skip
        shown: dict[str, str] = {}
        explained: dict[str, str] = {}
        for record in self._confirmer.findings(0, case, self.drivers, seen, told):
            finding = record.finding
            if finding.state == "set-aside" or not finding.observed:
                explained[finding.target] = finding.reason or "not seen again in a new process"
            else:
                shown[finding.target] = _signature(finding.verdict)
        return shown, explained

    def _on_mutant(
        self,
        case: TestCase,
        target: Target,
        plain: dict[str, Outcome],
        shown: dict[str, str],
        explained: dict[str, str],
    ) -> None:
        """Judge a mutant against what the driver gives `plain`, without it."""
        assert isinstance(case.oracle, Same)
        outcome = self.pool.run(target, case.programs[case.oracle.variant], DEADLINE).outcome
        if outcome is plain[case.oracle.variant]:
            return
        roles = {
            case.oracle.reference: self._reference(target, case.programs[case.oracle.reference])
        }
        verdict = judge(case.oracle, {target.id: {**roles, case.oracle.variant: outcome}})[
            target.id
        ]
        if not verdict.is_finding:
            return
        reason = explanation(Question(self._means, case, target, verdict))
        if reason:
            explained[target.id] = reason
        else:
            shown[target.id] = _signature(verdict)

    def _observe(self, case: TestCase, targets: Sequence[Target]) -> Observation:
        """Run a case once in warm workers; outcomes of references are kept."""
        assert isinstance(case.oracle, Same)
        outcomes = {}
        for target in targets:
            reference, variant = roles_of(case.oracle)
            ran = self.pool.run(target, case.programs[variant], DEADLINE).outcome
            outcomes[target.id] = {
                reference: self._reference(target, case.programs[reference]),
                variant: ran,
            }
        return Observation(outcomes, judge(case.oracle, outcomes))

    def _reference(self, target: Target, program: Program) -> Outcome:
        key = target.id, program.digest
        if key not in self._known:
            self._known[key] = self.pool.run(target, program, DEADLINE).outcome
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return self._known[key]


def _signature(verdict: Verdict) -> str:
    return f"{verdict.kind}: {verdict.signature}"
