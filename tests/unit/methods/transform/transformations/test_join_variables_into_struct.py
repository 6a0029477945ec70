from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import Prepare, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate
from aberration.methods.transform.transformations.join_variables_into_struct import (
    JoinVariablesIntoStruct,
)

GLOBALS = """
    %row = OpTypeArray %float %uint_3
    %local_row = OpTypePointer Function %row
    %record = OpTypeStruct %row %int
    %local_record = OpTypePointer Function %record
    %numbers = OpTypeStruct %int %int
    %local_numbers = OpTypePointer Function %numbers
    %reals = OpTypeStruct %float %int %int
    %local_reals = OpTypePointer Function %reals
    %unpointed = OpTypeStruct %float %int
    %pointed = OpTypeFunction %int %local_int
"""
BODY = """
    %a = OpVariable %local_int Function %int_5
    %b = OpVariable %local_int Function %int_0
    %real = OpVariable %local_float Function
    %many = OpVariable %local_row Function
    %passed = OpVariable %local_int Function
    %one = OpAccessChain %local_float %many %i
    OpStore %one %f
    %all = OpLoad %row %many
    OpStore %a %i
    %called = OpFunctionCall %int %reads %passed
"""
READS = """
    %reads = OpFunction %int None %pointed
    %p = OpFunctionParameter %local_int
    %first = OpLabel
    %own = OpVariable %local_int Function
    OpReturnValue %int_0
    OpFunctionEnd
"""


def module(more: str = "") -> Module:
    return module_of(BODY, globals_=GLOBALS + more, functions=READS)


def of(*names: str) -> JoinVariablesIntoStruct:
    return JoinVariablesIntoStruct(20, tuple([ident(name) for name in names]))


STEP = of("%many", "%a")


def test_variables_become_pointers_to_members() -> None:
    changed = expect(
        module(),
        STEP,
        "%20 = OpVariable %local_record Function",
        """
        %passed = OpVariable %local_int Function
        %many = OpAccessChain %local_row %20 %int_0
        %a = OpAccessChain %local_int %20 %int_1
        OpStore %a %int_5
        %f = OpLoad %float %in_float
        """,
        """
        %one = OpAccessChain %local_float %many %i
        OpStore %one %f
        %all = OpLoad %row %many
        OpStore %a %i
        """,
    )
    assert not changed.facts.is_pointee_irrelevant(20)


def test_the_constant_of_all_initializers_is_the_initializer() -> None:
    constant = "%both = OpConstantComposite %numbers %int_5 %int_0"
    step = of("%a", "%b")
    expect(
        module(constant),
        step,
        "%20 = OpVariable %local_numbers Function %both",
        absent=["OpStore %a %int_5"],
    )
    expect(module(), step, "OpStore %a %int_5", "OpStore %b %int_0")


def irrelevant(*names: str) -> Prepare:
    def prepare(made: Module) -> None:
        for name in names:
            made.facts.add_pointee_irrelevant(ident(name))

    return prepare


def test_the_structure_is_irrelevant_if_all_variables_are() -> None:
    assert expect(module(), STEP, prepare=irrelevant("%a", "%many")).facts.is_pointee_irrelevant(20)
    assert not expect(module(), STEP, prepare=irrelevant("%many")).facts.is_pointee_irrelevant(20)


def decorate(name: str, *words: int) -> Prepare:
    def prepare(made: Module) -> None:
        op = OpDecorate if len(words) == 1 else OpMemberDecorate
        made.add_decoration(Instruction(op, 0, 0, [ident(name), *words]))

    return prepare


def lay_out(made: Module) -> None:
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%row"), Decoration.ARRAY_STRIDE, 16]))


@pytest.mark.parametrize(
    ("reason", "step", "prepare"),
    [
        ("the id is in use", JoinVariablesIntoStruct(ident("%i"), STEP.variables), None),
        ("no variable", of(), None),
        ("zero is no variable", JoinVariablesIntoStruct(20, (0, ident("%a"))), None),
        ("twice the same", of("%a", "%a"), None),
        ("two functions", of("%a", "%own"), None),
        ("a global variable", of("%in_int", "%a"), None),
        ("an argument has to be a variable", of("%a", "%passed"), None),
        ("no such structure", of("%a", "%many"), None),
        ("no pointer type", of("%real", "%a"), None),
        ("no constant 2", of("%real", "%a", "%b"), None),
        ("too many", JoinVariablesIntoStruct(20, tuple(range(1, 18))), None),
        ("a decoration of variables", STEP, decorate("%a", Decoration.RESTRICT)),
        ("the structure is decorated", STEP, decorate("%record", 1, Decoration.RELAXED_PRECISION)),
        ("the array has a layout", STEP, lay_out),
    ],
)
def test_refuses(reason: str, step: JoinVariablesIntoStruct, prepare: Prepare | None) -> None:
    refuse(module(), step, reason, prepare=prepare)


test_sound = soundness(JoinVariablesIntoStruct)
test_proved = proved(JoinVariablesIntoStruct)
