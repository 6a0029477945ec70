"""Swap an instruction with the next one (catalogue: MoveInstructionDown)."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.purity import may_swap
from aberration.methods.transform.transformation import Transformation


class MoveInstructionDown(Transformation, frozen=True, gc=False):
    """Precondition: `at` and the instruction after it compute, read or write memory, or are
    barriers, and nothing else; the second does not use the result of the first. Of two accesses to
    memory both only read, or they are to variables that cannot share memory; no barrier passes an
    access.
    Effect: they change places.
    Facts: none used, none added.
    """

    at: Place

    def is_applicable(self, module: Module) -> bool:
        instruction = self.at.find(module)
        following = None if instruction is None else next_of(module, instruction)
        if instruction is None or following is None or not may_swap(module, instruction, following):
            return False
        return not instruction.result_id or instruction.result_id not in module.operand_ids(
            following
        )

    def apply(self, module: Module) -> None:
        instruction = self.at.get(module)
        if instruction.block is not None:
            module.move(instruction, instruction.block, module.position(instruction) + 1)


def next_of(module: Module, instruction: Instruction) -> Instruction | None:
    """Return the instruction after one in its block; None for the last, and for one that is in
    no block or a label.
    """
    block = instruction.block
    if block is None or instruction is block.label:
        return None
    index = module.position(instruction) + 1
    return block.instructions[index] if index < len(block.instructions) else None
