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


@fuzzer_pass(chance=(0.05, 0.15), followed_by=("construct_composites", "add_constants"))
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
        size = draw.int_constant(draw.int_type(), draw.rng.between(1, LONGEST_ARRAY))
        return AddTypeArray(draw.fresh(), _member(draw), size)
    members = tuple(_member(draw) for _ in range(draw.rng.between(1, MOST_MEMBERS)))
    return AddTypeStruct(draw.fresh(), members)


def _member(draw: Draw) -> int:
    """Return any declared type of data."""
    declared = draw.instruction(MEMBERS)
    return draw.float_type() if declared is None else declared.result_id
