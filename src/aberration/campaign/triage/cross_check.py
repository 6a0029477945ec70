"""A second opinion on what our interpreter alone says is right: another family of compilers
must give it too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from aberration.campaign.triage.question import Question
from aberration.core.oracle import Expected
from aberration.core.outcome import Text
from aberration.core.recipe import TestCase
from aberration.core.target import BY_REQUEST, Target
from aberration.targets.composition import JOINT

UNCONFIRMED: Final = (
    "no compiler of another family gives the expected result: either the expectation is wrong, "
    "or all of them are"
)
_SLOW: Final = ("angle", "chromium")
"""Groups of targets that take seconds to open: the last to be asked."""
_NO_ANSWER: Final = frozenset({"none", "rejected", "invalid"})
"""Verdicts that say nothing about the result."""
_LEFT_OUT: Final = frozenset({"mutants", "float-images", BY_REQUEST})


def needs_cross_check(case: TestCase) -> bool:
    """True for a case that says what a shader gives: nobody but our interpreter knows that."""
    oracle = case.oracle
    return isinstance(oracle, Expected) and not isinstance(oracle.outcome, Text)


def no_confirmation(question: Question) -> str:
    """Return that nobody of another family than the target's confirms the expected result, or
    nothing.
    """
    answers, answered = [], set[tuple[str, str]]()
    for other in _others(question):  # one at a time: chains are listed only where they are needed
        if _code_of(other) in answered:
            continue
        verdict = question.verdict_on(other)
        if verdict.kind == "pass":
            return ""
        answers.append(f"{other.id}: {verdict.kind}")
        if verdict.kind not in _NO_ANSWER:
            answered.add(_code_of(other))
    return f"{UNCONFIRMED} ({', '.join(answers) or 'nobody to ask'})"


def no_confirmation_of_seed(question: Question) -> str:
    """Return that nobody of another family gives a seed's known result; where there is
    nobody, it stands alone.
    """
    return no_confirmation(question) if next(_others(question), None) else ""


def _others(question: Question) -> Iterator[Target]:
    """Yield who is asked: those who read the program, then chains that bring it to others. Of
    GLSL 4.30 and of compute shaders in ESSL, softpipe reads nothing, and would be alone.
    """
    known = question.means.known
    yield from cross_check_targets(question.case, question.target, known.every())
    # A second front end where the first one has a bug of its own.
    yield from _of_other_families(question.case, question.target, known.chains())


def cross_check_targets(case: TestCase, target: Target, known: Sequence[Target]) -> list[Target]:
    """Return one target of each other family that runs the program's language, on each driver
    below it: first those that share no driver with the accused one, then quick ones.
    """
    first: dict[tuple[str, str], Target] = {}
    for one in _of_other_families(case, target, known):
        first.setdefault(_code_of(one), one)
    return list(first.values())


def _code_of(target: Target) -> tuple[str, str]:
    """Return what a target shares with others that have the same bugs."""
    return target.family or target.id, target.driver


def _of_other_families(case: TestCase, target: Target, known: Sequence[Target]) -> list[Target]:
    assert isinstance(case.oracle, Expected)
    language = case.programs[case.oracle.program].language
    able = [
        one
        for one in known
        if one.available and one.kind == "executes" and language in one.own_languages
    ]
    others = [one for one in able if target.family not in one.family.split(JOINT)]
    others = [one for one in others if not _LEFT_OUT & {*one.groups}]
    return sorted(others, key=lambda one: (_shares_driver(one, target), _is_slow(one)))


def _shares_driver(one: Target, other: Target) -> bool:
    return bool(one.driver) and one.driver == other.driver


def _is_slow(target: Target) -> bool:
    return bool({*_SLOW} & {*target.groups})
