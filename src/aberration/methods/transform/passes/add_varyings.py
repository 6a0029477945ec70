"""Propose variables that the stages of a pair hand on for nothing."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.varyings import MOST_ROWS
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_varying import AddVarying
from aberration.methods.transform.transformations.move_varying import is_vertex

_ROW: Final = 4


@fuzzer_pass(chance=(0.02, 0.1), followed_by=("move_varyings",), pairs=True)
def add_varyings(draw: Draw) -> Transformation | None:
    """One attempt: a number or vector of any kind, at any place."""
    vertex, count = is_vertex(draw.module), draw.rng.between(1, _ROW)
    types = (draw.float_type, draw.int_type, lambda: draw.int_type(signed=False))
    scalar = draw.rng.choose(types)()
    if not scalar:
        return None
    type_id = scalar if count == 1 else draw.vector_type(scalar, count)
    storage = StorageClass.OUTPUT if vertex else StorageClass.INPUT
    pointer = draw.pointer_type(storage, type_id)
    zero = draw.null_constant(type_id) if vertex else 0
    component = draw.rng.below(_ROW - count + 1)
    return AddVarying(draw.fresh(), pointer, draw.rng.below(MOST_ROWS), component, zero)
