from __future__ import annotations

import itertools
import struct

import pytest
from helpers.transform import assert_sound, ident, module_of, the

from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.products import paths_of
from aberration.methods.transform.analysis.whole_floats import (
    LARGEST,
    MOST,
    Span,
    are_sums_exact,
    span_of,
)
from aberration.methods.transform.known_uniforms import learn_uniforms

GLOBALS = """
    %v3float = OpTypeVector %float 3
    %v2uint = OpTypeVector %uint 2
    %mat2 = OpTypeMatrix %v2float 2
    %block = OpTypeStruct %float %v2float
    %block_pointer = OpTypePointer Uniform %block
    %uniform_float = OpTypePointer Uniform %float
    %uniform_v2float = OpTypePointer Uniform %v2float
    %uniform = OpVariable %block_pointer Uniform
    %uint_8 = OpConstant %uint 8
    %uint_255 = OpConstant %uint 255
    %int_24 = OpConstant %int 24
    %float_3 = OpConstant %float 3
    %float_half = OpConstant %float 0.5
    %float_m2 = OpConstant %float -2
    %float_m0 = OpConstant %float -0
    %float_large = OpConstant %float 16777216
    %float_too_large = OpConstant %float 16777218
    %float_odd = OpConstant %float 0x1p+128
    %null = OpConstantNull %v2float
    %pair = OpConstantComposite %v2float %float_3 %float_m2
    %minus = OpConstantComposite %v2float %float_m2 %float_m2
    %large = OpConstantComposite %v2float %float_large %float_1
    %ones = OpConstantComposite %v2float %float_1 %float_1
    %matrix = OpConstantComposite %mat2 %pair %ones
"""
DECORATIONS: tuple[tuple[int, tuple[int | str, ...]], ...] = (
    (o.OpDecorate, ("%block", Decoration.BLOCK)),
    *(
        (o.OpMemberDecorate, ("%block", k, Decoration.OFFSET, offset))
        for k, offset in enumerate((0, 16))
    ),
    (o.OpDecorate, ("%uniform", Decoration.DESCRIPTOR_SET, 0)),
    (o.OpDecorate, ("%uniform", Decoration.BINDING, 0)),
)
VALUES = struct.pack("<f12xff", 7.0, -4.0, 0.5)
BODY = """
    %u = OpBitcast %uint %i
    %low = OpBitwiseAnd %uint %u %uint_255
    %low_too = OpBitwiseAnd %uint %uint_255 %u
    %high = OpShiftRightLogical %int %i %int_24
    %shifted = OpShiftRightLogical %uint %u %uint_8
    %bit = OpShiftRightLogical %uint %u %uint_3
    %float_low = OpConvertUToF %float %low
    %float_low_too = OpConvertUToF %float %low_too
    %float_high = OpConvertSToF %float %high
    %float_shifted = OpConvertUToF %float %shifted
    %float_bit = OpConvertUToF %float %bit
    %float_u = OpConvertUToF %float %u
    %integers = OpCompositeConstruct %v2uint %low %shifted
    %floats = OpConvertUToF %v2float %integers
    %parts = OpCompositeConstruct %v2float %float_low %float_high
    %nested = OpCompositeConstruct %v3float %float_1 %parts
    %part = OpCompositeExtract %float %nested 2
    %copy = OpCopyObject %float %part
    %times = OpFMul %v2float %parts %pair
    %plus = OpFAdd %v2float %parts %pair
    %scaled = OpVectorTimesScalar %v2float %parts %float_3
    %turned = OpTranspose %mat2 %matrix
    %unknown = OpFAdd %float %f %float_1
    %pointer = OpAccessChain %uniform_float %uniform %int_0
    %read = OpLoad %float %pointer
    %vector_pointer = OpAccessChain %uniform_v2float %uniform %int_1
    %vector = OpLoad %v2float %vector_pointer
    %any_pointer = OpAccessChain %uniform_v2float %uniform %int_1
    %volatile = OpLoad %v2float %any_pointer Volatile
"""


def given(body: str = BODY) -> Module:
    module = module_of(body, globals_=GLOBALS, valid=False)
    for op, operands in DECORATIONS:
        ops = [ident(each) if isinstance(each, str) else each for each in operands]
        module.add_decoration(Instruction(op, 0, 0, ops))
    assert_sound(module)
    learn_uniforms(module, Inputs((Uniform("u", VALUES),)))
    return module


@pytest.mark.parametrize(
    ("name", "path", "span"),
    [
        ("%float_3", (), Span(3, 3)),
        ("%float_m2", (), Span(-2, -2)),
        ("%float_m0", (), Span(0, 0, True)),
        ("%float_large", (), Span(LARGEST, LARGEST)),
        ("%null", (1,), Span(0, 0)),
        ("%pair", (1,), Span(-2, -2)),
        ("%matrix", (0, 1), Span(-2, -2)),
        ("%turned", (1, 0), Span(-2, -2)),
        ("%float_low", (), Span(0, 255)),
        ("%float_low_too", (), Span(0, 255)),
        ("%float_high", (), Span(0, 255)),
        ("%float_shifted", (), Span(0, LARGEST - 1)),
        ("%floats", (0,), Span(0, 255)),
        ("%floats", (1,), Span(0, LARGEST - 1)),
        ("%nested", (0,), Span(1, 1)),
        ("%nested", (2,), Span(0, 255)),
        ("%copy", (), Span(0, 255)),
        ("%times", (1,), Span(-510, 0, True)),
        ("%plus", (1,), Span(-2, 253)),
        ("%scaled", (1,), Span(0, 765)),
        ("%read", (), Span(7, 7)),
        ("%vector", (0,), Span(-4, -4)),
    ],
)
def test_what_is_known(name: str, path: tuple[int, ...], span: Span) -> None:
    assert span_of(given(), ident(name), path) == span


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("%f", ()),
        ("%unknown", ()),
        ("%float_half", ()),
        ("%float_too_large", ()),
        ("%float_odd", ()),
        ("%float_u", ()),
        ("%float_bit", ()),
        ("%vector", (1,)),
        ("%volatile", (0,)),
        ("%int_5", ()),
        ("%nowhere", ()),
    ],
)
def test_what_is_not_known(name: str, path: tuple[int, ...]) -> None:
    assert span_of(given(), ident(name), path) is None


