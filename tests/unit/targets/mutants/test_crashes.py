"""Mutants that die of an assertion."""

from __future__ import annotations

import pytest
from helpers.mutants import module, rewritten

from aberration.targets.mutants.mutant import PlantedCrash

FINE = "OpStore %out %two\nOpReturn"


def loop(order: str, condition: str = "%more") -> bytes:
    """Return a module with a loop whose last blocks have this order, and a continue edge on a condition."""
    blocks = {
        "again": "%again = OpLabel\n%next = OpIAdd %int %i %one\nOpBranch %header",
        "merge": "%merge = OpLabel\nOpReturn",
    }
    return module(f"""
        OpBranch %header
        %header = OpLabel
        %i = OpPhi %int %nil %entry %next %again
        %more = OpSLessThan %bool %i %two
        OpLoopMerge %merge %again None
        OpBranchConditional %more %first %merge
        %first = OpLabel
        OpBranchConditional {condition} %second %again
        %second = OpLabel
        OpStore %out %i
        OpBranch %again
        {blocks[order.split()[0]]}
        {blocks[order.split()[1]]}
    """)


def selection(dead: str) -> bytes:
    """Return a module with a selection on a constant whose dead block has this content."""
    return module(f"""
        OpSelectionMerge %merge None
        OpBranchConditional %true %merge %dead
        %dead = OpLabel
        {dead}
        OpBranch %merge
        %merge = OpLabel
        OpReturn
    """)


PRIVATE = "%kept = OpVariable %p_private Private"
CASES = [
    ("dont-inline", module(FINE, control="DontInline"), module(FINE, control="Inline")),
    ("private-initializer", module(FINE, declarations=f"{PRIVATE} %two"), module(FINE, declarations=PRIVATE)),
    ("loop-merge-first", loop("merge again"), loop("again merge")),
    ("dead-continue", loop("again merge", "%true"), loop("again merge")),
    ("empty-then", selection(""), selection("OpStore %out %two")),
]


@pytest.mark.parametrize(("name", "bad", "good"), CASES, ids=[case[0] for case in CASES])
def test_dies_of_its_assertion(name: str, bad: bytes, good: bytes) -> None:
    with pytest.raises(PlantedCrash, match=r"mutant\.c:\d+: \w+: Assertion `.+' failed\."):
        rewritten(name, bad)
    assert rewritten(name, good) == good
