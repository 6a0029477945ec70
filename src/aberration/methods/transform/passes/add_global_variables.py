"""Propose global variables of no consequence."""

from __future__ import annotations

from aberration.languages.spirv.enums import StorageClass
from aberration.methods.transform.analysis.convergence import is_compute
from aberration.methods.transform.analysis.workgroup_memory import has_room
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import data_type
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable


@fuzzer_pass(chance=(0.05, 0.25), followed_by=("add_access_chains", "add_loads", "add_stores"))
def add_global_variables(draw: Draw) -> Transformation | None:
    """One attempt: a private variable of any plain type; in compute shaders, half the time a
    workgroup variable.
    """
    type_id = data_type(draw)
    if not type_id:
        return None
    if is_compute(draw.module) and draw.rng.bits() & 1 and has_room(draw.module, type_id):
        pointer = draw.pointer_type(StorageClass.WORKGROUP, type_id)
        return AddGlobalVariable(draw.fresh(), pointer, 0)
    pointer = draw.pointer_type(StorageClass.PRIVATE, type_id)
    initializer = draw.zero_constant(type_id)
    return AddGlobalVariable(draw.fresh(), pointer, initializer)
