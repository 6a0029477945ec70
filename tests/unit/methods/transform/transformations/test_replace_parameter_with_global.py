from __future__ import annotations

import pytest
from helpers.transform import Prepare, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.replace_parameter_with_global import (
    ReplaceParameterWithGlobal,
)

GLOBALS = """
    %private_int = OpTypePointer Private %int
    %null_int = OpConstantNull %int
    %null_float = OpConstantNull %float
    %unary = OpTypeFunction %int %int
    %plain = OpTypeFunction %int
    %two = OpTypeFunction %int %int %float
    %pointed = OpTypeFunction %int %local_int
"""
MADE = """
    %made = OpFunction %int None %two
    %x = OpFunctionParameter %int
    %y = OpFunctionParameter %float
    %start = OpLabel
    %own = OpVariable %local_int Function %int_0
    %copy = OpCopyObject %int %x
    OpReturnValue %copy
    OpFunctionEnd
"""
AROUND = """
    %around = OpFunction %int None %plain
    %begin = OpLabel
    %inner = OpFunctionCall %int %made %int_5 %float_0
    OpReturnValue %inner
    OpFunctionEnd
"""
POINTED = """
    %reads = OpFunction %int None %pointed
    %p = OpFunctionParameter %local_int
    %first = OpLabel
    OpReturnValue %int_0
    OpFunctionEnd
"""
BODY = """
    %called = OpFunctionCall %int %made %i %f
    %again = OpFunctionCall %int %made %called %float_1
"""
FLOAT_FIRST = "%of_float = OpTypeFunction %int %float"
STEP = ReplaceParameterWithGlobal(20, ident("%made"), ident("%x"))


def module(
    more: str = FLOAT_FIRST, functions: str = "", version: tuple[int, int] = (1, 3)
) -> Module:
    return module_of(BODY, globals_=GLOBALS + more, functions=MADE + functions, version=version)


def test_stores_before_each_call_and_loads_at_the_start() -> None:
    changed = expect(
        module(),
        STEP,
        "%20 = OpVariable %private_int Private %null_int",
        """
        OpStore %20 %i
        %called = OpFunctionCall %int %made %f
        OpStore %20 %called
        %again = OpFunctionCall %int %made %float_1
        """,
        """
        %made = OpFunction %int None %of_float
        %y = OpFunctionParameter %float
        %start = OpLabel
        %own = OpVariable %local_int Function %int_0
        %x = OpLoad %int %20
        %copy = OpCopyObject %int %x
        """,
    )
    assert not changed.facts.is_pointee_irrelevant(20)


@pytest.mark.parametrize("reason", ["%x is irrelevant", "the function is livesafe"])
def test_what_the_variable_holds_may_be_irrelevant(reason: str) -> None:
    def prepare(made: Module) -> None:
        if "livesafe" in reason:
            made.facts.add_livesafe(ident("%made"))
        else:
            made.facts.add_irrelevant(ident("%x"))

    assert expect(module(), STEP, prepare=prepare).facts.is_pointee_irrelevant(20)


def test_interfaces_list_the_variable() -> None:
    changed = expect(module(version=(1, 5)), STEP)
    assert 20 in entry_points(changed)[0].ops


def test_relaxed_precision_stays_with_the_value() -> None:
    def relax(made: Module) -> None:
        made.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%x"), Decoration.RELAXED_PRECISION])
        )

    expect(module(), STEP, "OpDecorate %x RelaxedPrecision", prepare=relax)


def test_refuses_what_a_livesafe_function_calls() -> None:
    def livesafe(made: Module) -> None:
        made.facts.add_livesafe(ident("%around"))

    def both(made: Module) -> None:
        livesafe(made)
        made.facts.add_livesafe(ident("%made"))

    refuse(
        module(functions=AROUND),
        STEP,
        "its store could come between another one and its call",
        prepare=livesafe,
    )
    expect(module(functions=AROUND), STEP, "OpStore %20 %int_5", prepare=both)


def restrict(made: Module) -> None:
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%x"), Decoration.RESTRICT]))


@pytest.mark.parametrize(
    ("reason", "step", "prepare"),
    [
        (
            "the id is in use",
            ReplaceParameterWithGlobal(ident("%i"), ident("%made"), ident("%x")),
            None,
        ),
        ("no parameter of it", ReplaceParameterWithGlobal(20, ident("%made"), ident("%i")), None),
        ("an entry point", ReplaceParameterWithGlobal(20, ident("%main"), ident("%x")), None),
        ("no function", ReplaceParameterWithGlobal(20, 9999, ident("%x")), None),
        (
            "no private pointer type",
            ReplaceParameterWithGlobal(20, ident("%made"), ident("%y")),
            None,
        ),
        ("a pointer", ReplaceParameterWithGlobal(20, ident("%reads"), ident("%p")), None),
        ("a decoration of parameters", STEP, restrict),
    ],
)
def test_refuses(reason: str, step: ReplaceParameterWithGlobal, prepare: Prepare | None) -> None:
    made = module(functions=POINTED)
    if prepare is not None:
        prepare(made)
    refuse(made, step, reason)


def test_refuses_without_its_types_and_null() -> None:
    refuse(module(""), STEP, "the function type does not exist")
    private = "%private_float = OpTypePointer Private %float"
    of_float = ReplaceParameterWithGlobal(20, ident("%made"), ident("%y"))
    expect(module(private), of_float, "%y = OpLoad %float %20")
    without = module(private)
    without.remove(next(each for each in without.globals if each.result_id == ident("%null_float")))
    refuse(without, of_float, "there is no null of the type")


def test_refuses_a_type_with_a_layout() -> None:
    types = """
        %row = OpTypeArray %int %uint_3
        %private_row = OpTypePointer Private %row
        %null_row = OpConstantNull %row
        %of_row = OpTypeFunction %int %row
    """
    takes = """
        %reader = OpFunction %int None %of_row
        %r = OpFunctionParameter %row
        %first = OpLabel
        OpReturnValue %int_0
        OpFunctionEnd
    """
    step = ReplaceParameterWithGlobal(20, ident("%reader"), ident("%r"))
    expect(module(types, takes), step, "%r = OpLoad %row %20")
    strided = module(types, takes)
    strided.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%row"), Decoration.ARRAY_STRIDE, 16])
    )
    refuse(strided, step, "private memory has no layout")


test_sound = soundness(ReplaceParameterWithGlobal)
