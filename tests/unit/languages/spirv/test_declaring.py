"""A type or constant is declared once, and variables with what belongs to them."""

from __future__ import annotations

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.declaring import declare, declare_global, declare_input
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.layout import mark
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


def test_variables_are_declared_with_initializer_and_built_in() -> None:
    module = Module.parse(assemble(TEXT))
    number = module.find(o.OpTypeFloat, 0, 32)
    zero = declare(module, o.OpConstant, number, 0)
    private = declare(module, o.OpTypePointer, 0, StorageClass.PRIVATE, number)
    plain, begun, given = (module.fresh_id() for _ in range(3))
    declare_global(module, plain, private, StorageClass.PRIVATE)
    declare_global(module, begun, private, StorageClass.PRIVATE, zero)
    pointer = declare(module, o.OpTypePointer, 0, StorageClass.INPUT, number)
    declare_input(module, given, pointer, BuiltIn.POINT_COORD)
    made = [each for each in module.globals if each.op == o.OpVariable]
    assert [(each.result_id, each.ops) for each in made] == [
        (plain, [StorageClass.PRIVATE]),
        (begun, [StorageClass.PRIVATE, zero]),
        (given, [StorageClass.INPUT]),
    ]
    assert mark(module, given, Decoration.BUILT_IN) == BuiltIn.POINT_COORD
