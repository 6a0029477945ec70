"""Propose selections around regions."""

from __future__ import annotations

from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_loop_header,
    is_merge_block,
    merge_instruction,
    phis,
)
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.building.guards import VERSION_1_6
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.regions import dominators_of, preheader_for
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.wrap_region_in_selection import (
    WrapRegionInSelection,
    is_straight,
)


@fuzzer_pass(chance=(0.2, 0.7), followed_by=("flatten_conditional_branches", "obfuscate_constants"))
def wrap_regions_in_selections(draw: Draw) -> Transformation | None:
    """One attempt: to any block, from one of those that dominate it; loops get a block before them,
    other headers and merge blocks are split.
    """
    module = draw.module
    end = draw.block()
    if (
        end is None
        or module.version >= VERSION_1_6
        or is_continue_target(module, end)
        or not module.reachable(end)
    ):
        return None
    entry = next(
        (each for each in dominators_of(draw, end) if is_straight(module, each, end)), None
    )
    if entry is None or (is_merge_block(module, end) and is_loop_header(end)):
        return None
    entry = _plain_entry(draw, entry)
    if entry is None:
        return None
    after_phis = end.instructions[len(phis(end))]
    last = split_before(draw, after_phis) if is_merge_block(module, end) else end
    if last is None:
        return None
    value = bool(draw.rng.bits() & 1)
    draw.bool_constant(value, irrelevant=True)
    return WrapRegionInSelection(entry.id, last.id, value)


def _plain_entry(draw: Draw, entry: Block) -> Block | None:
    """Return a block that leads to what follows the entry's OpPhis and is no header."""
    module = draw.module
    if is_loop_header(entry):
        step = preheader_for(draw, entry)
        return module.block(step.fresh) if draw.apply(step) else None
    merge = merge_instruction(entry)
    if merge is not None and split_before(draw, merge) is None:
        return None
    return entry if entry.terminator.op == OpBranch else None
