"""Propose conditions that pick one of two copies of a region."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.blocks import is_header, last_insertion_point
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpTypeBool
from aberration.languages.spirv.uniform_only import has_subgroup_operations
from aberration.methods.transform.building.copying import can_copy, ids_in
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.divergence import divergent_value
from aberration.methods.transform.drawing.regions import dominators_of
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.duplicate_region_with_selection import (
    ENDS,
    DuplicateRegionWithSelection,
    region_of,
    values_at_end,
)

LARGEST: Final = 80
"""Instructions of a region at most: variants must not grow out of hand."""


@fuzzer_pass(chance=(0.05, 0.3))
def duplicate_regions_with_selections(draw: Draw) -> Transformation | None:
    """One attempt: to any block, from one of those that dominate it; the condition is an irrelevant
    constant, any boolean that is available, or one that is made of a built-in input and differs
    between invocations.
    """
    module = draw.module
    end = draw.block()
    if end is None or end.terminator.op not in ENDS or is_header(end) or not module.reachable(end):
        return None
    for entry in dominators_of(draw, end):
        if len(module.predecessors(entry)) == 1 and module.post_dominates(end, entry):
            break
    else:
        return None
    region = region_of(module, entry, end)
    if not region or sum(len(block.instructions) for block in region) > LARGEST:
        return None
    condition = _condition(draw, entry, region)
    if not condition:
        return None
    header, merge = draw.fresh(), draw.fresh()
    copies = tuple((old, draw.fresh()) for old in sorted(ids_in(region)))
    phis = tuple((old, draw.fresh()) for old in sorted(values_at_end(module, region, end)))
    return DuplicateRegionWithSelection(header, merge, condition, entry.id, end.id, copies, phis)


def _condition(draw: Draw, entry: Block, region: list[Block]) -> int:
    """Return a boolean that is available before the entry."""
    if draw.rng.bits() & 1:
        found = draw.available_id(draw.module.find(OpTypeBool, 0), entry.instructions[0])
        if found:
            return found
    elif (
        draw.rng.bits() & 1
        and not has_subgroup_operations(draw.module)
        and can_copy(draw.module, region)
    ):
        before = last_insertion_point(draw.module.predecessors(entry)[0])
        found = divergent_value(draw, before, bool(draw.rng.bits() & 1), is_condition=True)
        if found:
            return found
    return draw.bool_constant(bool(draw.rng.bits() & 1), irrelevant=True)
