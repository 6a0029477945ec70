from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.invert_comparison_operator import (
    INVERSE,
    InvertComparisonOperator,
)

BODY = """
    %same = OpIEqual %bool %i %int_5
    %below = OpULessThan %bool %i %int_5
    %smaller = OpFOrdLessThan %bool %f %float_1
    %pair = OpCompositeConstruct %v2float %f %f
    %others = OpFUnordEqual %v2bool %pair %pair
    %sum = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %same %merge %then
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
"""
GLOBALS = "%v2bool = OpTypeVector %bool 2\n"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("%same", "%20 = OpINotEqual %bool %i %int_5\n%same = OpLogicalNot %bool %20"),
        ("%below", "%20 = OpUGreaterThanEqual %bool %i %int_5\n%below = OpLogicalNot %bool %20"),
        (
            "%smaller",
            "%20 = OpFUnordGreaterThanEqual %bool %f %float_1\n%smaller = OpLogicalNot %bool %20",
        ),
        (
            "%condition",
            "%20 = OpSGreaterThanEqual %bool %i %int_5\n%condition = OpLogicalNot %bool %20",
        ),
    ],
)
def test_negates_the_opposite(name: str, lines: str) -> None:
    expect(module_of(BODY, globals_=GLOBALS), InvertComparisonOperator(ident(name), 20), lines)


def test_vectors_of_booleans_too() -> None:
    module = module_of(BODY, globals_=GLOBALS)
    expected = "%20 = OpFOrdNotEqual %v2bool %pair %pair\n%others = OpLogicalNot %v2bool %20"
    expect(module, InvertComparisonOperator(ident("%others"), 20), expected)


RELATIONS: list[tuple[str, Callable[[float, float], bool]]] = [
    ("NotEqual", operator.ne),
    ("LessThanEqual", operator.le),
    ("GreaterThanEqual", operator.ge),
    ("LessThan", operator.lt),
    ("GreaterThan", operator.gt),
    ("Equal", operator.eq),
]


def holds(opcode: int, a: float, b: float) -> bool:
    """Say what a comparison gives, by the words of its name."""
    name = str(NAME[opcode])
    if a != a or b != b:
        return "Unord" in name
    relation = next(relation for end, relation in RELATIONS if name.endswith(end))
    return relation(a, b)


@pytest.mark.parametrize("opcode", sorted(INVERSE), ids=lambda opcode: str(NAME[opcode]))
def test_the_opposite_is_true_exactly_where_it_is_not(opcode: int) -> None:
    numbers = (-1.0, 0.0, 1.0, *([float("nan")] if "OpF" in str(NAME[opcode]) else []))
    for a in numbers:
        for b in numbers:
            assert holds(opcode, a, b) != holds(INVERSE[opcode], a, b)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no comparison", InvertComparisonOperator(ident("%sum"), 20)),
        ("nothing", InvertComparisonOperator(9999, 20)),
        ("the id is in use", InvertComparisonOperator(ident("%same"), ident("%sum"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(module_of(BODY, globals_=GLOBALS), step, reason)


def test_refuses_what_is_decorated() -> None:
    def prepare(module: Module) -> None:
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident("%condition"), Decoration.RELAXED_PRECISION])
        )

    refuse(
        "",
        InvertComparisonOperator(ident("%condition"), 20),
        "the decoration is for the comparison",
        prepare,
    )


test_sound = soundness(InvertComparisonOperator)
