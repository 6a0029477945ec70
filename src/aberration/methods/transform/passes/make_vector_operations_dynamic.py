"""Propose to name components of vectors by ids."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpCompositeExtract, OpCompositeInsert
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.make_vector_operation_dynamic import (
    MakeVectorOperationDynamic,
    literal_of,
)

OPERATIONS: Final = (OpCompositeExtract, OpCompositeInsert)


@fuzzer_pass(chance=(0.2, 0.9))
def make_vector_operations_dynamic(draw: Draw) -> Transformation | None:
    """One attempt: any extraction from a vector or insertion into one, with an index of either
    sign.
    """
    found = draw.instruction(OPERATIONS)
    literal = literal_of(draw.module, found)
    if found is None or literal < 0:
        return None
    signed = draw.rng.bits() & 1 == 1
    draw.int_constant(draw.int_type(32, signed), literal)
    return MakeVectorOperationDynamic(found.result_id, signed)
