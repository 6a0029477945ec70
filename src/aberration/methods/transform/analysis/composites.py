"""Which types may be put together into a composite of our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.grammar import TYPES
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpDecorate,
    OpMemberDecorate,
    OpTypeArray,
    OpTypeBool,
    OpTypeFloat,
    OpTypeInt,
    OpTypeMatrix,
    OpTypeStruct,
    OpTypeVector,
)

PLAIN: Final = frozenset((OpTypeBool, OpTypeInt, OpTypeFloat, OpTypeVector, OpTypeMatrix))
MEMBER_LAYOUT: Final = (Decoration.OFFSET, Decoration.MATRIX_STRIDE)


def is_type(module: Module, type_id: int) -> bool:
    """Say whether the id is defined as a type."""
    definition = module.definition(type_id)
    return definition is not None and definition.op in TYPES


def can_be_member(module: Module, type_id: int) -> bool:
    """Say whether a type may be a member of a new structure or array: data, no interface block, no
    builtins.

    Narrower than the specification: pointers, opaque types and arrays of unknown length are left
    out.
    """
    definition = module.definition(type_id)
    if definition is None:
        return False
    if definition.op in PLAIN:
        return True
    if definition.op == OpTypeArray:
        return can_be_member(module, definition.ops[0])
    if definition.op != OpTypeStruct or is_interface_struct(module, type_id):
        return False
    return all(can_be_member(module, member) for member in definition.ops)


def is_interface_struct(module: Module, type_id: int) -> bool:
    """Say whether a structure is a Block or BufferBlock, or has builtin members."""
    for user in module.users(type_id):
        if user.op == OpDecorate and user.ops[1] in (Decoration.BLOCK, Decoration.BUFFER_BLOCK):
            return True
        if user.op == OpMemberDecorate and user.ops[2] == Decoration.BUILT_IN:
            return True
    return False


def member_types(module: Module, type_id: int) -> list[int]:
    """Return the member types of a composite that may be a member itself; empty for all else.

    An array whose length is no plain constant counts as none.
    """
    definition = module.definition(type_id)
    if definition is None or not can_be_member(module, type_id):
        return []
    if definition.op in (OpTypeVector, OpTypeMatrix):
        return [definition.ops[0]] * definition.ops[1]
    if definition.op == OpTypeStruct:
        return list(definition.ops)
    if definition.op != OpTypeArray:
        return []
    length = module.definition(definition.ops[1])
    if length is None or length.op != OpConstant or len(length.ops) != 1:
        return []
    return [definition.ops[0]] * length.ops[0]


def scalar_count(module: Module, type_id: int) -> int:
    """Return how many scalars a type that may be a member consists of."""
    members = member_types(module, type_id)
    if not members:
        return 1
    counts = {member: scalar_count(module, member) for member in sorted(set(members))}
    return sum(counts[member] for member in members)


def has_layout(module: Module, type_id: int) -> bool:
    """Say whether a type, or one inside, has strides or offsets: memory of our own must have
    none (Vulkan).
    """
    definition = module.definition(type_id)
    if definition is None or definition.op not in (OpTypeArray, OpTypeStruct):
        return False
    for user in module.users(type_id):
        if user.op == OpDecorate and user.ops[1] == Decoration.ARRAY_STRIDE:
            return True
        if user.op == OpMemberDecorate and user.ops[2] in MEMBER_LAYOUT:
            return True
    inner = definition.ops[:1] if definition.op == OpTypeArray else definition.ops
    return any(has_layout(module, member) for member in inner)


def find_struct(module: Module, members: Sequence[int]) -> int:
    """Return the first structure type of exactly these members that carries no decoration; 0 if
    there is none.
    """
    for struct in module.find_all(OpTypeStruct, 0, *members):
        if not module.is_decorated(struct):
            return struct
    return 0
