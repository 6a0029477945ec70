from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_continue import AddDeadContinue

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
    %sum = OpIAdd %int %counter %i
    OpBranch %join
    %join = OpLabel
    OpBranch %continue
    %continue = OpLabel
    %kept = OpPhi %int %sum %join
    OpBranch %back
    %back = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %header
    %after = OpLabel
    OpBranch %final
    %final = OpLabel
"""
ZERO = (ident("%int_0"),)


def dead_continue(
    source: str, value: bool = True, phi_ids: tuple[int, ...] = ZERO
) -> AddDeadContinue:
    return AddDeadContinue(ident(source), value, phi_ids)


def test_continues_from_the_body() -> None:
    expect(
        LOOP,
        dead_continue("%body", False),
        "OpBranchConditional %false %continue %join",
        "%kept = OpPhi %int %sum %join %int_0 %body",
    )


def test_continues_from_the_loop_header() -> None:
    expect(LOOP, dead_continue("%header"), "OpBranchConditional %true %check %continue")


def test_the_edge_may_exist() -> None:
    expect(LOOP, dead_continue("%join", True, ()), "OpBranchConditional %true %continue %continue")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("in the continue construct", dead_continue("%continue")),
        ("the back edge", dead_continue("%back")),
        ("outside of the loop", dead_continue("%entry")),
        ("after the loop", dead_continue("%after")),
        ("no OpBranch", dead_continue("%check")),
        ("no ids for the OpPhi", dead_continue("%body", True, ())),
        ("no such block", dead_continue("%int_0")),
        ("ids for an edge that exists", dead_continue("%join")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(LOOP, step, reason)


def test_refuses_to_break_dominance() -> None:
    body = LOOP.replace("%kept = OpPhi %int %sum %join", "%kept = OpIAdd %int %sum %i")
    refuse(body, dead_continue("%header", True, ()), "%sum no longer dominates its use")


def test_refuses_a_continue_target_that_is_a_merge_block() -> None:
    body = LOOP.replace(
        "%sum = OpIAdd %int %counter %i\n    OpBranch %join",
        (
            "%sum = OpIAdd %int %counter %i\n    OpSelectionMerge %continue None\n"
            "    OpSwitch %i %join"
        ),
    )
    module = module_of(body, valid=False)
    refuse(
        module,
        dead_continue("%header"),
        "it belongs to a selection, too, which validators have let pass",
    )


test_sound = soundness(AddDeadContinue)
