"""A type or constant is declared once."""

from __future__ import annotations

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.module import Module

TEXT = """
OpCapability Shader
OpMemoryModel Logical GLSL450
%float = OpTypeFloat 32
"""


def test_what_is_there_is_taken_and_what_is_missing_is_made_once() -> None:
    module = Module.parse(assemble(TEXT))
    known = module.find(o.OpTypeFloat, 0, 32)
    assert declare(module, o.OpTypeFloat, 0, 32) == known
    integer = declare(module, o.OpTypeInt, 0, 32, 0)
    seven = declare(module, o.OpConstant, integer, 7)
    assert declare(module, o.OpConstant, integer, 7) == seven
    assert [each.result_id for each in module.globals] == [known, integer, seven]
