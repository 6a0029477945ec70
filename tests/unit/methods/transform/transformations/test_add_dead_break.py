from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_break import AddDeadBreak

LOOP = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %back
    OpLoopMerge %after %continue None
    OpBranch %check
    %check = OpLabel
    %more = OpSLessThan %bool %counter %int_5
    OpBranchConditional %more %body %after
    %body = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    %local = OpIAdd %int %counter %i
    OpBranch %tail
    %tail = OpLabel
    %use = OpIAdd %int %local %i
    OpBranch %join
    %join = OpLabel
    OpBranch %continue
    %continue = OpLabel
    OpBranch %back
    %back = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %header
    %after = OpLabel
    %result = OpPhi %int %counter %check
"""
ZERO = (ident("%int_0"),)


def dead_break(
    source: str, target: str, value: bool = True, phi_ids: tuple[int, ...] = ZERO
) -> AddDeadBreak:
    return AddDeadBreak(ident(source), ident(target), value, phi_ids)


def test_breaks_out_of_a_loop() -> None:
    expect(
        LOOP,
        dead_break("%join", "%after"),
        "%join = OpLabel\nOpBranchConditional %true %continue %after",
        "%result = OpPhi %int %counter %check %int_0 %join",
    )


def test_breaks_out_of_the_innermost_selection_and_its_loop() -> None:
    expect(LOOP, dead_break("%then", "%join", False, ()), "OpBranchConditional %false %join %tail")
    expect(LOOP, dead_break("%tail", "%after", False), "OpBranchConditional %false %after %join")


def test_a_loop_header_and_a_back_edge_block_may_leave_the_loop() -> None:
    expect(
        LOOP,
        dead_break("%header", "%after"),
        "OpLoopMerge %after %continue None\nOpBranchConditional %true %check %after",
    )
    expect(LOOP, dead_break("%back", "%after"), "OpBranchConditional %true %header %after")


def test_an_edge_that_exists_needs_no_phi_ids() -> None:
    expect(LOOP, dead_break("%tail", "%join", True, ()), "OpBranchConditional %true %join %join")
    refuse(LOOP, dead_break("%tail", "%join", True, ZERO), "ids for an edge that exists")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("in the continue construct, but no back edge", dead_break("%continue", "%after")),
        ("not the innermost selection", dead_break("%join", "%join", True, ())),
        ("outside of the loop", dead_break("%entry", "%after")),
        ("no OpBranch", dead_break("%check", "%after")),
        ("no merge block", dead_break("%join", "%tail", True, ())),
        ("no ids for the OpPhi", dead_break("%join", "%after", True, ())),
        ("an id of another type", dead_break("%join", "%after", True, (ident("%float_0"),))),
        ("an id that is not available", dead_break("%join", "%after", True, (ident("%next"),))),
        ("no such block", dead_break("%int_0", "%after")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(LOOP, step, reason)


def test_refuses_a_function_as_a_value_of_an_op_phi() -> None:
    function = (
        "%function = OpFunction %int None %int_function\n%start = OpLabel\n"
        "OpReturnValue %int_0\nOpFunctionEnd"
    )
    module = module_of(LOOP, globals_="%int_function = OpTypeFunction %int", functions=function)
    refuse(
        module,
        dead_break("%join", "%after", phi_ids=(ident("%function"),)),
        "a function is no value",
    )


def test_refuses_to_break_dominance() -> None:
    body = LOOP.replace(
        "%join = OpLabel\n", "%join = OpLabel\n    %phi = OpPhi %int %i %body %use %tail\n"
    )
    refuse(body, dead_break("%header", "%after", True, ()), "a phi of %after without id")
    later = LOOP.replace("%result = OpPhi %int %counter %check", "%late = OpLogicalNot %bool %more")
    refuse(later, dead_break("%header", "%after", True, ()), "%more no longer dominates its use")


def test_refuses_a_loop_header_that_leaves_the_selection_around_it() -> None:
    body = """
        OpSelectionMerge %outer None
        OpBranchConditional %condition %before %outer
        %before = OpLabel
        OpBranch %header
        %header = OpLabel
        OpLoopMerge %after %continue None
        OpBranch %body
        %body = OpLabel
        OpBranchConditional %condition %continue %after
        %continue = OpLabel
        OpBranch %header
        %after = OpLabel
        OpBranch %outer
        %outer = OpLabel
    """
    refuse(body, dead_break("%header", "%outer", True, ()), "that is no exit of its own loop")
    expect(
        body, dead_break("%before", "%outer", True, ()), "OpBranchConditional %true %header %outer"
    )


def test_refuses_an_irrelevant_condition() -> None:
    def forget(module: Module) -> None:
        module.facts.add_irrelevant(ident("%true"))

    refuse(LOOP, dead_break("%join", "%after"), "it may become false", prepare=forget)


test_sound = soundness(AddDeadBreak)
