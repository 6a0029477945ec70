"""Keep a local variable in memory that the workgroup shares, each invocation's in a cell of its
own.
"""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.declaring import declare_global, declare_input
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpLoad,
    OpStore,
    OpTypePointer,
)
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.calls import is_executed_alone
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model
from aberration.methods.transform.analysis.signatures import insert_at_entry
from aberration.methods.transform.analysis.variable_uses import (
    can_change_class,
    change_class,
    constant_initializer,
    local_variable,
    pointers_into,
)
from aberration.methods.transform.analysis.workgroup_memory import (
    array_of,
    has_room,
    index_pointer,
    invocation_index,
    invocations,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class ReplaceVariableWithWorkgroup(Transformation, frozen=True, gc=False):
    """Precondition: a local variable of plain data without explicit layout in a compute shader of
    one entry point and known workgroup size, not of the Vulkan memory model; it is not decorated
    but RelaxedPrecision and used, itself or through access chains and copies, for nothing but
    loads, stores and copies of memory. An undecorated array type of an element for each invocation,
    the workgroup pointer types and that to an unsigned input exist; all workgroup variables
    together stay small. No two executions of the function by one invocation overlap (see
    ReplaceVariableWithPrivate).
    Effect: declares the array, and LocalInvocationIndex, if it is not yet there. The variable's id
    becomes a pointer to the invocation's own element, formed where the function begins; the
    initializer is stored there.
    Facts: the element's memory is as irrelevant as it was.
    """

    variable: int
    fresh: int
    index_variable: int
    index: int

    def is_applicable(self, module: Module) -> bool:
        variable = local_variable(module, self.variable)
        if variable is None or variable.block is None:
            return False
        if not all_fresh(module, self.fresh, self.index_variable, self.index) or not index_pointer(
            module
        ):
            return False
        pointers = pointers_into(module, self.variable)
        if pointers is None or not can_change_class(
            module, [variable, *pointers], StorageClass.WORKGROUP
        ):
            return False
        count, type_id = invocations(module), pointee(module, variable.type_id)
        if (
            not count
            or not _array_pointer(module, type_id, count)
            or not has_room(module, type_id, count)
        ):
            return False
        return not has_vulkan_memory_model(module) and is_executed_alone(
            module, variable.block.function
        )

    def apply(self, module: Module) -> None:
        variable = must_exist(module.definition(self.variable))
        pointers = must_exist(pointers_into(module, self.variable))
        function = must_exist(variable.block).function
        initializer = constant_initializer(variable)
        type_id = pointee(module, variable.type_id)
        array_pointer = _array_pointer(module, type_id, invocations(module))
        index_variable = self._index_variable(module)
        declare_global(module, self.fresh, array_pointer, StorageClass.WORKGROUP)
        module.remove(variable)
        element = module.find(OpTypePointer, 0, StorageClass.WORKGROUP, type_id)
        index_type = pointee(module, index_pointer(module))
        lines = [
            Instruction(OpLoad, index_type, self.index, [index_variable]),
            Instruction(OpAccessChain, element, self.variable, [self.fresh, self.index]),
        ]
        if initializer:
            lines.append(Instruction(OpStore, 0, 0, [self.variable, initializer]))
        insert_at_entry(module, function, lines)
        change_class(module, pointers, StorageClass.WORKGROUP)

    def _index_variable(self, module: Module) -> int:
        """Return LocalInvocationIndex, which is declared, if need be, and listed in the
        interface.
        """
        found = invocation_index(module)
        if not found:
            found = self.index_variable
            declare_input(module, found, index_pointer(module), BuiltIn.LOCAL_INVOCATION_INDEX)
        module.add_input(found)
        return found


def _array_pointer(module: Module, type_id: int, count: int) -> int:
    """Return the type of a pointer to the array; 0 if it does not exist."""
    array = array_of(module, type_id, count)
    return module.find(OpTypePointer, 0, StorageClass.WORKGROUP, array) if array else 0
