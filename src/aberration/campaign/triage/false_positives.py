"""The false-positive checks: before a compiler is blamed for a violation, each other cause is ruled
out.

A program with undefined behaviour (C, by sanitizers; with a known result, all C checks); a
difference that rounding allows (shaders: it is gone where no rounding is free, or a legal rounding
gives the same); a known result that nobody else confirms; and, for a translator that is followed by
a driver, a driver that goes wrong alone or is the only one to.
"""

from collections.abc import Callable, Sequence

from aberration.campaign.configuration import PATIENCE
from aberration.campaign.known_results import KnownResults
from aberration.campaign.observe import Observation
from aberration.campaign.triage.c_checks import CChecks, is_c_claim
from aberration.campaign.triage.chains import driver_alone, with_other_driver
from aberration.campaign.triage.cross_check import (
    cross_check_targets,
    needs_cross_check,
    unconfirmed,
)
from aberration.campaign.triage.known_result import (
    NOTHING,
    Attribution,
    KnownResultChecks,
    has_known_result,
    prove_variant,
)
from aberration.campaign.triage.sanitizers import check_c
from aberration.campaign.triage.shading_limits import allowed
from aberration.core.method import Method
from aberration.core.oracle import Expected, Verdict, roles_of
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

FLOAT_FREEDOM = (
    "float freedom: the difference vanishes when no contraction or re-association is allowed"
)
DRIVER_ALONE = "the driver at the end of the chain goes wrong without the translator"
ONE_DRIVER = (
    "another driver gives the right result for the translator's output: the fault may be "
    "the driver's"
)
_JUDGED = frozenset({"wrong", "timeout", "crash"})

Observe = Callable[[TestCase, Sequence[Target]], Observation]
Known = Callable[[], Sequence[Target]]


