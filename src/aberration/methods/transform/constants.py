"""Constants by value and relevance: what guards of dead code and placeholders are looked up by."""

from __future__ import annotations

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstantFalse, OpConstantTrue, OpTypeBool


def find_constant(module: Module, irrelevant: bool, op: int, type_id: int, *ops: int) -> int:
    """Return the first constant of this shape and relevance; 0 if there is none."""
    for constant in module.find_all(op, type_id, *ops):
        if module.facts.declared_irrelevant(constant) == irrelevant:
            return constant
    return 0


def find_boolean(module: Module, value: bool, irrelevant: bool = False) -> int:
    """Return the boolean constant of this value and relevance; 0 if there is none."""
    bool_type = module.find(OpTypeBool, 0)
    if not bool_type:
        return 0
    return find_constant(module, irrelevant, OpConstantTrue if value else OpConstantFalse, bool_type)
