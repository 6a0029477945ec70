"""Propose vector, matrix, array and structure types."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import (
    OpTypeArray,
    OpTypeFloat,
    OpTypeInt,
    OpTypeMatrix,
    OpTypeStruct,
    OpTypeVector,
)
from aberration.methods.transform.analysis.composites import scalar_count
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_array import AddTypeArray
from aberration.methods.transform.transformations.add_type_matrix import AddTypeMatrix
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct
from aberration.methods.transform.transformations.add_type_vector import AddTypeVector

MEMBERS: Final = (OpTypeInt, OpTypeFloat, OpTypeVector, OpTypeMatrix, OpTypeArray, OpTypeStruct)
MOST_MEMBERS: Final = 5
LONGEST_ARRAY: Final = 16
MOST_SCALARS: Final = 64
"""Bounds what a variable of a type takes, and what its zero takes to spell."""


@fuzzer_pass(chance=(0.02, 0.06), followed_by=("add_constants", "construct_composites"))
def add_composite_types(draw: Draw) -> Transformation | None:
    """One attempt: a type of one of the four kinds."""
    kind = draw.rng.below(4)
    if kind == 0:
        component = draw.rng.choose((draw.bool_type, draw.int_type, draw.float_type))()
        return AddTypeVector(draw.fresh(), component, draw.rng.between(2, 4))
    if kind == 1:
        column = draw.vector_type(draw.float_type(), draw.rng.between(2, 4))
        return AddTypeMatrix(draw.fresh(), column, draw.rng.between(2, 4))
    if kind == 2:
        length, element = draw.rng.between(1, LONGEST_ARRAY), _member(draw)
        if length * scalar_count(draw.module, element) > MOST_SCALARS:
            return None
        return AddTypeArray(draw.fresh(), element, draw.int_constant(draw.int_type(), length))
    members = tuple(_member(draw) for _ in range(draw.rng.between(1, MOST_MEMBERS)))
    if sum(scalar_count(draw.module, member) for member in members) > MOST_SCALARS:
        return None
    return AddTypeStruct(draw.fresh(), members)


def _member(draw: Draw) -> int:
    """Return any declared type of data."""
    declared = draw.instruction(MEMBERS)
    return draw.float_type() if declared is None else declared.result_id
