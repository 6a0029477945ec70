from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Capability, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.equation_instruction import (
    EquationInstruction as Equation,
)

BODY = """
    %local = OpVariable %local_int Function
    %u = OpBitcast %uint %i
    %pair = OpCompositeConstruct %v2int %i %i
    %pair_of_floats = OpConvertSToF %v2float %pair
    %bits = OpBitcast %int %f
    %pair_of_bits = OpBitcast %v2int %pair_of_floats
    OpSelectionMerge %end None
    OpBranchConditional %condition %then %end
    %then = OpLabel
    %later = OpIAdd %int %i %int_5
    OpBranch %end
    %end = OpLabel
    OpStore %local %i
"""
STORE = at("%end", "OpStore")


def of(opcode: int, *names: str, fresh: int = 20) -> Equation:
    return Equation(fresh, opcode, tuple(map(ident, names)), STORE)


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (of(o.OpIAdd, "%i", "%int_5"), "%20 = OpIAdd %int %i %int_5"),
        (of(o.OpIAdd, "%i", "%u"), "%20 = OpIAdd %int %i %u"),
        (of(o.OpISub, "%u", "%i"), "%20 = OpISub %uint %u %i"),
        (of(o.OpISub, "%pair", "%pair"), "%20 = OpISub %v2int %pair %pair"),
        (of(o.OpSNegate, "%i"), "%20 = OpSNegate %int %i"),
        (of(o.OpLogicalNot, "%condition"), "%20 = OpLogicalNot %bool %condition"),
        (of(o.OpConvertSToF, "%i"), "%20 = OpConvertSToF %float %i"),
        (of(o.OpConvertUToF, "%i"), "%20 = OpConvertUToF %float %i"),
        (of(o.OpConvertSToF, "%pair"), "%20 = OpConvertSToF %v2float %pair"),
        (of(o.OpBitcast, "%bits"), "%20 = OpBitcast %float %bits"),
        (of(o.OpBitcast, "%f"), "%20 = OpBitcast %int %f"),
        (of(o.OpBitcast, "%pair_of_bits"), "%20 = OpBitcast %v2float %pair_of_bits"),
        (of(o.OpBitcast, "%pair_of_floats"), "%20 = OpBitcast %v2int %pair_of_floats"),
    ],
)
def test_inserts_the_instruction(step: Equation, line: str) -> None:
    expect(BODY, step, f"{line}\nOpStore %local %i")


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [
        (of(o.OpIAdd, "%i", "%u"), (o.OpISub, 20, "%u"), "%i"),
        (of(o.OpIAdd, "%i", "%u"), (o.OpISub, 20, "%i"), "%u"),
        (of(o.OpISub, "%i", "%u"), (o.OpIAdd, 20, "%u"), "%i"),
        (of(o.OpISub, "%i", "%u"), (o.OpISub, "%i", 20), "%u"),
        (of(o.OpSNegate, "%pair"), (o.OpSNegate, 20), "%pair"),
        (of(o.OpLogicalNot, "%condition"), (o.OpLogicalNot, 20), "%condition"),
        (of(o.OpConvertUToF, "%i"), (o.OpConvertUToF, "%i"), 20),
        (of(o.OpBitcast, "%f"), (o.OpBitcast, 20), "%f"),
    ],
)
def test_what_undoes_it_is_a_synonym(
    first: Equation, second: tuple[int | str, ...], equal: str | int
) -> None:
    opcode, *operands = [ident(each) if isinstance(each, str) else each for each in second]
    module = expect(BODY, first)
    expect(module, Equation(21, opcode, tuple(operands), STORE))
    assert module.facts.synonymous(21, ident(equal) if isinstance(equal, str) else equal)
    assert not module.facts.synonymous(21, ident("%int_5"))


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("of one operand", of(o.OpIAdd, "%i")),
        ("of two", of(o.OpSNegate, "%i", "%i")),
        ("of none", of(o.OpBitcast)),
        ("no equation is known of it", of(o.OpIMul, "%i", "%i")),
        ("no opcode", of(-1, "%i")),
        ("lengths differ", of(o.OpIAdd, "%pair", "%i")),
        ("floats are not added", of(o.OpIAdd, "%f", "%f")),
        ("nor negated", of(o.OpSNegate, "%f")),
        ("no boolean", of(o.OpLogicalNot, "%i")),
        ("a float is no integer", of(o.OpConvertSToF, "%f")),
        ("booleans have no bits", of(o.OpBitcast, "%condition")),
        ("the bits may be those of a NaN", of(o.OpBitcast, "%i")),
        ("the bits of both may be", of(o.OpBitcast, "%pair")),
        ("pointers have none", of(o.OpBitcast, "%local")),
        ("it is not available", of(o.OpIAdd, "%i", "%later")),
        ("it is gone", of(o.OpIAdd, "%i", "%nowhere")),
        ("a type", of(o.OpSNegate, "%int")),
        ("the id is in use", of(o.OpSNegate, "%i", fresh=ident("%u"))),
        ("before a variable", Equation(20, o.OpSNegate, (ident("%int_5"),), at("%local"))),
        (
            "after a merge",
            Equation(20, o.OpSNegate, (ident("%i"),), at("%pair", "OpBranchConditional")),
        ),
        ("no place", Equation(20, o.OpSNegate, (ident("%i"),), at("%nowhere"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


WIDE = """
    %long = OpTypeInt 64 1
    %short = OpTypeInt 16 0
    %half = OpTypeFloat 16
    %long_1 = OpConstant %long 1
    %short_1 = OpConstant %short 1
"""


def test_widths_have_to_be_equal_and_types_to_exist() -> None:
    module = module_of(BODY, globals_=WIDE, valid=False)
    for capability in (Capability.INT64, Capability.INT16, Capability.FLOAT16):
        add_capability(module, capability)
    refuse(module, of(o.OpIAdd, "%i", "%long_1"), "of different widths")
    refuse(module, of(o.OpBitcast, "%long_1"), "there is no double")
    refuse(module, of(o.OpConvertUToF, "%short_1"), "a half is too small for 65535")
    refuse(module, of(o.OpBitcast, "%short_1"), "it was no half before")
    expect(
        module, of(o.OpIAdd, "%long_1", "%long_1", fresh=21), "%21 = OpIAdd %long %long_1 %long_1"
    )


def test_refuses_undefined_irrelevant_and_decorated_operands() -> None:
    globals_ = "%undef = OpUndef %int\n"

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%i"))

    def relaxed(module: Module) -> None:
        relax = Instruction(o.OpDecorate, 0, 0, [ident("%u"), Decoration.RELAXED_PRECISION])
        module.add_decoration(relax)

    refuse(
        module_of(BODY, globals_=globals_),
        of(o.OpSNegate, "%undef"),
        "each use may be another value",
    )
    refuse(BODY, of(o.OpSNegate, "%i"), "irrelevant", irrelevant)
    refuse(
        BODY, of(o.OpSNegate, "%u"), "what is equal to it would be without the decoration", relaxed
    )


def test_a_dead_block_gives_no_facts() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    place = at("%then", "OpIAdd")
    step = Equation(20, o.OpBitcast, (ident("%int_5"),), place)
    module = expect(
        BODY, step, "%20 = OpBitcast %float %int_5\n%later = OpIAdd %int %i %int_5", prepare=dead
    )
    assert not module.facts.synonymous(20, ident("%int_5"))


test_sound = soundness(Equation)
