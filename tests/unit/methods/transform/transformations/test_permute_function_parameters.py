from __future__ import annotations

import pytest
from helpers.functions import recipient
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.permute_function_parameters import (
    PermuteFunctionParameters,
)

TYPES = """
    %three = OpTypeFunction %float %int %float %bool
    %turned = OpTypeFunction %float %bool %int %float
    %pair = OpTypeFunction %int %int %int
"""
MADE = """
    %made = OpFunction %float None %three
    %x = OpFunctionParameter %int
    %y = OpFunctionParameter %float
    %z = OpFunctionParameter %bool
    %start = OpLabel
    OpReturnValue %y
    OpFunctionEnd
"""
CALL = """
    %called = OpFunctionCall %float %made %i %f %condition
    %again = OpFunctionCall %float %made %int_5 %called %true
"""


def module() -> Module:
    return module_of(CALL, globals_=TYPES, functions=MADE)


def test_parameters_arguments_and_type_follow() -> None:
    expect(
        module(),
        PermuteFunctionParameters(ident("%made"), (2, 0, 1)),
        """
        %made = OpFunction %float None %turned
        %z = OpFunctionParameter %bool
        %x = OpFunctionParameter %int
        %y = OpFunctionParameter %float
        """,
        "%called = OpFunctionCall %float %made %condition %i %f",
        "%again = OpFunctionCall %float %made %true %int_5 %called",
    )


def test_parameters_of_one_type_need_no_other_function_type() -> None:
    made = """
        %made = OpFunction %int None %pair
        %x = OpFunctionParameter %int
        %y = OpFunctionParameter %int
        %start = OpLabel
        %difference = OpISub %int %x %y
        OpReturnValue %difference
        OpFunctionEnd
    """
    before = module_of(
        "%called = OpFunctionCall %int %made %i %int_5", globals_=TYPES, functions=made
    )
    expected = (
        "%made = OpFunction %int None %pair\n%y = OpFunctionParameter %int\n"
        "%x = OpFunctionParameter %int"
    )
    step = PermuteFunctionParameters(ident("%made"), (1, 0))
    expect(before, step, expected, "%called = OpFunctionCall %int %made %int_5 %i")


@pytest.mark.parametrize(
    ("reason", "function", "order"),
    [
        ("the identity", "%made", (0, 1, 2)),
        ("no permutation", "%made", (0, 0, 2)),
        ("too short", "%made", (1, 0)),
        ("too long", "%made", (2, 0, 1, 3)),
        ("the function type does not exist", "%made", (1, 0, 2)),
        ("an entry point", "%main", ()),
        ("no function", "%i", (2, 0, 1)),
    ],
)
def test_refuses(reason: str, function: str, order: tuple[int, ...]) -> None:
    refuse(module(), PermuteFunctionParameters(ident(function), order), reason)


def test_refuses_a_function_without_parameters() -> None:
    refuse(recipient(), PermuteFunctionParameters(ident("%main"), ()), "nothing to permute")


test_sound = soundness(PermuteFunctionParameters)
