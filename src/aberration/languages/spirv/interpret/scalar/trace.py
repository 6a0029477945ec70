"""The assembly text of single instructions, as traps show it."""

from __future__ import annotations

from aberration.core.errors import AberrationError
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.disassembler import disassemble
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

_LINES = ("OpLine", "OpNoLine")


def assembly_of(module: Module, found: Instruction) -> str:
    """Return the line of an instruction in the module's assembly text."""
    try:
        lines = [line for line in disassemble(module).splitlines() if not line.startswith(_LINES)]
    except AberrationError:
        return repr(found)
    if found.result_id:
        start = f"%{found.result_id} = "
        return next((line for line in lines if line.startswith(start)), repr(found))
    block = found.block
    if block is None:
        return repr(found)
    others = [
        other for other in block.instructions if other.op not in (opcodes.OpLine, opcodes.OpNoLine)
    ]
    return lines[lines.index(f"%{block.id} = OpLabel") + 1 + others.index(found)]
