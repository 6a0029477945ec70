"""Where an id may be used, and which control-flow edits leave every use dominated."""

from __future__ import annotations

from . import opcodes
from .constructs import Constructs
from .dominators import dominates, number_blocks
from .instruction import Block, Function, Instruction


class Availability(Constructs):
    """Questions about ids at a place."""

    def available_before(self, value_id: int, instruction: Instruction) -> bool:
        """Say whether the id is defined whenever the point before `instruction` (in a block) is reached."""
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
        """Say whether the id may stand as operand `k` of `instruction`; an OpPhi asks at the predecessor's end."""
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
            predecessor = self.block(instruction.ops[k + 1]) if k + 1 < len(instruction.ops) else None
            return predecessor is not None and self.dominates(source, predecessor)
        if source is here:
            return self.position(definition) < self.position(instruction)
        return self.dominates(source, here)

    def _global_available(self, definition: Instruction, here: Block | None) -> bool:
        """A parameter belongs to its function; all else outside of blocks is global."""
        if definition.op != opcodes.OpFunctionParameter:
            return True
        return here is not None and definition in here.function.parameters

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
        """Say whether `phi_ids` serve the OpPhis of `to_block` for a new edge; an edge that exists needs none."""
        if to_block in self.successors(from_block):
            return not phi_ids
        phis = self.phis(to_block)
        if len(phi_ids) < len(phis):
            return False
        terminator = from_block.instructions[-1]
        for phi, value_id in zip(phis, phi_ids, strict=False):
            if self.type_of(value_id) != phi.type_id or not self.available_before(value_id, terminator):
                return False
        return True

    # ---- new terminators

    def keeps_dominance_with(self, block: Block, new_terminator: Instruction) -> bool:
        """Say whether, with another terminator in `block`, each use stays dominated and each block stays after
        the blocks that dominate it. The module is left as it was.
        """
        function = block.function
        if not self.reachable(block):
            return True
        old = self.successors(block)
        new = self._targets(new_terminator)
        added = [target for target in new if target not in old]
        if all(target in new for target in old) and self._edges_are_harmless(block, added):
            return self._in_order(block, added)
        return self._try_terminator(function, block, new_terminator)

    def _edges_are_harmless(self, source: Block, added: list[Block]) -> bool:
        for target in added:
            if target.pre == -1 or (target.idom is not None and not dominates(target.idom, source)):
                return False
        return True

    def _in_order(self, source: Block, added: list[Block]) -> bool:
        for target in added:
            backwards = self.layout_index(source) > self.layout_index(target)
            if backwards and target is not source and self.dominates(source, target):
                return False
        return True

    def _try_terminator(self, function: Function, block: Block, new_terminator: Instruction) -> bool:
        """Install the terminator, recompute dominators, check, and put everything back."""
        saved = [(b.pre, b.post, b.idom, b.children) for b in function.blocks]
        old_terminator = block.instructions[-1]
        block.instructions[-1] = new_terminator
        number_blocks(function, self._successor_indexes(function))
        kept = self._layout_follows_dominance(function) and self._uses_are_dominated(function)
        block.instructions[-1] = old_terminator
        for known, (pre, post, idom, children) in zip(function.blocks, saved, strict=True):
            known.pre, known.post, known.idom, known.children = pre, post, idom, children
        return kept

    def _layout_follows_dominance(self, function: Function) -> bool:
        for block in function.blocks:
            if block.pre == -1:
                continue
            for target in self._targets(block.instructions[-1]):
                if target is not block and dominates(block, target) and block.index > target.index:
                    return False
        return True

    def _uses_are_dominated(self, function: Function) -> bool:
        for block in function.blocks:
            if block.pre == -1:
                continue
            for instruction in block.instructions:
                if not self._operands_are_dominated(instruction, block):
                    return False
        return True

    def _operands_are_dominated(self, instruction: Instruction, here: Block) -> bool:
        if instruction.op == opcodes.OpPhi:
            return self._phi_is_dominated(instruction)
        definitions = self._definitions
        for used in self.operand_ids(instruction):
            definition = definitions[used]
            if definition is None or definition.op == opcodes.OpLabel:
                continue
            source = definition.block
            if source is None or source is here or source.function is not here.function:
                continue
            if source.pre == -1 or not dominates(source, here):
                return False
        return True

    def _phi_is_dominated(self, phi: Instruction) -> bool:
        for k in range(0, len(phi.ops), 2):
            definition = self._definitions[phi.ops[k]]
            predecessor = self.block(phi.ops[k + 1])
            if definition is None or definition.block is None or predecessor is None or predecessor.pre == -1:
                continue
            if definition.block.pre == -1 or not dominates(definition.block, predecessor):
                return False
        return True
