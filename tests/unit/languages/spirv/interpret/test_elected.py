"""What the chosen invocation of each subgroup adds for all."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.grouped import grouped, known, proof_of
from helpers.interpret import prepared

from aberration.core.program import Program
from aberration.languages.spirv.interpret.probes import Probe
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpAtomicIAdd, OpGroupNonUniformElect

WORDS: Final = (5, 3, 9, 12)
BODY: Final = """
        %kept = OpVariable %local_uint Function
        %target = OpAccessChain %word_pointer %output %u0 {place}
        %sum = OpGroupNonUniform{reduce} %uint %u3 {operation} %x
        OpStore %kept %sum
        {between}
        %chosen = OpGroupNonUniformElect %bool %u3
        OpSelectionMerge %end None
        OpBranchConditional %chosen %then %end
        %then = OpLabel
        {inside}
        %given = OpLoad %uint %kept
        %old = OpAtomic{atomic} %uint %target %u1 %u0 {value}
        OpBranch %end
        %end = OpLabel
"""
PLAIN: Final = {
    "reduce": "IAdd",
    "atomic": "IAdd",
    "operation": "Reduce",
    "place": "%u1",
    "between": "",
    "inside": "",
    "value": "%given",
}


def total(**parts: str) -> int | None:
    """Return word 1 of the output, which begins with 0."""
    proof = proof_of(grouped(BODY.format(**{**PLAIN, **parts})), WORDS)
    return known(proof, 1)[0]


@pytest.mark.parametrize(
    ("reduce", "atomic", "expected"),
    [
        ("IAdd", "IAdd", 29),
        ("UMax", "UMax", 12),
        ("SMax", "SMax", 12),
        ("UMin", "UMin", 0),
        ("BitwiseOr", "Or", 15),
        ("BitwiseAnd", "And", 0),
        ("BitwiseXor", "Xor", 5 ^ 3 ^ 9 ^ 12),
    ],
)
def test_the_sum_of_all_is_known(reduce: str, atomic: str, expected: int) -> None:
    assert total(reduce=reduce, atomic=atomic) == expected
    assert total(reduce=reduce, atomic=atomic, value="%sum") == expected


@pytest.mark.parametrize(
    ("reason", "parts"),
    [
        ("a sum of maxima", {"reduce": "UMax"}),
        ("a scan", {"operation": "InclusiveScan"}),
        ("the number of subgroups", {"value": "%u1"}),
        ("another value is stored", {"between": "OpStore %kept %u1"}),
        ("a place of each invocation's own", {"place": "%out1"}),
        ("something else is done", {"inside": "OpStore %out_pointer2 %u1"}),
    ],
)
def test_all_else_hangs_on_the_grouping(reason: str, parts: dict[str, str]) -> None:
    assert total(**parts) is None, reason


def test_a_result_that_is_asked_for_hangs_on_the_grouping() -> None:
    body = BODY.format(**PLAIN).replace(
        "        OpBranch %end", "        OpStore %out_pointer2 %old\n        OpBranch %end"
    )
    proof = proof_of(grouped(body), WORDS)
    assert known(proof, 1)[0] is None
    assert known(proof, 2) == [None] * 4


def test_nobody_is_told_who_is_chosen() -> None:
    data = grouped(BODY.format(**PLAIN))
    module = Module.parse(data)
    (atomic,) = module.by_opcode(OpAtomicIAdd)
    (elect,) = module.by_opcode(OpGroupNonUniformElect)
    assert atomic.block is not None
    assert elect.block is not None
    inputs = prepared(data, [(word, 0, 0) for word in WORDS], groups=1).inputs
    probes = [Probe(atomic.block.id, 0, ()), Probe(elect.block.id, 0, ())]
    chosen, all_ = prove(Program("spirv", "compute", data, inputs), probes=probes).seen
    assert chosen is None
    assert all_ is not None
    assert all_.count == len(WORDS)
