"""Propose two loops in a row that share the rounds of one."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import phis
from aberration.methods.transform.building.copying import ids_in
from aberration.methods.transform.building.loop_shape import Round
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.loops import any_loop
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.split_loop_range import (
    SplitLoopRange,
    can_be_split,
)


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("replace_irrelevant_ids",))
def split_loop_ranges(draw: Draw) -> Transformation | None:
    """One attempt: any small loop and any integer that goes round in it; the boundary is an
    irrelevant constant or any value that is available.
    """
    module = draw.module
    loop = any_loop(draw)
    if loop is None or not can_be_split(module, loop) or not draw.bool_type():
        return None
    counters = [phi for phi in phis(loop.header) if types.is_int(module, phi.type_id)]
    if not counters:
        return None
    counter = draw.rng.choose(counters)
    boundary = 0
    if draw.rng.bits() & 1:
        boundary = draw.available_id(counter.type_id, loop.before.terminator)
    boundary = boundary or draw.int_constant(counter.type_id, draw.rng.below(16), irrelevant=True)
    if not boundary:
        return None
    merge, compare, condition = draw.fresh(), draw.fresh(), draw.fresh()
    first = Round(tuple((old, draw.fresh()) for old in ids_in(loop.blocks)))
    return SplitLoopRange(
        loop.header.id, counter.result_id, boundary, merge, compare, condition, first
    )
