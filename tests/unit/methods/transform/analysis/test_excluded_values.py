from __future__ import annotations

import pytest
from helpers.transform import ident, module_of

from aberration.methods.transform.analysis.excluded_values import DEPTH, never_equals

GLOBALS = """
    %null = OpConstantNull %int
    %int_6 = OpConstant %int 6
    %int_32 = OpConstant %int 32
    %int_28 = OpConstant %int 28
    %bool_null = OpConstantNull %bool
    %spec = OpSpecConstant %int 3
"""
BODY = """
    %copy = OpCopyObject %int %int_5
    %select = OpSelect %int %condition %int_1 %int_5
    %select_any = OpSelect %int %condition %int_1 %i
    %and = OpBitwiseAnd %int %i %int_6
    %and_left = OpBitwiseAnd %int %int_6 %i
    %and_any = OpBitwiseAnd %int %i %i
    %or = OpBitwiseOr %int %i %int_5
    %xor = OpBitwiseXor %int %and %int_1
    %add = OpIAdd %int %and %int_1
    %add_any = OpIAdd %int %and %i
    %sub = OpISub %int %and %int_1
    %from = OpISub %int %int_1 %and
    %sub_any = OpISub %int %and %i
    %not = OpNot %int %and
    %negated = OpSNegate %int %and
    %left = OpShiftLeftLogical %int %i %uint_3
    %left_wide = OpShiftLeftLogical %int %i %int_32
    %right = OpShiftRightLogical %int %i %int_28
    %right_wide = OpShiftRightLogical %int %i %int_32
    %right_none = OpShiftRightLogical %int %i %int_0
    %unsigned = OpBitcast %uint %i
    %mod = OpUMod %uint %unsigned %uint_3
    %mod_zero = OpUMod %uint %unsigned %uint_0
    %extract = OpBitFieldUExtract %int %i %int_1 %uint_3
    %extract_wide = OpBitFieldUExtract %int %i %int_28 %int_6
    %extract_any = OpBitFieldUExtract %int %i %int_1 %i
    %deep_1 = OpCopyObject %int %int_5
    %deep_2 = OpCopyObject %int %deep_1
    %deep_3 = OpCopyObject %int %deep_2
    %deep_4 = OpCopyObject %int %deep_3
    OpBranch %loop
    %loop = OpLabel
    %counter = OpPhi %int %int_0 %entry %next %loop
    %both = OpPhi %int %int_0 %entry %int_5 %loop
    %next = OpIAdd %int %counter %int_1
    OpLoopMerge %after %loop None
    OpBranchConditional %condition %loop %after
    %after = OpLabel
"""
MINUS = 1 << 32


@pytest.mark.parametrize(
    ("name", "never", "perhaps"),
    [
        ("%int_5", (4, 6, MINUS - 5), (5,)),
        ("%null", (1, MINUS - 1), (0,)),
        ("%spec", (), (0, 3)),
        ("%copy", (4,), (5,)),
        ("%select", (0, 2, 4, 6), (1, 5)),
        ("%select_any", (), (0, 1)),
        ("%and", (1, 3, 8, MINUS - 1), (0, 2, 4, 6)),
        ("%and_left", (1, 8), (0, 6)),
        ("%and_any", (), (0, 1)),
        ("%or", (0, 1, 4, 8), (5, 7, MINUS - 1)),
        ("%xor", (0, 2, 9), (1, 3, 5, 7)),
        ("%add", (0, 2, 8), (1, 3, 5, 7)),
        ("%add_any", (), (0, 1)),
        ("%sub", (0, 2, 7), (MINUS - 1, 1, 3, 5)),
        ("%from", (0, 2, 3), (1, MINUS - 1, MINUS - 3, MINUS - 5)),
        ("%sub_any", (), (0, 1)),
        ("%not", (0, MINUS - 2), (MINUS - 1, MINUS - 3, MINUS - 7)),
        ("%negated", (1, MINUS - 1, MINUS - 8), (0, MINUS - 2, MINUS - 6)),
        ("%left", (1, 7, 9), (0, 8, MINUS - 8)),
        ("%left_wide", (), (0, 1)),
        ("%right", (16, MINUS - 1), (0, 15)),
        ("%right_wide", (), (0, 1)),
        ("%right_none", (), (0, MINUS - 1)),
        ("%mod", (3, 4, MINUS - 1), (0, 2)),
        ("%mod_zero", (), (0, 1)),
        ("%extract", (8, MINUS - 1), (0, 7)),
        ("%extract_wide", (), (0, 64, MINUS - 1)),
        ("%extract_any", (), (0, MINUS - 1)),
        ("%both", (1, 6), (0, 5)),
        ("%counter", (), (0, 1, MINUS - 1)),
        ("%i", (), (0, 1)),
        ("%f", (), (0, 1)),
        ("%bool_null", (), (0, 1)),
        ("%nothing", (), (0, 1)),
    ],
)
def test_what_a_value_never_is(name: str, never: tuple[int, ...], perhaps: tuple[int, ...]) -> None:
    module = module_of(BODY, globals_=GLOBALS)
    assert [word for word in never if not never_equals(module, ident(name), word)] == []
    assert [word for word in perhaps if never_equals(module, ident(name), word)] == []


@pytest.mark.parametrize("irrelevant", ["%and", "%int_6"])
def test_what_does_not_matter_may_be_anything(irrelevant: str) -> None:
    module = module_of(BODY, globals_=GLOBALS)
    module.facts.add_irrelevant(ident(irrelevant))
    assert not never_equals(module, ident("%and"), 1)


def test_looks_through_few_definitions() -> None:
    module = module_of(BODY, globals_=GLOBALS)
    assert never_equals(module, ident(f"%deep_{DEPTH - 1}"), 1)
    assert not never_equals(module, ident(f"%deep_{DEPTH}"), 1)
