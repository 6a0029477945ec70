from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import Prepare, expect, ident, module_of, refuse, soundness, the

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpNoLine
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.replace_variable_with_private import (
    ReplaceVariableWithPrivate,
)

GLOBALS = """
    %private_int = OpTypePointer Private %int
    %private_pair = OpTypePointer Private %v2int
    %local_pair = OpTypePointer Function %v2int
    %row = OpTypeArray %int %uint_3
    %local_row = OpTypePointer Function %row
    %plain = OpTypeFunction %int
    %pointed = OpTypeFunction %int %local_int
"""
FUNCTIONS = """
    %made = OpFunction %int None %plain
    %start = OpLabel
    %count = OpVariable %local_int Function %int_5
    %other = OpVariable %local_int Function
    %counted = OpLoad %int %count
    %more = OpIAdd %int %counted %int_1
    OpStore %count %more
    OpReturnValue %counted
    OpFunctionEnd
    %around = OpFunction %int None %plain
    %begin = OpLabel
    %inner = OpFunctionCall %int %made
    OpReturnValue %inner
    OpFunctionEnd
    %reads = OpFunction %int None %pointed
    %p = OpFunctionParameter %local_int
    %first = OpLabel
    OpReturnValue %int_0
    OpFunctionEnd
"""
BODY = """
    %pair = OpVariable %local_pair Function
    %passed = OpVariable %local_int Function
    %numbers = OpVariable %local_row Function
    %real = OpVariable %local_float Function
    %relaxed = OpVariable %local_int Function
    %second = OpAccessChain %local_int %pair %int_1
    %again = OpCopyObject %local_int %second
    OpStore %again %i
    OpStore %second %int_1 Volatile
    OpCopyMemory %relaxed %again
    %both = OpLoad %v2int %pair
    %called = OpFunctionCall %int %made
    %given = OpFunctionCall %int %reads %passed
"""
PAIR = ReplaceVariableWithPrivate(ident("%pair"))
COUNT = ReplaceVariableWithPrivate(ident("%count"))


def module(version: tuple[int, int] = (1, 3)) -> Module:
    return module_of(BODY, globals_=GLOBALS, functions=FUNCTIONS, version=version)


def test_pointers_lead_into_the_private_variable() -> None:
    changed = expect(
        module(),
        PAIR,
        "%pair = OpVariable %private_pair Private",
        """
        %second = OpAccessChain %private_int %pair %int_1
        %again = OpCopyObject %private_int %second
        OpStore %again %i
        OpStore %second %int_1 Volatile
        OpCopyMemory %relaxed %again
        %both = OpLoad %v2int %pair
        """,
    )
    assert not changed.facts.is_pointee_irrelevant(ident("%pair"))


def test_an_initializer_is_stored_at_each_call() -> None:
    expect(
        module(),
        COUNT,
        "%count = OpVariable %private_int Private",
        """
        %other = OpVariable %local_int Function
        OpStore %count %int_5
        %counted = OpLoad %int %count
        """,
    )


def test_the_store_comes_after_variables_with_lines_between() -> None:
    def prepare(made: Module) -> None:
        for name in ("%count", "%other", "%counted"):
            made.insert_before(the(made, name), Instruction(OpNoLine, 0, 0, []))

    stored = """
        OpNoLine
        %other = OpVariable %local_int Function
        OpStore %count %int_5
        OpNoLine
        %counted = OpLoad %int %count
    """
    expect(module(), COUNT, stored, prepare=prepare)


def test_interfaces_list_the_variable() -> None:
    changed = expect(module((1, 5)), PAIR)
    assert ident("%pair") in entry_points(changed)[0].ops


def test_irrelevant_memory_stays_irrelevant() -> None:
    def prepare(made: Module) -> None:
        made.facts.add_pointee_irrelevant(ident("%pair"))

    assert expect(module(), PAIR, prepare=prepare).facts.is_pointee_irrelevant(ident("%pair"))


def decorate(name: str, decoration: int) -> Prepare:
    def prepare(made: Module) -> None:
        made.add_decoration(Instruction(OpDecorate, 0, 0, [ident(name), decoration]))

    return prepare


def livesafe(name: str) -> Prepare:
    def prepare(made: Module) -> None:
        made.facts.add_livesafe(ident(name))

    return prepare


def test_relaxed_precision_stays() -> None:
    step = ReplaceVariableWithPrivate(ident("%relaxed"))
    prepare = decorate("%relaxed", Decoration.RELAXED_PRECISION)
    expect(module(), step, "OpDecorate %relaxed RelaxedPrecision", prepare=prepare)


@pytest.mark.parametrize(
    ("reason", "step", "prepare"),
    [
        ("no such id", ReplaceVariableWithPrivate(9999), None),
        ("no variable", ReplaceVariableWithPrivate(ident("%both")), None),
        ("a global variable", ReplaceVariableWithPrivate(ident("%out_color")), None),
        ("it is an argument", ReplaceVariableWithPrivate(ident("%passed")), None),
        ("no pointer type", ReplaceVariableWithPrivate(ident("%real")), None),
        ("no pointer type for an array", ReplaceVariableWithPrivate(ident("%numbers")), None),
        ("a decoration of the variable", PAIR, decorate("%pair", Decoration.RESTRICT)),
        ("a decoration of a pointer", PAIR, decorate("%second", Decoration.NON_WRITABLE)),
        ("a livesafe function", COUNT, livesafe("%made")),
        ("a livesafe function calls it", COUNT, livesafe("%around")),
    ],
)
def test_refuses(reason: str, step: ReplaceVariableWithPrivate, prepare: Prepare | None) -> None:
    refuse(module(), step, reason, prepare=prepare)


def test_refuses_what_may_overlap() -> None:
    looped = FUNCTIONS.replace(
        "%counted = OpLoad", "%deeper = OpFunctionCall %int %around\n%counted = OpLoad"
    )
    recursive = module_of(BODY, globals_=GLOBALS, functions=looped, valid=False)
    refuse(recursive, COUNT, "the function calls itself through another one")


def test_refuses_a_pointer_type_that_is_missing_for_a_part() -> None:
    globals_ = GLOBALS.replace("%private_int = OpTypePointer Private %int", "")
    refuse(
        module_of(BODY, globals_=globals_, functions=FUNCTIONS),
        PAIR,
        "its parts cannot be pointed at",
    )


test_sound = soundness(ReplaceVariableWithPrivate)
test_proved = proved(ReplaceVariableWithPrivate)
