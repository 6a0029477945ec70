"""Propose global variables of no consequence."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import ExecutionModel, StorageClass
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable
from aberration.methods.transform.variables import data_type, scalars

MOST_WORKGROUP_BYTES: Final = 8192
"""Half of what every Vulkan device has (maxComputeSharedMemorySize)."""
LARGEST_SCALAR: Final = 8
"""Bytes of a scalar at most."""


@fuzzer_pass(chance=(0.05, 0.25), followed_by=("add_access_chains", "add_loads", "add_stores"))
def add_global_variables(draw: Draw) -> Transformation | None:
    """One attempt: a private variable of any plain type; in compute shaders, half the time a workgroup variable."""
    type_id = data_type(draw)
    if not type_id:
        return None
    if _is_compute(draw) and draw.rng.bits() & 1 and has_room(draw, type_id):
        pointer = draw.pointer_type(StorageClass.WORKGROUP, type_id)
        return AddGlobalVariable(draw.fresh(), pointer, 0)
    pointer = draw.pointer_type(StorageClass.PRIVATE, type_id)
    initializer = draw.zero_constant(type_id)
    return AddGlobalVariable(draw.fresh(), pointer, initializer)


def has_room(draw: Draw, type_id: int) -> bool:
    """Say whether the workgroup variables take no more bytes than allowed with another one of the type."""
    variables = [each for each in draw.module.by_opcode(OpVariable) if each.ops[0] == StorageClass.WORKGROUP]
    pointees = [draw.module.pointee(each.type_id) for each in variables]
    return sum([LARGEST_SCALAR * scalars(draw, each) for each in [type_id, *pointees]]) <= MOST_WORKGROUP_BYTES


def _is_compute(draw: Draw) -> bool:
    return all(entry.ops[0] == ExecutionModel.GL_COMPUTE for entry in draw.module.entry_points())
