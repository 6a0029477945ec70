from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.replace_linear_algebra_instruction import (
    ReplaceLinearAlgebraInstruction as Replace,
)

GLOBALS = """
    %v3float = OpTypeVector %float 3
    %mat2x3 = OpTypeMatrix %v3float 2
    %mat3x2 = OpTypeMatrix %v2float 3
"""
BODY = """
    %two = OpCompositeConstruct %v2float %f %float_1
    %three = OpCompositeConstruct %v3float %f %f %float_1
    %matrix = OpCompositeConstruct %mat2x3 %three %three
    %scaled = OpVectorTimesScalar %v2float %two %f
    %scaled_matrix = OpMatrixTimesScalar %mat2x3 %matrix %f
    %turned = OpTranspose %mat3x2 %matrix
    %outer = OpOuterProduct %mat2x3 %three %two
    %dot = OpDot %float %two %two
    %sums = OpMatrixTimesVector %v3float %matrix %two
    %sum = OpFAdd %v2float %two %scaled
"""


def of(name: str, count: int) -> Replace:
    return Replace(ident(name), tuple(range(20, 20 + count)))


def given() -> Module:
    return module_of(BODY, globals_=GLOBALS)


def test_a_vector_times_a_scalar() -> None:
    lines = """
    %20 = OpCompositeExtract %float %two 0
    %21 = OpFMul %float %20 %f
    %22 = OpCompositeExtract %float %two 1
    %23 = OpFMul %float %22 %f
    %scaled = OpCompositeConstruct %v2float %21 %23
    """
    expect(given(), of("%scaled", 4), lines, absent=("OpVectorTimesScalar",))


def test_a_matrix_times_a_scalar() -> None:
    lines = """
    %20 = OpCompositeExtract %float %matrix 0 0
    %21 = OpFMul %float %20 %f
    %22 = OpCompositeExtract %float %matrix 0 1
    %23 = OpFMul %float %22 %f
    %24 = OpCompositeExtract %float %matrix 0 2
    %25 = OpFMul %float %24 %f
    %26 = OpCompositeConstruct %v3float %21 %23 %25
    %27 = OpCompositeExtract %float %matrix 1 0
    """
    last = """
    %33 = OpCompositeConstruct %v3float %28 %30 %32
    %scaled_matrix = OpCompositeConstruct %mat2x3 %26 %33
    """
    expect(given(), of("%scaled_matrix", 14), lines, last)


def test_a_transposition() -> None:
    lines = """
    %20 = OpCompositeExtract %float %matrix 0 0
    %21 = OpCompositeExtract %float %matrix 1 0
    %22 = OpCompositeConstruct %v2float %20 %21
    %23 = OpCompositeExtract %float %matrix 0 1
    %24 = OpCompositeExtract %float %matrix 1 1
    %25 = OpCompositeConstruct %v2float %23 %24
    %26 = OpCompositeExtract %float %matrix 0 2
    %27 = OpCompositeExtract %float %matrix 1 2
    %28 = OpCompositeConstruct %v2float %26 %27
    %turned = OpCompositeConstruct %mat3x2 %22 %25 %28
    """
    expect(given(), of("%turned", 9), lines)


def test_an_outer_product() -> None:
    lines = """
    %20 = OpCompositeExtract %float %two 0
    %21 = OpCompositeExtract %float %three 0
    %22 = OpFMul %float %21 %20
    %23 = OpCompositeExtract %float %three 1
    %24 = OpFMul %float %23 %20
    %25 = OpCompositeExtract %float %three 2
    %26 = OpFMul %float %25 %20
    %27 = OpCompositeConstruct %v3float %22 %24 %26
    %28 = OpCompositeExtract %float %two 1
    """
    last = """
    %35 = OpCompositeConstruct %v3float %30 %32 %34
    %outer = OpCompositeConstruct %mat2x3 %27 %35
    """
    expect(given(), of("%outer", 16), lines, last)


