"""Variables that may be stored another way: all pointers into them, which do nothing but access
their memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCopyMemory,
    OpDecorate,
    OpEntryPoint,
    OpLoad,
    OpName,
    OpStore,
    OpTypePointer,
    OpVariable,
)
from aberration.methods.transform.analysis.composites import has_layout
from aberration.methods.transform.analysis.memory import DERIVED
from aberration.methods.transform.analysis.memory_operands import PLAIN, mask_positions
from aberration.methods.transform.analysis.parts import can_be_made
from aberration.methods.transform.analysis.signatures import may_be_computed

MOST_USES: Final = 100
"""Variables with more uses are left as they are."""


def local_variable(module: Module, variable_id: int) -> Instruction | None:
    """Return a variable of class Function that holds plain data without layout; None if the id
    is something else.
    """
    variable = module.definition(variable_id)
    if variable is None or variable.op != OpVariable or variable.block is None:
        return None
    return variable if holds_data(module, types.pointee(module, variable.type_id)) else None


def holds_data(module: Module, type_id: int) -> bool:
    """Say whether memory of our own may have the type: plain data that the module may compute
    with, no layout.
    """
    if not types.can_create_constant(module, type_id) or has_layout(module, type_id):
        return False
    return can_be_made(module, type_id)


def pointers_into(module: Module, variable_id: int) -> list[Instruction] | None:
    """Return the access chains and copies that lead into a variable, each after the pointer that it
    is made from.

    None if a pointer has other uses than to load, store or copy memory, so that it has to be what
    it is, if a decoration says more than how precise it is, or if there are too many uses.
    """
    found: list[Instruction] = []
    waiting = [variable_id]
    left = MOST_USES
    while waiting:
        pointer = waiting.pop()
        users = module.users(pointer)
        left -= len(users)
        if left < 0 or not may_be_computed(module, pointer):
            return None
        for user in users:
            if user.op in DERIVED and user.ops[0] == pointer:
                found.append(user)
                waiting.append(user.result_id)
            elif not _is_access(user, pointer) and user.op not in (
                OpName,
                OpDecorate,
                OpEntryPoint,
            ):
                return None
    return found


def _is_access(user: Instruction, pointer: int) -> bool:
    """Say whether an instruction does nothing with a pointer but access memory, as it could
    elsewhere.
    """
    if user.op == OpStore and user.ops[1] == pointer:
        return False
    if user.op not in (OpLoad, OpStore, OpCopyMemory):
        return False
    return all(user.ops[k] | PLAIN == PLAIN for k in mask_positions(user))


def can_change_class(module: Module, pointers: Sequence[Instruction], storage_class: int) -> bool:
    """Say whether for each pointer the type of one into another storage class exists."""
    return all(
        module.find(OpTypePointer, 0, storage_class, type_id)
        for type_id in {types.pointee(module, pointer.type_id) for pointer in pointers}
    )


def change_class(module: Module, pointers: Sequence[Instruction], storage_class: int) -> None:
    """Make pointers into a variable lead into its new storage class; their ids and all else
    stay.
    """
    for pointer in pointers:
        type_id = module.find(
            OpTypePointer, 0, storage_class, types.pointee(module, pointer.type_id)
        )
        module.replace(
            pointer, Instruction(pointer.op, type_id, pointer.result_id, list(pointer.ops))
        )


def constant_initializer(variable: Instruction) -> int:
    """Return the initializer of a variable; 0 if it has none."""
    return variable.ops[1] if len(variable.ops) > 1 else 0
