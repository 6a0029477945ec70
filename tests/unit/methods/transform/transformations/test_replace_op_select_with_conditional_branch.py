from __future__ import annotations

import pytest
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_op_select_with_conditional_branch import (
    ReplaceOpSelectWithConditionalBranch,
)

PICK = """
    OpBranch %next
    %next = OpLabel
    %picked = OpSelect %int %condition %i %int_5
    %second = OpSelect %float %condition %f %float_1
    %sum = OpIAdd %int %picked %int_1
"""
LOOP = """
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    %first = OpSelect %int %condition %i %int_5
    OpBranch %next
    %next = OpLabel
    %inner = OpSelect %int %condition %i %int_5
    OpBranch %continue
    %continue = OpLabel
    %last = OpSelect %int %condition %i %int_5
    OpBranchConditional %condition %header %after
    %after = OpLabel
    %late = OpSelect %int %condition %i %int_5
"""
VECTORS = """
    %vector = OpCompositeConstruct %v2bool %condition %condition
    OpBranch %next
    %next = OpLabel
    %picked = OpSelect %v2int %vector %ones %ones
"""
VECTOR_TYPES = "%v2bool = OpTypeVector %bool 2\n%ones = OpConstantComposite %v2int %int_1 %int_1\n"


def branch(
    select: str, true_block: int = 20, false_block: int = 21
) -> ReplaceOpSelectWithConditionalBranch:
    return ReplaceOpSelectWithConditionalBranch(ident(select), true_block, false_block)


def test_both_sides_get_a_block() -> None:
    expect(
        PICK,
        branch("%picked"),
        "OpSelectionMerge %next None\nOpBranchConditional %condition %20 %21",
        "%20 = OpLabel\nOpBranch %next",
        "%21 = OpLabel\nOpBranch %next",
        "%next = OpLabel\n%picked = OpPhi %int %i %20 %int_5 %21\n%second = OpSelect",
    )


def test_one_side_may_go_without() -> None:
    expect(
        PICK,
        branch("%picked", false_block=0),
        "OpBranchConditional %condition %20 %next\n%20 = OpLabel\nOpBranch %next",
        "%picked = OpPhi %int %i %20 %int_5 %entry",
    )
    expect(
        PICK,
        branch("%picked", true_block=0),
        "OpBranchConditional %condition %next %21\n%21 = OpLabel\nOpBranch %next",
        "%picked = OpPhi %int %i %entry %int_5 %21",
    )


def test_inside_of_a_loop() -> None:
    module = expect(
        LOOP,
        branch("%inner"),
        "OpSelectionMerge %next None",
        "%inner = OpPhi %int %i %20 %int_5 %21",
    )
    assert construct_header(module, block_of(module, 20)) is block_of(module, "%body")


def test_new_blocks_of_a_dead_header_are_dead() -> None:
    def kill(module: Module) -> None:
        block_of(module, "%entry").dead = block_of(module, "%next").dead = True

    module = expect(PICK, branch("%picked"), prepare=kill)
    assert block_of(module, 20).dead
    assert block_of(module, 21).dead
    assert not block_of(expect(PICK, branch("%picked")), 20).dead


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        ("not the first instruction", PICK, branch("%second")),
        ("no OpSelect", PICK, branch("%sum")),
        ("no block at all: the targets would be the same", PICK, branch("%picked", 0, 0)),
        ("the same label twice", PICK, branch("%picked", 20, 20)),
        ("a label that is in use", PICK, branch("%picked", 20, ident("%next"))),
        ("nothing", PICK, ReplaceOpSelectWithConditionalBranch(9999, 20, 21)),
        ("its predecessor heads a loop", LOOP, branch("%first")),
        ("a continue target cannot be a merge block", LOOP, branch("%last")),
        ("a merge block is one already", LOOP, branch("%late")),
    ],
)
def test_refuses(reason: str, body: str, step: Transformation) -> None:
    refuse(body, step, reason)


def test_refuses_vectors_of_conditions() -> None:
    refuse(
        module_of(VECTORS, globals_=VECTOR_TYPES),
        branch("%picked"),
        "each component has its own condition",
    )


@pytest.mark.parametrize(
    "condition",
    [
        "%chosen = OpUndef %bool",
        "%nothing = OpUndef %int\n%chosen = OpSLessThan %bool %nothing %int_5",
        (
            "%nothing = OpUndef %bool\n%part = OpLogicalAnd %bool %nothing %condition\n"
            "%chosen = OpCopyObject %bool %part"
        ),
    ],
)
def test_refuses_to_branch_on_what_is_undefined(condition: str) -> None:
    body = f"{condition}\n{PICK.replace('OpSelect %int %condition', 'OpSelect %int %chosen')}"
    refuse(body, branch("%picked"), "the OpSelect only gives one of its values then")


def test_refuses_a_merge_block_with_one_predecessor() -> None:
    body = """
        OpSelectionMerge %merge None
        OpBranchConditional %condition %then %else
        %then = OpLabel
        OpBranch %merge
        %else = OpLabel
        OpReturn
        %merge = OpLabel
        %picked = OpSelect %int %condition %i %int_5
    """
    refuse(body, branch("%picked"), "a block ends one construct at most")


def test_refuses_several_predecessors_and_unreachable_blocks() -> None:
    body = """
        OpReturn
        %lost = OpLabel
        OpBranch %next
        %next = OpLabel
        %picked = OpSelect %int %true %int_1 %int_5
    """
    refuse(body, branch("%picked"), "nothing is known in unreachable code")
    two = PICK.replace(
        "OpBranch %next", "OpSelectionMerge %end None\nOpBranchConditional %condition %next %side\n"
    )
    two = two.replace("%next = OpLabel", "%side = OpLabel\nOpBranch %next\n%next = OpLabel")
    two += "OpBranch %end\n%end = OpLabel"
    refuse(module_of(two, valid=False), branch("%picked"), "two predecessors")


test_sound = soundness(ReplaceOpSelectWithConditionalBranch)
