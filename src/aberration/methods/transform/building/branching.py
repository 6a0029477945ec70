"""Blocks that only branch, and selections that begin where a block ended."""

from __future__ import annotations

from collections.abc import Sequence

from aberration.languages.spirv.enums import SelectionControl
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranch, OpBranchConditional, OpSelectionMerge


def block_leading_to(function: Function, label: int, target: int, dead: bool) -> Block:
    """Return a block, not yet inserted, that does nothing but branch."""
    return new_block(function, label, [Instruction(OpBranch, 0, 0, [target])], dead)


def make_selection_header(
    module: Module, block: Block, merge: int, condition: int, targets: Sequence[int]
) -> None:
    """Let a block end in a branch by a condition to two targets that meet in a merge block."""
    module.add_merge(block, Instruction(OpSelectionMerge, 0, 0, [merge, SelectionControl.NONE]))
    module.set_terminator(block, Instruction(OpBranchConditional, 0, 0, [condition, *targets]))
