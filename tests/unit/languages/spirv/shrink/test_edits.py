"""Which edits are proposed for which places."""

from __future__ import annotations

from helpers.small_modules import CALLS, DIAMOND, LOOP, small

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.shrink.edits import KINDS, Edit, Gone, Way, one_of

BY_NAME = {kind.name: kind for kind in KINDS}


def proposed(name: str, module: Module) -> list[Edit]:
    return BY_NAME[name].propose(module)


def test_selections_and_loops_have_ways() -> None:
    assert proposed("selections and loops skipped", small(DIAMOND)) == [Way(20, 26)]
    assert proposed("first ways", small(DIAMOND)) == [Way(20, 22)]
    assert proposed("last ways", small(DIAMOND)) == [Way(20, 24)]
    skipped = proposed("selections and loops skipped", small(LOOP))
    assert skipped == [Way(21, 30), Way(23, 27), Way(26, 33)]


def test_values_have_what_stands_for_them() -> None:
    assert proposed("zeros for values", small(DIAMOND))[:2] == [Gone(20, 0), Gone(22, 0)]
    assert proposed("operands for values", small(DIAMOND)) == [
        Gone(20, 0, "operand", 0),
        Gone(22, 0, "operand", 0),
        Gone(24, 0, "operand", 0),
        Gone(26, 1, "operand", 0),
    ]
    assert Gone(26, 0, "one") in proposed("ones for values", small(DIAMOND))


def test_calls_that_give_nothing_are_effects() -> None:
    calls = DIAMOND.replace("OpReturn", "%40 = OpFunctionCall %2 %60\nOpReturn")
    found = proposed("effects", small(calls, functions=CALLS))
    assert Gone(26, 2) in found
    assert len(found) == 4


def test_one_is_a_constant_of_scalars_of_32_bits() -> None:
    module = small(DIAMOND)
    assert one_of(module, 4) == (o.OpConstantTrue, ())
    assert one_of(module, 5) == (o.OpConstant, (1,))
    assert one_of(module, 7) == (o.OpConstant, (0x3F800000,))
    assert one_of(module, 12) is None
