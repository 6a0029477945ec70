"""Propose to keep local variables in memory that the workgroup shares."""

from __future__ import annotations

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.variable_uses import pointers_into
from aberration.methods.transform.analysis.workgroup_memory import array_of, has_room, invocations
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import any_local_variable
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.replace_variable_with_workgroup import (
    ReplaceVariableWithWorkgroup,
)


@fuzzer_pass(chance=(0.05, 0.3))
def replace_variables_with_workgroups(draw: Draw) -> Transformation | None:
    """One attempt: any local variable of a compute shader."""
    module = draw.module
    count = invocations(module)
    variable = any_local_variable(draw) if count else None
    pointers = None if variable is None else pointers_into(module, variable.result_id)
    if (
        variable is None
        or pointers is None
        or not has_room(module, pointee(module, variable.type_id), count)
    ):
        return None
    if not _prepare(draw, [variable, *pointers], count):
        return None
    return ReplaceVariableWithWorkgroup(
        variable.result_id, draw.fresh(), draw.fresh(), draw.fresh()
    )


def _prepare(draw: Draw, pointers: list[Instruction], count: int) -> bool:
    """Make sure of the types; say whether that went well."""
    module = draw.module
    types = [pointee(module, pointer.type_id) for pointer in pointers]
    uint = draw.int_type(32, False)
    size = draw.int_constant(uint, count)
    array = array_of(module, types[0], count)
    if not array:
        array = draw.fresh()
        if not draw.apply(AddTypeArray(array, types[0], size)):
            return False
    draw.pointer_type(StorageClass.INPUT, uint)
    return all(draw.pointer_type(StorageClass.WORKGROUP, each) for each in (array, *types))
