from __future__ import annotations

import struct

import pytest
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.core.inputs import Inputs, Uniform
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use
from aberration.methods.transform.known_uniforms import learn_uniforms
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_constant_with_uniform import (
    ReplaceConstantWithUniform,
)

GLOBALS = """
    %uint_2 = OpConstant %uint 2
    %array = OpTypeArray %int %uint_2
    %block = OpTypeStruct %int %array %float %v2float
    %block_pointer = OpTypePointer Uniform %block
    %uniform_int = OpTypePointer Uniform %int
    %uniform = OpVariable %block_pointer Uniform
    %pair = OpConstantComposite %v2int %int_5 %int_5
"""
DECORATIONS: tuple[tuple[int, tuple[int | str, ...]], ...] = (
    (o.OpDecorate, ("%block", Decoration.BLOCK)),
    (o.OpDecorate, ("%array", Decoration.ARRAY_STRIDE, 16)),
    *(
        (o.OpMemberDecorate, ("%block", k, Decoration.OFFSET, offset))
        for k, offset in enumerate((0, 16, 48, 56))
    ),
    (o.OpDecorate, ("%uniform", Decoration.DESCRIPTOR_SET, 0)),
    (o.OpDecorate, ("%uniform", Decoration.BINDING, 0)),
)
VALUES = struct.pack("<i12xi12xi12xffff", 0, 5, 1, 1.0, 0.0, 1.0, 0.0)
BODY = """
    %variable = OpVariable %local_int Function %int_5
    %chain = OpAccessChain %uniform_int %uniform %int_1 %int_1
    %element = OpLoad %int %chain
    %sum = OpIAdd %int %i %int_5
    %unsigned = OpIAdd %uint %uint_3 %uint_0
    %product = OpFMul %float %f %float_1
    OpStore %variable %int_5
    OpSelectionMerge %merge None
    OpSwitch %int_5 %merge 1 %then
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %int_5 %entry %int_1 %then
"""
FIVE = (1, 0)
ONE = (1, 1)


def decorated(module: Module, places: bool = True) -> Module:
    for op, operands in DECORATIONS if places else DECORATIONS[:-2]:
        ops = [ident(each) if isinstance(each, str) else each for each in operands]
        module.add_decoration(Instruction(op, 0, 0, ops))
    return module


def given(globals_: str = GLOBALS, values: bytes = VALUES) -> Module:
    module = decorated(module_of(BODY, globals_=globals_, valid=False))
    learn_uniforms(module, Inputs((Uniform("u", values),)))
    return module


def of(
    name: str, place: str, operand: int, path: tuple[int, ...], opcode: str = ""
) -> ReplaceConstantWithUniform:
    return ReplaceConstantWithUniform(
        Use(ident(name), at(place, opcode), operand), ident("%uniform"), path, 20, 21
    )


LOAD_FIVE = "%20 = OpAccessChain %uniform_int %uniform %int_1 %int_0\n%21 = OpLoad %int %20\n"


def test_an_operand_is_loaded_before_its_use() -> None:
    expect(given(), of("%int_5", "%sum", 1, FIVE), LOAD_FIVE + "%sum = OpIAdd %int %i %21")


def test_the_selector_of_a_switch_is_loaded_before_the_merge_instruction() -> None:
    step = of("%int_5", "%product", 0, FIVE, "OpSwitch")
    expect(given(), step, LOAD_FIVE + "OpSelectionMerge %merge None\nOpSwitch %21 %merge 1 %then")


def test_a_phi_is_served_at_the_end_of_the_predecessor() -> None:
    step = of("%int_1", "%phi", 2, ONE)
    load = "%20 = OpAccessChain %uniform_int %uniform %int_1 %int_1\n%21 = OpLoad %int %20\n"
    expect(given(), step, load + "OpBranch %merge", "%phi = OpPhi %int %int_5 %entry %21 %then")


def test_an_index_into_an_array_is_loaded() -> None:
    step = of("%int_1", "%chain", 2, ONE)
    expect(given(), step, "%chain = OpAccessChain %uniform_int %uniform %int_1 %21")


def test_a_stored_value_is_loaded() -> None:
    expect(
        given(), of("%int_5", "%product", 1, FIVE, "OpStore"), LOAD_FIVE + "OpStore %variable %21"
    )


