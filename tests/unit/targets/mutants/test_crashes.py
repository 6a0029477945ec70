"""Mutants that die of an assertion."""

from __future__ import annotations

import pytest
from helpers.mutants import module, rewritten

from aberration.core.outcome import Timeout
from aberration.core.program import Program
from aberration.core.target import WorkerSpec
from aberration.targets.mutants.mutant import PlantedCrash, PlantedHang
from aberration.targets.worker import Worker

FINE = "OpStore %out %two\nOpReturn"


def loop(order: str, condition: str = "%more") -> bytes:
    """Return a module with a loop whose last blocks have this order, and a continue edge on a
    condition.
    """
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
    (
        "private-initializer",
        module(FINE, declarations=f"{PRIVATE} %two"),
        module(FINE, declarations=PRIVATE),
    ),
    ("loop-merge-first", loop("merge again"), loop("again merge")),
    ("dead-continue", loop("again merge", "%true"), loop("again merge")),
    ("empty-then", selection(""), selection("OpStore %out %two")),
]


@pytest.mark.parametrize(("name", "bad", "good"), CASES, ids=[case[0] for case in CASES])
def test_dies_of_its_assertion(name: str, bad: bytes, good: bytes) -> None:
    with pytest.raises(PlantedCrash, match=r"mutant\.c:\d+: \w+: Assertion `.+' failed\."):
        rewritten(name, bad)
    assert rewritten(name, good) == good


ARRAY = """
%four = OpConstant %int 4
%row = OpTypeArray %int %four
%table = OpTypeArray %row %four
%p_table = OpTypePointer Private %table
%p_row = OpTypePointer Private %row
%kept = OpVariable %p_table Private
"""


def accessed(inner: str) -> bytes:
    """Return a module that reads a cell of a table by these lines, the pointer to it being
    %cell.
    """
    body = f"{inner}\n%read = OpLoad %int %cell\nOpStore %out %two\nOpReturn"
    return module(body, declarations=ARRAY)


def test_an_access_chain_may_not_begin_at_another_one() -> None:
    straight = accessed("%cell = OpAccessChain %p_private %kept %one %two")
    assert rewritten("chained-access", straight) == straight
    for op in ("OpAccessChain", "OpInBoundsAccessChain"):
        with pytest.raises(PlantedCrash, match="SpvOpVariable"):
            rewritten(
                "chained-access",
                accessed(
                    f"%part = {op} %p_row %kept %one\n%cell = OpAccessChain %p_private %part %two"
                ),
            )


def copied(line: str) -> bytes:
    """Return a module that copies its input, then has this line."""
    return module(
        f"%x = OpLoad %int %in\n%copy = OpCopyObject %int %x\n{line}\nOpStore %out %two\nOpReturn"
    )


def test_a_copy_of_a_copy_never_ends() -> None:
    fine = copied("%again = OpCopyObject %int %x")
    assert rewritten("copy-of-copy", fine) == fine
    with pytest.raises(PlantedHang):
        rewritten("copy-of-copy", copied("%again = OpCopyObject %int %copy"))


def joined(first: str, second: str) -> bytes:
    """Return a module with a phi of two values."""
    return module(f"""
        %x = OpLoad %int %in
        %copy = OpCopyObject %int %x
        %b = OpSGreaterThan %bool %x %one
        OpSelectionMerge %merge None
        OpBranchConditional %b %then %merge
        %then = OpLabel
        OpBranch %merge
        %merge = OpLabel
        %phi = OpPhi %int {first} %entry {second} %then
        OpStore %out %two
        OpReturn
    """)


def test_a_phi_of_equal_values_never_ends() -> None:
    for fine in (joined("%x", "%x"), joined("%x", "%two")):
        assert rewritten("equal-phi", fine) == fine
    with pytest.raises(PlantedHang):
        rewritten("equal-phi", joined("%x", "%copy"))


def test_a_planted_hang_is_a_timeout() -> None:
    program = Program("spirv", "fragment", copied("%again = OpCopyObject %int %copy"))
    worker = Worker(WorkerSpec("mutant", (("mutant", "copy-of-copy"),)))
    try:
        assert isinstance(worker.run(program, 1.0).outcome, Timeout)
    finally:
        worker.close()
