from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_irrelevant_id import ReplaceIrrelevantId

GLOBALS = """
    %undef = OpUndef %int
    %zeros = OpConstantComposite %v2int %int_0 %int_0
    %uint_2 = OpConstant %uint 2
    %pair_of_ints = OpTypeArray %int %uint_2
    %local_pair = OpTypePointer Function %pair_of_ints
    %unary = OpTypeFunction %int %int
    %int_7 = OpConstant %int 7
    %no = OpConstantFalse %bool
"""
CALLEE = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    OpReturnValue %x
    OpFunctionEnd
"""
BODY = """
    %array = OpVariable %local_pair Function
    %local = OpVariable %local_int Function
    %sum = OpIAdd %int %i %int_7
    %copy = OpCopyObject %int %int_7
    %flag = OpCopyObject %bool %no
    %called = OpFunctionCall %int %made %int_7
    %quotient = OpSDiv %int %int_7 %int_7
    %shifted = OpShiftLeftLogical %int %i %int_7
    %field = OpBitFieldSExtract %int %i %int_7 %int_1
    %picked = OpVectorExtractDynamic %int %zeros %int_7
    %element = OpAccessChain %local_int %array %int_1
    %number = OpConvertSToF %float %int_7
    OpStore %local %int_7
    %end = OpIAdd %int %i %int_1
    OpSelectionMerge %merge None
    OpBranchConditional %no %dead %merge
    %dead = OpLabel
    %late = OpIAdd %int %i %int_5
    %ratio = OpSDiv %int %int_5 %late
    %further = OpAccessChain %local_int %array %late
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %int_7 %entry %late %dead
"""


def prepared() -> Module:
    """Return the module: `%int_7` and `%no` do not matter, nor what the dead block defines."""
    module = module_of(BODY, globals_=GLOBALS, functions=CALLEE)
    module.facts.add_irrelevant(ident("%int_7"))
    module.facts.add_irrelevant(ident("%no"))
    block(module, "%dead").dead = True
    return module


def replace(
    used: str, at_name: str, operand: int, new: str, opcode: str = ""
) -> ReplaceIrrelevantId:
    return ReplaceIrrelevantId(Use(ident(used), at(at_name, opcode), operand), ident(new))


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (replace("%int_7", "%sum", 1, "%i"), "%sum = OpIAdd %int %i %i"),
        (replace("%int_7", "%copy", 0, "%sum"), "%copy = OpCopyObject %int %sum"),
        (replace("%int_7", "%called", 1, "%sum"), "%called = OpFunctionCall %int %made %sum"),
        (replace("%int_7", "%number", 0, "%int_5"), "%number = OpConvertSToF %float %int_5"),
        (replace("%int_7", "%number", 1, "%sum", "OpStore"), "OpStore %local %sum"),
        (replace("%int_7", "%phi", 0, "%sum"), "%phi = OpPhi %int %sum %entry %late %dead"),
        (
            replace("%no", "%end", 0, "%true", "OpBranchConditional"),
            "OpBranchConditional %true %dead %merge",
        ),
        (replace("%late", "%ratio", 1, "%undef"), "%ratio = OpSDiv %int %int_5 %undef"),
        (replace("%late", "%phi", 2, "%undef"), "%phi = OpPhi %int %int_7 %entry %undef %dead"),
        (replace("%late", "%phi", 2, "%ratio"), "%phi = OpPhi %int %int_7 %entry %ratio %dead"),
    ],
)
def test_replaces_what_does_not_matter(step: Transformation, line: str) -> None:
    expect(prepared(), step, line)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("it matters", replace("%i", "%sum", 0, "%int_5")),
        ("it is another operand", replace("%int_7", "%sum", 0, "%int_5")),
        ("of another type", replace("%int_7", "%sum", 1, "%uint_0")),
        ("itself", replace("%int_7", "%sum", 1, "%int_7")),
        ("it comes later", replace("%int_7", "%sum", 1, "%end")),
        ("not at the end of that predecessor", replace("%int_7", "%phi", 0, "%late")),
        ("a function", replace("%int_7", "%sum", 1, "%made")),
        ("nothing", ReplaceIrrelevantId(Use(ident("%int_7"), at("%sum"), 1), 9999)),
        ("nowhere", ReplaceIrrelevantId(Use(ident("%int_7"), at("%nowhere"), 1), ident("%i"))),
        ("a live dividend may be the least number", replace("%int_7", "%quotient", 0, "%i")),
        ("a live divisor may be zero", replace("%int_7", "%quotient", 1, "%i")),
        ("a live shift may be too wide", replace("%int_7", "%shifted", 1, "%i")),
        ("a live bit field may be too wide", replace("%int_7", "%field", 1, "%i")),
        ("a live index may be out of bounds", replace("%int_7", "%picked", 1, "%i")),
        ("an index of an access chain, even a dead one", replace("%late", "%further", 1, "%int_0")),
        ("undefined in live code", replace("%int_7", "%called", 1, "%undef")),
        ("undefined from a live predecessor", replace("%int_7", "%phi", 0, "%undef")),
        (
            "a live branch may diverge",
            replace("%no", "%end", 0, "%condition", "OpBranchConditional"),
        ),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(prepared(), step, reason)


def test_refuses_pointers() -> None:
    def prepare(module: Module) -> None:
        block(module, "%entry").dead = True

    step = ReplaceIrrelevantId(Use(ident("%local"), at("%number", "OpStore"), 0), ident("%element"))
    refuse(prepared(), step, "a pointer is never irrelevant", prepare)


test_sound = soundness(ReplaceIrrelevantId)
