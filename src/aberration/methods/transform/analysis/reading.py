"""Whether memory of the program may be read by what is added at a place."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import BuiltIn, Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.analysis.memory import (
    is_buffer_block,
    is_builtin,
    is_within,
    pointer_type,
    variable_of,
)
from aberration.methods.transform.analysis.undefined import is_initialised

CLASSES: Final = frozenset(
    (
        *(StorageClass.FUNCTION, StorageClass.PRIVATE, StorageClass.INPUT, StorageClass.OUTPUT),
        *(StorageClass.UNIFORM, StorageClass.PUSH_CONSTANT),
    )
)
"""Memory of one invocation, or that nobody writes: loading it in live code cannot race."""
BUILTINS: Final = frozenset(
    (
        *(BuiltIn.FRAG_COORD, BuiltIn.FRONT_FACING, BuiltIn.POINT_COORD, BuiltIn.NUM_WORKGROUPS),
        *(BuiltIn.WORKGROUP_ID, BuiltIn.LOCAL_INVOCATION_ID, BuiltIn.GLOBAL_INVOCATION_ID),
        *(BuiltIn.LOCAL_INVOCATION_INDEX, BuiltIn.VERTEX_INDEX, BuiltIn.INSTANCE_INDEX),
    )
)
"""Loading others may ask for more, as shading for each sample or volatile access."""
DEAD_CLASSES: Final = CLASSES | {StorageClass.STORAGE_BUFFER, StorageClass.WORKGROUP}


def may_read(module: Module, pointer_id: int, anchor: Instruction) -> bool:
    """Say whether reading through a pointer that is available before an instruction does no harm:
    it leads to plain data; in a live block the memory belongs to the invocation or is never
    written, surely holds a defined value already, and the pointer surely leads into it. Of built-in
    inputs, only those of BUILTINS are read.
    """
    pointer = pointer_type(module, pointer_id)
    if pointer is None or anchor.block is None or pointer.ops[0] not in DEAD_CLASSES:
        return False
    if not types.can_create_constant(module, pointer.ops[1]):
        return False
    if pointer.ops[0] == StorageClass.INPUT and _is_special(module, pointer_id):
        return False
    if anchor.block.dead:
        return True
    variable = variable_of(module, pointer_id)
    if pointer.ops[0] not in CLASSES or variable is None or is_buffer_block(module, variable):
        return False
    return is_initialised(module, variable, anchor) and is_within(module, pointer_id, anchor)


def _is_special(module: Module, pointer_id: int) -> bool:
    variable = variable_of(module, pointer_id)
    if variable is None or not is_builtin(module, pointer_id):
        return variable is None
    found = decorations(module, variable.result_id)
    numbers = [found.ops[2] for found in found if found.ops[1] == Decoration.BUILT_IN]
    return not numbers or not BUILTINS.issuperset(numbers)
