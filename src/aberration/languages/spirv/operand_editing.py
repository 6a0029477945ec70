"""Changing the operands of instructions that are in a module."""

from __future__ import annotations

from . import opcodes
from .grammar import TERMINATORS
from .index import DECORATIONS, HASHED
from .instruction import Block, Instruction
from .new_terminators import NewTerminators


def _may_be_label(op: int, k: int) -> bool:
    if op == opcodes.OpBranchConditional or op == opcodes.OpSwitch:
        return k > 0
    return op == opcodes.OpBranch or op == opcodes.OpSelectionMerge or op == opcodes.OpLoopMerge


class OperandEditing(NewTerminators):
    """Editing functions for operands."""

    def set_operand(self, instruction: Instruction, k: int, word: int) -> None:
        """Replace one operand word."""
        old = instruction.ops[k]
        if old == word:
            return
        if instruction.block is None or _may_be_label(instruction.op, k):
            ops = list(instruction.ops)
            ops[k] = word
            self.set_operands(instruction, ops)
            return
        if self.is_id(instruction, k):
            self._drop_user(old, instruction)
            self._add_user(word, instruction)
        instruction.ops[k] = word

    def set_operands(self, instruction: Instruction, ops: list[int]) -> None:
        """Replace all operand words."""
        block = instruction.block
        is_terminator = block is not None and instruction.op in TERMINATORS
        is_merge = (
            instruction.op == opcodes.OpSelectionMerge or instruction.op == opcodes.OpLoopMerge
        )
        old_targets = self._known_targets(instruction) if is_terminator else []
        old_named = self.named_by(instruction) if is_merge else []
        if block is None:
            self._forget_lookups(instruction.op)
        self._unlink_uses(instruction)
        instruction.ops = list(ops)
        self._link_uses(instruction)
        if block is None:
            return
        if is_terminator:
            self._edges_changed(block, old_targets, self._targets(instruction))
        elif is_merge:
            self._stir_constructs(block.function, [block, *old_named, *self.named_by(instruction)])

    def _forget_lookups(self, op: int) -> None:
        """A global or decoration changes in place, which is rare: look everything up again when
        asked.
        """
        if op in HASHED:
            self._keys = None
        elif op in DECORATIONS:
            self._decorated = None

    def replace_uses(self, old_id: int, new_id: int) -> None:
        """Replace every operand that is `old_id`, in names and decorations too."""
        for user in list(self.users(old_id)):
            for k in self.id_positions(user):
                if user.ops[k] == old_id:
                    self.set_operand(user, k, new_id)

    def replace_in(self, instruction: Instruction, old_id: int, new_id: int) -> None:
        """Replace every operand of one instruction that is `old_id`."""
        ops = list(instruction.ops)
        for k in self.id_positions(instruction):
            if ops[k] == old_id:
                ops[k] = new_id
        if ops != instruction.ops:
            self.set_operands(instruction, ops)

    def _add_user(self, used: int, instruction: Instruction) -> None:
        if used >= len(self._users):
            self.reserve(used)
        known = self._users[used]
        if known is None:
            self._users[used] = [instruction]
        else:
            known.append(instruction)

    # ---- OpPhi

    def add_phi_pair(self, phi: Instruction, value_id: int, predecessor_id: int) -> None:
        """Append a (value, predecessor) pair to an OpPhi."""
        phi.ops.append(value_id)
        phi.ops.append(predecessor_id)
        self._add_user(value_id, phi)
        self._add_user(predecessor_id, phi)

    def remove_phi_pair(self, phi: Instruction, predecessor_id: int) -> None:
        """Remove the pair of a predecessor from an OpPhi, if there is one."""
        for k in range(1, len(phi.ops), 2):
            if phi.ops[k] == predecessor_id:
                self.set_operands(phi, phi.ops[: k - 1] + phi.ops[k + 1 :])
                return

    def rename_predecessor(self, block: Block, old_id: int, new_id: int) -> None:
        """Rename a predecessor in the OpPhis of `block`."""
        for phi in self.phis(block):
            for k in range(1, len(phi.ops), 2):
                if phi.ops[k] == old_id:
                    self.set_operand(phi, k, new_id)
