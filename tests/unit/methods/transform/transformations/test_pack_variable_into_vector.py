from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import Prepare, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformations.pack_variable_into_vector import (
    PackVariableIntoVector,
)

PAIR = "%local_pair = OpTypePointer Function %v2int"
GLOBALS = """
    %v3float = OpTypeVector %float 3
    %local_triple = OpTypePointer Function %v3float
    %int_2 = OpConstant %int 2
    %v4int = OpTypeVector %int 4
    %v3int = OpTypeVector %int 3
    %local_four = OpTypePointer Function %v4int
    %pointed = OpTypeFunction %int %local_int
"""
BODY = """
    %a = OpVariable %local_int Function
    %b = OpVariable %local_int Function %int_5
    %c = OpVariable %local_int Function %int_0
    %real = OpVariable %local_float Function
    %two = OpVariable %local_pair Function
    %passed = OpVariable %local_int Function
    OpStore %a %i
    %copy = OpCopyObject %local_int %b
    OpStore %copy %int_1 Volatile
    OpCopyMemory %a %copy
    %loaded = OpLoad %int %a
    %real_load = OpLoad %float %real
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
STEP = PackVariableIntoVector(20, (ident("%b"), ident("%a")))


def module(globals_: str = PAIR + GLOBALS) -> Module:
    return module_of(BODY, globals_=globals_, functions=READS)


def of(*names: str) -> PackVariableIntoVector:
    return PackVariableIntoVector(20, tuple([ident(name) if name else 0 for name in names]))


def test_variables_become_pointers_to_components() -> None:
    changed = expect(
        module(),
        STEP,
        "%20 = OpVariable %local_pair Function",
        """
        %passed = OpVariable %local_int Function
        %b = OpAccessChain %local_int %20 %int_0
        OpStore %b %int_5
        %a = OpAccessChain %local_int %20 %int_1
        %f = OpLoad %float %in_float
        """,
        """
        OpStore %a %i
        %copy = OpCopyObject %local_int %b
        OpStore %copy %int_1 Volatile
        OpCopyMemory %a %copy
        %loaded = OpLoad %int %a
        """,
    )
    assert not changed.facts.is_pointee_irrelevant(20)


def test_a_component_may_stay_unused() -> None:
    expect(
        module(),
        of("", "%real", ""),
        "%real = OpAccessChain %local_float %20 %int_1",
        absent=["%20 %int_0"],
    )


def test_the_constant_of_all_initializers_is_the_initializer() -> None:
    constant = "%both = OpConstantComposite %v2int %int_5 %int_0"
    declared = "%20 = OpVariable %local_pair Function %both"
    expect(
        module(PAIR + GLOBALS + constant), of("%b", "%c"), declared, absent=["OpStore %b %int_5"]
    )
    expect(
        module(PAIR + GLOBALS + constant), of("%c", "%b"), "OpStore %c %int_0", "OpStore %b %int_5"
    )


def test_an_irrelevant_initializer_is_stored() -> None:
    def prepare(made: Module) -> None:
        made.facts.add_irrelevant(ident("%int_5"))

    constant = "%both = OpConstantComposite %v2int %int_5 %int_0"
    expect(module(PAIR + GLOBALS + constant), of("%b", "%c"), "OpStore %b %int_5", prepare=prepare)


def irrelevant(*names: str) -> Prepare:
    def prepare(made: Module) -> None:
        for name in names:
            made.facts.add_pointee_irrelevant(ident(name))

    return prepare


def test_the_vector_is_irrelevant_if_all_variables_are() -> None:
    assert expect(module(), STEP, prepare=irrelevant("%a", "%b")).facts.is_pointee_irrelevant(20)
    changed = expect(module(), STEP, prepare=irrelevant("%a"))
    assert not changed.facts.is_pointee_irrelevant(20)
    assert changed.facts.is_pointee_irrelevant(ident("%a"))


def decorate(name: str, decoration: int) -> Prepare:
    def prepare(made: Module) -> None:
        made.add_decoration(Instruction(OpDecorate, 0, 0, [ident(name), decoration]))

    return prepare


def test_relaxed_precision_stays() -> None:
    prepare = decorate("%a", Decoration.RELAXED_PRECISION)
    expect(module(), STEP, "OpDecorate %a RelaxedPrecision", prepare=prepare)


@pytest.mark.parametrize(
    ("reason", "step", "prepare"),
    [
        ("the id is in use", PackVariableIntoVector(ident("%i"), STEP.variables), None),
        ("no variable at all", of("", ""), None),
        ("too few", of("%a"), None),
        ("too many", of("%a", "%b", "%c", "", ""), None),
        ("twice the same", of("%a", "%a"), None),
        ("no variable", of("%a", "%copy"), None),
        ("no such id", PackVariableIntoVector(20, (9999, ident("%a"))), None),
        ("two types", of("%a", "%real"), None),
        ("two functions", of("%a", "%own"), None),
        ("no scalar", of("%two", ""), None),
        ("a global variable", of("%in_int", ""), None),
        ("an argument has to be a variable", of("%a", "%passed"), None),
        ("no such vector type", of("%real", "", "", ""), None),
        ("no pointer type", of("%a", "", "%b"), None),
        ("no constant 3", of("%a", "%b", "", ""), None),
        ("a decoration of variables", STEP, decorate("%a", Decoration.RESTRICT)),
    ],
)
def test_refuses(reason: str, step: PackVariableIntoVector, prepare: Prepare | None) -> None:
    refuse(module(), step, reason, prepare=prepare)


test_sound = soundness(PackVariableIntoVector)
test_proved = proved(PackVariableIntoVector)
