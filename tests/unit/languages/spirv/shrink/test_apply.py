"""A module after edits is valid, and has nothing that is needed no more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers.corpus import all_modules
from helpers.small_modules import CALLS, DIAMOND, LOOP, small_bytes

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.shrink.apply import apply
from aberration.languages.spirv.shrink.edits import KINDS, Edit, EditKind, Gone, Way
from aberration.languages.spirv.validate import validate

USED = DIAMOND.replace("%20 = OpLabel", "%20 = OpLabel\n%40 = OpVariable %12 Function").replace(
    "OpReturn", "OpStore %40 %28\nOpReturn"
)


def after(source: bytes, edits: Sequence[Edit]) -> Module:
    made = apply(source, edits)
    assert made is not None
    assert validate(made) is None
    return Module.parse(made)


def count(module: Module, op: int) -> int:
    return len(module.by_opcode(op))


def test_what_nothing_uses_goes() -> None:
    made = after(small_bytes(DIAMOND, functions=CALLS), ())
    assert len(made.functions) == 1
    assert [count(made, op) for op in (o.OpIAdd, o.OpPhi, o.OpTypeFloat)] == [0, 0, 0]
    assert count(made, o.OpBranchConditional) == 1


def test_a_selection_goes_one_way() -> None:
    made = after(small_bytes(USED), [Way(20, 22)])
    assert [count(made, op) for op in (o.OpSelectionMerge, o.OpIMul, o.OpIAdd)] == [0, 0, 2]
    (phi,) = made.by_opcode(o.OpPhi)
    assert phi.ops == [23, 22]


def test_a_selection_is_skipped() -> None:
    made = after(small_bytes(USED), [Way(20, 26)])
    assert len(made.blocks) == 2
    (phi,) = made.by_opcode(o.OpPhi)
    assert phi.ops[1] == 20
    zero = made.definition(phi.ops[0])
    assert zero is not None
    assert zero.op == o.OpConstantNull


def test_a_loop_is_skipped_or_never_goes_on() -> None:
    skipped = after(small_bytes(LOOP), [Way(21, 30)])
    assert count(skipped, o.OpLoopMerge) == 0
    assert [block.id for block in skipped.blocks] == [20, 21, 30]
    # Nothing leads to the continue target any more, which the loop still names.
    left = after(small_bytes(LOOP), [Way(23, 25)])
    assert count(left, o.OpLoopMerge) == 1
    assert count(left, o.OpSwitch) == 0
    continued = left.block(28)
    assert continued is not None
    assert [one.op for one in continued.instructions] == [o.OpBranch]


def test_something_stands_for_a_value_that_is_gone() -> None:
    zero = after(small_bytes(USED), [Gone(26, 1)])
    (store,) = zero.by_opcode(o.OpStore)
    assert count(zero, o.OpISub) == 0
    stored = zero.definition(store.ops[1])
    assert stored is not None
    assert stored.op == o.OpConstantNull
    one = after(small_bytes(USED), [Gone(26, 1, "one")])
    assert one.by_opcode(o.OpStore)[0].ops[1] == 11
    operand = after(small_bytes(USED), [Gone(26, 1, "operand", 1)])
    assert operand.by_opcode(o.OpStore)[0].ops[1] == 21
    both = after(small_bytes(USED), [Gone(26, 1, "operand", 0), Gone(26, 0)])
    assert count(both, o.OpPhi) == 0


def test_nothing_stands_for_a_pointer_that_is_used() -> None:
    chained = USED.replace("OpStore %40 %28", "%41 = OpCopyObject %12 %40\nOpStore %41 %28")
    assert apply(small_bytes(chained), [Gone(26, 2)]) is None
    assert apply(small_bytes(chained), [Gone(26, 2), Gone(26, 3)]) is not None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_most_single_edits_of_real_modules_leave_them_valid(kind: EditKind) -> None:
    valid = asked = 0
    for _, source in all_modules()[::23]:
        edits = kind.propose(Module.parse(source))
        for edit in edits[:: max(len(edits) // 6, 1)]:
            made = apply(source, [edit])
            asked += 1
            valid += made is not None and validate(made) is None
    assert valid * 2 > asked > 0
