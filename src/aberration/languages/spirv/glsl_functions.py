"""The extended instructions of GLSL.std.450."""

from __future__ import annotations

from typing import Final

from . import opcodes
from .index import ModuleIndex
from .instruction import Instruction

GLSL_NAME: Final = [
    *[int.from_bytes(b"GLSL.std.450\0\0\0\0"[i : i + 4], "little") for i in range(0, 16, 4)]
]
"""The operands of its OpExtInstImport."""


def glsl_number(module: ModuleIndex, instruction: Instruction) -> int:
    """Return the number in GLSL.std.450 of an instruction; 0 if it is none of that set."""
    if instruction.op != opcodes.OpExtInst:
        return 0
    imported = module.definition(instruction.ops[0])
    is_glsl = (
        imported is not None
        and imported.op == opcodes.OpExtInstImport
        and imported.ops == GLSL_NAME
    )
    return instruction.ops[1] if is_glsl else 0


def import_of_functions(module: ModuleIndex) -> int:
    """Return the id of GLSL.std.450, imported if need be."""
    for instruction in module.preamble:
        if instruction.op == opcodes.OpExtInstImport and instruction.ops == GLSL_NAME:
            return instruction.result_id
    fresh = module.fresh_id()
    module.add_import(Instruction(opcodes.OpExtInstImport, 0, fresh, list(GLSL_NAME)))
    return fresh
