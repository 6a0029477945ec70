"""What a selection has to look like to be laid out in a straight line (catalogue, section 2.12)."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_header,
    is_merge_block,
    merge_instruction,
    phis,
)
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpSelectionMerge,
    OpTypeBool,
    OpTypeVector,
)
from aberration.methods.transform.analysis.speculation import can_guard_result, can_speculate
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.carrying import is_decorated_only_with

VERSION_1_4: Final = 0x00010400
"""From it on OpSelect takes a single condition for everything."""
CARRIED: Final = frozenset((Decoration.RELAXED_PRECISION, Decoration.NON_UNIFORM))
"""Decorations that an OpPhi may have as well as the instruction that gives its value."""


class SelectionShape(msgspec.Struct, frozen=True):
    """The blocks of a selection's two branches, in order, and the block where they meet; either
    may be empty.
    """

    true_side: tuple[Block, ...]
    false_side: tuple[Block, ...]
    meeting: Block

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks of both branches."""
        return self.true_side + self.false_side


def shape_of(module: Module, header: Block) -> SelectionShape | None:
    """Return the shape of the selection that a block heads; None if it cannot be flattened."""
    merge = merge_instruction(header)
    if merge is None or merge.op != OpSelectionMerge or header.terminator.op != OpBranchConditional:
        return None
    end = module.block(merge.ops[0])
    if end is None or not module.reachable(header) or not module.dominates(header, end):
        return None
    targets = header.terminator.ops[1:3]
    sides = [
        _side(module, header, label) for label in (targets if targets[0] != targets[1] else ())
    ]
    shape = _meeting(sides) if sides else SelectionShape((), (), module.successors(header)[0])
    if shape is None or not _ends_plainly(module, end, shape.meeting):
        return None
    ends = {side[-1] if side else header for side in (shape.true_side, shape.false_side)}
    if set(module.predecessors(shape.meeting)) != ends:
        return None
    if end is not shape.meeting and not module.post_dominates(end, header):
        return None
    # Each reading of the condition has to give the same.
    condition = header.terminator.ops[0]
    if targets[0] != targets[1] and (
        module.facts.is_irrelevant(module, condition) or may_depend_on_undefined(module, condition)
    ):
        return None
    return shape


def _side(module: Module, header: Block, label: int) -> list[Block]:
    """Return the blocks of a branch, as far as they are plain, and the first one that is not."""
    found: list[Block] = []
    block = module.block(label)
    before = header
    while block is not None and _is_plain(module, block, before, header):
        found.append(block)
        before, block = block, module.block(block.terminator.ops[0])
    return found if block is None else [*found, block]


def _meeting(sides: list[list[Block]]) -> SelectionShape | None:
    """Return the shape of two branches if they meet where they stop to be plain."""
    if not sides[0] or not sides[1] or sides[0][-1] is not sides[1][-1]:
        return None
    return SelectionShape(tuple(sides[0][:-1]), tuple(sides[1][:-1]), sides[0][-1])


def _is_plain(module: Module, block: Block, before: Block, header: Block) -> bool:
    """Say whether a block is straight, one predecessor before and one successor after it. What
    leads there from the header without a merge block or continue target on the way belongs to the
    header's construct.
    """
    if block.terminator.op != OpBranch or is_header(block) or block.dead != header.dead:
        return False
    if is_merge_block(module, block) or is_continue_target(module, block):
        return False
    return module.predecessors(block) == [before]


def _ends_plainly(module: Module, end: Block, meeting: Block) -> bool:
    """If the branches meet before the merge block, that may stop being one: nobody breaks out
    to it.
    """
    if end is meeting:
        return True
    before = module.predecessors(end)
    return len(before) == 1 and before[0].terminator.op == OpBranch and not is_header(before[0])


def instructions_to_guard(module: Module, shape: SelectionShape) -> list[Instruction] | None:
    """Return the instructions of the branches that need a guard; None if one may neither run
    always nor be guarded.
    """
    found: list[Instruction] = []
    for block in shape.blocks():
        for each in block.instructions[:-1]:
            if each.result_id and module.facts.has_synonyms(each.result_id):
                return None
            if can_speculate(module, each):
                continue
            if not can_guard_result(module, each) or not is_decorated_only_with(
                module, each.result_id, CARRIED
            ):
                return None
            found.append(each)
    return found


def selected_sizes(module: Module, shape: SelectionShape) -> set[int] | None:
    """Return the sizes of vectors that OpSelects where the branches meet need conditions of; None
    if there can be no OpSelect.
    """
    found: set[int] = set()
    if not shape.blocks():
        return found
    for phi in phis(shape.meeting):
        if not types.can_create_constant(module, phi.type_id):
            return None
        if module.version >= VERSION_1_4 or types.is_scalar(module, phi.type_id):
            continue
        if not types.is_vector(module, phi.type_id):
            return None
        found.add(types.component_count(module, phi.type_id))
    return found


def boolean_vector(module: Module, size: int) -> int:
    """Return the type of vectors of booleans; 0 if there is none."""
    scalar = module.find(OpTypeBool, 0)
    return module.find(OpTypeVector, 0, scalar, size) if scalar else 0
