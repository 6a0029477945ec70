"""Constants by value and relevance: what guards of dead code and placeholders are looked up by."""

from __future__ import annotations

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstantFalse, OpConstantTrue, OpTypeBool


def find_constant(module: Module, irrelevant: bool, op: int, type_id: int, *ops: int) -> int:
    """Return the first constant of this shape and relevance; 0 if there is none."""
    first = module.find(op, type_id, *ops)
    if not first or module.facts.declared_irrelevant(first) == irrelevant:
        return first
    wanted = list(ops)
    found = 0
    for instruction in module.by_opcode(op):
        if instruction.type_id != type_id or instruction.block is not None or instruction.ops != wanted:
            continue
        constant = instruction.result_id
        if module.facts.declared_irrelevant(constant) == irrelevant and (not found or constant < found):
            found = constant
    return found


def find_boolean(module: Module, value: bool, irrelevant: bool = False) -> int:
    """Return the boolean constant of this value and relevance; 0 if there is none."""
    bool_type = module.find(OpTypeBool, 0)
    if not bool_type:
        return 0
    return find_constant(module, irrelevant, OpConstantTrue if value else OpConstantFalse, bool_type)
