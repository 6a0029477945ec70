"""Propose local variables of no consequence."""

from __future__ import annotations

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import data_type
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_local_variable import AddLocalVariable


@fuzzer_pass(chance=(0.05, 0.25), followed_by=("add_access_chains", "add_loads", "add_stores"))
def add_local_variables(draw: Draw) -> Transformation | None:
    """One attempt: a variable of any plain type in any function."""
    block = draw.block()
    type_id = data_type(draw)
    if block is None or not type_id:
        return None
    pointer = draw.local_pointer_type(type_id)
    initializer = draw.zero_constant(type_id)
    return AddLocalVariable(draw.fresh(), pointer, block.function.id, initializer)