class FalsePositiveChecks:
    """Looks for what explains a violation; `observe` runs a case and judges it, `known` are all
    targets there are.
    """

    def __init__(
        self,
        method: Method,
        deadline: float,
        observe: Observe,
        pool: TargetPool,
        known: Known = discover,
    ) -> None:
        self._known = known
        self._pool = pool
        self._proofs = KnownResults(prover=prove_variant)
        self._known_result = KnownResultChecks(self._run, known, self._proofs)
        self._method = method
        self._deadline = deadline
        self._observe = observe
        self._c_checks = CChecks(
            method, deadline, PATIENCE, lambda case, target: self._verdict(case, target, [target])
        )

    def attribution(self, case: TestCase, target: Target, seen: Observation) -> Attribution:
        """Return what explains a violation of a program that our interpreter runs, or whose it
        is.
        """
        if not has_known_result(case):
            return NOTHING
        assert isinstance(case.oracle, Expected)
        verdict = seen.verdicts[target.id]
        outcome = seen.outcomes[target.id][case.oracle.program]
        found = self._known_result.attribution(case, target, verdict, outcome)
        if found == NOTHING and not case.recipe.steps and verdict.kind == "wrong":
            return Attribution(self._outvoted(case, target))
        return found

    def _outvoted(self, case: TestCase, target: Target) -> str:
        """Return that nobody of another family gives a seed's known result; where there is
        nobody, it stands alone.
        """
        if not cross_check_targets(case, target, self._known()):
            return ""
        return unconfirmed(case, target, self._known(), lambda one: self._verdict(case, one, [one]))

    def explanation(
        self, case: TestCase, target: Target, concerned: Sequence[Target], verdict: Verdict
    ) -> str:
        """Return what else explains the violation, or nothing; `concerned` are the targets that
        must be compared.
        """
        if is_c_claim(case) and verdict.is_finding:
            return self._c_checks.explanation(case, target, verdict) or self._drivers_fault(
                case, target, verdict
            )
        if verdict.kind not in _JUDGED:
            return ""
        if has_known_result(case):
            return self._explained(case, target)
        return (
            undefined_behaviour(case, self._deadline)
            or self._drivers_fault(case, target, verdict)
            or self._rounding(case, target, concerned, verdict)
            or self._freedom(case, target, verdict)
            or self._unconfirmed(case, target, verdict)
        )

    def _run(self, target: Target, program: Program) -> Outcome:
        return self._pool.run_fresh(target, program, self._deadline).outcome

    def _explained(self, case: TestCase, target: Target) -> str:
        """Look at what new workers give: the reason why that is right, or that it is another
        link's fault.
        """
        found = self.attribution(case, target, self._observe(case, [target]))
        return found.reason or (DRIVER_ALONE if found.driver is not None else "")

    def at_first_sight(self, case: TestCase, target: Target, seen: Observation) -> str:
        """Return what explains a wrong result before it is looked at again: freedom of
        rounding, or that all say so.
        """
        if has_known_result(case):
            return ""
        verdict = seen.verdicts[target.id]
        for outcome in seen.outcomes[target.id].values():
            told = self._permitted(case, verdict, outcome)
            if told:
                return told
        passed = {name for name, other in seen.verdicts.items() if other.kind == "pass"}
        return "" if passed else self._unconfirmed(case, target, verdict)

    def _permitted(self, case: TestCase, verdict: Verdict, outcome: Outcome) -> str:
        if verdict.kind != "wrong" or not needs_cross_check(case):
            return ""
        return self._method.permitted_otherwise(case, outcome) or allowed(
            case, outcome, self._proofs
        )

    def _freedom(self, case: TestCase, target: Target, verdict: Verdict) -> str:
        """Look at the result that new workers give; where it is right, there is nothing to
        excuse.
        """
        if verdict.kind != "wrong" or not needs_cross_check(case):
            return ""
        seen = self._observe(case, [target]).outcomes.get(target.id, {})
        return next(
            (
                told
                for outcome in seen.values()
                if (told := self._permitted(case, verdict, outcome))
            ),
            "",
        )

    def _unconfirmed(self, case: TestCase, target: Target, verdict: Verdict) -> str:
        if verdict.kind != "wrong" or not needs_cross_check(case):
            return ""
        return unconfirmed(case, target, self._known(), lambda one: self._verdict(case, one, [one]))

    def _rounding(
        self, case: TestCase, target: Target, concerned: Sequence[Target], verdict: Verdict
    ) -> str:
        precise = self._method.precise(case) if verdict.kind == "wrong" else None
        if precise is None:
            return ""
        return FLOAT_FREEDOM if self._kind(precise, target, concerned) == "pass" else ""

    def _drivers_fault(self, case: TestCase, target: Target, verdict: Verdict) -> str:
        if verdict.kind == "crash" and not verdict.signature.startswith(
            f"{target.stages[-1].name}:"
        ):
            return ""
        alone, other = driver_alone(target), with_other_driver(target)
        if alone is not None and self._kind(case, alone, [alone]) == verdict.kind:
            return DRIVER_ALONE
        if other is not None and self._kind(case, other, [other]) == "pass":
            return ONE_DRIVER
        return ""

    def _kind(self, case: TestCase, target: Target, concerned: Sequence[Target]) -> str:
        return self._verdict(case, target, concerned).kind

    def _verdict(self, case: TestCase, target: Target, concerned: Sequence[Target]) -> Verdict:
        """Return the verdict on a target; `none` if it could not be run."""
        seen = self._observe(case, concerned)
        return seen.verdicts.get(target.id, Verdict("none", detail=seen.skipped.get(target.id, "")))


def undefined_behaviour(case: TestCase, deadline: float) -> str:
    """Return what sanitizers say against the C programs of a case, or nothing."""
    for role in roles_of(case.oracle):
        program = case.programs[role]
        checks = check_c(program, "program.c", deadline) if program.language == "c" else []
        for check in checks:
            if check.result == "failed":
                return f"undefined behaviour in the {role}, says {check.name}: {check.detail}"
    return ""
