"""What the instructions of a block say: its OpPhis, its merge instruction and whom that names."""

from __future__ import annotations

from . import opcodes
from .index import ModuleIndex
from .instruction import Block, Instruction


def phis(block: Block) -> list[Instruction]:
    """Return the OpPhis of a block, in order."""
    found: list[Instruction] = []
    for instruction in block.instructions:
        if instruction.op == opcodes.OpPhi:
            found.append(instruction)
        elif instruction.op != opcodes.OpLine and instruction.op != opcodes.OpNoLine:
            break
    return found


def merge_instruction(block: Block) -> Instruction | None:
    """Return the OpSelectionMerge or OpLoopMerge of a block, or None."""
    if len(block.instructions) < 2:
        return None
    before = block.instructions[-2]
    if before.op == opcodes.OpSelectionMerge or before.op == opcodes.OpLoopMerge:
        return before
    return None


def last_insertion_point(block: Block) -> Instruction:
    """Return the merge instruction of a block, or its terminator."""
    merge = merge_instruction(block)
    return block.instructions[-1] if merge is None else merge


def is_header(block: Block) -> bool:
    """Say whether the block has a merge instruction."""
    return merge_instruction(block) is not None


def is_loop_header(block: Block) -> bool:
    """Say whether the block has an OpLoopMerge."""
    merge = merge_instruction(block)
    return merge is not None and merge.op == opcodes.OpLoopMerge


def is_merge_block(module: ModuleIndex, block: Block) -> bool:
    """Say whether some header names the block as its merge block."""
    label_id = block.label.result_id
    for user in module.users(label_id):
        if (user.op == opcodes.OpSelectionMerge or user.op == opcodes.OpLoopMerge) and user.ops[
            0
        ] == label_id:
            return True
    return False


def is_continue_target(module: ModuleIndex, block: Block) -> bool:
    """Say whether some loop header names the block as its continue target."""
    label_id = block.label.result_id
    return any(
        user.op == opcodes.OpLoopMerge and user.ops[1] == label_id
        for user in module.users(label_id)
    )


def blocks_named_by(module: ModuleIndex, merge: Instruction | None) -> list[Block]:
    """Return the merge block and continue target that a merge instruction names, those that
    are in the module.
    """
    if merge is None:
        return []
    ids = merge.ops[:2] if merge.op == opcodes.OpLoopMerge else merge.ops[:1]
    labels = [module.definition(label_id) for label_id in ids]
    return [label.block for label in labels if label is not None and label.block is not None]
