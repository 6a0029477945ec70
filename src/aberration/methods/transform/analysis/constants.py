"""Constants by value and relevance: what guards of dead code and placeholders are looked up by."""

from __future__ import annotations

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.grammar import CONSTANTS
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantTrue,
    OpTypeBool,
    OpTypeFloat,
    OpTypeInt,
)
from aberration.methods.transform.analysis.composites import member_types


def find_constant(module: Module, irrelevant: bool, op: int, type_id: int, *ops: int) -> int:
    """Return the first constant of this shape and relevance; 0 if there is none."""
    known = module.find_all(op, type_id, *ops)
    declared_irrelevant = module.facts.is_declared_irrelevant
    if not known or declared_irrelevant(known[0]) == irrelevant:
        return known[0] if known else 0
    return min(
        [constant for constant in known if declared_irrelevant(constant) == irrelevant], default=0
    )


def find_zero(module: Module, irrelevant: bool, type_id: int) -> int:
    """Return the zero of a type, if it is declared with this relevance, else 0. The parts of a
    composite matter.
    """
    definition = module.definition(type_id)
    if definition is None:
        return 0
    if definition.op == OpTypeBool:
        return find_constant(module, irrelevant, OpConstantFalse, type_id)
    if definition.op in (OpTypeInt, OpTypeFloat):
        return find_constant(
            module, irrelevant, OpConstant, type_id, *[0] * ((definition.ops[0] + 31) // 32)
        )
    members = member_types(module, type_id)
    zeros = {member: find_zero(module, False, member) for member in dict.fromkeys(members)}
    if not members or not all(zeros.values()):
        return 0
    return find_constant(
        module, irrelevant, OpConstantComposite, type_id, *[zeros[member] for member in members]
    )


def find_boolean(module: Module, value: bool, irrelevant: bool = False) -> int:
    """Return the boolean constant of this value and relevance; 0 if there is none."""
    bool_type = module.find(OpTypeBool, 0)
    if not bool_type:
        return 0
    return find_constant(
        module, irrelevant, OpConstantTrue if value else OpConstantFalse, bool_type
    )


def constant_words(module: Module, value_id: int) -> list[int]:
    """Return the values of a constant of one-word scalars or of a vector of them; empty for all
    else.
    """
    found = module.definition(value_id)
    if found is None:
        return []
    if found.op == o.OpConstant and len(found.ops) == 1:
        return [found.ops[0]]
    if found.op != o.OpConstantComposite:
        return []
    parts = [constant_words(module, part) for part in found.ops]
    return [part[0] for part in parts] if all(len(part) == 1 for part in parts) else []


def indices(module: Module, path: tuple[int, ...]) -> list[int]:
    """Return the constants of a path, 0 for one that does not exist."""
    signed = module.find(OpTypeInt, 0, 32, 1)
    return [
        find_constant(module, False, OpConstant, signed, index) if signed else 0 for index in path
    ]


def is_initializer(module: Module, value_id: int, type_id: int) -> bool:
    """Say whether the id is a constant of the type; an OpUndef is none."""
    definition = module.definition(value_id)
    return (
        definition is not None and definition.op in CONSTANTS and definition.type_id == type_id != 0
    )
