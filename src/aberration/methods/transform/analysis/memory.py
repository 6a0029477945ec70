"""What is known about the memory behind a pointer: its variable, whether it was written, who
may write it.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpCompositeConstruct,
    OpCompositeExtract,
    OpCompositeInsert,
    OpConstant,
    OpConstantComposite,
    OpConstantNull,
    OpCopyMemory,
    OpCopyObject,
    OpDecorate,
    OpFunction,
    OpFunctionParameter,
    OpInBoundsAccessChain,
    OpLoad,
    OpMemberDecorate,
    OpPhi,
    OpSelect,
    OpStore,
    OpTypeArray,
    OpTypePointer,
    OpTypeRuntimeArray,
    OpTypeStruct,
    OpULessThanEqual,
    OpUndef,
    OpVariable,
    OpVectorInsertDynamic,
    OpVectorShuffle,
)
from aberration.languages.spirv.place import ATOMICS
from aberration.languages.spirv.preamble import has_decoration
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined

DERIVED: Final = frozenset((OpAccessChain, OpInBoundsAccessChain, OpCopyObject))
"""Instructions whose result points into the same variable as their first operand."""
MOVERS: Final = frozenset(
    (
        OpCompositeConstruct,
        OpCompositeExtract,
        OpCompositeInsert,
        OpConstantComposite,
        OpCopyObject,
        OpPhi,
        OpSelect,
        OpVectorInsertDynamic,
        OpVectorShuffle,
    )
)
"""Instructions that hand on parts of their operands unchanged."""
POINTERS: Final = {**dict.fromkeys((OpLoad, OpStore, *sorted(ATOMICS)), 1), OpCopyMemory: 2}
"""Instructions that access memory, and how many of their first operands are pointers to it."""
# Deeper than front ends nest; beyond, a value counts as undefined, which costs a site and no
# soundness.
DEPTH: Final = 6
WRITABLE: Final = frozenset(
    (
        StorageClass.FUNCTION,
        StorageClass.PRIVATE,
        StorageClass.WORKGROUP,
        StorageClass.OUTPUT,
        StorageClass.STORAGE_BUFFER,
    )
)


def pointer_type(module: Module, pointer_id: int) -> Instruction | None:
    """Return the type of a pointer that may be dereferenced; None for nulls, undefs and what is
    no pointer.
    """
    definition = module.definition(pointer_id)
    if definition is None or definition.op in (OpConstantNull, OpUndef):
        return None
    found = module.definition(definition.type_id)
    return found if found is not None and found.op == OpTypePointer else None


def value_type(module: Module, value_id: int) -> int:
    """Return the type of a value; 0 for what is none: the type of a function is what it returns."""
    definition = module.definition(value_id)
    return 0 if definition is None or definition.op == OpFunction else definition.type_id


def variable_of(module: Module, pointer_id: int) -> Instruction | None:
    """Return the variable or parameter that a pointer points into; None where it is not certain."""
    definition = module.definition(pointer_id)
    while definition is not None and definition.op in DERIVED:
        definition = module.definition(definition.ops[0])
    if definition is None or definition.op not in (OpVariable, OpFunctionParameter):
        return None
    return definition


def may_be_undefined(module: Module, value_id: int, depth: int = DEPTH) -> bool:
    """Say whether a value is, or is put together from, an OpUndef."""
    definition = module.definition(value_id)
    if definition is None or definition.op == OpUndef:
        return True
    # An operation on an undefined value gives some value, a different one each time at worst; parts
    # that are handed on stay undefined.
    if definition.op not in MOVERS:
        return False
    if depth == 0:
        return True
    if definition.op == OpVectorShuffle and 0xFFFFFFFF in definition.ops[2:]:
        return True
    values = definition.ops[::2] if definition.op == OpPhi else module.operand_ids(definition)
    return any(may_be_undefined(module, used, depth - 1) for used in values)


def is_builtin(module: Module, pointer_id: int) -> bool:
    """Say whether a pointer leads, or may lead, to a built-in variable or a member of one."""
    variable = variable_of(module, pointer_id)
    if variable is None or has_decoration(module, variable.result_id, Decoration.BUILT_IN):
        return True
    pointee = types.pointee(module, variable.type_id)
    while types.is_array(module, pointee):
        pointee = types.component_type(module, pointee)
    return types.has_builtin_member(module, pointee)


def is_buffer_block(module: Module, variable: Instruction) -> bool:
    """Say whether a variable of class Uniform is a storage buffer of old, which others may
    write.
    """
    pointee = types.pointee(module, variable.type_id)
    while types.component_type(module, pointee):
        pointee = types.component_type(module, pointee)
    return has_decoration(module, pointee, Decoration.BUFFER_BLOCK)


def is_within(module: Module, pointer_id: int, before: Instruction) -> bool:
    """Say whether a pointer surely leads into its variable: its indexes are constants within the
    bounds, or memory was accessed through it already.
    """
    definition = module.definition(pointer_id)
    if definition is None or definition.op not in DERIVED:
        return True
    # The program has defined behaviour: had the pointer led outside, it would have had none before.
    if any(_accesses_before(module, user, pointer_id, before) for user in module.users(pointer_id)):
        return True
    if definition.op != OpCopyObject and not indexes_within(module, definition):
        return False
    return is_within(module, definition.ops[0], before)


def _accesses_before(
    module: Module, user: Instruction, pointer_id: int, before: Instruction
) -> bool:
    if (
        user.op not in (OpLoad, OpStore)
        or user.ops[0] != pointer_id
        or user.block is None
        or before.block is None
    ):
        return False
    if user.block is before.block:
        return module.position(user) < module.position(before)
    return module.dominates(user.block, before.block)


def indexes_within(module: Module, chain: Instruction) -> bool:
    """Say whether all indexes of an access chain are constants within the bounds, or clamped to
    such.
    """
    current = types.pointee_of(module, chain.ops[0])
    for index in chain.ops[1:]:
        largest = _largest(module, index)
        if largest < 0 or types.op_of(module, current) == OpTypeRuntimeArray:
            return False
        current = types.walk(module, current, largest)
        if not current:
            return False
    return True


def _largest(module: Module, index_id: int) -> int:
    """Return the largest value that an index can have, a constant's own or `index <= last ? index :
    last`; -1 if it is not known.
    """
    definition = module.definition(index_id)
    if definition is None:
        return -1
    if definition.op == OpConstant and len(definition.ops) == 1:
        return definition.ops[0]
    if definition.op != OpSelect or may_depend_on_undefined(module, definition.ops[1]):
        return -1
    compare, last = module.definition(definition.ops[0]), module.definition(definition.ops[2])
    # The very form that `livesafe.py` writes.
    if compare is None or compare.op != OpULessThanEqual or compare.ops != definition.ops[1:]:
        return -1
    return last.ops[0] if last is not None and last.op == OpConstant and len(last.ops) == 1 else -1


def is_accessed_at_once(module: Module, pointer: Instruction) -> bool:
    """Say whether the block that defines a pointer accesses memory through it, so that it is
    never formed in vain.
    """
    return any(
        user.block is pointer.block and pointer.result_id in user.ops[: POINTERS.get(user.op, 0)]
        for user in module.users(pointer.result_id)
    )


def is_writable(module: Module, pointer_id: int) -> bool:
    """Say whether a store through the pointer is legal at all: no read-only storage, nothing
    NonWritable.
    """
    found = pointer_type(module, pointer_id)
    if found is None or found.ops[0] not in WRITABLE:
        return False
    variable = variable_of(module, pointer_id)
    if variable is None or has_decoration(module, variable.result_id, Decoration.NON_WRITABLE):
        return False
    return found.ops[0] != StorageClass.STORAGE_BUFFER or not _has_read_only_member(
        module, types.pointee(module, variable.type_id)
    )


def has_layout(module: Module, type_id: int) -> bool:
    """Say whether a type, or a part of it, has an explicit layout: only memory shared with the
    host may have one.
    """
    definition = module.definition(type_id)
    if definition is None:
        return False
    for user in module.users(type_id):
        if user.op == OpMemberDecorate and user.ops[2] == Decoration.OFFSET:
            return True
        if user.op == OpDecorate and user.ops[1] == Decoration.ARRAY_STRIDE:
            return True
    if definition.op == OpTypeStruct:
        return any(has_layout(module, member) for member in definition.ops)
    return definition.op == OpTypeArray and has_layout(module, definition.ops[0])


def _has_read_only_member(module: Module, type_id: int) -> bool:
    definition = module.definition(type_id)
    if definition is None:
        return False
    if definition.op in (OpTypeArray, OpTypeRuntimeArray):
        return _has_read_only_member(module, definition.ops[0])
    if definition.op != OpTypeStruct:
        return False
    for user in module.users(type_id):
        if user.op == OpMemberDecorate and user.ops[2] == Decoration.NON_WRITABLE:
            return True
        if user.op == OpDecorate and user.ops[1] == Decoration.NON_WRITABLE:
            return True
    return any(_has_read_only_member(module, member) for member in definition.ops)
