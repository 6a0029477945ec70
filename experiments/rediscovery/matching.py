"""Is a finding a known bug?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from aberration.core.errors import BadInput
from aberration.core.finding import Finding
from aberration.core.program import SHADING
from aberration.core.recipe import TestCase
from aberration.dedup.bugs import find_bugs, smallest_case
from aberration.languages.shading.shrink.features import distinctive, features_of
from aberration.methods.registry import method_named

from .known import Known

Answer = Literal["same", "likely", "perhaps", "other"]
Told = Callable[[TestCase], Mapping[str, str]]
"""Says what each version of the finding's compiler does with a case, by the version's number."""
ASKED: Final = ("right", "wrong", "crash", "invalid", "timeout")
"""What a version says of a bug; one that refuses the program, or was not run, says nothing."""
ENOUGH: Final = 3
"""So many features together say something of a program (as in `dedup.bugs`)."""
_STAND_IN: Final = "known"


def is_known(finding: Finding, known: Known, family: str, told: Told) -> Answer:
    """Tell whether a reduced finding of wrong code, in a compiler of a family, is a known bug.

    Nothing is a known bug whose reduced case does not fail on the same of the installed versions,
    both asked now, in the way in which the finding's target is used. Of those that do:
    `same` is one that deduplication makes one bug of the two cases, where a version that is right
    and one that is wrong tell it from others; `likely` the same without such versions, so that a
    second bug of this shape would look alike, or where only the pass to blame is the same;
    `perhaps` where deduplication says perhaps, or where the finding's program holds all that is
    distinctive of the known bug's.
    """
    link = _link(finding, known, family)
    if link == "other":
        return "other"
    own, its = told(smallest_case(finding)), told(known.case)
    if not fail_alike(own, its):
        return "other"
    if link == "same" and not are_told_apart(own, its):
        return "likely"
    return link


def fail_alike(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """True where the same versions are right, of those that say something of both; at least one
    must, and at least one must be wrong.
    """
    shared = _shared(one, other)
    return any(one[number] != "right" for number in shared) and all(
        (one[number] == "right") == (other[number] == "right") for number in shared
    )


def are_told_apart(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """True where a version is right with both cases: the bug came, or went, between two of them."""
    return any(one[number] == "right" == other[number] for number in _shared(one, other))


def best(answers: Mapping[str, Answer]) -> tuple[Answer, Sequence[str]]:
    """Return the surest answer and the known bugs that it is about; a finding that is the same as
    several is perhaps each of them.
    """
    for answer in ("same", "likely"):
        names = [name for name, one in answers.items() if one == answer]
        if len(names) == 1:
            return answer, names
        if names:
            return "perhaps", names
    perhaps = [name for name, one in answers.items() if one == "perhaps"]
    return ("perhaps", perhaps) if perhaps else ("other", [])


def features_of_case(case: TestCase) -> frozenset[str]:
    """Return what is distinctive of the shaders under test of a case; nothing of other programs."""
    found: set[str] = set()
    for program in case.programs.values():
        if program.language in SHADING:
            try:
                found |= distinctive(features_of(program))
            except BadInput:
                continue
    return frozenset(found)


def _shared(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    return [number for number in one if one[number] in ASKED and other.get(number) in ASKED]


def _link(finding: Finding, known: Known, family: str) -> Answer:
    """Say what deduplication makes of the two reduced cases."""
    # Nobody keeps the culprit of a case of the corpus: the steps or the program decide.
    stand_in = msgspec.structs.replace(
        finding,
        id=_STAND_IN,
        case=_before_reduction(known.case),
        reduced=known.case,
        culprit=None,
        chain="",
    )
    plain = msgspec.structs.replace(finding, culprit=None)
    bugs = find_bugs(
        [stand_in, plain],
        {finding.target: family},
        lambda name: method_named(name).ignored_types,
        lambda name: method_named(name).ingredients,
    )
    if any({_STAND_IN, finding.id} <= {*bug.findings} for bug in bugs):
        return "same"
    culprit = finding.culprit
    if culprit is not None and culprit.kind == "pass" and _plain(culprit.name) in known.passes:
        return "likely"
    if any(bug.perhaps for bug in bugs):
        return "perhaps"
    needed = features_of_case(known.case)
    if len(needed) >= ENOUGH and needed <= features_of_case(smallest_case(finding)):
        return "perhaps"
    return "other"


def _plain(name: str) -> str:
    """Return the name of a pass without its argument."""
    return name.partition("=")[0]


def _before_reduction(case: TestCase) -> TestCase:
    """Return a case whose seeds are others than those of the reduced case: deduplication looks into
    programs that were made small, and nobody keeps what the known one was made from.
    """
    seeds = {
        role: msgspec.structs.replace(program, source=program.source + b"\n")
        for role, program in case.recipe.seeds.items()
    }
    return msgspec.structs.replace(case, recipe=msgspec.structs.replace(case.recipe, seeds=seeds))
