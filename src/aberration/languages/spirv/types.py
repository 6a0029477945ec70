"""Questions about types. An id that is no type, or none that fits the question, answers false
or 0.
"""

from __future__ import annotations

from typing import Final

from . import opcodes
from .enums import Decoration
from .grammar import TYPES
from .module import Module
from .preamble import decorations

MOST_PARTS: Final = 4096
"""Parts of an array that are listed: a valid one may have 2^31, and the list would take 16 GiB."""


def op_of(module: Module, type_id: int) -> int:
    """Return the opcode that declares the type; 0 if the id is none."""
    definition = module.definition(type_id)
    return 0 if definition is None or definition.op not in TYPES else definition.op


def is_type(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) != 0


def is_void(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeVoid


def is_bool(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeBool


def is_int(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeInt


def is_float(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeFloat


def is_scalar(module: Module, type_id: int) -> bool:
    """Say whether the type is bool, int or float."""
    return op_of(module, type_id) in (opcodes.OpTypeBool, opcodes.OpTypeInt, opcodes.OpTypeFloat)


def is_numeric_scalar(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) in (opcodes.OpTypeInt, opcodes.OpTypeFloat)


def is_vector(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeVector


def is_matrix(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeMatrix


def is_array(module: Module, type_id: int) -> bool:
    """Say whether the type is an array of a declared length."""
    return op_of(module, type_id) == opcodes.OpTypeArray


def is_struct(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypeStruct


def is_composite(module: Module, type_id: int) -> bool:
    """Say whether the type is a vector, matrix, array of a declared length, or struct."""
    return op_of(module, type_id) in _COMPOSITES


def is_pointer(module: Module, type_id: int) -> bool:
    return op_of(module, type_id) == opcodes.OpTypePointer


_COMPOSITES = frozenset(
    (opcodes.OpTypeVector, opcodes.OpTypeMatrix, opcodes.OpTypeArray, opcodes.OpTypeStruct)
)


def storage_class(module: Module, type_id: int) -> int:
    """Return the storage class of a pointer type; -1 if it is none."""
    pointer = module.definition(type_id)
    if pointer is None or pointer.op != opcodes.OpTypePointer:
        return -1
    return pointer.ops[0]


def pointee(module: Module, type_id: int) -> int:
    """Return the type a pointer type points to; 0 if it is no pointer type."""
    definition = module.definition(type_id)
    if definition is None or definition.op != opcodes.OpTypePointer:
        return 0
    return definition.ops[1]


def pointee_of(module: Module, pointer_id: int) -> int:
    """Return the type of what a value points to; 0 if it is no pointer."""
    return pointee(module, module.type_of(pointer_id))


def width(module: Module, type_id: int) -> int:
    """Return the bits of an int or float type, or of the components of a vector of these; 0 for
    others.
    """
    definition = module.definition(type_id)
    if definition is None:
        return 0
    if definition.op == opcodes.OpTypeInt or definition.op == opcodes.OpTypeFloat:
        return definition.ops[0]
    if definition.op == opcodes.OpTypeVector:
        component = module.definition(definition.ops[0])
        is_number = component is not None and component.op in (
            opcodes.OpTypeInt,
            opcodes.OpTypeFloat,
        )
        return component.ops[0] if component is not None and is_number else 0
    return 0


def is_signed(module: Module, type_id: int) -> bool:
    """Say whether the type is a signed int, or a vector of these."""
    definition = module.definition(type_id)
    if definition is not None and definition.op == opcodes.OpTypeVector:
        definition = module.definition(definition.ops[0])
    return definition is not None and definition.op == opcodes.OpTypeInt and definition.ops[1] == 1


def component_type(module: Module, type_id: int) -> int:
    """Return the type of the parts of a vector, matrix or array (runtime arrays too); 0 for
    others.
    """
    definition = module.definition(type_id)
    if definition is None or definition.op not in _UNIFORM_PARTS:
        return 0
    return definition.ops[0]


_UNIFORM_PARTS = frozenset(
    (opcodes.OpTypeVector, opcodes.OpTypeMatrix, opcodes.OpTypeArray, opcodes.OpTypeRuntimeArray)
)


def component_count(module: Module, type_id: int) -> int:
    """Return the number of parts of a composite type; 0 for others and for arrays of unknown
    length.
    """
    definition = module.definition(type_id)
    if definition is None:
        return 0
    if definition.op == opcodes.OpTypeVector or definition.op == opcodes.OpTypeMatrix:
        return definition.ops[1]
    if definition.op == opcodes.OpTypeStruct:
        return len(definition.ops)
    if definition.op == opcodes.OpTypeArray:
        return constant_int(module, definition.ops[1])
    return 0


def constant_int(module: Module, value_id: int) -> int:
    """Return the unsigned value of an OpConstant of one word; 0 for everything else, spec
    constants included.
    """
    definition = module.definition(value_id)
    if definition is None or definition.op != opcodes.OpConstant or len(definition.ops) != 1:
        return 0
    return definition.ops[0]


def walk(module: Module, type_id: int, index: int) -> int:
    """Return the type of part number `index` of a composite type; 0 if it has none."""
    definition = module.definition(type_id)
    if definition is None or index < 0:
        return 0
    if definition.op == opcodes.OpTypeStruct:
        return definition.ops[index] if index < len(definition.ops) else 0
    if definition.op == opcodes.OpTypeRuntimeArray:
        return definition.ops[0]
    return component_type(module, type_id) if index < component_count(module, type_id) else 0


def walk_id(module: Module, type_id: int, index_id: int) -> int:
    """Return the type that an access chain reaches with one more index; 0 if there is none."""
    if is_struct(module, type_id):
        definition = module.definition(index_id)
        is_index = definition is not None and definition.op == opcodes.OpConstant
        # Members have types of their own: which one is meant has to be known (OpAccessChain).
        return walk(module, type_id, constant_int(module, index_id)) if is_index else 0
    return component_type(module, type_id)


def walk_path(module: Module, type_id: int, path: list[int]) -> int:
    """Return the type at the end of literal indices; 0 if the path leads nowhere."""
    for index in path:
        type_id = walk(module, type_id, index)
    return type_id


def part_types(module: Module, type_id: int) -> list[int]:
    """Return the types of all parts of a composite, in order; empty for others. Of an array, whose
    parts are alike, at most `MOST_PARTS`.
    """
    definition = module.definition(type_id)
    if definition is not None and definition.op == opcodes.OpTypeStruct:
        return list(definition.ops)
    count = min(component_count(module, type_id), MOST_PARTS)
    return [component_type(module, type_id)] * count


def is_block_struct(module: Module, type_id: int) -> bool:
    """Say whether the type is a struct decorated Block or BufferBlock."""
    if not is_struct(module, type_id):
        return False
    blocks = (Decoration.BLOCK, Decoration.BUFFER_BLOCK)
    return any(
        found.ops[1] in blocks for found in decorations(module, type_id) if len(found.ops) > 1
    )


def has_builtin_member(module: Module, type_id: int) -> bool:
    """Say whether the type is a struct one of whose members is a built-in."""
    for user in module.users(type_id):
        if (
            user.op == opcodes.OpMemberDecorate
            and len(user.ops) > 2
            and user.ops[2] == Decoration.BUILT_IN
        ):
            return True
    return False


def can_create_constant(module: Module, type_id: int) -> bool:
    """Say whether constants of the type can be declared (catalogue 6.5): numbers, bools and
    composites of such, no Block structs.
    """
    op = op_of(module, type_id)
    if op in (
        opcodes.OpTypeBool,
        opcodes.OpTypeInt,
        opcodes.OpTypeFloat,
        opcodes.OpTypeVector,
        opcodes.OpTypeMatrix,
    ):
        return True
    if op == opcodes.OpTypeArray:
        return component_count(module, type_id) > 0 and can_create_constant(
            module, component_type(module, type_id)
        )
    # A Block may hold runtime arrays and has a layout; constants of one mean nothing to a compiler.
    if op != opcodes.OpTypeStruct or is_block_struct(module, type_id):
        return False
    return all(can_create_constant(module, part) for part in part_types(module, type_id))


def equal_up_to_sign(module: Module, a: int, b: int) -> bool:
    """Say whether both are the same type, or ints (or int vectors of one length) of the same
    width.
    """
    if a == b:
        return is_type(module, a)
    if is_int(module, a) and is_int(module, b):
        return width(module, a) == width(module, b)
    if not is_vector(module, a) or not is_vector(module, b):
        return False
    if component_count(module, a) != component_count(module, b):
        return False
    a, b = component_type(module, a), component_type(module, b)
    return is_int(module, a) and is_int(module, b) and width(module, a) == width(module, b)


def scalar_of(module: Module, type_id: int) -> int:
    """Return the type of a vector's components, or the type itself."""
    return component_type(module, type_id) if is_vector(module, type_id) else type_id
