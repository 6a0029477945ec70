"""The false-positive checks: before a compiler is blamed for a violation, each other cause is ruled
out.

A device that is lost whatever runs; a crash that is gone with more memory; a program with undefined
behaviour (C, by sanitizers; with a known result, all C checks); a difference that rounding allows
(shaders: it is gone where no rounding is free, or a legal rounding gives the same); a known result
that nobody else confirms; and, for a translator that is followed by a driver, a driver that goes
wrong alone or is the only one to.
"""

from collections.abc import Sequence
from typing import Final

from aberration.campaign.observe import Observation
from aberration.campaign.triage import c_checks, known_result
from aberration.campaign.triage.c_checks import is_c_claim
from aberration.campaign.triage.chains import DRIVER_ALONE, drivers_fault
from aberration.campaign.triage.cross_check import (
    needs_cross_check,
    no_confirmation,
    no_confirmation_of_seed,
)
from aberration.campaign.triage.device import device_is_lost_anyway
from aberration.campaign.triage.front_ends import refused_alone
from aberration.campaign.triage.known_result import NOTHING, Attribution, has_known_result
from aberration.campaign.triage.memory import lacks_memory
from aberration.campaign.triage.question import Check, Question
from aberration.campaign.triage.shading_limits import reason_allowed

FLOAT_FREEDOM = (
    "float freedom: the difference vanishes when no contraction or re-association is allowed"
)
_JUDGED = frozenset({"wrong", "timeout", "crash"})


def explanation(question: Question) -> str:
    """Return what else explains the violation, or nothing."""
    return _first(checks_for(question), question)


def at_first_sight(question: Question) -> str:
    """Return what explains a wrong result before it is looked at again: freedom of rounding, or
    that all say so.
    """
    return "" if has_known_result(question.case) else _first(_FIRST_SIGHT, question)


def attribution(question: Question) -> Attribution:
    """Return what explains a violation of a program that our interpreter runs, or whose it is."""
    if not has_known_result(question.case):
        return NOTHING
    reason = device_is_lost_anyway(question) or lacks_memory(question)
    if reason:
        return Attribution(reason)
    found = known_result.attribution(question)
    if found == NOTHING and not question.case.recipe.steps and question.verdict.kind == "wrong":
        return Attribution(no_confirmation_of_seed(question))
    return found


def checks_for(question: Question) -> Sequence[Check]:
    """Return the checks of a violation, in their order."""
    verdict = question.verdict
    if is_c_claim(question.case) and verdict.is_finding:
        return (lacks_memory, *c_checks.checks_for(verdict), drivers_fault)
    if verdict.kind == "rejected" and needs_cross_check(question.case):
        return (refused_alone,)
    if verdict.kind not in _JUDGED:
        return ()
    return (_attribution_again,) if has_known_result(question.case) else _NO_KNOWN_RESULT


def _first(checks: Sequence[Check], question: Question) -> str:
    return next((reason for check in checks if (reason := check(question))), "")


def _attribution_again(question: Question) -> str:
    """Look at what new workers give: the reason why that is right, or that it is another link's
    fault.
    """
    found = attribution(question.again())
    return found.reason or (DRIVER_ALONE if found.driver is not None else "")


def _rounding(question: Question) -> str:
    """Return that the difference is gone where no rounding is free."""
    if question.verdict.kind != "wrong":
        return ""
    precise = question.means.method.precise(question.case)
    if precise is None:
        return ""
    verdict = question.verdict_of(precise, question.target, question.concerned)
    return FLOAT_FREEDOM if verdict.kind == "pass" else ""


def _legal_rounding(question: Question) -> str:
    """Look at the result that new workers give; where it is right, there is nothing to explain."""
    if not _rests_on_us(question):
        return ""
    return _legal_rounding_in(question, question.observation(question.target))


def _legal_rounding_as_seen(question: Question) -> str:
    return _legal_rounding_in(question, question.seen) if _rests_on_us(question) else ""


def _legal_rounding_in(question: Question, seen: Observation) -> str:
    """Return that what was seen is what another legal rounding gives, or lies within limits."""
    case, means = question.case, question.means
    for outcome in seen.outcomes.get(question.target.id, {}).values():
        leave = means.method.permitted_otherwise(case, outcome)
        if leave.excluded:
            continue
        reason = leave.reason or reason_allowed(case, outcome, means.proofs)
        if reason:
            return reason
    return ""


def _no_confirmation(question: Question) -> str:
    return no_confirmation(question) if _rests_on_us(question) else ""


def _no_confirmation_by_all(question: Question) -> str:
    """Return that nobody confirms the result, where all that ran say something else."""
    passed = any(other.kind == "pass" for other in question.seen.verdicts.values())
    return "" if passed else _no_confirmation(question)


def _rests_on_us(question: Question) -> bool:
    """True for a wrong result of which our interpreter alone says so."""
    return question.verdict.kind == "wrong" and needs_cross_check(question.case)


_NO_KNOWN_RESULT: Final = (
    device_is_lost_anyway,
    lacks_memory,
    c_checks.undefined_behaviour,
    drivers_fault,
    _rounding,
    _legal_rounding,
    _no_confirmation,
)
_FIRST_SIGHT: Final = (_legal_rounding_as_seen, _no_confirmation_by_all)
