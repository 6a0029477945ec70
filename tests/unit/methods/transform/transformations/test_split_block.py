from __future__ import annotations

import pytest
from helpers.transform import at, block_of, expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.split_block import SplitBlock

SELECTION = """
    %local = OpVariable %local_int Function
    %sum = OpIAdd %int %i %int_1
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %product = OpIMul %int %sum %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %sum %entry %product %then
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
    %copy = OpPhi %int %next %header
"""


def test_splits_and_renames_the_predecessor_of_phis() -> None:
    expect(
        SELECTION,
        SplitBlock(at("%product"), 20),
        (
            "%then = OpLabel\nOpBranch %20\n%20 = OpLabel\n%product = OpIMul %int %sum %i\n"
            "OpBranch %merge"
        ),
        "%phi = OpPhi %int %sum %entry %product %20",
    )


def test_the_merge_instruction_goes_with_the_terminator() -> None:
    expect(
        SELECTION,
        SplitBlock(at("%sum"), 20),
        "OpBranch %20\n%20 = OpLabel\n%sum = OpIAdd %int %i %int_1\nOpSel",
    )
    expect(
        SELECTION,
        SplitBlock(at("%sum", "OpSelectionMerge"), 20),
        "OpBranch %20\n%20 = OpLabel\nOpSelectionMerge",
    )


def test_splits_before_a_phi_of_one_pair() -> None:
    expect(
        LOOP,
        SplitBlock(at("%copy"), 20),
        "OpBranch %20\n%20 = OpLabel\n%copy = OpPhi %int %next %after",
    )


def test_a_part_of_a_dead_block_is_dead() -> None:
    def kill(module: Module) -> None:
        block_of(module, "%then").dead = True

    assert block_of(expect(SELECTION, SplitBlock(at("%product"), 20), prepare=kill), 20).dead
    assert not block_of(expect(SELECTION, SplitBlock(at("%product"), 20)), 20).dead


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        ("between merge and branch", SELECTION, SplitBlock(at("%sum", "OpBranchConditional"), 20)),
        ("a variable", SELECTION, SplitBlock(at("%local"), 20)),
        ("a phi of two pairs", SELECTION, SplitBlock(at("%phi"), 20)),
        ("a loop header", LOOP, SplitBlock(at("%next"), 20)),
        ("the id is in use", SELECTION, SplitBlock(at("%sum"), ident("%int"))),
        ("a label", SELECTION, SplitBlock(at("%then"), 20)),
        ("a global", SELECTION, SplitBlock(at("%int_1"), 20)),
        ("nothing", SELECTION, SplitBlock(Place(9999), 20)),
    ],
)
def test_refuses(reason: str, body: str, step: Transformation) -> None:
    refuse(body, step, reason)


test_sound = soundness(SplitBlock)
