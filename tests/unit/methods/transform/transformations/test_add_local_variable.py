from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_local_variable import AddLocalVariable

LAID_OUT = """
    %four = OpConstant %uint 4
    %array = OpTypeArray %float %four
    %local_array = OpTypePointer Function %array
    %null = OpConstantNull %array
"""


def variable(
    type_name: str = "%local_int",
    initializer: str = "%int_5",
    function: str = "%main",
    fresh: int = 20,
) -> AddLocalVariable:
    return AddLocalVariable(fresh, ident(type_name), ident(function), ident(initializer))


def test_declares_the_variable_first() -> None:
    module = expect("", variable(), "%entry = OpLabel\n%20 = OpVariable %local_int Function %int_5")
    assert module.facts.is_pointee_irrelevant(20)


def test_the_memory_may_matter() -> None:
    step = AddLocalVariable(
        20, ident("%local_int"), ident("%main"), ident("%int_0"), irrelevant=False
    )
    assert not expect("", step).facts.is_pointee_irrelevant(20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("of another storage class", variable("%in_int_type")),
        ("no pointer", variable("%int")),
        ("the initializer has another type", variable(initializer="%uint_3")),
        ("the initializer is no constant", variable(initializer="%i")),
        ("no initializer", variable(initializer="%nowhere")),
        ("no function", variable(function="%int")),
        ("the id is in use", variable(fresh=ident("%int"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse("", step, reason)


def test_refuses_a_type_with_explicit_layout() -> None:
    def decorate(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%array"), Decoration.ARRAY_STRIDE, 16])
        )

    step = variable("%local_array", "%null")
    expect(module_of("", globals_=LAID_OUT), step, "%20 = OpVariable %local_array Function %null")
    refuse(module_of("", globals_=LAID_OUT), step, "it has a stride", decorate)


test_sound = soundness(AddLocalVariable)
