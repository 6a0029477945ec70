"""Modules with inputs that differ between invocations."""

from __future__ import annotations

from typing import Final

from helpers.transform import flaw_of, ident, module_of

from aberration.languages.spirv.enums import BuiltIn, Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import entry_points

GLOBALS: Final = """
    %coordinate_type = OpTypePointer Input %v4float
    %coordinate = OpVariable %coordinate_type Input
    %front_type = OpTypePointer Input %bool
    %front = OpVariable %front_type Input
    %int_4 = OpConstant %int 4
    %uint_4 = OpConstant %uint 4
"""
OF_COMPUTE: Final = """
    %v3uint = OpTypeVector %uint 3
    %global_type = OpTypePointer Input %v3uint
    %global_id = OpVariable %global_type Input
    %index_type = OpTypePointer Input %uint
    %local_index = OpVariable %index_type Input
"""


def with_coordinates(
    body: str, *, compute: bool = True, globals_: str = "", functions: str = ""
) -> Module:
    """Return a fragment shader with FragCoord and FrontFacing, and, though no stage has all of
    them, the ids of a compute shader.
    """
    known = {"coordinate": BuiltIn.FRAG_COORD, "front": BuiltIn.FRONT_FACING}
    if compute:
        known |= {
            "global_id": BuiltIn.GLOBAL_INVOCATION_ID,
            "local_index": BuiltIn.LOCAL_INVOCATION_INDEX,
        }
    module = module_of(
        body,
        globals_=GLOBALS + (OF_COMPUTE if compute else "") + globals_,
        functions=functions,
        valid=False,
    )
    for name, number in known.items():
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident(name), Decoration.BUILT_IN, number])
        )
    entry = entry_points(module)[0]
    module.set_operands(entry, [*entry.ops, *map(ident, known)])
    assert compute or flaw_of(module.to_bytes()) is None
    return module
