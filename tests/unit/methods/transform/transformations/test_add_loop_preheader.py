from __future__ import annotations

import pytest
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import construct_header, loop_header
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_loop_preheader import AddLoopPreheader

REST = """
    OpLoopMerge %after %continue None
    OpBranchConditional %condition %continue %after
    %continue = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %header
    %after = OpLabel
"""
ONE = f"""
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %continue
    {REST}
"""
SEVERAL = f"""
    OpSelectionMerge %header None
    OpBranchConditional %condition %left %right
    %left = OpLabel
    OpBranch %header
    %right = OpLabel
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %left %next %continue %i %right
    %scale = OpPhi %float %f %right %float_1 %left %scale %continue
    {REST}
"""
ALONE = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %header
    %next = OpIAdd %int %counter %int_1
    %more = OpSLessThan %bool %next %int_5
    OpLoopMerge %after %header None
    OpBranchConditional %more %header %after
    %after = OpLabel
"""
NEVER_AGAIN = """
    OpBranch %header
    %header = OpLabel
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %after
    %continue = OpLabel
    OpBranch %header
    %after = OpLabel
"""


def before(header: str, *phi_ids: int) -> AddLoopPreheader:
    return AddLoopPreheader(ident(header), 20, phi_ids)


def test_one_block_outside_is_renamed() -> None:
    expect(
        ONE,
        before("%header"),
        "OpBranch %20\n%20 = OpLabel\nOpBranch %header\n%header = OpLabel",
        "%counter = OpPhi %int %int_0 %20 %next %continue",
        "%next = OpIAdd %int %counter %int_1\nOpBranch %header",
    )


def test_pairs_of_several_blocks_outside_move() -> None:
    expect(
        SEVERAL,
        before("%header", 21, 22),
        "OpSelectionMerge %20 None\nOpBranchConditional %condition %left %right",
        "%right = OpLabel\nOpBranch %20\n%20 = OpLabel\n%21 = OpPhi %int %int_0 %left %i %right\n"
        "%22 = OpPhi %float %f %right %float_1 %left\nOpBranch %header",
        (
            "%counter = OpPhi %int %21 %20 %next %continue\n"
            "%scale = OpPhi %float %22 %20 %scale %continue"
        ),
        "OpBranch %header\n%after = OpLabel",
    )


def test_a_branch_may_name_the_header_directly() -> None:
    body = SEVERAL.replace("%left %right\n", "%left %header\n").replace(
        "%right = OpLabel\n    OpBranch %header", ""
    )
    body = body.replace("%right", "%entry")
    expect(
        body,
        before("%header", 21, 22),
        "OpBranchConditional %condition %left %20",
        "%int_0 %left %i %entry",
    )


def test_a_loop_of_one_block_stays_its_own_continue_target() -> None:
    expect(
        ALONE,
        before("%header"),
        "OpLoopMerge %after %header None\nOpBranchConditional %more %header %after",
    )


def test_the_back_edge_may_come_from_an_unreachable_block() -> None:
    expect(NEVER_AGAIN, before("%header"), "%continue = OpLabel\nOpBranch %header", "OpBranch %20")


def test_a_loop_that_is_dead_has_a_dead_block_before_it() -> None:
    def kill(module: Module) -> None:
        block_of(module, "%header").dead = True

    assert block_of(expect(ONE, before("%header"), prepare=kill), 20).dead
    assert not block_of(expect(ONE, before("%header")), 20).dead


def test_the_construct_around_a_loop_keeps_its_shape() -> None:
    module = module_of(SEVERAL)
    assert construct_header(module, block_of(module, "%left")) is block_of(module, "%entry")
    expect(module, before("%header", 21, 22))
    assert construct_header(module, block_of(module, 20)) is None
    assert loop_header(module, block_of(module, "%continue")) is block_of(module, "%header")


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        ("an id for only one of two OpPhis", SEVERAL, before("%header", 21)),
        ("the same id twice", SEVERAL, before("%header", 21, 21)),
        ("an id that is in use", SEVERAL, before("%header", 21, ident("%int"))),
        ("a label that is in use", ONE, AddLoopPreheader(ident("%header"), ident("%after"))),
        ("no loop header", ONE, before("%continue")),
        ("a selection header", SEVERAL, before("%entry")),
        ("no block", ONE, before("%int_1")),
    ],
)
def test_refuses(reason: str, body: str, step: Transformation) -> None:
    refuse(body, step, reason)


def test_refuses_a_loop_that_is_never_reached() -> None:
    body = """
        OpBranch %end
        %before = OpLabel
        OpBranch %header
        %header = OpLabel
        OpLoopMerge %after %continue None
        OpBranchConditional %condition %continue %after
        %continue = OpLabel
        OpBranch %header
        %after = OpLabel
        OpBranch %end
        %end = OpLabel
    """
    body = body.replace("%condition", "%true")
    refuse(body, before("%header"), "nothing dominates in unreachable code")


def test_refuses_unreachable_blocks_outside() -> None:
    body = ONE.replace(
        "%after = OpLabel",
        "%after = OpLabel\nOpReturn\n%lost = OpLabel\nOpBranch %header\n%end = OpLabel",
    )
    body = body.replace("%next %continue\n", "%next %continue %int_0 %lost\n", 1)
    refuse(module_of(body, valid=False), before("%header", 21), "which edge goes back is not clear")


test_sound = soundness(AddLoopPreheader)
