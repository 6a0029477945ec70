from __future__ import annotations

import pytest
from helpers.transform import ident, module_of

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.uniforms import UniformValue
from aberration.methods.transform.analysis.uniform_precision import is_relaxed

GLOBALS = """
    %uint_2 = OpConstant %uint 2
    %inner = OpTypeStruct %float %int
    %array = OpTypeArray %inner %uint_2
    %block = OpTypeStruct %float %array
    %block_pointer = OpTypePointer Uniform %block
    %uniform = OpVariable %block_pointer Uniform
    %other = OpVariable %block_pointer Uniform
"""
RELAXED = Decoration.RELAXED_PRECISION
DEEP, SHALLOW = (1, 1, 0), (0,)


@pytest.mark.parametrize(
    ("op", "operands", "relaxed"),
    [
        (o.OpDecorate, ("%uniform", RELAXED), {DEEP, SHALLOW}),
        (o.OpMemberDecorate, ("%block", 0, RELAXED), {SHALLOW}),
        (o.OpMemberDecorate, ("%block", 1, RELAXED), {DEEP}),
        (o.OpMemberDecorate, ("%inner", 0, RELAXED), {DEEP}),
        (o.OpMemberDecorate, ("%inner", 1, RELAXED), set()),
        (o.OpMemberDecorate, ("%block", 0, Decoration.OFFSET, 0), set()),
        (o.OpDecorate, ("%other", RELAXED), set()),
        (o.OpGroupMemberDecorate, ("%group", "%inner", 1), {DEEP, SHALLOW}),
    ],
)
def test_values_that_may_lose_bits(
    op: int, operands: tuple[int | str, ...], relaxed: set[tuple[int, ...]]
) -> None:
    module = module_of("", globals_=GLOBALS, valid=False)
    known = [UniformValue(ident("%uniform"), path, ident("%float"), 1) for path in (DEEP, SHALLOW)]
    assert not any(is_relaxed(module, value) for value in known)
    ops = [ident(each) if isinstance(each, str) else each for each in operands]
    module.add_decoration(Instruction(op, 0, 0, ops))
    assert {value.path for value in known if is_relaxed(module, value)} == relaxed


@pytest.mark.parametrize(("target", "relaxed"), [("%uniform", True), ("%other", False)])
def test_a_group_decorates_its_targets(target: str, relaxed: bool) -> None:
    module = module_of("", globals_=GLOBALS, valid=False)
    module.add_decoration(Instruction(o.OpDecorate, 0, 0, [ident("%group"), RELAXED]))
    module.add_decoration(Instruction(o.OpDecorationGroup, 0, ident("%group"), []))
    module.add_decoration(Instruction(o.OpGroupDecorate, 0, 0, [ident("%group"), ident(target)]))
    assert (
        is_relaxed(module, UniformValue(ident("%uniform"), SHALLOW, ident("%float"), 1)) is relaxed
    )
