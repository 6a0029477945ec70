"""Variables that a transformation brings along, to pass a value through: their types and
initializers, declared.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypePointer, OpVariable
from aberration.methods.transform.analysis.calls import is_executed_alone
from aberration.methods.transform.analysis.constants import is_initializer
from aberration.methods.transform.analysis.memory import has_layout, may_be_undefined

CLASSES: Final = (StorageClass.FUNCTION, StorageClass.PRIVATE)


def can_declare(module: Module, storage_class: int, type_id: int, initializer: int) -> bool:
    """Say whether a variable can hold a value of this type: plain data without layout, the
    initializer is a constant of it, the class local or private, and the pointer type exists.
    """
    if (
        storage_class not in CLASSES
        or not types.can_create_constant(module, type_id)
        or has_layout(module, type_id)
    ):
        return False
    if not is_initializer(module, initializer, type_id) or may_be_undefined(module, initializer):
        return False
    return module.find(OpTypePointer, 0, storage_class, type_id) != 0


def keeps_value(module: Module, storage_class: int, function: Function) -> bool:
    """Say whether a variable that only one place stores to holds the value until it is loaded
    there: no other execution of the function, be it of its body inlined elsewhere, comes in between
    and stores to a private variable.
    """
    return storage_class == StorageClass.FUNCTION or is_executed_alone(module, function)


def declare(
    module: Module,
    function: Function,
    variable: int,
    storage_class: int,
    type_id: int,
    initializer: int,
) -> None:
    """Declare the variable that `can_declare` allowed: in the first block of the function, or
    globally.
    """
    pointer = module.find(OpTypePointer, 0, storage_class, type_id)
    if storage_class == StorageClass.FUNCTION:
        made = Instruction(OpVariable, pointer, variable, [storage_class, initializer])
        module.insert(function.blocks[0], 0, made)
        return
    declare_global(module, variable, pointer, storage_class, initializer)