SUM_GLOBALS = (
    GLOBALS
    + """
    %float_3 = OpConstant %float 3
    %float_m2 = OpConstant %float -2
    %pair = OpConstantComposite %v2float %float_3 %float_1
    %triple = OpConstantComposite %v3float %float_1 %float_m2 %float_3
    %wide = OpConstantComposite %mat2x3 %triple %triple
    %high = OpConstantComposite %mat3x2 %pair %pair %pair
    %mat2x2 = OpTypeMatrix %v2float 2
"""
)
SUMS = """
    %u = OpBitcast %uint %i
    %low = OpBitwiseAnd %uint %u %uint_3
    %x = OpConvertUToF %float %low
    %vector = OpCompositeConstruct %v2float %x %float_1
    %unknown = OpCompositeConstruct %v2float %x %f
    %dot = OpDot %float %vector %pair
    %mv = OpMatrixTimesVector %v3float %wide %vector
    %vm = OpVectorTimesMatrix %v2float %triple %wide
    %mm = OpMatrixTimesMatrix %mat2x2 %high %wide
    %unknown_dot = OpDot %float %unknown %pair
    %unknown_mv = OpMatrixTimesVector %v3float %wide %unknown
"""


def sums() -> Module:
    return module_of(SUMS, globals_=SUM_GLOBALS)


def test_a_sum_that_is_exact() -> None:
    lines = """
    %20 = OpCompositeExtract %float %vector 0
    %21 = OpCompositeExtract %float %pair 0
    %22 = OpFMul %float %20 %21
    %23 = OpCompositeExtract %float %vector 1
    %24 = OpCompositeExtract %float %pair 1
    %25 = OpFMul %float %23 %24
    %dot = OpFAdd %float %22 %25
    """
    expect(sums(), of("%dot", 6), lines, absent=("%dot = OpDot %float %vector %pair",))


def test_a_matrix_times_a_vector() -> None:
    lines = """
    %27 = OpCompositeExtract %float %wide 0 1
    %28 = OpCompositeExtract %float %vector 0
    %29 = OpFMul %float %27 %28
    %30 = OpCompositeExtract %float %wide 1 1
    %31 = OpCompositeExtract %float %vector 1
    %32 = OpFMul %float %30 %31
    %33 = OpFAdd %float %29 %32
    """
    expect(sums(), of("%mv", 21), lines, "%mv = OpCompositeConstruct %v3float %26 %33 %40")


def test_a_vector_times_a_matrix() -> None:
    lines = """
    %31 = OpCompositeExtract %float %triple 0
    %32 = OpCompositeExtract %float %wide 1 0
    %33 = OpFMul %float %31 %32
    %34 = OpCompositeExtract %float %triple 1
    %35 = OpCompositeExtract %float %wide 1 1
    %36 = OpFMul %float %34 %35
    %37 = OpFAdd %float %33 %36
    %38 = OpCompositeExtract %float %triple 2
    %39 = OpCompositeExtract %float %wide 1 2
    %40 = OpFMul %float %38 %39
    %41 = OpFAdd %float %37 %40
    %vm = OpCompositeConstruct %v2float %30 %41
    """
    expect(sums(), of("%vm", 22), lines)


def test_a_matrix_times_a_matrix() -> None:
    lines = """
    %31 = OpCompositeExtract %float %high 0 1
    %32 = OpCompositeExtract %float %wide 0 0
    %33 = OpFMul %float %31 %32
    %34 = OpCompositeExtract %float %high 1 1
    %35 = OpCompositeExtract %float %wide 0 1
    """
    made = "%42 = OpCompositeConstruct %v2float %30 %41"
    expect(sums(), of("%mm", 46), lines, made, "%mm = OpCompositeConstruct %mat2x2 %42 %65")


@pytest.mark.parametrize(("name", "count"), [("%unknown_dot", 6), ("%unknown_mv", 21)])
def test_refuses_sums_that_may_be_rounded(name: str, count: int) -> None:
    refuse(sums(), of(name, count), "a factor may be any float")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("too few ids", of("%scaled", 3)),
        ("too many", of("%outer", 17)),
        ("an id twice", Replace(ident("%scaled"), (20, 21, 22, 20))),
        ("an id in use", Replace(ident("%scaled"), (20, 21, 22, ident("%two")))),
        ("a sum of products", of("%dot", 6)),
        ("sums of products", of("%sums", 13)),
        ("no linear algebra", of("%sum", 4)),
        ("no instruction", of("%nowhere", 4)),
    ],
)
def test_refuses(reason: str, step: Replace) -> None:
    refuse(given(), step, reason)


def test_refuses_what_is_decorated() -> None:
    def decorate(module: Module) -> None:
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%scaled"), Decoration.NO_CONTRACTION])
        )

    refuse(given(), of("%scaled", 4), "the products would lose the decoration", decorate)


test_sound = soundness(Replace)
test_proved = proved(Replace)
