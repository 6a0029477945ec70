"""Propose undefined values for dead code."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import (
    OpTypeArray,
    OpTypeBool,
    OpTypeFloat,
    OpTypeInt,
    OpTypeMatrix,
    OpTypeStruct,
    OpTypeVector,
    OpUndef,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_global_undef import AddGlobalUndef

TYPES: Final = (
    OpTypeBool,
    OpTypeInt,
    OpTypeFloat,
    OpTypeVector,
    OpTypeMatrix,
    OpTypeArray,
    OpTypeStruct,
)


@fuzzer_pass(
    chance=(0.02, 0.08),
    followed_by=("replace_irrelevant_ids", "replace_op_phi_ids_from_dead_predecessors"),
)
def add_undefs(draw: Draw) -> Transformation | None:
    """One attempt: an undefined value of any declared type of data that has none."""
    declared = draw.instruction(TYPES)
    if declared is None or draw.module.find(OpUndef, declared.result_id):
        return None
    return AddGlobalUndef(draw.fresh(), declared.result_id)
