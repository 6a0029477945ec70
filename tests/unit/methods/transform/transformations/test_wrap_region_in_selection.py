from __future__ import annotations

import pytest
from helpers.transform import block_of, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.wrap_region_in_selection import (
    WrapRegionInSelection,
)

EITHER = "%either = OpConstantFalse %bool\n"
BODY = """
    OpBranch %first
    %first = OpLabel
    OpSelectionMerge %join None
    OpBranchConditional %condition %then %join
    %then = OpLabel
    OpBranch %deep
    %deep = OpLabel
    %sum = OpIAdd %int %i %int_1
    OpBranch %join
    %join = OpLabel
    OpBranch %last
    %last = OpLabel
    %product = OpIMul %int %i %i
"""
LOOP = """
    OpBranch %header
    %header = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %back
    OpLoopMerge %after %continue None
    OpBranch %body
    %body = OpLabel
    OpBranch %check
    %check = OpLabel
    %more = OpSLessThan %bool %counter %int_5
    OpBranchConditional %more %tail %after
    %tail = OpLabel
    OpBranch %continue
    %continue = OpLabel
    OpBranch %back
    %back = OpLabel
    %next = OpIAdd %int %counter %int_1
    OpBranch %header
    %after = OpLabel
    OpBranch %end
    %end = OpLabel
"""
SLOPE = BODY.replace("%sum = OpIAdd %int %i %int_1", "%slope = OpDPdx %float %f")


def with_either(body: str) -> Module:
    module = module_of(body, globals_=EITHER)
    module.facts.add_irrelevant(ident("%either"))
    return module


def wrap(entry: str, end: str, value: bool = False) -> WrapRegionInSelection:
    return WrapRegionInSelection(ident(entry), ident(end), value)


def test_wraps_blocks_with_a_selection_among_them() -> None:
    module = expect(
        with_either(BODY),
        wrap("%entry", "%last"),
        (
            "OpSelectionMerge %last None\nOpBranchConditional %either %first %first\n"
            "%first = OpLabel\nOpSelectionMerge"
        ),
    )
    assert construct_header(module, block_of(module, "%join")) is block_of(module, "%entry")
    assert construct_header(module, block_of(module, "%last")) is None


def test_wraps_nothing_but_an_edge() -> None:
    module = expect(
        with_either(BODY), wrap("%then", "%deep"), "OpBranchConditional %either %deep %deep\n%deep"
    )
    assert construct_header(module, block_of(module, "%deep")) is block_of(module, "%first")


def test_wraps_a_loop_and_a_part_of_a_continue_construct() -> None:
    expect(
        with_either(LOOP),
        wrap("%entry", "%end"),
        "OpSelectionMerge %end None",
        "OpLoopMerge %after %continue None",
    )
    expect(with_either(LOOP), wrap("%continue", "%back"), "OpSelectionMerge %back None")
    expect(with_either(LOOP), wrap("%body", "%check"), "OpBranchConditional %either %check %check")


def test_refuses_a_relevant_constant_and_one_of_another_value() -> None:
    refuse(BODY, wrap("%entry", "%last"), "%false must stay false")
    refuse(with_either(BODY), wrap("%entry", "%last", True), "no irrelevant constant is true")


def test_refuses_equal_targets_since_version_1_6() -> None:
    module = with_either(BODY)
    assert wrap("%entry", "%last").is_applicable(module)
    module.version = 0x00010600
    assert not wrap("%entry", "%last").is_applicable(module)


def test_refuses_what_needs_uniform_control_flow() -> None:
    refuse(with_either(SLOPE), wrap("%entry", "%last"), "a derivative in a nested block")
    assert wrap("%entry", "%first").is_applicable(with_either(SLOPE))


@pytest.mark.parametrize(
    ("reason", "body", "step"),
    [
        ("the same block", BODY, wrap("%join", "%join")),
        ("a header already", BODY, wrap("%first", "%last")),
        ("a merge block already", BODY, wrap("%entry", "%join")),
        ("the exit does not post-dominate", BODY, wrap("%entry", "%then")),
        ("the entry does not dominate", BODY, wrap("%deep", "%last")),
        ("backwards", BODY, wrap("%last", "%entry")),
        ("a continue target", LOOP, wrap("%tail", "%continue")),
        ("a loop header", LOOP, wrap("%header", "%check")),
        ("a loop header, the exit after the loop", LOOP, wrap("%header", "%end")),
        ("a way out of the loop passes the exit by", LOOP, wrap("%body", "%tail")),
        ("a loop around the entry", LOOP, wrap("%body", "%end")),
        ("no OpBranch", LOOP, wrap("%check", "%end")),
        ("no block", BODY, WrapRegionInSelection(ident("%entry"), 9999, False)),
    ],
)
def test_refuses(reason: str, body: str, step: Transformation) -> None:
    refuse(with_either(body), step, reason)


def test_refuses_to_leave_a_continue_construct() -> None:
    body = LOOP.replace(
        "%tail = OpLabel\n    OpBranch %continue",
        "%tail = OpLabel\n    OpBranch %mid\n%mid = OpLabel\nOpBranch %continue",
    )
    refuse(with_either(body), wrap("%tail", "%back"), "its last block is in the continue construct")
    assert wrap("%tail", "%mid").is_applicable(with_either(body))


test_sound = soundness(WrapRegionInSelection)
