"""What passes need to find or make values and conditions that differ between invocations."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpTypeFloat, OpTypeInt, OpTypePointer, OpTypeVector
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.add_invocation_value import (
    NO_BIT,
    WIDTH,
    AddInvocationValue,
    ids_needed,
    is_divergent,
)

MOST: Final = 8
"""Inputs of one type that are looked at."""
INTEGER_BITS: Final = 5
"""Bits of an index or a coordinate that are looked at: neighbours differ in the lowest."""
FIRST_BIT: Final = 17
LAST_BIT: Final = 25
"""Bits of a coordinate's representation that differ between pixels."""


def divergent_value(
    draw: Draw, before: Instruction, signed: bool, *, is_condition: bool = False
) -> int:
    """Insert the computation of an integer of this sign that differs between invocations, or of a
    condition; return the result, 0 if the module has no input for it.
    """
    module, rng = draw.module, draw.rng
    variable = _input(draw)
    if not variable:
        return 0
    integer = draw.int_type(WIDTH, signed)
    loaded = types.pointee_of(module, variable)
    part = types.component_type(module, loaded) if types.is_vector(module, loaded) else loaded
    is_float = types.is_float(module, part)
    converts = is_float and rng.bits() & 1 == 1
    bit = NO_BIT
    if is_condition:
        low, high = (FIRST_BIT, LAST_BIT) if is_float and not converts else (0, INTEGER_BITS)
        bit = low + rng.below(high - low)
        draw.bool_type()
        draw.int_constant(integer, 1 << bit)
        draw.int_constant(integer, 0)
    count = ids_needed(module, variable, signed, bit)
    first = draw.fresh_range(count)
    ids = tuple(range(first, first + count))
    component = _component(draw, loaded)
    step = AddInvocationValue(
        variable, component, signed, converts, bit, ids, Place.of(module, before)
    )
    return ids[-1] if draw.apply(step) else 0


def _input(draw: Draw) -> int:
    """Return an input that differs between invocations; 0 if there is none."""
    module = draw.module
    float_type, uint = module.find(OpTypeFloat, 0, WIDTH), module.find(OpTypeInt, 0, WIDTH, 0)
    signed = module.find(OpTypeInt, 0, WIDTH, 1)
    loaded = (
        module.find(OpTypeVector, 0, float_type, 4),
        module.find(OpTypeVector, 0, uint, 3),
        uint,
        signed,
    )
    pointers = [module.find(OpTypePointer, 0, StorageClass.INPUT, each) for each in loaded if each]
    known = [
        value for pointer in pointers if pointer for value in module.values_of_type(pointer)[:MOST]
    ]
    found = [value for value in known if is_divergent(module, value)]
    return draw.rng.choose(found) if found else 0


def _component(draw: Draw, loaded: int) -> int:
    """Return a component: of FragCoord one of the coordinates of the pixel."""
    if not types.is_vector(draw.module, loaded):
        return 0
    count = types.component_count(draw.module, loaded)
    return draw.rng.below(2 if count > 1 else 1)