@pytest.mark.parametrize("name", ["%int_1", "%float_low", "%float_3"])
def test_what_does_not_matter_is_not_known(name: str) -> None:
    module = given()
    module.facts.add_irrelevant(ident(name))
    asked = {"%int_1": "%vector", "%float_low": "%parts", "%float_3": "%pair"}[name]
    assert span_of(given(), ident(asked), (0,)) is not None
    assert span_of(module, ident(asked), (0,)) is None


@pytest.mark.parametrize("name", ["%low", "%float_low", "%uniform", "%read", "%pointer"])
def test_what_is_decorated_is_not_known(name: str) -> None:
    module = given()
    module.add_decoration(
        Instruction(o.OpDecorate, 0, 0, [ident(name), Decoration.RELAXED_PRECISION])
    )
    asked = "%float_low" if "low" in name else "%read"
    assert span_of(given(), ident(asked)) is not None
    assert span_of(module, ident(asked)) is None


def test_a_member_may_be_relaxed() -> None:
    module = given()
    module.add_decoration(
        Instruction(o.OpMemberDecorate, 0, 0, [ident("%block"), 0, Decoration.RELAXED_PRECISION])
    )
    assert span_of(module, ident("%read")) is None


def exact(left: str, right: str) -> bool:
    module = given(BODY + f"%sum = OpDot %float {left} {right}\n")
    dot = the(module, "%sum")
    return are_sums_exact(module, dot, paths_of(module, dot.type_id))


def test_which_sums_are_exact() -> None:
    assert exact("%parts", "%pair")
    assert exact("%ones", "%ones")
    assert not exact("%floats", "%ones"), "the sum may be too large"
    assert not exact("%large", "%ones"), "the sum is too large"
    assert not exact("%parts", "%vector"), "a factor is no integer"
    assert not exact("%parts", "%minus"), "both products may be zero with a minus sign"


FACTORS = (-3.0, -0.0, 0.0, 2.0)


@pytest.mark.parametrize("left", list(itertools.product(FACTORS, repeat=2)))
def test_zeros_with_a_minus_sign_are_never_overlooked(left: tuple[float, float]) -> None:
    """Whatever order the products are added in, or with what zero the sum begins."""
    for right in itertools.product(FACTORS, repeat=2):
        products = [a * b for a, b in zip(left, right, strict=True)]
        globals_ = ""
        for name, pair in (("left", left), ("right", right)):
            globals_ += "".join(
                f"%{name}_{k} = OpConstant %float {value}\n" for k, value in enumerate(pair)
            )
            globals_ += f"%{name} = OpConstantComposite %v2float %{name}_0 %{name}_1\n"
        module = module_of("%sum = OpDot %float %left %right", globals_=globals_)
        span = span_of(module, ident("%sum"))
        assert span is not None
        assert (span.low, span.high) == (sum(products), sum(products))
        orders = [
            products[0] + products[1],
            products[1] + products[0],
            0.0 + products[0] + products[1],
        ]
        signs = {str(each) for each in orders if each == 0.0}
        assert span.may_be_minus_zero or "-0.0" not in signs
        assert not span.may_be_minus_zero or all(product == 0.0 for product in products)
        assert len(signs) < 2 or not are_sums_exact(module, the(module, "%sum"), [()])


THREE = "%float_3 = OpConstant %float 3"


def test_a_value_made_of_too_many_others_is_not_known() -> None:
    def chain(count: int) -> str:
        lines = "".join(f"%sum_{k + 1} = OpFMul %float %sum_{k} %float_1\n" for k in range(count))
        return f"%sum_0 = OpCopyObject %float %float_3\n{lines}"

    assert span_of(module_of(chain(20), globals_=THREE), ident("%sum_20")) == Span(3, 3)
    assert span_of(module_of(chain(MOST), globals_=THREE), ident(f"%sum_{MOST}")) is None


def test_not_too_many_values_are_looked_at() -> None:
    """Each sum is of two others: the way down is short, the values are many."""
    height = 9
    lines = [f"%a_0_{k} = OpCopyObject %float %float_1" for k in range(1 << height)]
    for row in range(1, height + 1):
        sums = range(1 << (height - row))
        lines += [
            f"%a_{row}_{k} = OpFAdd %float %a_{row - 1}_{2 * k} %a_{row - 1}_{2 * k + 1}"
            for k in sums
        ]
    module = module_of("\n".join(lines), globals_=THREE)
    assert 1 << height < MOST < 2 << height
    assert span_of(module, ident("%a_8_0")) == Span(256, 256)
    assert span_of(module, ident("%a_9_0")) is None
