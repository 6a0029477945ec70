"""The checks that a violation by a C compiler goes through before the compiler is blamed.

For cases whose program must give a known result. Each check tries to explain the violation in
another way, the cheap ones first: a slow machine, a known result that others do not confirm,
undefined behaviour, and steps that assume what does not hold, as the order in which a compiler
evaluates operands (Hermes, section 4).
"""

from collections.abc import Sequence

from aberration.campaign.configuration import TIMEOUT_FACTOR
from aberration.campaign.triage.question import Check, Question
from aberration.campaign.triage.sanitizers import check_c
from aberration.core.oracle import Expected, Verdict, roles_of
from aberration.core.outcome import Text
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.targets.c_levels import (
    OPTIMISING,
    PLAIN,
    at_level,
    level_of,
    newest,
    with_more_time,
)

SLOW = "given more time, it comes to the right end"
NO_REFERENCE = (
    "no compiler of another family is here to confirm the known result; to get one: sudo "
    "apt-get install clang"
)
NO_SANITIZER = "no sanitizer could look at the program"
DEFECT = "a defect of ours"


def is_c_claim(case: TestCase) -> bool:
    """True for a case that says what a C program prints."""
    oracle = case.oracle
    return (
        isinstance(oracle, Expected)
        and isinstance(oracle.outcome, Text)
        and case.programs[oracle.program].language == "c"
    )


def checks_for(verdict: Verdict) -> Sequence[Check]:
    """Return the checks of a case that `is_c_claim`, in their order."""
    if verdict.kind == "rejected":
        return (refusal,)
    if verdict.kind == "crash" and verdict.signature.startswith("compile:"):
        return (ill_formed_program,)
    return (slowness, disagreeing_compiler, undefined_program, broken_assumption)


def refusal(question: Question) -> str:
    """Return that a compiler refuses the variant."""
    return (
        f"{DEFECT}, or C that this compiler does not know: it refuses the variant: "
        f"{question.verdict.detail}"
    )


def slowness(question: Question) -> str:
    """Return that a compiler or program ends rightly when it gets more time."""
    if question.verdict.kind != "timeout":
        return ""
    return SLOW if _verdict_with_time(question, question.target).kind == "pass" else ""


def ill_formed_program(question: Question) -> str:
    """Return that the program may be no C: a compiler that dies is at fault if another one
    takes the program.
    """
    references = _references(question, (PLAIN,))
    if not references:
        return NO_REFERENCE
    verdicts = [(one.id, _verdict_with_time(question, one)) for one in references]
    return next(
        (
            f"{DEFECT}: {name} refuses the program: {verdict.detail}"
            for name, verdict in verdicts
            if verdict.kind == "rejected"
        ),
        "",
    )


def disagreeing_compiler(question: Question) -> str:
    """Return who else does not give the known result; a compiler that is wrong at -O0 too
    must be alone with it.
    """
    target = question.target
    own = at_level(target, PLAIN) if level_of(target) != PLAIN else None
    sane = own is not None and _verdict_with_time(question, own).kind == "pass"
    references = _references(question, (PLAIN,) if sane else (PLAIN, "-O2"))
    if not references:
        return NO_REFERENCE
    verdicts = ((one.id, _verdict_with_time(question, one)) for one in references)
    return next(
        (
            f"{name} does not give the known result either: {_words_of(verdict)}"
            for name, verdict in verdicts
            if verdict.kind != "pass"
        ),
        "",
    )


def undefined_program(question: Question) -> str:
    """Return what sanitizers say against the program, or that none could look at it."""
    expected = question.expected.outcome if isinstance(question.expected.outcome, Text) else None
    checks = check_c(question.program, "program.c", question.means.deadline, expected)
    for check in checks:
        if check.result == "failed":
            return _against(question.expected.program, check.name, check.detail)
    if any(check.result == "passed" for check in checks):
        return ""
    return f"{NO_SANITIZER}: {checks[0].detail}"


def undefined_behaviour(question: Question) -> str:
    """Return what sanitizers say against the C programs of a case without a known result."""
    case = question.case
    for role in roles_of(case.oracle):
        program = case.programs[role]
        deadline = question.means.deadline
        checks = check_c(program, "program.c", deadline) if program.language == "c" else []
        for check in checks:
            if check.result == "failed":
                return _against(role, check.name, check.detail)
    return ""


def broken_assumption(question: Question) -> str:
    """Return where the case that checks itself does not pass, without optimisation."""
    checked = question.means.method.with_checks(question.case)
    if checked is None:
        return ""
    own = _own_plain(question.target)
    compilers = question.means.known.compilers()
    others = [one for family in OPTIMISING if (one := newest(compilers, family)) is not None]
    for reference in {one.id: one for one in ([own] if own else []) + others}.values():
        asked = with_more_time(reference, TIMEOUT_FACTOR)
        verdict = question.verdict_of(checked, asked, [asked])
        if verdict.kind == "pass":
            continue
        # The compiler may be wrong without optimisation too, and none of our checks said anything.
        wrong = reference is own and verdict.kind == "wrong"
        if wrong and _verdict_with_time(question, reference).kind != "pass":
            continue
        return (
            f"{DEFECT}: in checking mode {reference.id} does not give the known result: "
            f"{_words_of(verdict)}"
        )
    return ""


def _own_plain(target: Target) -> Target | None:
    """Return the compiler without optimisation; for compilers that have none, such as tcc,
    itself.

    What always optimises (a command, a mutant) may well take a wrong path because it is wrong.
    """
    if "mutants" in target.groups or target.stages[0].worker.runner != "c":
        return at_level(target, PLAIN)
    return at_level(target, PLAIN) or target


def _references(question: Question, levels: Sequence[str]) -> list[Target]:
    """Return the newest compiler of each other optimising family at these levels, or else tcc.

    Beside those nobody is asked: what tcc says differently from both settles nothing.
    """
    family, compilers = question.target.family, question.means.known.compilers()
    asked = [(other, level) for other in OPTIMISING if other != family for level in levels]
    found = [one for other, level in asked if (one := newest(compilers, other, level)) is not None]
    last = newest(compilers, "tcc") if not found and family != "tcc" else None
    return [last] if last is not None else found


def _verdict_with_time(question: Question, target: Target) -> Verdict:
    return question.verdict_on(with_more_time(target, TIMEOUT_FACTOR))


def _against(role: str, sanitizer: str, detail: str) -> str:
    return f"undefined behaviour in the {role}, says {sanitizer}: {detail}"


def _words_of(verdict: Verdict) -> str:
    return f"{verdict.kind}: {verdict.detail}" if verdict.detail else verdict.kind
