"""Where an id may be used and where an instruction may stand."""

from __future__ import annotations

from . import opcodes
from .constructs import Constructs
from .instruction import Block, Instruction


class Availability(Constructs):
    """Questions about ids at a place."""

    def available_before(self, value_id: int, instruction: Instruction) -> bool:
        """Say whether the value is there whenever the point before `instruction` (in a block)
        is reached.
        """
        definition = self.definition(value_id)
        if definition is None or definition is instruction:
            return False
        source = definition.block
        here = instruction.block
        if source is None:
            return self._global_available(definition, here)
        if here is None or source.function is not here.function:
            return False
        if source is here:
            if definition.op == opcodes.OpVariable or self.reachable(here):
                return self.position(definition) < self.position(instruction)
            return False
        if definition.op == opcodes.OpVariable and not self.reachable(here):
            return True
        return self.dominates(source, here)

    def available_at_use(self, value_id: int, instruction: Instruction, k: int) -> bool:
        """Say whether the value may stand as operand `k` of `instruction`; an OpPhi asks at the
        predecessor's end.
        """
        definition = self.definition(value_id)
        if definition is None or definition is instruction:
            return False
        source = definition.block
        here = instruction.block
        if source is None:
            return self._global_available(definition, here)
        if here is None or source.function is not here.function or not self.reachable(here):
            return False
        if instruction.op == opcodes.OpPhi:
            predecessor = (
                self.block(instruction.ops[k + 1]) if k + 1 < len(instruction.ops) else None
            )
            return predecessor is not None and self.dominates(source, predecessor)
        if source is here:
            return self.position(definition) < self.position(instruction)
        return self.dominates(source, here)

    def _global_available(self, definition: Instruction, here: Block | None) -> bool:
        """A parameter belongs to its function, and a function is no value; all else outside of
        blocks is global.
        """
        if definition.op == opcodes.OpFunctionParameter:
            return here is not None and definition in here.function.parameters
        return definition.op != opcodes.OpFunction

    def insertable(self, op: int, instruction: Instruction) -> bool:
        """Say whether an instruction of opcode `op` may be put right before `instruction`."""
        block = instruction.block
        if block is None or instruction.op == opcodes.OpLabel:
            return False
        if instruction.op == opcodes.OpVariable and op != opcodes.OpVariable:
            return False
        if instruction.op == opcodes.OpPhi and op != opcodes.OpPhi:
            return False
        position = self.position(instruction)
        if position == 0:
            return True
        before = block.instructions[position - 1].op
        return before != opcodes.OpSelectionMerge and before != opcodes.OpLoopMerge

    def last_insertion_point(self, block: Block) -> Instruction:
        """Return the merge instruction of a block, or its terminator."""
        merge = self.merge_instruction(block)
        return block.instructions[-1] if merge is None else merge

    def phis(self, block: Block) -> list[Instruction]:
        """Return the OpPhis of a block, in order."""
        found: list[Instruction] = []
        for instruction in block.instructions:
            if instruction.op == opcodes.OpPhi:
                found.append(instruction)
            elif instruction.op != opcodes.OpLine and instruction.op != opcodes.OpNoLine:
                break
        return found

    def phi_ids_fit(self, from_block: Block, to_block: Block, phi_ids: list[int]) -> bool:
        """Say whether `phi_ids` serve the OpPhis of `to_block` for a new edge; an edge that
        exists needs none.
        """
        if to_block in self.successors(from_block):
            return not phi_ids
        phis = self.phis(to_block)
        if len(phi_ids) < len(phis):
            return False
        terminator = from_block.instructions[-1]
        for phi, value_id in zip(phis, phi_ids, strict=False):
            if self.type_of(value_id) != phi.type_id or not self.available_before(
                value_id, terminator
            ):
                return False
        return True
