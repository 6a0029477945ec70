from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.core.constants import Constant, ConstantType
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_given_constant import AddGivenConstant

GLOBALS = """
    %tiny = OpConstant %float 1e-40
    %own = OpSpecConstant %int 4
    %uint_7 = OpConstant %uint 7
"""
ONE = 0x3F800000
TINY = 0x000116C2


def the_module() -> Module:
    return module_of("", globals_=GLOBALS, valid=False)


def step_of(
    name: str, kind: ConstantType, word: int, default: int, number: str = "3", fresh: int = 30
) -> AddGivenConstant:
    return AddGivenConstant(fresh, ident(name), Constant(number, kind, word), default)


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (step_of("%int_5", "int", 5, 9), "%30 = OpSpecConstant %int 9"),
        (step_of("%uint_7", "uint", 7, 7), "%30 = OpSpecConstant %uint 7"),
        (step_of("%float_1", "float", ONE, 0x40000000), "%30 = OpSpecConstant %float 2"),
        (step_of("%true", "bool", 1, 0), "%30 = OpSpecConstantFalse %bool"),
        (step_of("%false", "bool", 0, 1), "%30 = OpSpecConstantTrue %bool"),
    ],
)
def test_declares_a_constant_with_a_number_and_another_default(
    step: AddGivenConstant, line: str
) -> None:
    module = expect(the_module(), step, "OpDecorate %30 SpecId 3", line)
    assert module.facts.synonymous(30, step.constant)
    assert module.facts.constants == {3: step.given.word}


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("another type", step_of("%int_5", "uint", 5, 9)),
        ("another value", step_of("%int_5", "int", 6, 9)),
        ("another value", step_of("%true", "bool", 0, 1)),
        ("a denormal", step_of("%tiny", "float", TINY, ONE)),
        ("a denormal by default", step_of("%float_1", "float", ONE, 1)),
        ("an infinity by default", step_of("%float_1", "float", ONE, 0x7F800000)),
        ("no boolean by default", step_of("%true", "bool", 1, 2)),
        ("more than 32 bits", step_of("%int_5", "int", 5, 1 << 32)),
        ("a specialisation constant", step_of("%own", "int", 4, 9)),
        ("no constant", step_of("%i", "int", 5, 9)),
        ("nothing", step_of("%nowhere", "int", 5, 9)),
        ("a name", step_of("%int_5", "int", 5, 9, "five")),
        ("the id is in use", step_of("%int_5", "int", 5, 9, fresh=ident("%int_5"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(the_module(), step, reason)


def test_refuses_a_number_that_is_taken() -> None:
    def taken(module: Module) -> None:
        decorate(module, ident("%own"), Decoration.SPEC_ID, 3)

    refuse(the_module(), step_of("%int_5", "int", 5, 9), "the number is another's", taken)


def test_refuses_what_does_not_matter_or_is_decorated() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_5"))

    def decorated(module: Module) -> None:
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%int_5"), Decoration.RELAXED_PRECISION])
        )

    for prepare in (irrelevant, decorated):
        refuse(the_module(), step_of("%int_5", "int", 5, 9), "it may become another", prepare)


test_sound = soundness(AddGivenConstant)
