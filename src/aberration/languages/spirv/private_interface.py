"""Inputs and outputs of a module that become private variables, for something else stands in their
place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.errors import BadInput
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare, declare_global
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.layout import mark, member_marks
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations, entry_points

_INTERFACE: Final = frozenset(
    (
        Decoration.LOCATION,
        Decoration.COMPONENT,
        Decoration.INDEX,
        Decoration.FLAT,
        Decoration.NO_PERSPECTIVE,
        Decoration.CENTROID,
        Decoration.SAMPLE,
        Decoration.BLOCK,
    )
)
"""Decorations that only what passes between stages has."""
_POINTERS: Final = frozenset((o.OpAccessChain, o.OpInBoundsAccessChain, o.OpCopyObject))
_OUTSIDE: Final = frozenset((o.OpName, o.OpEntryPoint, o.OpDecorate, o.OpDecorateString))


def stage_variables(module: Module, storage: int) -> list[Instruction]:
    """Return the inputs or outputs that pass between stages: those that are no built-ins."""
    return [
        variable
        for variable in module.globals
        if variable.op == o.OpVariable
        and variable.ops[0] == storage
        and not _is_built_in(module, variable)
    ]


def _is_built_in(module: Module, variable: Instruction) -> bool:
    if mark(module, variable.result_id, Decoration.BUILT_IN) >= 0:
        return True
    type_id = types.pointee(module, variable.type_id)
    while types.is_array(module, type_id):
        type_id = types.component_type(module, type_id)
    if not types.is_struct(module, type_id):
        return False
    return any(
        Decoration.BUILT_IN in member_marks(module, type_id, k)
        for k in range(len(types.part_types(module, type_id)))
    )


def make_private(module: Module, variable: Instruction, initial: int = 0) -> None:
    """Let an input or output and all that leads into it be private, without what only those have;
    `initial` is the constant that it begins with, if any.

    Raise `BadInput` for one that is more than loaded, stored or copied, as a parameter is.
    """
    pointers = _pointers(module, variable)
    for entry in entry_points(module):
        if variable.result_id in entry.ops[2:]:
            _leave_interface(module, entry, variable.result_id)
    _remove_marks(module, variable.result_id, types.pointee(module, variable.type_id))
    _change(module, variable, pointers, initial)


def private_pointer(module: Module, pointee: int) -> int:
    """Return the type of a pointer to a private variable of this type."""
    return declare(module, o.OpTypePointer, 0, StorageClass.PRIVATE, pointee)


def _pointers(module: Module, variable: Instruction) -> list[Instruction]:
    found: list[Instruction] = []
    waiting = [variable.result_id]
    while waiting:
        pointer = waiting.pop()
        for user in module.users(pointer):
            if user.op in _POINTERS and user.ops[0] == pointer:
                found.append(user)
                waiting.append(user.result_id)
            elif user.op not in _OUTSIDE and not _is_access(user, pointer):
                raise BadInput(
                    f"expected an input or output that is loaded and stored, but {user} uses it "
                    f"otherwise"
                )
    return found


def _is_access(user: Instruction, pointer: int) -> bool:
    if user.op == o.OpStore:
        return user.ops[1] != pointer
    return user.op in (o.OpLoad, o.OpCopyMemory)


def _change(
    module: Module, variable: Instruction, pointers: Sequence[Instruction], initial: int
) -> None:
    for found in pointers:
        type_id = private_pointer(module, types.pointee(module, found.type_id))
        module.replace(found, Instruction(found.op, type_id, found.result_id, list(found.ops)))
    type_id = private_pointer(module, types.pointee(module, variable.type_id))
    module.remove(variable)
    declare_global(module, variable.result_id, type_id, StorageClass.PRIVATE, initial)


def _leave_interface(module: Module, entry: Instruction, variable_id: int) -> None:
    """Take a variable out of an entry point's interface, which ends the operands."""
    name_words = 2 + next(k for k, word in enumerate(entry.ops[2:], 1) if word >> 24 == 0)
    kept = [each for each in entry.ops[name_words:] if each != variable_id]
    module.set_operands(entry, [*entry.ops[:name_words], *kept])


def _remove_marks(module: Module, variable_id: int, type_id: int) -> None:
    for found in decorations(module, variable_id):
        if found.ops[1] in _INTERFACE:
            module.remove(found)
    while types.is_array(module, type_id):
        type_id = types.component_type(module, type_id)
    if not types.is_struct(module, type_id):
        return
    for user in list(module.users(type_id)):
        if _says_interface(user, type_id):
            module.remove(user)


def _says_interface(user: Instruction, type_id: int) -> bool:
    """Say whether an instruction decorates a structure, or a member, as only inputs are."""
    if user.op == o.OpMemberDecorate and user.ops[0] == type_id:
        return user.ops[2] in _INTERFACE
    return user.op == o.OpDecorate and user.ops[1] in _INTERFACE
