"""Memory that a workgroup shares: how many invocations do, and how much of it is taken."""

from __future__ import annotations

import math
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpTypeArray,
    OpTypeInt,
    OpTypePointer,
    OpTypeStruct,
    OpVariable,
)
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.convergence import is_compute
from aberration.methods.transform.analysis.workgroup_shape import built_in_variable, shape_of

MOST_BYTES: Final = 8192
"""Half of what every Vulkan device has (maxComputeSharedMemorySize)."""
LARGEST_SCALAR: Final = 8
"""Bytes of a scalar at most."""
UNKNOWN: Final = 1 << 20
"""Stands for the size of a type of which it is not known."""


def invocations(module: Module) -> int:
    """Return how many invocations a workgroup of a compute shader has; 0 if it is not one, or
    not known.
    """
    shape = shape_of(module) if is_compute(module) else None
    return math.prod(shape) if shape else 0


def invocation_index(module: Module) -> int:
    """Return the variable that holds the index of an invocation in its workgroup, an unsigned
    integer; 0 if there is none.
    """
    variable = built_in_variable(module, BuiltIn.LOCAL_INVOCATION_INDEX)
    is_index = variable is not None and variable.type_id == index_pointer(module)
    return variable.result_id if variable is not None and is_index else 0


def index_pointer(module: Module) -> int:
    """Return the type of a pointer to an unsigned input; 0 if there is none."""
    uint = module.find(OpTypeInt, 0, 32, 0)
    return module.find(OpTypePointer, 0, StorageClass.INPUT, uint) if uint else 0


def array_of(module: Module, type_id: int, length: int) -> int:
    """Return an undecorated array type of an element for each invocation; 0 if there is none."""
    uint = module.find(OpTypeInt, 0, 32, 0)
    size = find_constant(module, False, OpConstant, uint, length) if uint else 0
    arrays = module.find_all(OpTypeArray, 0, type_id, size) if size else []
    return min([each for each in arrays if not module.is_decorated(each)], default=0)


def has_room(module: Module, type_id: int, count: int = 1) -> bool:
    """Say whether all workgroup variables take no more bytes than allowed with `count` more
    values of the type.
    """
    variables = [
        each for each in module.by_opcode(OpVariable) if each.ops[0] == StorageClass.WORKGROUP
    ]
    taken = sum([_scalars(module, types.pointee(module, each.type_id)) for each in variables])
    return LARGEST_SCALAR * (taken + count * _scalars(module, type_id)) <= MOST_BYTES


def _scalars(module: Module, type_id: int) -> int:
    """Return the number of scalars in a type, UNKNOWN or more if that is not known."""
    definition = module.definition(type_id)
    if definition is None:
        return UNKNOWN
    if definition.op == OpTypeStruct:
        return sum([_scalars(module, member) for member in definition.ops])
    if types.is_scalar(module, type_id):
        return 1
    count = types.component_count(module, type_id)
    return count * _scalars(module, types.component_type(module, type_id)) if count else UNKNOWN
