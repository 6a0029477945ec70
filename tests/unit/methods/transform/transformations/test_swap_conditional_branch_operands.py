from __future__ import annotations

import pytest
from helpers.transform import at, expect, ident, refuse, soundness

from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.swap_conditional_branch_operands import (
    SwapConditionalBranchOperands,
)

SELECTION = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge 3 7
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %i %entry %int_5 %then
"""
LOOP = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %header
    %next = OpIAdd %int %counter %int_1
    %more = OpSLessThan %bool %next %int_5
    OpLoopMerge %after %header None
    OpBranchConditional %more %header %after
    %after = OpLabel
"""
BRANCH = at("%condition", "OpBranchConditional")


def test_negates_and_swaps_targets_and_weights() -> None:
    expect(
        SELECTION,
        SwapConditionalBranchOperands(BRANCH, 20),
        (
            "%20 = OpLogicalNot %bool %condition\nOpSelectionMerge %merge None\n"
            "OpBranchConditional %20 %merge %then 7 3"
        ),
        "%phi = OpPhi %int %i %entry %int_5 %then",
    )


def test_negates_before_the_merge_instruction_of_a_loop() -> None:
    expect(
        LOOP,
        SwapConditionalBranchOperands(at("%more", "OpBranchConditional"), 20),
        (
            "%20 = OpLogicalNot %bool %more\nOpLoopMerge %after %header None\n"
            "OpBranchConditional %20 %after %header"
        ),
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no branch", SwapConditionalBranchOperands(at("%condition"), 20)),
        ("an unconditional branch", SwapConditionalBranchOperands(at("%then", "OpBranch"), 20)),
        ("the id is in use", SwapConditionalBranchOperands(BRANCH, ident("%then"))),
        ("nothing", SwapConditionalBranchOperands(Place(9999, BRANCH.op), 20)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(SELECTION, step, reason)


test_sound = soundness(SwapConditionalBranchOperands)
