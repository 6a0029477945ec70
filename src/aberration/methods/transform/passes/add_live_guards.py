"""Propose conditions around what is executed."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.blocks import last_insertion_point, phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.opcodes import OpBranch
from aberration.languages.spirv.splitting import can_split
from aberration.methods.transform.analysis.known_conditions import KnownCondition
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.conditions import condition_before
from aberration.methods.transform.drawing.regions import dominators_of
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_live_guard import (
    AddLiveGuard,
    outputs_of,
    region_between,
)
from aberration.methods.transform.transformations.wrap_region_in_selection import can_wrap

LONGEST: Final = 12
"""Instructions of a block that are put under a condition."""
MOST_OUTPUTS: Final = 12


@fuzzer_pass(
    chance=(0.1, 0.4),
    followed_by=("replace_irrelevant_ids", "replace_branches_from_dead_blocks_with_exits"),
)
def add_live_guards(draw: Draw) -> Transformation | None:
    """One attempt: around a piece of any block, or around blocks from one to one that it
    dominates.
    """
    module = draw.module
    if not module.facts.ranges.ids:
        return None
    if draw.rng.bits() & 1:
        return _around_piece(draw)
    end = draw.block()
    if end is None or not module.reachable(end):
        return None
    entry = next((each for each in dominators_of(draw, end) if can_wrap(module, each, end)), None)
    condition = None if entry is None else condition_before(draw, entry.terminator)
    return None if entry is None or condition is None else _guard(draw, entry, end, condition)


def _around_piece(draw: Draw) -> Transformation | None:
    """Split a block at two places, if a condition is known at the first."""
    module = draw.module
    first = draw.insertion_point()
    if first is None or first.block is None or not can_split(module, first):
        return None
    last = _end_of_piece(draw, first)
    condition = None if last is None else condition_before(draw, first)
    if last is None or condition is None:
        return None
    end = split_before(draw, last)
    piece = None if end is None else split_before(draw, first)
    if end is None or piece is None:
        return None
    entry = module.predecessors(piece)[0]
    return _guard(draw, entry, end, condition)


def _end_of_piece(draw: Draw, first: Instruction) -> Instruction | None:
    """Return an instruction after the first one before which the block can be split."""
    module, block = draw.module, first.block
    if block is None:
        return None
    start, stop = module.position(first) + 1, module.position(last_insertion_point(block))
    if start > stop:
        return None
    last = block.instructions[start + draw.rng.below(min(LONGEST, stop - start + 1))]
    return last if can_split(module, last) else None


def _guard(
    draw: Draw, entry: Block, end: Block, condition: KnownCondition
) -> Transformation | None:
    """Return the step, with all that its OpPhis take."""
    module = draw.module
    region = region_between(module, entry, end)
    if region is None or entry.terminator.op != OpBranch:
        return None
    outputs = outputs_of(module, region, end)
    kinds = dict.fromkeys(each.type_id for each in [*outputs, *phis(end)])
    if len(outputs) > MOST_OUTPUTS or not all(
        draw.zero_constant(kind, irrelevant=True) for kind in kinds
    ):
        return None
    dead = draw.fresh() if draw.rng.bits() & 1 else 0
    fresh = tuple((each.result_id, draw.fresh()) for each in outputs)
    return AddLiveGuard(entry.id, end.id, condition, dead, fresh)
