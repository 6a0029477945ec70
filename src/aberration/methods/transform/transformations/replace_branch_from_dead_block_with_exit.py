"""End a dead block otherwise than by a branch (catalogue: ReplaceBranchFromDeadBlockWithExit)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import merge_instruction, phis
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.enums import ExecutionModel
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.new_terminators import keeps_dominance_with
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpKill,
    OpReturn,
    OpReturnValue,
    OpTypeVoid,
    OpUnreachable,
)
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformation import Transformation


class ReplaceBranchFromDeadBlockWithExit(Transformation, frozen=True, gc=False):
    """Precondition: the block is dead, reachable, no header, in no continue construct, and ends in
    OpBranch. Its successor can be reached otherwise, and the dominance rules hold without the edge.
    OpKill needs fragment entry points only, OpReturn a void function, OpReturnValue a value of the
    function's type that is available.
    Effect: the terminator is replaced; the successor's OpPhis lose the block's pair.
    Facts: the block is dead.
    """

    block: int
    exit: int
    value: int = 0

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if block is None or not can_lose_branch(module, block) or not self._may_exit(module, block):
            return False
        return keeps_dominance_with(module, block, self._terminator())

    def _terminator(self) -> Instruction:
        return Instruction(self.exit, 0, 0, [self.value] if self.exit == OpReturnValue else [])

    def _may_exit(self, module: Module, block: Block) -> bool:
        if self.exit == OpUnreachable:
            return True
        if self.exit == OpKill:
            return all(entry.ops[0] == ExecutionModel.FRAGMENT for entry in entry_points(module))
        returned = module.definition(block.function.definition.type_id)
        is_void = returned is None or returned.op == OpTypeVoid
        if self.exit == OpReturn:
            return is_void
        if (
            self.exit != OpReturnValue
            or is_void
            or module.type_of(self.value) != block.function.definition.type_id
        ):
            return False
        return available_before(module, self.value, block.terminator)

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        for successor in list(module.successors(block)):
            for phi in phis(successor):
                module.remove_phi_pair(phi, block.id)
        module.set_terminator(block, self._terminator())


def can_lose_branch(module: Module, block: Block) -> bool:
    """Say whether a dead block may end otherwise, as far as it is independent of how."""
    if not block.dead or block.terminator.op != OpBranch or merge_instruction(block) is not None:
        return False
    if not module.reachable(block) or in_any_continue(module, block):
        return False
    successor = module.block(block.terminator.ops[0])
    if successor is None:
        return False
    others = [
        other
        for other in module.predecessors(successor)
        if other is not block and module.reachable(other)
    ]
    return any(not module.dominates(successor, other) for other in others)
