"""Types and constants that a module gets where it has none that are the same."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module


def declare(module: Module, op: int, type_id: int = 0, *ops: int) -> int:
    """Return the id of a type or constant, which becomes part of the module if it is none yet."""
    found = module.find(op, type_id, *ops)
    if found:
        return found
    fresh = module.fresh_id()
    module.append_global(Instruction(op, type_id, fresh, list(ops)))
    return fresh
