"""Split a block in two (catalogue: SplitBlock)."""

from __future__ import annotations

from aberration.languages.spirv.blocks import is_loop_header
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpLabel,
    OpLoopMerge,
    OpPhi,
    OpSampledImage,
    OpSelectionMerge,
    OpVariable,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation


class SplitBlock(Transformation, frozen=True, gc=False):
    """Precondition: `at` is in a block that is no loop header; it does not follow a merge
    instruction, is no variable, no OpPhi of several pairs, and no OpSampledImage before it is used
    from it on.
    Effect: it and all after it move to a new block, to which the old one branches.
    Facts: the new block is dead if the old one is.
    """

    at: Place
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        instruction = self.at.find(module)
        return (
            instruction is not None
            and module.is_fresh(self.fresh)
            and can_split(module, instruction)
        )

    def apply(self, module: Module) -> None:
        module.split(self.at.get(module), self.fresh)


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
