from __future__ import annotations

from helpers.functions import function, recipient
from helpers.transform import expect, ident, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformations.swap_two_functions import SwapTwoFunctions

MADE = """
    %made = OpFunction %int None %unary
    %x = OpFunctionParameter %int
    %start = OpLabel
    OpReturnValue %x
    OpFunctionEnd
"""
OTHER = """
    %other = OpFunction %int None %plain
    %begin = OpLabel
    OpReturnValue %int_5
    OpFunctionEnd
"""
CALL = "%called = OpFunctionCall %int %made %i"


def order(module: Module) -> list[int]:
    return [each.id for each in module.functions]


def test_swaps_neighbours_and_others() -> None:
    module = recipient(MADE + OTHER, CALL)
    expect(module, SwapTwoFunctions(ident("%main"), ident("%other")))
    assert order(module) == [ident("%other"), ident("%made"), ident("%main")]
    expect(module, SwapTwoFunctions(ident("%made"), ident("%other")))
    assert order(module) == [ident("%made"), ident("%other"), ident("%main")]


def test_refuses() -> None:
    module = recipient(MADE, CALL)
    refuse(module, SwapTwoFunctions(ident("%made"), ident("%made")), "one function")
    refuse(module, SwapTwoFunctions(ident("%made"), 9999), "no such function")
    refuse(module, SwapTwoFunctions(ident("%i"), ident("%made")), "a value")


def test_refuses_a_declaration_after_a_body() -> None:
    module = recipient(MADE, CALL)
    module.functions[0].blocks, blocks = [], module.functions[0].blocks
    applicable = SwapTwoFunctions(ident("%made"), ident("%main")).is_applicable(module)
    module.functions[0].blocks = blocks
    assert not applicable
    assert function(module, "%made").blocks


test_sound = soundness(SwapTwoFunctions)
