from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.swap_function_variables import (
    SwapFunctionVariables,
)

BODY = """
    %a = OpVariable %local_int Function %int_0
    %b = OpVariable %local_float Function
    %c = OpVariable %local_int Function %int_5
    %sum = OpIAdd %int %i %i
    OpStore %c %sum
"""
GLOBALS = """
    %private_int = OpTypePointer Private %int
    %global = OpVariable %private_int Private
    %other_global = OpVariable %private_int Private
"""
FUNCTIONS = """
    %other = OpFunction %void None %main_type
    %other_entry = OpLabel
    %elsewhere = OpVariable %local_int Function
    OpReturn
    OpFunctionEnd
"""


def swap(first: str, second: str) -> SwapFunctionVariables:
    return SwapFunctionVariables(ident(first), ident(second))


def module() -> Module:
    return module_of(BODY, globals_=GLOBALS, functions=FUNCTIONS)


@pytest.mark.parametrize("step", [swap("%a", "%c"), swap("%c", "%a")])
def test_swaps_two_variables(step: SwapFunctionVariables) -> None:
    expect(
        module(),
        step,
        """
        %c = OpVariable %local_int Function %int_5
        %b = OpVariable %local_float Function
        %a = OpVariable %local_int Function %int_0
        %f = OpLoad %float %in_float
        """,
    )


def test_swaps_neighbours() -> None:
    expect(
        module(),
        swap("%b", "%c"),
        "%c = OpVariable %local_int Function %int_5\n%b = OpVariable %local_float Function",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the same variable", swap("%a", "%a")),
        ("variables of two functions", swap("%a", "%elsewhere")),
        ("globals", swap("%global", "%other_global")),
        ("a global and a local one", swap("%a", "%global")),
        ("no variable", swap("%a", "%sum")),
        ("no variable at first", swap("%sum", "%a")),
        ("no id", swap("%a", "%nowhere")),
        ("out of range", SwapFunctionVariables(1 << 31, ident("%a"))),
    ],
)
def test_refuses(reason: str, step: SwapFunctionVariables) -> None:
    refuse(module(), step, reason)


test_sound = soundness(SwapFunctionVariables)
