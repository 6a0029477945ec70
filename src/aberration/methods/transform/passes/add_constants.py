"""Propose constants: scalars of special values, composites of declared ones, nulls."""

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
from aberration.methods.transform.analysis.composites import member_types
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_constant_boolean import AddConstantBoolean
from aberration.methods.transform.transformations.add_constant_composite import AddConstantComposite
from aberration.methods.transform.transformations.add_constant_null import AddConstantNull
from aberration.methods.transform.transformations.add_constant_scalar import AddConstantScalar

TYPES: Final = (
    OpTypeBool,
    OpTypeInt,
    OpTypeFloat,
    OpTypeVector,
    OpTypeMatrix,
    OpTypeArray,
    OpTypeStruct,
)
INTEGERS: Final = (
    0,
    1,
    2,
    3,
    7,
    8,
    16,
    31,
    32,
    64,
    255,
    0x7FFF,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
)
FLOATS: Final = (
    0,
    0x3F800000,
    0xBF800000,
    0x3F000000,
    0x40000000,
    0x41200000,
    0x3DCCCCCD,
    0x477FFF00,
    0xC2C80000,
)
"""0, 1, -1, 0.5, 2, 10, 0.1, 65535, -100: finite, normal, exact in the bits given."""


@fuzzer_pass(chance=(0.02, 0.1))
def add_constants(draw: Draw) -> Transformation | None:
    """One attempt: a constant of any declared type of data; half of them irrelevant."""
    rng = draw.rng
    declared = draw.instruction(TYPES)
    if declared is None:
        return None
    type_id, irrelevant = declared.result_id, bool(rng.bits() & 1)
    if rng.below(8) == 0:
        return AddConstantNull(draw.fresh(), type_id)
    if declared.op == OpTypeBool:
        return AddConstantBoolean(draw.fresh(), bool(rng.bits() & 1), irrelevant)
    if declared.op in (OpTypeInt, OpTypeFloat):
        values = INTEGERS if declared.op == OpTypeInt else FLOATS
        return AddConstantScalar(draw.fresh(), type_id, (rng.choose(values),), irrelevant)
    parts = tuple(_constant(draw, member) for member in member_types(draw.module, type_id))
    return AddConstantComposite(draw.fresh(), type_id, parts, irrelevant)


def _constant(draw: Draw, type_id: int) -> int:
    """Return a declared value of the type (which may be no constant, and is refused then), or
    its zero.
    """
    values = draw.module.values_of_type(type_id)
    found = draw.module.definition(draw.rng.choose(values)) if values else None
    is_constant = found is not None and found.block is None and found.op != OpUndef
    return found.result_id if found is not None and is_constant else draw.zero_constant(type_id)
