from __future__ import annotations

import pytest
from helpers.composites import NARROW, composites, dead_entry
from helpers.transform import assert_sound, expect, ident, numbered, refuse, soundness

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.make_vector_operation_dynamic import (
    MakeVectorOperationDynamic,
)

BODY = """
    %first = OpCompositeExtract %int %v2 0
    %third = OpCompositeExtract %float %w3 2
    %changed = OpCompositeInsert %v2int %int_5 %v2 1
    %early = OpCompositeInsert %v3float %f %w3 0
    %column = OpCompositeExtract %v2float %m 0
    %deep = OpCompositeExtract %float %m 1 0
    %member = OpCompositeExtract %int %p 0
    %deep_changed = OpCompositeInsert %mat %f %m 0 1
    %sum = OpIAdd %int %first %first
"""


def dynamic(result: str, *, signed: bool = True) -> MakeVectorOperationDynamic:
    return MakeVectorOperationDynamic(ident(result), signed)


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (dynamic("%first"), "%first = OpVectorExtractDynamic %int %v2 %int_0"),
        (dynamic("%first", signed=False), "%first = OpVectorExtractDynamic %int %v2 %uint_0"),
        (dynamic("%third", signed=False), "%third = OpVectorExtractDynamic %float %w3 %uint_2"),
        (dynamic("%changed"), "%changed = OpVectorInsertDynamic %v2int %v2 %int_5 %int_1"),
        (dynamic("%early"), "%early = OpVectorInsertDynamic %v3float %w3 %f %int_0"),
    ],
)
def test_the_literal_becomes_a_constant(step: MakeVectorOperationDynamic, line: str) -> None:
    module = expect(composites(BODY), step, line)
    refuse(module, step, "done already")


def test_dead_blocks_and_decorated_results_will_do() -> None:
    expect(composites(BODY), dynamic("%first"), prepare=dead_entry)
    module = composites(BODY)
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%first"), Decoration.RELAXED_PRECISION])
    )
    expect(module, dynamic("%first"), "OpDecorate %first RelaxedPrecision")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a column of a matrix", dynamic("%column")),
        ("a component in a matrix", dynamic("%deep")),
        ("a member of a structure", dynamic("%member")),
        ("an insertion into a matrix", dynamic("%deep_changed")),
        ("no operation on a vector", dynamic("%sum")),
        ("no such instruction", dynamic("%nowhere")),
        ("no constant of that value", dynamic("%third")),
        ("no constant of that value and sign", dynamic("%changed", signed=False)),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(composites(BODY), step, reason)


def test_refuses_an_irrelevant_constant() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_0"))

    refuse(composites(BODY), dynamic("%first"), "it may become another, out of bounds", prepare)


def test_takes_the_relevant_constant_of_two() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_0"))

    module = composites(BODY, globals_="%int_zero = OpConstant %int 0\n")
    expect(
        module,
        dynamic("%first"),
        "%first = OpVectorExtractDynamic %int %v2 %int_zero",
        prepare=prepare,
    )


def test_refuses_numbers_that_are_only_stored() -> None:
    text = NARROW.replace(
        "OpReturn", "%changed = OpCompositeInsert %v2half %one %halves 0\nOpReturn"
    )
    text = text.replace("%buffer =", "%one = OpConstant %half 1\n%buffer =")
    with_capability = text.replace(
        "OpCapability Shader", "OpCapability Shader\nOpCapability Float16"
    )
    module = Module.parse(assemble(numbered(with_capability), (1, 3)))
    assert_sound(module)
    expect(
        module, dynamic("%changed"), "%changed = OpVectorInsertDynamic %v2half %halves %one %int_0"
    )
    refuse(
        Module.parse(assemble(numbered(text), (1, 3))),
        dynamic("%changed"),
        "no computing with 16 bits",
    )


test_sound = soundness(MakeVectorOperationDynamic)
