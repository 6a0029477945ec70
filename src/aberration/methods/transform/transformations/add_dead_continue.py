"""Add a branch to a loop's continue target that is never taken (catalogue: AddDeadContinue)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import is_merge_block, merge_instruction
from aberration.languages.spirv.constructs import in_continue, loop_continue_id, loop_header
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.building.guards import add_guarded_edge, can_guard
from aberration.methods.transform.transformation import Transformation


class AddDeadContinue(Transformation, frozen=True, gc=False):
    """Precondition: a relevant boolean constant `value` exists; `source` is reachable and ends in
    OpBranch. It heads a loop or is in one, outside of its continue construct; the loop's continue
    target is reachable and no merge block. `phi_ids` serve the OpPhis of the target; the edge keeps
    the dominance rules.
    Effect: the branch becomes conditional, its side that is never taken leads to the continue
    target.
    Facts: none added.
    """

    source: int
    value: bool
    phi_ids: tuple[int, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        source = module.block(self.source)
        target = continue_target(module, source) if source else None
        if source is None or target is None:
            return False
        return can_guard(module, source, target, self.value, self.phi_ids)

    def apply(self, module: Module) -> None:
        source = must_exist(module.block(self.source))
        target = must_exist(continue_target(module, source))
        add_guarded_edge(module, source, target, self.value, self.phi_ids)


def continue_target(module: Module, source: Block) -> Block | None:
    """Return the continue target that `source` may branch to, or None."""
    own = merge_instruction(source)
    if own is not None and own.op == OpLoopMerge:
        target_id = own.ops[1]
        if target_id == source.id:
            return None
    elif loop_header(module, source) is None or in_continue(module, source):
        return None
    else:
        target_id = loop_continue_id(module, source)
    target = module.block(target_id)
    return None if target is None or is_merge_block(module, target) else target
