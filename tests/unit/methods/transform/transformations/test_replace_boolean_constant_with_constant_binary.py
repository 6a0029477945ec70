from __future__ import annotations

import pytest
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations import (
    replace_boolean_constant_with_constant_binary as module,
)

Replace = module.ReplaceBooleanConstantWithConstantBinary
BODY = """
    %both = OpLogicalAnd %bool %condition %true
    OpSelectionMerge %merge None
    OpBranchConditional %true %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %bool %false %entry %true %then
"""
GLOBALS = """
    %minus = OpConstant %int -1
    %most = OpConstant %uint 4294967295
    %denormal = OpConstant %float 0x1p-140
    %infinite = OpConstant %float 0x1p+128
"""


def of(name: str, place: str, operand: int, opcode: str = "") -> Use:
    return Use(ident(name), at(place, opcode), operand)


def pair(left: str, right: str, opcode: int, use: Use | None = None) -> Replace:
    return Replace(use or of("%true", "%both", 1), ident(left), ident(right), opcode, 20)


@pytest.mark.parametrize(
    ("left", "right", "opcode"),
    [
        ("%int_0", "%int_1", o.OpSLessThan),
        ("%minus", "%int_1", o.OpSLessThan),
        ("%minus", "%int_1", o.OpUGreaterThan),
        ("%most", "%uint_3", o.OpUGreaterThanEqual),
        ("%most", "%uint_3", o.OpSLessThanEqual),
        ("%int_1", "%int_1", o.OpSLessThanEqual),
        ("%float_1", "%float_0", o.OpFOrdGreaterThan),
        ("%float_0", "%float_1", o.OpFUnordLessThanEqual),
    ],
)
def test_true_comparisons(left: str, right: str, opcode: int) -> None:
    step = pair(left, right, opcode)
    expect(module_of(BODY, globals_=GLOBALS), step, "%both = OpLogicalAnd %bool %condition %20")


def test_a_branch_is_preceded_by_the_comparison_before_its_merge() -> None:
    step = pair("%int_0", "%int_1", o.OpSLessThan, of("%true", "%both", 0, "OpBranchConditional"))
    expected = (
        "%20 = OpSLessThan %bool %int_0 %int_1\nOpSelectionMerge %merge None\n"
        "OpBranchConditional %20 %then %merge"
    )
    expect(BODY, step, expected)


def test_a_phi_is_served_at_the_end_of_the_predecessor() -> None:
    step = pair("%int_1", "%int_0", o.OpSLessThan, of("%false", "%phi", 0))
    expect(
        BODY,
        step,
        "%20 = OpSLessThan %bool %int_1 %int_0\nOpSelectionMerge",
        "%phi = OpPhi %bool %20 %entry %true",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it is false", pair("%int_1", "%int_0", o.OpSLessThan)),
        ("types differ", pair("%int_0", "%uint_3", o.OpSLessThan)),
        ("floats compared as integers", pair("%float_0", "%float_1", o.OpSLessThan)),
        ("integers compared as floats", pair("%int_0", "%int_1", o.OpFOrdLessThan)),
        ("a denormal may be flushed", pair("%float_0", "%denormal", o.OpFOrdLessThan)),
        ("an infinity", pair("%float_0", "%infinite", o.OpFOrdLessThan)),
        ("no comparison", pair("%int_0", "%int_1", o.OpIAdd)),
        ("no constants", pair("%int_0", "%i", o.OpSLessThan)),
        ("no boolean", pair("%int_0", "%int_1", o.OpSLessThan, of("%condition", "%both", 0))),
        ("no such use", pair("%int_0", "%int_1", o.OpSLessThan, of("%true", "%both", 0))),
        ("gone", pair("%int_0", "%nowhere", o.OpSLessThan)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of(BODY, globals_=GLOBALS), step, reason)


def test_refuses_a_constant_that_does_not_matter() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_1"))

    refuse(BODY, pair("%int_0", "%int_1", o.OpSLessThan), "it may become another", prepare)


test_sound = soundness(Replace)
