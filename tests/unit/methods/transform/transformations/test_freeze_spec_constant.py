from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.core.constants import Constant
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate
from aberration.methods.transform.known_constants import learn_constants
from aberration.methods.transform.transformations.freeze_spec_constant import FreezeSpecConstant

GLOBALS = """
    %own = OpSpecConstant %int 4
    %flag = OpSpecConstantTrue %bool
    %length = OpSpecConstant %uint 8
    %unnumbered = OpSpecConstant %int 4
    %row = OpTypeArray %int %length
    %twice = OpSpecConstantOp %int IAdd %own %own
"""


def the_module(*given: Constant, more: str = "") -> Module:
    module = module_of("", globals_=GLOBALS + more, valid=False)
    for number, name in enumerate(("%own", "%flag", "%length")):
        decorate(module, ident(name), Decoration.SPEC_ID, number)
    learn_constants(module, given)
    return module


def frozen(name: str) -> FreezeSpecConstant:
    return FreezeSpecConstant(ident(name))


def test_a_default_stays_where_nothing_is_given() -> None:
    expect(the_module(), frozen("%own"), "%own = OpConstant %int 4")
    expect(the_module(), frozen("%flag"), "%flag = OpConstantTrue %bool")


def test_a_given_value_becomes_the_constant() -> None:
    given = Constant("0", "int", 9), Constant("1", "bool", 0)
    expect(the_module(*given), frozen("%own"), "%own = OpConstant %int 9")
    module = expect(the_module(*given), frozen("%flag"), "%flag = OpConstantFalse %bool")
    assert not module.is_decorated(ident("%flag"))


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        ("a type has it as its length", "%length"),
        ("it has no number", "%unnumbered"),
        ("it is computed", "%twice"),
        ("a plain constant", "%int_5"),
        ("nothing", "%nowhere"),
    ],
)
def test_refuses(reason: str, name: str) -> None:
    refuse(the_module(), frozen(name), reason)


def test_refuses_wide_numbers() -> None:
    module = the_module(more="%long = OpTypeInt 64 0\n%wide = OpSpecConstant %long 4\n")
    decorate(module, ident("%wide"), Decoration.SPEC_ID, 5)
    refuse(module, frozen("%wide"), "64 bits")


def test_refuses_one_with_two_numbers() -> None:
    def again(module: Module) -> None:
        decorate(module, ident("%own"), Decoration.SPEC_ID, 9)

    refuse(the_module(), frozen("%own"), "which of them counts is open", again)


test_sound = soundness(FreezeSpecConstant)
