"""Propose pointers to parts."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import pointer_type
from aberration.methods.transform.building.clamping import last_constant, way_into
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import pointer_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.access_chain import AccessChain, can_lead_into

DEEPER: Final = 0.7


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("add_access_chains", "add_loads", "add_stores"))
def add_access_chains(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any pointer to a composite there, any way into it."""
    module = draw.module
    anchor = draw.insertion_point()
    pointer = 0 if anchor is None else pointer_before(draw, anchor)
    found = pointer_type(module, pointer) if pointer else None
    if anchor is None or found is None or not can_lead_into(module, pointer):
        return None
    indexes = _indexes(draw, found.ops[1], anchor)
    way = way_into(module, found.ops[1], indexes)
    if not indexes or way is None:
        return None
    draw.pointer_type(found.ops[0], way.type_id)
    if way.clamps:
        draw.bool_type()
    for index, last in zip(indexes, way.lasts, strict=True):
        if last >= 0 and not last_constant(module, index, last):
            draw.int_constant(module.type_of(index), last)
    fresh = draw.fresh()
    clamps = tuple([(draw.fresh(), draw.fresh(), draw.fresh()) for _ in range(way.clamps)])
    return AccessChain(fresh, pointer, indexes, Place.of(module, anchor), clamps)


def _indexes(draw: Draw, type_id: int, anchor: Instruction) -> tuple[int, ...]:
    """Draw a way into a type: at each level any member of a structure, else a number in bounds
    or any integer.
    """
    module, rng = draw.module, draw.rng
    found: list[int] = []
    while types.component_count(module, type_id) and (not found or rng.chance(DEEPER)):
        count = types.component_count(module, type_id)
        number = rng.below(count)
        int_type = draw.int_type(32, bool(rng.bits() & 1))
        index = 0
        if not types.is_struct(module, type_id) and rng.bits() & 1:
            index = draw.available_id(int_type, anchor)
        if not index:
            irrelevant = not types.is_struct(module, type_id) and bool(rng.bits() & 1)
            index = draw.int_constant(int_type, number, irrelevant)
        found.append(index)
        type_id = types.walk(module, type_id, number)
    return tuple(found)
