"""Propose switches whose first case falls through in the place of selections without else."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpBranchConditional, OpPhi
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.passes.replace_conditional_branches_with_switches import VALUES
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_conditional_branch_with_switch import (
    may_become_switch,
)

from ..transformations.replace_conditional_branch_with_fall_through import (
    FORMS,
    ReplaceConditionalBranchWithFallThrough,
    fall_through_of,
    side_that_is_empty,
)

TRIES: Final = 4


@fuzzer_pass(
    chance=(0.05, 0.35),
    followed_by=("add_dead_switch_cases", "obfuscate_constants", "peel_switch_cases"),
)
def replace_conditional_branches_with_fall_throughs(draw: Draw) -> Transformation | None:
    """One attempt: any selection without else; the block after it is split first, where it has
    to be.
    """
    header = _header(draw)
    if header is None:
        return None
    rng = draw.rng
    selector_type = draw.int_type(32, bool(rng.bits() & 1))
    values = rng.choose(VALUES)
    for value in values:
        draw.scalar_constant(selector_type, (value,))
    form = rng.choose(FORMS)
    return ReplaceConditionalBranchWithFallThrough(
        draw.fresh(), header.id, selector_type, values, form
    )


def _header(draw: Draw) -> Block | None:
    """Return the header of a selection whose side can fall through, as it is or after a split."""
    for _ in range(TRIES):
        branch = draw.instruction((OpBranchConditional,))
        header = None if branch is None else branch.block
        following = None if header is None else side_that_is_empty(draw.module, header)
        if header is None or following is None or not may_become_switch(draw.module, header):
            continue
        if fall_through_of(draw.module, header) is not None or _split_following(
            draw, header, following
        ):
            return header
    return None


def _split_following(draw: Draw, header: Block, following: Block) -> bool:
    """Split the block after a selection anywhere; say whether its side can fall through now."""
    module = draw.module
    last = module.position(last_insertion_point(following))
    anchor = following.instructions[draw.rng.below(last + 1)]
    if anchor.op == OpPhi or split_before(draw, anchor) is None:
        return False
    return fall_through_of(module, header) is not None
