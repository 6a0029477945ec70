"""The checks that a violation by a C compiler goes through before the compiler is blamed.

For cases whose program must give a known result. Each check tries to explain the violation in
another way, the cheap ones first: a slow machine, a known result that others do not confirm,
undefined behaviour, and steps that assume what does not hold, as the order in which a compiler
evaluates operands (Hermes, section 4).
"""

from collections.abc import Callable, Iterator

from aberration.core.method import Method
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Text
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.c_levels import OPTIMISING, PLAIN, at_level, level_of, newest, patient
from aberration.targets.sanitizers import check_c

SLOW = "given more time, it comes to the right end"
NO_REFERENCE = (
    "no compiler of another family is here to confirm the known result; to get one: sudo "
    "apt-get install clang"
)
NO_SANITIZER = "no sanitizer could look at the program"
DEFECT = "a defect of ours"

Ask = Callable[[TestCase, Target], Verdict]
"""Runs a case on a target and judges it."""


def is_c_claim(case: TestCase) -> bool:
    """True for a case that says what a C program prints."""
    oracle = case.oracle
    return (
        isinstance(oracle, Expected)
        and isinstance(oracle.outcome, Text)
        and _program(case).language == "c"
    )


def _program(case: TestCase) -> Program:
    assert isinstance(case.oracle, Expected)
    return case.programs[case.oracle.program]


class CChecks:
    """The checks for one method; `deadline` in seconds for a sanitized run, `patience` times
    the usual limits.
    """

    def __init__(self, method: Method, deadline: float, patience: float, ask: Ask) -> None:
        self._method = method
        self._deadline = deadline
        self._patience = patience
        self._ask = ask

    def explanation(self, case: TestCase, target: Target, verdict: Verdict) -> str:
        """Return what explains the verdict on a case that `is_c_claim`, or nothing."""
        if verdict.kind == "rejected":
            return (
                f"{DEFECT}, or C that this compiler does not know: it refuses the variant: "
                f"{verdict.detail}"
            )
        if verdict.kind == "crash" and verdict.signature.startswith("compile:"):
            return self._ill_formed(case, target)
        return next((reason for reason in self._reasons(case, target, verdict) if reason), "")

    def _reasons(self, case: TestCase, target: Target, verdict: Verdict) -> Iterator[str]:
        yield self._slow(case, target, verdict)
        yield self._unconfirmed(case, target)
        yield self._undefined(case)
        yield self._broken_assumption(case, target)

    def _slow(self, case: TestCase, target: Target, verdict: Verdict) -> str:
        if verdict.kind != "timeout":
            return ""
        return SLOW if self._ask(case, patient(target, self._patience)).kind == "pass" else ""

    def _ill_formed(self, case: TestCase, target: Target) -> str:
        """Return that the program may be no C: a compiler that dies is at fault if another one
        takes the program.
        """
        references = self._references(target, (PLAIN,))
        if not references:
            return NO_REFERENCE
        refused = [
            (one.id, said)
            for one in references
            if (said := self._given(case, one)).kind == "rejected"
        ]
        return (
            f"{DEFECT}: {refused[0][0]} refuses the program: {refused[0][1].detail}"
            if refused
            else ""
        )

    def _unconfirmed(self, case: TestCase, target: Target) -> str:
        """Return who else does not give the known result; a compiler that is wrong at -O0 too
        must be alone with it.
        """
        own = at_level(target, PLAIN) if level_of(target) != PLAIN else None
        sane = own is not None and self._given(case, own).kind == "pass"
        references = self._references(target, (PLAIN,) if sane else (PLAIN, "-O2"))
        if not references:
            return NO_REFERENCE
        verdicts = ((reference.id, self._given(case, reference)) for reference in references)
        apart = next(
            ((name, verdict) for name, verdict in verdicts if verdict.kind != "pass"), None
        )
        return (
            ""
            if apart is None
            else f"{apart[0]} does not give the known result either: {_told(apart[1])}"
        )

    def _undefined(self, case: TestCase) -> str:
        oracle = case.oracle
        assert isinstance(oracle, Expected)
        expected = oracle.outcome if isinstance(oracle.outcome, Text) else None
        checks = check_c(_program(case), "program.c", self._deadline, expected)
        for check in checks:
            if check.result == "failed":
                return (
                    f"undefined behaviour in the {oracle.program}, says {check.name}: "
                    f"{check.detail}"
                )
        return (
            ""
            if any(check.result == "passed" for check in checks)
            else f"{NO_SANITIZER}: {checks[0].detail}"
        )

    def _broken_assumption(self, case: TestCase, target: Target) -> str:
        """Return where the case that checks itself does not pass, without optimisation."""
        checked = self._method.with_checks(case)
        if checked is None:
            return ""
        own = self._own_plain(target)
        others = [one for family in OPTIMISING if (one := newest(family)) is not None]
        for reference in {one.id: one for one in ([own] if own else []) + others}.values():
            verdict = self._given(checked, reference)
            if verdict.kind == "pass" or (reference is own and self._own_fault(case, own, verdict)):
                continue
            return (
                f"{DEFECT}: in checking mode {reference.id} does not give the known result: "
                f"{_told(verdict)}"
            )
        return ""

    def _own_fault(self, case: TestCase, own: Target, verdict: Verdict) -> bool:
        """True when the compiler is wrong without optimisation too, and no check of ours said
        anything.
        """
        return verdict.kind == "wrong" and self._given(case, own).kind != "pass"

    def _own_plain(self, target: Target) -> Target | None:
        """Return the compiler without optimisation; for compilers that have none, such as tcc,
        itself.

        What always optimises (a command, a mutant) may well take a wrong path because it is wrong.
        """
        if "mutants" in target.groups or target.stages[0].worker.runner != "c":
            return at_level(target, PLAIN)
        return at_level(target, PLAIN) or target

    def _references(self, target: Target, levels: tuple[str, ...]) -> list[Target]:
        """Return the newest compiler of each other optimising family at these levels, or else tcc.

        Beside those nobody is asked: what tcc says differently from both settles nothing.
        """
        others = [family for family in OPTIMISING if family != target.family]
        found = [
            one
            for family in others
            for level in levels
            if (one := newest(family, level)) is not None
        ]
        last = newest("tcc") if not found and target.family != "tcc" else None
        return [last] if last is not None else found

    def _given(self, case: TestCase, target: Target) -> Verdict:
        return self._ask(case, patient(target, self._patience))


def _told(verdict: Verdict) -> str:
    return f"{verdict.kind}: {verdict.detail}" if verdict.detail else verdict.kind
