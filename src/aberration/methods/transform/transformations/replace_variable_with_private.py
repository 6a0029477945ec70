"""Make a global variable of a local one."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpStore, OpTypePointer
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.calls import is_executed_alone
from aberration.methods.transform.analysis.signatures import insert_at_entry
from aberration.methods.transform.analysis.variable_uses import (
    can_change_class,
    change_class,
    constant_initializer,
    local_variable,
    pointers_into,
)
from aberration.methods.transform.transformation import Transformation


class ReplaceVariableWithPrivate(Transformation, frozen=True, gc=False):
    """Precondition: a local variable of plain data without explicit layout, not decorated but
    RelaxedPrecision; it is used, itself or through access chains and copies, for nothing but loads,
    stores and copies of memory. The private pointer types exist. Its function does not call itself,
    be it through others; neither it nor a function that calls it is livesafe: its body, put in the
    place of a call, could be called in the midst of it.
    Effect: the variable becomes a private one, and its initializer a store where the function
    begins.
    Facts: the memory is as irrelevant as it was.
    """

    variable: int

    def is_applicable(self, module: Module) -> bool:
        variable = local_variable(module, self.variable)
        if variable is None or variable.block is None or not _private_pointer(module, variable):
            return False
        pointers = pointers_into(module, self.variable)
        if pointers is None or not can_change_class(module, pointers, StorageClass.PRIVATE):
            return False
        return is_executed_alone(module, variable.block.function)

    def apply(self, module: Module) -> None:
        variable = must_exist(module.definition(self.variable))
        pointers = must_exist(pointers_into(module, self.variable))
        function = must_exist(variable.block).function
        initializer = constant_initializer(variable)
        type_id = _private_pointer(module, variable)
        module.remove(variable)
        declare_global(module, self.variable, type_id, StorageClass.PRIVATE)
        change_class(module, pointers, StorageClass.PRIVATE)
        if initializer:
            insert_at_entry(
                module, function, [Instruction(OpStore, 0, 0, [self.variable, initializer])]
            )


def _private_pointer(module: Module, variable: Instruction) -> int:
    return module.find(OpTypePointer, 0, StorageClass.PRIVATE, pointee(module, variable.type_id))
