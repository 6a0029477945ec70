from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.propagate_instruction_up import (
    PropagateInstructionUp,
)

BODY = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    %near = OpIAdd %int %i %int_1
    OpBranch %merge
    %else = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %near %then %i %else
    %read = OpLoad %int %in_int
    %risky = OpSDiv %int %phi %i
    %sum = OpIAdd %int %phi %int_5
    %next = OpISub %int %sum %i
    OpBranch %loop
    %loop = OpLabel
    %count = OpPhi %int %int_0 %merge %more %loop
    %more = OpIAdd %int %count %int_1
    %enough = OpSLessThan %bool %int_5 %more
    OpLoopMerge %after %loop None
    OpBranchConditional %enough %after %loop
    %after = OpLabel
    %blocked = OpSDiv %int %i %count
"""


def step_of(block_name: str, *predecessors: str, first: int = 20) -> PropagateInstructionUp:
    return PropagateInstructionUp(
        ident(block_name), tuple((ident(each), first + k) for k, each in enumerate(predecessors))
    )


def test_each_predecessor_computes_it_from_what_the_op_phi_takes() -> None:
    expect(
        BODY,
        step_of("%merge", "%then", "%else"),
        "%near = OpIAdd %int %i %int_1\n%20 = OpIAdd %int %near %int_5\nOpBranch %merge",
        "%else = OpLabel\n%21 = OpIAdd %int %i %int_5\nOpBranch %merge",
        (
            "%merge = OpLabel\n%sum = OpPhi %int %20 %then %21 %else\n"
            "%phi = OpPhi %int %near %then %i %else"
        ),
        "%risky = OpSDiv %int %phi %i\n%next = OpISub %int %sum %i",
    )


def test_a_loop_computes_it_for_the_next_round() -> None:
    expect(
        BODY,
        step_of("%loop", "%merge", "%loop"),
        (
            "%20 = OpIAdd %int %int_0 %int_1\nOpBranch %loop\n%loop = OpLabel\n"
            "%more = OpPhi %int %20 %merge %21 %loop"
        ),
        (
            "%enough = OpSLessThan %bool %int_5 %more\n%21 = OpIAdd %int %more %int_1\n"
            "OpLoopMerge %after %loop None"
        ),
    )


def test_before_the_merge_instruction_of_a_predecessor() -> None:
    expect(
        BODY,
        step_of("%then", "%entry"),
        "%20 = OpIAdd %int %i %int_1\nOpSelectionMerge %merge None",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a predecessor is missing", step_of("%merge", "%then")),
        ("an id is in use", step_of("%merge", "%then", "%else", first=ident("%i"))),
        ("one is named twice", step_of("%merge", "%then", "%then", "%else")),
        (
            "ids repeat",
            PropagateInstructionUp(ident("%merge"), ((ident("%then"), 20), (ident("%else"), 20))),
        ),
        ("nothing to move", step_of("%else", "%entry")),
        ("a division may be undefined", step_of("%after", "%loop")),
        ("the entry has no predecessor", step_of("%entry")),
        ("no block", step_of("%i", "%then", "%else")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        ("a shift may be too wide", "%sum = OpShiftLeftLogical %int %phi %i"),
        ("a conversion may be out of range", "%sum = OpConvertFToS %int %f"),
        ("an index may be out of bounds", "%sum = OpVectorExtractDynamic %int %pair %i"),
        ("memory may have changed", "%sum = OpLoad %int %in_int"),
        ("a pointer is no plain data", "%sum = OpCopyObject %in_int_type %in_int"),
        ("an undefined value would become a live one", "%sum = OpIAdd %int %phi %undef"),
        ("derivatives want their neighbours", "%sum = OpDPdx %float %f"),
    ],
)
def test_refuses_to_compute(reason: str, line: str) -> None:
    body = BODY.replace("%sum = OpIAdd %int %phi %int_5", line)
    body = body.replace("%next = OpISub %int %sum %i", "")
    globals_ = "%undef = OpUndef %int\n%pair = OpConstantComposite %v2int %int_0 %int_1\n"
    refuse(module_of(body, globals_=globals_), step_of("%merge", "%then", "%else"), reason)


def test_what_is_decorated_stays() -> None:
    def prepare(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%near"), Decoration.RELAXED_PRECISION])
        )

    refuse(BODY, step_of("%then", "%entry"), "the decoration is for the addition", prepare)


def test_refuses_an_unreachable_predecessor() -> None:
    body = BODY.replace("OpSelectionMerge %merge None", "").replace(
        "OpBranchConditional %condition %then %else", "OpBranch %else"
    )
    refuse(module_of(body), step_of("%merge", "%then", "%else"), "nothing is known there")


def test_a_dead_block_may_be_computed_before() -> None:
    def prepare(module: Module) -> None:
        block(module, "%then").dead = True

    expect(BODY, step_of("%then", "%entry"), "%near = OpPhi %int %20 %entry", prepare=prepare)


test_sound = soundness(PropagateInstructionUp)
