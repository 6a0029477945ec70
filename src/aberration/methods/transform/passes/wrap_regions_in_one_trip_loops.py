"""Propose loops that run once around regions."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_header
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.loop_depth import loops_around
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.regions import dominators_of
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.duplicate_region_with_selection import (
    ENDS,
    region_of,
)
from aberration.methods.transform.transformations.split_block import SplitBlock
from aberration.methods.transform.transformations.wrap_region_in_one_trip_loop import (
    FORMS,
    WrapRegionInOneTripLoop,
    needed_after,
)

MOST_LOOPS: Final = 1
"""Loops around a region at most: drivers count the rounds of all loops together."""


@fuzzer_pass(
    chance=(0.05, 0.3),
    followed_by=(
        "obfuscate_constants",
        "add_dead_continues",
        "peel_loops",
        "rotate_loops",
        "unroll_loops",
    ),
)
def wrap_regions_in_one_trip_loops(draw: Draw) -> Transformation | None:
    """One attempt: to any block, from one of those that dominate it, or the lower half of any
    block.
    """
    module = draw.module
    region = _lower_half(draw) if draw.rng.bits() & 1 else _some_region(draw)
    if not region:
        return None
    if in_any_continue(module, region[0]) or loops_around(module, region[0]) > MOST_LOOPS:
        return None
    return _step(draw, region[0], region[-1])


def _lower_half(draw: Draw) -> list[Block]:
    """Split a block; return what is below."""
    module = draw.module
    anchor = draw.insertion_point()
    block = None if anchor is None else anchor.block
    if anchor is None or block is None or block.terminator.op not in ENDS or is_header(block):
        return []
    label = draw.fresh()
    if in_any_continue(module, block) or not draw.apply(
        SplitBlock(Place.of(module, anchor), label)
    ):
        return []
    lower = module.block(label)
    return [] if lower is None else [lower]


def _some_region(draw: Draw) -> list[Block]:
    """Return the first and the last block of a region."""
    module = draw.module
    end = draw.block()
    if end is None or end.terminator.op not in ENDS or is_header(end) or not module.reachable(end):
        return []
    for entry in dominators_of(draw, end):
        if len(module.predecessors(entry)) == 1 and module.post_dominates(end, entry):
            return [entry, end]
    return []


def _step(draw: Draw, entry: Block, end: Block) -> Transformation | None:
    module, rng = draw.module, draw.rng
    region = region_of(module, entry, end)
    if not region:
        return None
    header, back, merge = draw.fresh(), draw.fresh(), draw.fresh()
    form, value = rng.choose(FORMS), bool(rng.bits() & 1)
    if form != "count":
        draw.bool_constant(value)
        return WrapRegionInOneTripLoop(entry.id, end.id, header, back, merge, form, value)
    needed = needed_after(module, region, end)
    if not all(types.can_create_constant(module, module.type_of(each)) for each in needed):
        return None
    int_type = draw.int_type()
    if not draw.bool_type() or not all(draw.int_constant(int_type, number) for number in (0, 1)):
        return None
    if not all(draw.zero_constant(module.type_of(each), irrelevant=True) for each in needed):
        return None
    counts = (draw.fresh(), draw.fresh(), draw.fresh())
    phis = tuple((old, draw.fresh()) for old in needed)
    return WrapRegionInOneTripLoop(
        entry.id, end.id, header, back, merge, form, counts=counts, phis=phis
    )
