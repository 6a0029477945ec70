"""What passes need to find or make values and conditions that differ between invocations."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.place import Place

from .draw import Draw
from .transformations.add_invocation_value import NO_BIT, WIDTH, AddInvocationValue, ids_needed, is_divergent

TRIES: Final = 8
INTEGER_BITS: Final = 5
"""Bits of an index or a coordinate that are looked at: neighbours differ in the lowest."""
FIRST_BIT: Final = 17
LAST_BIT: Final = 25
"""Bits of a coordinate's representation that differ between pixels."""


def divergent_value(draw: Draw, before: Instruction, signed: bool, *, is_condition: bool = False) -> int:
    """Insert the computation of an integer of this sign that differs between invocations, or of a condition; return
    the result, 0 if the module has no input for it.
    """
    module, rng = draw.module, draw.rng
    variable = _input(draw)
    if not variable:
        return 0
    integer = draw.int_type(WIDTH, signed)
    loaded = module.pointee(module.type_of(variable))
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
    step = AddInvocationValue(variable, component, signed, converts, bit, ids, Place.of(module, before))
    return ids[-1] if draw.apply(step) else 0


def _input(draw: Draw) -> int:
    """Return an input that differs between invocations; 0 if there is none."""
    known = draw.module.by_opcode(OpDecorate)
    for _ in range(TRIES if known else 0):
        found = known[draw.rng.below(len(known))]
        if found.ops[1] == Decoration.BUILT_IN and is_divergent(draw.module, found.ops[0]):
            return found.ops[0]
    return 0


def _component(draw: Draw, loaded: int) -> int:
    """Return a component: of FragCoord one of the coordinates of the pixel."""
    if not types.is_vector(draw.module, loaded):
        return 0
    count = types.component_count(draw.module, loaded)
    return draw.rng.below(2 if count > 1 else 1)
