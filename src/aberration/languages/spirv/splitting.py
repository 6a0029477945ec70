"""Where a block may be split in two."""

from __future__ import annotations

from .blocks import is_loop_header
from .instruction import Instruction
from .module import Module
from .opcodes import OpLabel, OpLoopMerge, OpPhi, OpSampledImage, OpSelectionMerge, OpVariable


def can_split(module: Module, instruction: Instruction) -> bool:
    """Say whether a block may be split before an instruction."""
    block = instruction.block
    if block is None or instruction.op in (OpLabel, OpVariable) or is_loop_header(block):
        return False
    if instruction.op == OpPhi and len(instruction.ops) != 2:
        return False
    position = module.position(instruction)
    if position and block.instructions[position - 1].op in (OpSelectionMerge, OpLoopMerge):
        return False
    return not separates_sampled_image(module, instruction)


def separates_sampled_image(module: Module, instruction: Instruction) -> bool:
    """Say whether an OpSampledImage before an instruction, in its block, is used at it or after
    it.
    """
    block = instruction.block
    if block is None or not module.by_opcode(OpSampledImage):
        return False
    position = module.position(instruction)
    for image in block.instructions[:position]:
        if image.op != OpSampledImage:
            continue
        if any(
            user.block is block and module.position(user) >= position
            for user in module.users(image.result_id)
        ):
            return True
    return False
