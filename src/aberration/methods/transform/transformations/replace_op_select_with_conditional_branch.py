"""Let control flow pick a value (catalogue: ReplaceOpSelectWithConditionalBranch)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_continue_target, is_header, is_merge_block
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpPhi,
    OpSelect,
)
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.branching import block_leading_to, make_selection_header
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.merge_blocks import only_predecessor


class ReplaceOpSelectWithConditionalBranch(Transformation, frozen=True, gc=False):
    """Precondition: `select` is an OpSelect by a single boolean that surely is defined, and the
    first instruction of a reachable block that is no merge block or continue target; the block's
    only predecessor ends in OpBranch and is no header. One of the fresh labels may be 0, not both.
    Effect: the predecessor becomes the header of a selection with the block as its merge block; on
    each side that has a label, a new block leads there. The OpSelect becomes an OpPhi.
    Facts: the new blocks are dead if the predecessor is.
    """

    select: int
    true_block: int
    false_block: int

    def is_applicable(self, module: Module) -> bool:
        labels = self._block_labels()
        select = module.definition(self.select)
        if not labels or select is None or not all_fresh(module, *labels):
            return False
        if not has_single_condition(module, select) or may_depend_on_undefined(
            module, select.ops[0]
        ):
            return False
        return header_for(module, select) is not None

    def _block_labels(self) -> list[int]:
        return [label for label in (self.true_block, self.false_block) if label]

    def apply(self, module: Module) -> None:
        select = must_exist(module.definition(self.select))
        header = must_exist(header_for(module, select))
        block = must_exist(select.block)
        condition, first, second = select.ops
        module.remove(select)
        for label in self._block_labels():
            made = block_leading_to(header.function, label, block.id, header.dead)
            module.insert_block(header.function, module.layout_index(header) + 1, made)
        targets = [self.true_block or block.id, self.false_block or block.id]
        make_selection_header(module, header, block.id, condition, targets)
        pairs = [first, self.true_block or header.id, second, self.false_block or header.id]
        module.insert(block, 0, Instruction(OpPhi, select.type_id, self.select, pairs))


def has_single_condition(module: Module, select: Instruction) -> bool:
    """Say whether an instruction is an OpSelect by one boolean."""
    return select.op == OpSelect and types.is_bool(module, module.type_of(select.ops[0]))


def header_for(module: Module, select: Instruction) -> Block | None:
    """Return the block that can become the header of a selection in the place of an OpSelect,
    or None.
    """
    block = select.block
    if block is None or block.instructions[0] is not select:
        return None
    if is_merge_block(module, block) or is_continue_target(module, block):
        return None
    header = only_predecessor(module, block)
    return None if header is None or is_header(header) else header
