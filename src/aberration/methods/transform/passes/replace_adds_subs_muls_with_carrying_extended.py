"""Propose to add, subtract and multiply with the carry."""

from __future__ import annotations

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct

from ..transformations.replace_add_sub_mul_with_carrying_extended import (
    REPLACED,
    ReplaceAddSubMulWithCarryingExtended,
    can_be_extended,
    pair_type,
)


@fuzzer_pass(chance=(0.2, 0.7))
def replace_adds_subs_muls_with_carrying_extended(draw: Draw) -> Transformation | None:
    """One attempt: any sum, difference or product; the type of the result is made, if there is
    none.
    """
    instruction = draw.instruction(REPLACED)
    if instruction is None or not can_be_extended(draw.module, instruction):
        return None
    type_id = instruction.type_id
    if not pair_type(draw.module, type_id) and not draw.apply(
        AddTypeStruct(draw.fresh(), (type_id, type_id))
    ):
        return None
    return ReplaceAddSubMulWithCarryingExtended(instruction.result_id, draw.fresh())
