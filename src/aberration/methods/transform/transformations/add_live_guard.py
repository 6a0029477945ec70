"""Put a region under a condition that is always true."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_loop_header, phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpPhi,
)
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow
from aberration.methods.transform.analysis.constants import find_zero
from aberration.methods.transform.analysis.known_conditions import KnownCondition
from aberration.methods.transform.building.branching import block_leading_to, make_selection_header
from aberration.methods.transform.building.carrying import carry_decorations
from aberration.methods.transform.building.flattening import CARRIED
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.wrap_region_in_selection import (
    blocks_between,
    can_wrap,
)

MOST_BLOCKS: Final = 12
MOST_INSTRUCTIONS: Final = 150
"""Larger regions are left alone."""


class AddLiveGuard(Transformation, frozen=True, gc=False):
    """Precondition: the condition, at the end of the entry, always has the same value, as for
    AddFalseBlock. Entry and exit are as for WrapRegionInSelection; the exit is no loop header
    either, and only blocks between the two branch to it. These are few; none needs uniform control
    flow. `outputs` has a fresh id for each result of theirs that is used elsewhere, by more than
    OpPhis of the exit. An irrelevant zero of the type of each such result, and of each OpPhi of the
    exit, exists.
    Effect: the entry computes the condition and becomes the header of a selection with the exit as
    its merge block; the side that is always taken leads to the entry's old successor, the other one
    to the exit, by way of a new block if `dead` is not 0. OpPhis of the exit, of each output and a
    zero, are used instead of the outputs.
    Facts: uses the ranges that it carries; the new block is dead.
    """

    entry: int
    exit: int
    condition: KnownCondition
    dead: int
    outputs: tuple[tuple[int, int], ...] = ()

    def is_applicable(self, module: Module) -> bool:
        entry, end = module.block(self.entry), module.block(self.exit)
        fresh = [
            self.condition.fresh,
            *(new for _, new in self.outputs),
            *([self.dead] if self.dead else []),
        ]
        if (
            entry is None
            or end is None
            or not all_fresh(module, *fresh)
            or not self.condition.fits(module, entry.terminator)
        ):
            return False
        region = region_between(module, entry, end)
        if region is None or needs_uniform_control_flow(module, region):
            return False
        needed, known = outputs_of(module, region, end), dict(self.outputs)
        if not all(output.result_id in known for output in needed):
            return False
        kinds = dict.fromkeys(each.type_id for each in [*needed, *phis(end)])
        return all(
            types.can_create_constant(module, kind) and find_zero(module, True, kind)
            for kind in kinds
        )

    def apply(self, module: Module) -> None:
        entry, end = must_exist(module.block(self.entry)), must_exist(module.block(self.exit))
        region = must_exist(region_between(module, entry, end))
        known = dict(self.outputs)
        outputs = outputs_of(module, region, end)
        for output in outputs:
            _use_phi_instead(module, output, known[output.result_id], region, end)
        self._add_selection(module, entry, end)
        for phi in phis(end):
            module.add_phi_pair(phi, find_zero(module, True, phi.type_id), self.dead or self.entry)

    def _add_selection(self, module: Module, entry: Block, end: Block) -> None:
        value = self.condition.insert(module, entry.terminator)
        body = entry.terminator.ops[0]
        if self.dead:
            dead = block_leading_to(entry.function, self.dead, end.id, True)
            module.insert_block(entry.function, module.layout_index(entry) + 1, dead)
        other = self.dead or end.id
        targets = [body, other] if value else [other, body]
        make_selection_header(module, entry, end.id, self.condition.fresh, targets)


def region_between(module: Module, entry: Block, end: Block) -> list[Block] | None:
    """Return the blocks between two, if they can be put under a condition in the entry; None if
    they cannot.
    """
    if not can_wrap(module, entry, end) or is_loop_header(end):
        return None
    region = blocks_between(module, entry, end, MOST_BLOCKS)
    if not region or sum(len(block.instructions) for block in region) > MOST_INSTRUCTIONS:
        return None
    inside = set(region)
    return region if all(before in inside for before in module.predecessors(end)) else None


def outputs_of(module: Module, region: list[Block], end: Block) -> list[Instruction]:
    """Return what is computed in the region and used elsewhere; OpPhis of the end take it from
    within the region.
    """
    inside = set(region)
    return [
        each
        for block in region
        for each in block.instructions
        if each.result_id
        and any(_is_outside(user, inside, end) for user in module.users(each.result_id))
    ]


def _is_outside(user: Instruction, inside: set[Block], end: Block) -> bool:
    if user.block is None or user.block in inside:
        return False
    return not (user.op == OpPhi and user.block is end)


def _use_phi_instead(
    module: Module, output: Instruction, phi_id: int, region: list[Block], end: Block
) -> None:
    """Let an OpPhi of the end stand for an output outside of the region."""
    inside, old = set(region), output.result_id
    users = [user for user in module.users(old) if _is_outside(user, inside, end)]
    for user in dict.fromkeys(users):
        module.replace_in(user, old, phi_id)
    pairs = [word for before in module.predecessors(end) for word in (old, before.id)]
    module.insert(end, 0, Instruction(OpPhi, output.type_id, phi_id, pairs))
    carry_decorations(module, old, phi_id, CARRIED)
    if module.facts.is_declared_irrelevant(old):
        module.facts.add_irrelevant(phi_id)
