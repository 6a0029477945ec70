from __future__ import annotations

import struct

import pytest
from helpers.proved import proved
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use
from aberration.languages.spirv.uniforms import UniformValue
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.transformations.access_through_known_index import (
    AccessThroughKnownIndex,
)

GLOBALS = """
    %block = OpTypeStruct %int %float %float
    %block_pointer = OpTypePointer Uniform %block
    %uniform_int = OpTypePointer Uniform %int
    %uniform_float = OpTypePointer Uniform %float
    %uniform = OpVariable %block_pointer Uniform
    %int_7 = OpConstant %int 7
    %int_6 = OpConstant %int 6
    %int_m6 = OpConstant %int -6
    %uint_9 = OpConstant %uint 9
    %uint_bits = OpConstant %uint 0x3f800003
    %int_2 = OpConstant %int 2
    %row = OpTypeArray %float %uint_3
    %local_row = OpTypePointer Function %row
    %record = OpTypeStruct %int %row
    %local_record = OpTypePointer Function %record
"""
BODY = """
    %rows = OpVariable %local_row Function
    %records = OpVariable %local_record Function
    %element = OpAccessChain %local_float %rows %int_1
    %unsigned = OpInBoundsAccessChain %local_float %rows %uint_3
    %member = OpAccessChain %local_float %records %int_1 %int_1
    %pair = OpCompositeConstruct %v2float %f %f
    %component = OpVectorExtractDynamic %float %pair %int_1
    %changed = OpVectorInsertDynamic %v2float %pair %f %int_1
    %sum = OpIAdd %int %i %int_1
    %elsewhere = OpAccessChain %local_float %rows %i
"""
DECORATIONS: tuple[tuple[int, tuple[int | str, ...]], ...] = (
    (o.OpDecorate, ("%block", Decoration.BLOCK)),
    *((o.OpMemberDecorate, ("%block", k, Decoration.OFFSET, 4 * k)) for k in range(3)),
    (o.OpDecorate, ("%uniform", Decoration.DESCRIPTOR_SET, 0)),
    (o.OpDecorate, ("%uniform", Decoration.BINDING, 0)),
)


def given(globals_: str = GLOBALS) -> Module:
    module = module_of(BODY, globals_=globals_, valid=False)
    for op, operands in DECORATIONS:
        ops = [ident(each) if isinstance(each, str) else each for each in operands]
        module.add_decoration(Instruction(op, 0, 0, ops))
    learn_uniforms(module, Inputs((Uniform("u", struct.pack("<ifI", 7, 1.0, 1)),)))
    return module


def of(
    name: str, place: str, operand: int, opcode: int = o.OpBitwiseXor, path: tuple[int, ...] = (0,)
) -> AccessThroughKnownIndex:
    return AccessThroughKnownIndex(
        Use(ident(name), at(place), operand), ident("%uniform"), path, opcode, 20, 21, 22, 23
    )


@pytest.mark.parametrize(
    ("opcode", "operation"),
    [
        (o.OpBitwiseXor, "%23 = OpBitwiseXor %int %21 %int_6"),
        (o.OpISub, "%23 = OpISub %int %21 %int_6"),
        (o.OpIAdd, "%23 = OpIAdd %int %21 %int_m6"),
    ],
)
def test_computes_the_index_of_an_element(opcode: int, operation: str) -> None:
    lines = f"""
        %20 = OpAccessChain %uniform_int %uniform %int_0
        %21 = OpLoad %int %20
        {operation}
        %element = OpAccessChain %local_float %rows %23
    """
    expect(given(), of("%int_1", "%element", 1, opcode), lines)


def test_the_bits_of_a_float() -> None:
    lines = """
        %20 = OpAccessChain %uniform_float %uniform %int_1
        %21 = OpLoad %float %20
        %22 = OpBitcast %uint %21
        %23 = OpBitwiseXor %uint %22 %uint_bits
        %unsigned = OpInBoundsAccessChain %local_float %rows %23
    """
    expect(given(), of("%uint_3", "%unsigned", 1, path=(1,)), lines)


@pytest.mark.parametrize(
    ("place", "operand", "changed"),
    [
        ("%member", 2, "%member = OpAccessChain %local_float %records %int_1 %23"),
        ("%component", 1, "%component = OpVectorExtractDynamic %float %pair %23"),
        ("%changed", 2, "%changed = OpVectorInsertDynamic %v2float %pair %f %23"),
    ],
)
def test_other_indexes(place: str, operand: int, changed: str) -> None:
    expect(given(), of("%int_1", place, operand), changed)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no index", of("%int_1", "%sum", 1)),
        ("no index either", of("%pair", "%component", 0)),
        ("the base", of("%rows", "%element", 0)),
        ("no constant", of("%i", "%elsewhere", 1)),
        ("into a structure", of("%int_1", "%member", 1)),
        ("no such use", of("%int_5", "%element", 1)),
        ("nothing is known there", of("%int_1", "%element", 1, path=(5,))),
        ("a denormal number may be flushed", of("%int_1", "%element", 1, path=(2,))),
        ("no operation that is known here", of("%int_1", "%element", 1, o.OpIMul)),
        ("no such constant", of("%uint_3", "%unsigned", 1)),
    ],
)
def test_refuses(reason: str, step: AccessThroughKnownIndex) -> None:
    module = given()
    module.facts.uniforms.add(UniformValue(ident("%uniform"), (2,), ident("%float"), 1))
    refuse(module, step, reason)


def test_refuses_without_the_pointer_type_or_fresh_ids() -> None:
    step = of("%int_1", "%element", 1)
    refuse(
        given(GLOBALS.replace("%uniform_int = OpTypePointer Uniform %int", "")),
        step,
        "no pointer type",
    )
    used = AccessThroughKnownIndex(
        step.use, step.variable, (0,), step.opcode, 20, 21, 22, ident("%i")
    )
    refuse(given(), used, "an id in use")


def test_refuses_an_irrelevant_index_and_an_irrelevant_operand() -> None:
    for name in ("%int_1", "%int_6"):
        module = given()
        module.facts.add_irrelevant(ident(name))
        refuse(module, of("%int_1", "%element", 1), f"{name} may be another value")


@pytest.mark.parametrize("whole", [True, False])
def test_refuses_less_precise_uniforms(whole: bool) -> None:
    module = given()
    relaxed = Decoration.RELAXED_PRECISION
    if whole:
        module.add_decoration(Instruction(o.OpDecorate, 0, 0, [ident("%uniform"), relaxed]))
    else:
        module.add_decoration(Instruction(o.OpMemberDecorate, 0, 0, [ident("%block"), 0, relaxed]))
    refuse(module, of("%int_1", "%element", 1), "16 bits may arrive")


test_sound = soundness(AccessThroughKnownIndex)
test_proved = proved(AccessThroughKnownIndex)
