"""Propose conditions that skip the rest of a round, which does nothing."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranch, OpLoopMerge, OpPhi, OpTypeBool
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_continue import continue_target
from aberration.methods.transform.transformations.add_loop_continue import AddLoopContinue


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("replace_irrelevant_ids",))
def add_loop_continues(draw: Draw) -> Transformation | None:
    """One attempt: any loop; a block that leads to the continue target is split first, mostly at
    its very end. The condition is an irrelevant constant or any boolean that is available.
    """
    module, rng = draw.module, draw.rng
    merge = draw.instruction((OpLoopMerge,))
    target = None if merge is None else module.block(merge.ops[1])
    if target is None or not module.reachable(target):
        return None
    before = rng.choose(module.predecessors(target))
    if before.terminator.op != OpBranch or continue_target(module, before) is not target:
        return None
    anchor = before.instructions[max(0, len(before.instructions) - 1 - rng.below(3))]
    if anchor.op == OpPhi or split_before(draw, anchor) is None:
        return None
    condition = 0
    if rng.bits() & 3:
        condition = draw.available_id(module.find(OpTypeBool, 0), before.terminator)
    condition = condition or draw.bool_constant(bool(rng.bits() & 1), irrelevant=True)
    return AddLoopContinue(before.id, condition, bool(rng.bits() & 1)) if condition else None
