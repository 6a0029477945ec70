from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations import (
    replace_add_sub_mul_with_carrying_extended as module,
)

Replace = module.ReplaceAddSubMulWithCarryingExtended
BODY = """
    %u = OpBitcast %uint %i
    %pair = OpCompositeConstruct %v2int %i %i
    %sum = OpIAdd %uint %u %uint_3
    %difference = OpISub %uint %uint_3 %sum
    %product = OpIMul %uint %u %difference
    %signed_product = OpIMul %int %i %int_5
    %product_of_pairs = OpIMul %v2int %pair %pair
    %signed_sum = OpIAdd %int %i %int_5
    %mixed = OpIMul %uint %u %i
    %quotient = OpUDiv %uint %u %uint_3
    %float_sum = OpFAdd %float %f %f
    %last = OpIAdd %uint %mixed %quotient
"""
PAIRS = """
    %decorated_pair = OpTypeStruct %uint %uint
    %uints = OpTypeStruct %uint %uint
    %ints = OpTypeStruct %int %int
    %floats = OpTypeStruct %float %float
    %pairs = OpTypeStruct %v2int %v2int
"""


def given(globals_: str = PAIRS) -> Module:
    module = module_of(BODY, globals_=globals_)
    if "%decorated_pair" in globals_:
        for member in (0, 1):
            ops = [ident("%decorated_pair"), member, Decoration.OFFSET, 4 * member]
            module.add_decoration(Instruction(o.OpMemberDecorate, 0, 0, ops))
    return module


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        ("%sum", "%20 = OpIAddCarry %uints %u %uint_3\n%sum = OpCompositeExtract %uint %20 0"),
        (
            "%difference",
            "%20 = OpISubBorrow %uints %uint_3 %sum\n%difference = OpCompositeExtract %uint %20 0",
        ),
        (
            "%product",
            "%20 = OpUMulExtended %uints %u %difference\n%product = OpCompositeExtract %uint %20 0",
        ),
        (
            "%signed_product",
            "%20 = OpSMulExtended %ints %i %int_5\n%signed_product = OpCompositeExtract %int %20 0",
        ),
        (
            "%product_of_pairs",
            (
                "%20 = OpSMulExtended %pairs %pair %pair\n"
                "%product_of_pairs = OpCompositeExtract %v2int %20 0"
            ),
        ),
    ],
)
def test_extracts_the_low_part(result: str, lines: str) -> None:
    expect(given(), Replace(ident(result), 20), lines)


def test_users_stay() -> None:
    expect(
        given(),
        Replace(ident("%sum"), 20),
        "%difference = OpISub %uint %uint_3 %sum",
        absent=("OpIAdd %uint %u",),
    )


@pytest.mark.parametrize(
    ("reason", "result"),
    [
        ("the carry is of unsigned numbers", "%signed_sum"),
        ("signs differ", "%mixed"),
        ("no product", "%quotient"),
        ("floats have no carry", "%float_sum"),
        ("a constant", "%uint_3"),
        ("no instruction", "%nowhere"),
    ],
)
def test_refuses(reason: str, result: str) -> None:
    refuse(given(), Replace(ident(result), 20), reason)


def test_refuses_without_an_undecorated_type() -> None:
    decorated = given("%decorated_pair = OpTypeStruct %uint %uint\n")
    refuse(decorated, Replace(ident("%sum"), 20), "the one there is lays out memory")
    refuse(module_of(BODY), Replace(ident("%sum"), 20), "there is none")


def test_refuses_a_decorated_result_and_an_id_in_use() -> None:
    def decorate(module: Module) -> None:
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%sum"), Decoration.RELAXED_PRECISION])
        )

    refuse(given(), Replace(ident("%sum"), 20), "decorations belong to the sum", decorate)
    refuse(given(), Replace(ident("%sum"), ident("%u")), "in use")


def test_refuses_long_integers() -> None:
    globals_ = (
        "%long = OpTypeInt 64 0\n%longs = OpTypeStruct %long %long\n%long_1 = OpConstant %long 1\n"
    )
    module = module_of("%wide = OpIAdd %long %long_1 %long_1\n", globals_=globals_, valid=False)
    refuse(module, Replace(ident("%wide"), 20), "64 bits")


test_sound = soundness(Replace)