def test_push_constants_serve_as_well() -> None:
    module = decorated(
        module_of(BODY, globals_=GLOBALS.replace("Uniform", "PushConstant"), valid=False),
        places=False,
    )
    learn_uniforms(module, Inputs((Uniform("u", VALUES, push_constant=True),)))
    expect(module, of("%int_5", "%sum", 1, FIVE), LOAD_FIVE + "%sum = OpIAdd %int %i %21")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("another value", of("%int_5", "%sum", 1, ONE)),
        ("of another type", of("%uint_0", "%unsigned", 1, (0,))),
        ("nothing is known there", of("%int_5", "%sum", 1, (1, 2))),
        ("nor of the whole", of("%int_5", "%sum", 1, ())),
        ("there is no type of a pointer to it", of("%float_1", "%product", 1, (2,))),
        ("an index into a structure", of("%int_1", "%chain", 1, ONE)),
        ("an initializer", of("%int_5", "%variable", 1, FIVE)),
        ("a part of a constant", of("%int_5", "%pair", 0, FIVE)),
        ("no constant", of("%i", "%sum", 0, FIVE)),
        ("no such use", of("%int_5", "%sum", 0, FIVE)),
        ("a literal", of("%int_5", "%product", 2, ONE, "OpSwitch")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(given(), step, reason)


def test_refuses_ids_that_are_not_fresh_and_other_variables() -> None:
    use, uniform = Use(ident("%int_5"), at("%sum"), 1), ident("%uniform")
    refuse(given(), ReplaceConstantWithUniform(use, uniform, FIVE, 20, 20), "one id for both")
    refuse(given(), ReplaceConstantWithUniform(use, uniform, FIVE, 20, ident("%i")), "in use")
    refuse(given(), ReplaceConstantWithUniform(use, ident("%in_int"), FIVE, 20, 21), "no uniform")


def test_refuses_without_a_fact() -> None:
    refuse(given(values=VALUES[:16]), of("%int_5", "%sum", 1, FIVE), "the inputs end before it")


def test_refuses_when_an_index_is_missing_or_irrelevant() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_0"))

    refuse(given(), of("%int_5", "%sum", 1, FIVE), "the 0 may become another", irrelevant)
    refuse(given(), of("%float_1", "%product", 1, (3, 1)), "there is no constant 3")


@pytest.mark.parametrize(
    ("op", "operands"),
    [(o.OpDecorate, ("%uniform",)), (o.OpMemberDecorate, ("%block", 1))],
    ids=["variable", "member"],
)
def test_refuses_less_precise_uniforms(op: int, operands: tuple[int | str, ...]) -> None:
    ops = [ident(each) if isinstance(each, str) else each for each in operands]
    relaxed = Instruction(op, 0, 0, [*ops, Decoration.RELAXED_PRECISION])
    step = of("%int_5", "%sum", 1, FIVE)
    refuse(
        given(), step, "16 bits of the 5 may arrive", lambda module: module.add_decoration(relaxed)
    )


def test_scopes_and_semantics_stay_constants() -> None:
    block = GLOBALS.replace("OpTypeStruct %int", "OpTypeStruct %uint").replace(
        "%uniform_int", "%uniform_uint"
    )
    block = block.replace("OpTypeArray %int", "OpTypeArray %uint").replace(
        "Uniform %int", "Uniform %uint"
    )
    body = "OpControlBarrier %uint_2 %uint_2 %uint_0\n%plain = OpIAdd %uint %uint_2 %uint_0\n"
    module = decorated(module_of(body, globals_=block, valid=False))
    learn_uniforms(
        module, Inputs((Uniform("u", struct.pack("<I12xI12xI12xffff", 0, 2, 1, 1, 0, 1, 0)),))
    )
    for name, operand, path in (("%uint_2", 0, FIVE), ("%uint_2", 1, FIVE), ("%uint_0", 2, (0,))):
        step = of(name, "%condition", operand, path, "OpControlBarrier")
        assert step.use.find(module) is not None
        refuse(module, step, "it has to be a constant")
    for name, operand, path in (("%uint_2", 0, FIVE), ("%uint_0", 1, (0,))):
        assert of(name, "%plain", operand, path).is_applicable(module)


test_sound = soundness(ReplaceConstantWithUniform)
