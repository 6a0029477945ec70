from __future__ import annotations

import pytest
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.passes.add_spec_constant_ops import OPCODES, operands_for
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_spec_constant_op import (
    MASK,
    OPERATIONS,
    AddSpecConstantOp,
)

GLOBALS = """
    %int_3 = OpConstant %int 3
    %int_minus = OpConstant %int -1
    %int_6 = OpConstant %int 6
    %int_4 = OpConstant %int 4
    %short = OpTypeInt 16 1
    %short_1 = OpConstant %short 1
"""


def the_module() -> Module:
    return module_of("", globals_=GLOBALS, valid=False)


def plain() -> Module:
    return module_of("", globals_="".join(GLOBALS.splitlines(keepends=True)[:5]))


def step_of(
    opcode: int, left: str, right: str, type_name: str = "%int", fresh: int = 20
) -> AddSpecConstantOp:
    return AddSpecConstantOp(fresh, ident(type_name), opcode, ident(left), ident(right))


@pytest.mark.parametrize(
    ("opcode", "left", "right", "line", "equal"),
    [
        (o.OpIAdd, "%int_1", "%int_5", "IAdd %int_1 %int_5", "%int_6"),
        (o.OpIAdd, "%int_minus", "%int_1", "IAdd %int_minus %int_1", "%int_0"),
        (o.OpISub, "%int_0", "%int_1", "ISub %int_0 %int_1", "%int_minus"),
        (o.OpIMul, "%int_minus", "%int_minus", "IMul %int_minus %int_minus", "%int_1"),
        (o.OpBitwiseAnd, "%int_3", "%int_5", "BitwiseAnd %int_3 %int_5", "%int_1"),
        (o.OpBitwiseOr, "%int_1", "%int_5", "BitwiseOr %int_1 %int_5", "%int_5"),
        (o.OpBitwiseXor, "%int_5", "%int_1", "BitwiseXor %int_5 %int_1", "%int_4"),
    ],
)
def test_declares_the_operation_as_a_synonym_of_its_value(
    opcode: int, left: str, right: str, line: str, equal: str
) -> None:
    module = expect(plain(), step_of(opcode, left, right), f"%20 = OpSpecConstantOp %int {line}")
    assert module.facts.synonymous(20, ident(equal))


def test_a_value_that_is_not_there_has_no_synonym() -> None:
    module = expect(
        plain(),
        step_of(o.OpIMul, "%int_6", "%int_6"),
        "%20 = OpSpecConstantOp %int IMul %int_6 %int_6",
    )
    assert not module.facts.has_synonyms(20)


def test_an_irrelevant_or_decorated_value_is_no_synonym() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_6"))

    def decorated(module: Module) -> None:
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [ident("%int_6"), Decoration.RELAXED_PRECISION])
        )

    for prepare in (irrelevant, decorated):
        module = expect(plain(), step_of(o.OpIAdd, "%int_1", "%int_5"), prepare=prepare)
        assert not module.facts.has_synonyms(20)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a division may be undefined", step_of(o.OpSDiv, "%int_1", "%int_5")),
        ("another type", step_of(o.OpIAdd, "%int_1", "%uint_3")),
        ("another type", step_of(o.OpIAdd, "%uint_3", "%uint_3")),
        ("no integer", step_of(o.OpIAdd, "%float_1", "%float_1", "%float")),
        ("narrow", step_of(o.OpIAdd, "%short_1", "%short_1", "%short")),
        ("no constant", step_of(o.OpIAdd, "%i", "%int_1")),
        ("nothing", step_of(o.OpIAdd, "%nowhere", "%int_1")),
        ("no type", step_of(o.OpIAdd, "%int_1", "%int_1", "%nowhere")),
        ("the id is in use", step_of(o.OpIAdd, "%int_1", "%int_1", fresh=ident("%int_1"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(the_module(), step, reason)


def test_refuses_operands_that_do_not_matter() -> None:
    def prepare(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_1"))

    refuse(plain(), step_of(o.OpIAdd, "%int_1", "%int_5"), "it may become another", prepare)


@pytest.mark.parametrize("opcode", OPCODES)
def test_the_pass_finds_operands_for_any_value(opcode: int) -> None:
    for value in (0, 1, 12, 0x80000000, MASK):
        for chosen in (0, 1, 6, 0x7FFFFFFF, MASK):
            left, right = operands_for(opcode, value, chosen)
            assert 0 <= left <= MASK
            assert 0 <= right <= MASK
            assert OPERATIONS[opcode](left, right) & MASK == value


test_sound = soundness(AddSpecConstantOp)
