"""Where a record inserts its instructions."""

from __future__ import annotations

from aberration.languages.spirv.availability import insertable
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place


def insertion_at(module: Module, place: Place, op: int) -> Instruction | None:
    """Return the instruction at a place, if one of opcode `op` may be put right before it."""
    found = place.find(module)
    if found is None or found.block is None or not insertable(module, op, found):
        return None
    return found
