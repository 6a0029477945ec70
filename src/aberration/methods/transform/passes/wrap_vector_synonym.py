"""Propose to compute numbers again as components of vectors."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpIAdd, OpIMul, OpISub
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_construct import CompositeConstruct
from aberration.methods.transform.transformations.wrap_vector_synonym import (
    WrapVectorSynonym,
    can_be_wrapped,
)

WRAPPED: Final = (OpIAdd, OpIMul, OpISub)


@fuzzer_pass(chance=(0.1, 0.9), followed_by=("apply_id_synonyms",))
def wrap_vector_synonym(draw: Draw) -> Transformation | None:
    """One attempt: any integer operation; vectors of its operands are made first, irrelevant
    zeros beside them.
    """
    found = draw.instruction(WRAPPED)
    if found is None or not can_be_wrapped(draw.module, found):
        return None
    operands = [draw.module.definition(operand) for operand in found.ops]
    if not all(
        operand is not None and can_be_synonym(draw.module, operand) for operand in operands
    ):
        return None
    count = draw.rng.between(2, 4)
    position = draw.rng.below(count)
    if not draw.vector_type(found.type_id, count):
        return None
    left, right = [_vector_of(draw, operand, count, position, found) for operand in found.ops]
    return (
        WrapVectorSynonym(found.result_id, left, right, position, draw.fresh())
        if left and right
        else None
    )


def _vector_of(draw: Draw, value: int, count: int, position: int, before: Instruction) -> int:
    """Put a vector together with the value at `position`; return its id, 0 if that failed."""
    type_id = draw.module.type_of(value)
    zero, vector_type = (
        draw.zero_constant(type_id, irrelevant=True),
        draw.vector_type(type_id, count),
    )
    parts = tuple(value if k == position else zero for k in range(count))
    fresh = draw.fresh()
    made = draw.apply(CompositeConstruct(fresh, vector_type, parts, Place.of(draw.module, before)))
    return fresh if made else 0
