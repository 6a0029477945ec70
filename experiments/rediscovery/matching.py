"""Is a finding a known bug?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from aberration.core.finding import Finding
from aberration.dedup.bugs import find_bugs
from aberration.methods.registry import method_named

from .known import Known

Answer = Literal["same", "perhaps", "other"]
ASKED = ("right", "wrong", "crash", "invalid", "timeout")
"""What a version says of a bug; one that refuses the program, or was not run, says nothing."""
_STAND_IN = "known"


def is_known(finding: Finding, told: Mapping[str, str], known: Known, family: str) -> Answer:
    """Tell whether a reduced finding is a known bug.

    `same`: the kind of verdict is the same, deduplication makes one bug of the two reduced cases,
    and they fail on the same of the versions that say something of both. `perhaps`: deduplication
    says perhaps. `told` is what each version does with the finding's reduced case.
    """
    if not fail_alike(told, known.told):
        return "other"
    stand_in = msgspec.structs.replace(
        finding, id=_STAND_IN, case=known.case, reduced=known.case, culprit=None, chain=""
    )
    # Nobody keeps the culprit of a case of the corpus: the steps or the program decide.
    plain = msgspec.structs.replace(finding, culprit=None)
    bugs = find_bugs(
        [stand_in, plain],
        {finding.target: family},
        lambda name: method_named(name).ignored_types,
        lambda name: method_named(name).ingredients,
    )
    if any({_STAND_IN, finding.id} <= {*bug.findings} for bug in bugs):
        return "same"
    return "perhaps" if any(bug.perhaps for bug in bugs) else "other"


def fail_alike(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """True where the same versions are right, of those that say something of both; at least one
    must.
    """
    shared = [number for number in one if one[number] in ASKED and other.get(number) in ASKED]
    return bool(shared) and all(
        (one[number] == "right") == (other[number] == "right") for number in shared
    )


def best(answers: Mapping[str, Answer]) -> tuple[Answer, Sequence[str]]:
    """Return the surest answer and the known bugs that it is about; a finding that is the same as
    several is perhaps each of them.
    """
    same = [name for name, answer in answers.items() if answer == "same"]
    if len(same) == 1:
        return "same", same
    perhaps = same or [name for name, answer in answers.items() if answer == "perhaps"]
    return ("perhaps" if perhaps else "other"), perhaps
