"""Who else takes a program that a front end refuses: a compiler with another front end, which also
gives the expected result.

Two compilers of one front end prove nothing: llvmpipe, softpipe and zink have Mesa's parser of
GLSL, and chains have that of their first link. So glslang is asked as a chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.campaign.triage.question import Question
from aberration.core.oracle import Expected
from aberration.core.recipe import TestCase
from aberration.core.target import BY_REQUEST, OLDER, Target
from aberration.targets.composition import resolve

ALONE: Final = "no other front end takes the program and gives the expected result"
_MESA: Final = "Mesa"
_MESA_FAMILIES: Final = ("llvmpipe", "softpipe")
_CHAINS: Final = ("glslang+swiftshader", "glslang+lavapipe")
_LEFT_OUT: Final = frozenset({"mutants", "identity", "float-images", BY_REQUEST, OLDER})


def refused_alone(question: Question) -> str:
    """Return that nobody with another front end takes a program that the target refuses."""
    answers = []
    for other in acceptors(question.case, question.target, question.means.known.every()):
        verdict = question.verdict_on(other)
        if verdict.kind == "pass":
            return ""
        answers.append(f"{other.id}: {verdict.kind}")
    return f"{ALONE} ({', '.join(answers) or 'nobody to ask'})"


def acceptors(case: TestCase, target: Target, known: Sequence[Target]) -> list[Target]:
    """Return one target of each other front end for the program, those that open quickly first."""
    assert isinstance(case.oracle, Expected)
    language = case.programs[case.oracle.program].language
    able = [
        one
        for one in (*known, *_chains())
        if one.available and one.kind == "executes" and language in one.own_languages
    ]
    first: dict[str, Target] = {}
    for one in sorted(able, key=lambda one: one.opens_slowly):
        if not _LEFT_OUT & {*one.groups} and front_end_of(one) != front_end_of(target):
            first.setdefault(front_end_of(one), one)
    return list(first.values())


def front_end_of(target: Target) -> str:
    """Return whose parser reads a target's programs."""
    worker = target.stages[0].worker
    if worker.runner == "front_end":
        # shaderc's parser is glslang's.
        return "glslang"
    if worker.runner == "opengl" and (_MESA in target.version or target.family in _MESA_FAMILIES):
        return _MESA
    return target.family.partition("+")[0]


def _chains() -> list[Target]:
    found = [resolve(identifier) for identifier in _CHAINS]
    return [chain for chain in found if chain is not None]
