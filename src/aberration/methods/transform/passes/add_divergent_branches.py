"""Propose branches that differ between invocations, with a value computed on either side."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.opcodes import OpTypeBool
from aberration.languages.spirv.splitting import can_split
from aberration.languages.spirv.uniform_only import has_subgroup_operations
from aberration.methods.transform.analysis.undefined import is_defined_condition
from aberration.methods.transform.building.computing import may_be_operand_of_phi
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.divergence import divergent_value
from aberration.methods.transform.drawing.identities import choose_identity
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_divergent_branch import (
    AddDivergentBranch,
    Side,
    can_branch,
)

TRIES: Final = 4
SOME_CONDITION: Final = 0.2
"""Share of the attempts that take any boolean there is."""
BARE: Final = 0.15
"""Share of the sides that compute nothing."""


@fuzzer_pass(chance=(0.05, 0.25), followed_by=("apply_id_synonyms", "flatten_conditional_branches"))
def add_divergent_branches(draw: Draw) -> Transformation | None:
    """One attempt: before any insertion point, at which the block is split unless it ends there;
    any value that is available; a condition that is made of a built-in input, or any other.
    """
    module = draw.module
    if has_subgroup_operations(module):
        return None
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        source = 0 if anchor is None else draw.value_before(anchor)
        if anchor is None or not source or not may_be_operand_of_phi(module, source):
            continue
        block = _block_ending_before(draw, anchor)
        condition = 0 if block is None else _condition(draw, block)
        if block is None or not condition:
            return None
        first, second = _side(draw, source), _side(draw, source)
        return AddDivergentBranch(
            block.id, condition, source, first, second, draw.fresh(), draw.fresh()
        )
    return None


def _block_ending_before(draw: Draw, anchor: Instruction) -> Block | None:
    """Return a block that can branch where an instruction was."""
    block = anchor.block
    if block is None or block.dead:
        return None
    if anchor is block.terminator and can_branch(draw.module, block):
        return block
    if not can_split(draw.module, anchor) or split_before(draw, anchor) is None:
        return None
    return block if can_branch(draw.module, block) else None


def _condition(draw: Draw, block: Block) -> int:
    module = draw.module
    if draw.rng.chance(SOME_CONDITION):
        found = draw.available_id(module.find(OpTypeBool, 0), block.terminator)
        if found and is_defined_condition(module, found, block.terminator):
            return found
    return divergent_value(draw, block.terminator, bool(draw.rng.bits() & 1), is_condition=True)


def _side(draw: Draw, source: int) -> Side:
    chosen = None if draw.rng.chance(BARE) else choose_identity(draw, source)
    if chosen is None:
        return Side(draw.fresh())
    return Side(draw.fresh(), chosen.name, chosen.k, chosen.fresh_ids)
