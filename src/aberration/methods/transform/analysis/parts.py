"""Parts of composites: which may be taken and put together, and what is known of them then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpFunction,
    OpTypeArray,
    OpTypeFloat,
    OpTypeInt,
    OpTypeMatrix,
    OpTypeStruct,
    OpTypeVector,
    OpUndef,
)
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.analysis.composites import can_be_member, member_types
from aberration.methods.transform.analysis.synonymy import can_be_synonym

COMPOSITES: Final = (OpTypeVector, OpTypeMatrix, OpTypeArray, OpTypeStruct)
MOST_PARTS: Final = 64
"""Longer composites are not put together."""
SMALL_NUMBERS: Final = (
    (OpTypeInt, (8, 0), Capability.INT8),
    (OpTypeInt, (8, 1), Capability.INT8),
    (OpTypeInt, (16, 0), Capability.INT16),
    (OpTypeInt, (16, 1), Capability.INT16),
    (OpTypeFloat, (16,), Capability.FLOAT16),
)
"""Without the capability, such numbers are only stored, loaded and converted."""


def is_usable(module: Module, value_id: int, anchor: Instruction) -> bool:
    """Say whether an id is a value that may be used right before `anchor`.

    OpUndef is one in dead blocks only: a copy of a part of it would be another value at each use.
    """
    value = module.definition(value_id)
    if value is None or not value.type_id or value.op == OpFunction:
        return False
    if value.op == OpUndef and (anchor.block is None or not anchor.block.dead):
        return False
    return available_before(module, value_id, anchor)


def part_type(module: Module, type_id: int, path: Sequence[int]) -> int:
    """Return the type of a part that may be taken out of a composite; 0 if there is none at the
    end of the path.
    """
    for index in path:
        if not types.is_composite(module, type_id):
            return 0
        type_id = types.walk(module, type_id, index)
    if not types.can_create_constant(module, type_id) or has_storage_only_numbers(module, type_id):
        return 0
    return type_id


def can_be_made(module: Module, type_id: int) -> bool:
    """Say whether values of a type may be results of new instructions: plain data, whose
    numbers the module may compute with.
    """
    return can_be_member(module, type_id) and not has_storage_only_numbers(module, type_id)


def parts_to_make(module: Module, type_id: int) -> list[int]:
    """Return the types of the parts of a composite type whose values may be put together; empty
    for others.
    """
    if not 0 < types.component_count(module, type_id) <= MOST_PARTS or not can_be_made(
        module, type_id
    ):
        return []
    return member_types(module, type_id)


def has_storage_only_numbers(module: Module, type_id: int) -> bool:
    """Say whether a type has numbers inside that the module may only store, load and convert."""
    scalars: list[int] = []
    for op, ops, capability in SMALL_NUMBERS:
        declared = module.find(op, 0, *ops)
        if declared and not has_capability(module, capability):
            scalars.append(declared)
    return bool(scalars) and _contains(module, type_id, scalars)


def _contains(module: Module, type_id: int, scalars: list[int]) -> bool:
    definition = module.definition(type_id)
    if definition is None:
        return False
    if definition.op == OpTypeStruct:
        return any(_contains(module, member, scalars) for member in definition.ops)
    inner = types.component_type(module, type_id)
    return _contains(module, inner, scalars) if inner else type_id in scalars


def record_equal_parts(
    module: Module, source: int, path: Sequence[int], made: int, made_path: Sequence[int] = ()
) -> None:
    """Record that a part of `source` equals a part of `made`, a new value, unless either can be
    no synonym.
    """
    definition = module.definition(source)
    if (
        definition is None
        or not can_be_synonym(module, definition)
        or module.facts.is_irrelevant(module, made)
    ):
        return
    module.facts.add_part_synonym(source, path, made, made_path)
